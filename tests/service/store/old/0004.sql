BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE answers (
	actor TEXT NOT NULL, 
	"key" VARCHAR(255) NOT NULL, 
	request VARCHAR(64) NOT NULL, 
	status INTEGER, 
	body JSON, 
	headers JSON, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (actor, "key")
);
CREATE TABLE batches (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	round_id VARCHAR(24), 
	season VARCHAR(8), 
	side VARCHAR(8), 
	player_id VARCHAR(24), 
	received_by TEXT NOT NULL, 
	received_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_batches PRIMARY KEY (id), 
	CONSTRAINT fk_batches_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE SET NULL, 
	CONSTRAINT fk_batches_round_id FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE SET NULL, 
	CONSTRAINT fk_batches_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE
);
INSERT INTO "batches" VALUES('b4MIPp49xqmUVF0J','ABeCU-sjhcfmYNlM',NULL,NULL,NULL,NULL,'you','2026-11-22T00:44:52.183464+00:00');
CREATE TABLE events (
	id INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	actor TEXT NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	tournament_id VARCHAR(24), 
	subject_id VARCHAR(24), 
	body JSON NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id)
);
INSERT INTO "events" VALUES(1,'2026-11-22T00:44:52.061530+00:00','you','tournament_made','ABeCU-sjhcfmYNlM','ABeCU-sjhcfmYNlM','{"name": "Spring Cup"}');
INSERT INTO "events" VALUES(2,'2026-11-22T00:44:52.072421+00:00','you','round_set','ABeCU-sjhcfmYNlM','4XWwbpEqqI8WQmFf','{"number": 1, "edicts": null}');
INSERT INTO "events" VALUES(3,'2026-11-22T00:44:52.085071+00:00','you','round_set','ABeCU-sjhcfmYNlM','IHQ1YIwNo9_YX06R','{"number": 2, "edicts": null}');
INSERT INTO "events" VALUES(4,'2026-11-22T00:44:52.117579+00:00','you','players_added','ABeCU-sjhcfmYNlM',NULL,'{"players": ["PgZlbGhQlRsFdoYk", "3feF1djBG8pP3oMO"]}');
INSERT INTO "events" VALUES(5,'2026-11-22T00:44:52.149943+00:00','you','round_set','ABeCU-sjhcfmYNlM','4XWwbpEqqI8WQmFf','{"number": 1, "seated": {"1": ["PgZlbGhQlRsFdoYk", "3feF1djBG8pP3oMO"]}}');
INSERT INTO "events" VALUES(6,'2026-11-22T00:44:52.211134+00:00','you','file_received','ABeCU-sjhcfmYNlM','NsP9Y86MKnxW1GDM','{"name": "Ann Smith r1 spring.jpg", "sha256": "fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5", "duplicate_of": null, "refusal": null}');
INSERT INTO "events" VALUES(7,'2026-11-22T00:44:52.221859+00:00','you','file_received','ABeCU-sjhcfmYNlM','NAz-RyZI9nJhWWpR','{"name": "b.jpg", "sha256": "f8f838987b4c850b0687460ec880114ea4dc1debcca3ce6b5067d6530c49666e", "duplicate_of": null, "refusal": null}');
INSERT INTO "events" VALUES(8,'2026-11-22T00:44:59.774840+00:00','surveyor','page_read','ABeCU-sjhcfmYNlM','NsP9Y86MKnxW1GDM','{"page": null, "sheets": 1, "model": "stub_v1", "rules": "rules_1", "seconds": 0.004, "attempts": 1, "reason": null}');
INSERT INTO "events" VALUES(9,'2026-11-22T00:44:59.783335+00:00','surveyor','page_rejected','ABeCU-sjhcfmYNlM','NAz-RyZI9nJhWWpR','{"page": null, "sheets": 0, "model": null, "rules": "rules_1", "seconds": 0.0048, "attempts": 1, "reason": "no_grid"}');
INSERT INTO "events" VALUES(10,'2026-11-22T00:44:59.824946+00:00','you','key_made','ABeCU-sjhcfmYNlM','9hHYWvSyudqzTtRh','{"role": "judge", "label": "judge"}');
INSERT INTO "events" VALUES(11,'2026-11-22T00:44:59.852187+00:00','you','published','ABeCU-sjhcfmYNlM','ABeCU-sjhcfmYNlM','{"number": 1, "reason": "", "even_if_open": true}');
INSERT INTO "events" VALUES(12,'2026-11-22T00:44:59.977385+00:00','you','sheet_corrected','ABeCU-sjhcfmYNlM','c0aaTU_DbmFg2EPi','{"version": 2, "correction": {"squares": [{"square": [2, 3], "terrain": "farm"}], "coins": 3, "confirm": true}, "before": {"coins": null, "squares": [[2, 3, "empty"]]}, "state": "scored"}');
INSERT INTO "events" VALUES(13,'2026-11-23T22:11:38.526579+00:00','you','scan_made',NULL,'5vzZ-ENNqY6ouxWB','{"sha256": "fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5", "asked": {}}');
INSERT INTO "events" VALUES(14,'2026-11-23T22:11:38.530893+00:00','you','scan_corrected',NULL,'5vzZ-ENNqY6ouxWB','{"version": 2, "before": {"sheets": [{"map": {"side": "A", "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "coins": null, "boxes": []}, "doubts": [{"kind": "coins"}, {"kind": "square", "square": [2, 3]}]}]}, "sheet": 0, "correction": {"squares": [{"square": [2, 3], "terrain": "farm"}], "confirm": false, "whole": false}, "role": "organiser", "followed": {}}');
INSERT INTO "events" VALUES(15,'2026-11-23T22:11:38.532738+00:00','you','scan_corrected',NULL,'5vzZ-ENNqY6ouxWB','{"version": 3, "before": {"sheets": [{"map": {"side": "A", "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "farm", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "coins": null, "boxes": []}, "doubts": [{"kind": "coins"}]}]}, "sheet": 0, "correction": {"squares": [], "coins": 3, "confirm": false, "whole": false}, "role": "organiser", "followed": {}}');
INSERT INTO "events" VALUES(16,'2026-11-23T22:11:38.538285+00:00','you','scan_game_told',NULL,'5vzZ-ENNqY6ouxWB','{"version": 4, "before": {"edicts": [null, null, null, null], "season": null, "solo": false}, "edicts": ["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"], "season": "winter", "solo": true}');
CREATE TABLE files (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	batch_id VARCHAR(24) NOT NULL, 
	position INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	sha256 VARCHAR(64), 
	refusal JSON, 
	duplicate_of VARCHAR(24), 
	received_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_files PRIMARY KEY (id), 
	CONSTRAINT fk_files_batch_id FOREIGN KEY(batch_id) REFERENCES batches (id) ON DELETE CASCADE, 
	CONSTRAINT uq_files_batch_id_position UNIQUE (batch_id, position)
);
INSERT INTO "files" VALUES('NsP9Y86MKnxW1GDM','ABeCU-sjhcfmYNlM','b4MIPp49xqmUVF0J',0,'Ann Smith r1 spring.jpg','fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5','null',NULL,'2026-11-22T00:44:52.209891+00:00');
INSERT INTO "files" VALUES('NAz-RyZI9nJhWWpR','ABeCU-sjhcfmYNlM','b4MIPp49xqmUVF0J',1,'b.jpg','f8f838987b4c850b0687460ec880114ea4dc1debcca3ce6b5067d6530c49666e','null',NULL,'2026-11-22T00:44:52.221531+00:00');
CREATE TABLE keys (
	id VARCHAR(24) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	prefix VARCHAR(12) NOT NULL, 
	label TEXT NOT NULL, 
	role VARCHAR(10) NOT NULL, 
	tournament_id VARCHAR(24), 
	player_id VARCHAR(24), 
	created_at VARCHAR(32) NOT NULL, 
	expires_at VARCHAR(32), 
	revoked_at VARCHAR(32), 
	CONSTRAINT pk_keys PRIMARY KEY (id), 
	CONSTRAINT fk_keys_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_keys_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE, 
	CONSTRAINT uq_keys_digest UNIQUE (digest)
);
INSERT INTO "keys" VALUES('9hHYWvSyudqzTtRh','6efc395d970ed49e955b6271439ad8529518d15144890182dfda2c9fbf408c8f','srv_16mvJg','judge','judge','ABeCU-sjhcfmYNlM',NULL,'2026-11-22T00:44:59.824036+00:00',NULL,NULL);
CREATE TABLE pages (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	file_id VARCHAR(24) NOT NULL, 
	number INTEGER, 
	state VARCHAR(8) NOT NULL, 
	asked JSON NOT NULL, 
	attempts INTEGER NOT NULL, 
	claimed_by VARCHAR(64), 
	claimed_until VARCHAR(32), 
	reading_id VARCHAR(24), 
	rejection JSON, 
	queued_at VARCHAR(32) NOT NULL, 
	done_at VARCHAR(32), begun_alone INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_pages PRIMARY KEY (id), 
	CONSTRAINT fk_pages_file_id FOREIGN KEY(file_id) REFERENCES files (id) ON DELETE CASCADE, 
	CONSTRAINT uq_pages_file_id_number UNIQUE (file_id, number)
);
INSERT INTO "pages" VALUES('jgaEC_qS_PUN1r-e','ABeCU-sjhcfmYNlM','NsP9Y86MKnxW1GDM',NULL,'done','{"side": null}',1,NULL,'2026-11-22T00:45:52.223978+00:00','fKgQUMCuJF64t2xl','null','2026-11-22T00:44:52.211469+00:00','2026-11-22T00:44:59.752184+00:00',0);
INSERT INTO "pages" VALUES('z_ji5u_OzGONIiR_','ABeCU-sjhcfmYNlM','NAz-RyZI9nJhWWpR',NULL,'done','{"side": null}',1,NULL,'2026-11-22T00:45:52.223978+00:00','dF5buq9Ikp_GVxDr','{"code": "no_grid", "message": "No map field was found.", "advice": "Take the photo from above."}','2026-11-22T00:44:52.222153+00:00','2026-11-22T00:44:59.781876+00:00',0);
CREATE TABLE photos (
	sha256 VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	received_at VARCHAR(32) NOT NULL, 
	deleted_at VARCHAR(32), 
	CONSTRAINT pk_photos PRIMARY KEY (sha256)
);
INSERT INTO "photos" VALUES('fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5',3385,'JPEG','2026-11-22T00:44:52.192695+00:00',NULL);
INSERT INTO "photos" VALUES('f8f838987b4c850b0687460ec880114ea4dc1debcca3ce6b5067d6530c49666e',3477,'JPEG','2026-11-22T00:44:52.218051+00:00',NULL);
CREATE TABLE players (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	name TEXT NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT fk_players_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE, 
	CONSTRAINT uq_players_tournament_id_name UNIQUE (tournament_id, name)
);
INSERT INTO "players" VALUES('PgZlbGhQlRsFdoYk','ABeCU-sjhcfmYNlM','Ann Smith','2026-11-22T00:44:52.112779+00:00');
INSERT INTO "players" VALUES('3feF1djBG8pP3oMO','ABeCU-sjhcfmYNlM','Bob','2026-11-22T00:44:52.112779+00:00');
CREATE TABLE publications (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	standings JSON NOT NULL, 
	published_by TEXT NOT NULL, 
	published_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_publications PRIMARY KEY (id), 
	CONSTRAINT fk_publications_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE, 
	CONSTRAINT uq_publications_tournament_id_number UNIQUE (tournament_id, number)
);
INSERT INTO "publications" VALUES('_b_d_hPKEwgK1-Ka','ABeCU-sjhcfmYNlM',1,'','{"schema": "surveyor/tournament_standings@1", "tournament_id": "ABeCU-sjhcfmYNlM", "tournament": "Spring Cup", "solo": false, "complete": false, "settled": false, "unplaced": 0, "ranking": {"complete": false, "placings": [{"rank": null, "shared": false, "player_id": "PgZlbGhQlRsFdoYk", "player": "Ann Smith", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": [null, null]}, {"rank": null, "shared": false, "player_id": "3feF1djBG8pP3oMO", "player": "Bob", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": [null, null]}], "winners": [], "open_ties": []}, "rounds": [{"number": 1, "edicts": ["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"], "ranking": {"complete": false, "placings": [{"rank": null, "shared": false, "player_id": "PgZlbGhQlRsFdoYk", "player": "Ann Smith", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": []}, {"rank": null, "shared": false, "player_id": "3feF1djBG8pP3oMO", "player": "Bob", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": []}], "winners": [], "open_ties": []}, "results": [{"player_id": "PgZlbGhQlRsFdoYk", "player": "Ann Smith", "table": "1", "total": null, "lost_to_monsters": null, "seasons": [null, null, null, null], "state": "missing", "missing": ["the last map, that of winter"], "flags": [], "notes": [], "solo": null, "sheets": ["c0aaTU_DbmFg2EPi"]}, {"player_id": "3feF1djBG8pP3oMO", "player": "Bob", "table": "1", "total": null, "lost_to_monsters": null, "seasons": [null, null, null, null], "state": "missing", "missing": ["the sheet"], "flags": [], "notes": [], "solo": null, "sheets": []}], "tables": [{"table_id": "7Kjhfq9bwnqgq4nw", "table": "1", "edicts": ["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"], "ranking": {"complete": false, "placings": [{"rank": null, "shared": false, "player_id": "PgZlbGhQlRsFdoYk", "player": "Ann Smith", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": []}, {"rank": null, "shared": false, "player_id": "3feF1djBG8pP3oMO", "player": "Bob", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": []}], "winners": [], "open_ties": []}}]}, {"number": 2, "edicts": ["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"], "ranking": {"complete": false, "placings": [{"rank": null, "shared": false, "player_id": "PgZlbGhQlRsFdoYk", "player": "Ann Smith", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": []}, {"rank": null, "shared": false, "player_id": "3feF1djBG8pP3oMO", "player": "Bob", "total": null, "lost_to_monsters": null, "state": "missing", "rounds": []}], "winners": [], "open_ties": []}, "results": [{"player_id": "PgZlbGhQlRsFdoYk", "player": "Ann Smith", "table": null, "total": null, "lost_to_monsters": null, "seasons": [null, null, null, null], "state": "missing", "missing": ["the sheet"], "flags": [], "notes": [], "solo": null, "sheets": []}, {"player_id": "3feF1djBG8pP3oMO", "player": "Bob", "table": null, "total": null, "lost_to_monsters": null, "seasons": [null, null, null, null], "state": "missing", "missing": ["the sheet"], "flags": [], "notes": [], "solo": null, "sheets": []}], "tables": []}], "notes": []}','you','2026-11-22T00:44:59.849860+00:00');
CREATE TABLE readings (
	id VARCHAR(24) NOT NULL, 
	page_id VARCHAR(24) NOT NULL, 
	document JSON NOT NULL, 
	model TEXT, 
	rules TEXT NOT NULL, 
	made_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_readings PRIMARY KEY (id), 
	CONSTRAINT fk_readings_page_id FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE
);
INSERT INTO "readings" VALUES('fKgQUMCuJF64t2xl','jgaEC_qS_PUN1r-e','{"schema": "surveyor/reading@1", "photo": {"name": "Ann Smith r1 spring.jpg", "sha256": "fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5", "page": null, "width": 480, "height": 360}, "status": "review", "reason": null, "seconds": 0.004, "model": "stub_v1", "sheets": [{"side": "A", "side_confidence": 0.999, "corners": [[40.0, 40.0], [315.0, 40.0], [315.0, 315.0], [40.0, 315.0]], "lattice": [[[40.0, 40.0], [65.0, 40.0], [90.0, 40.0], [115.0, 40.0], [140.0, 40.0], [165.0, 40.0], [190.0, 40.0], [215.0, 40.0], [240.0, 40.0], [265.0, 40.0], [290.0, 40.0], [315.0, 40.0]], [[40.0, 65.0], [65.0, 65.0], [90.0, 65.0], [115.0, 65.0], [140.0, 65.0], [165.0, 65.0], [190.0, 65.0], [215.0, 65.0], [240.0, 65.0], [265.0, 65.0], [290.0, 65.0], [315.0, 65.0]], [[40.0, 90.0], [65.0, 90.0], [90.0, 90.0], [115.0, 90.0], [140.0, 90.0], [165.0, 90.0], [190.0, 90.0], [215.0, 90.0], [240.0, 90.0], [265.0, 90.0], [290.0, 90.0], [315.0, 90.0]], [[40.0, 115.0], [65.0, 115.0], [90.0, 115.0], [115.0, 115.0], [140.0, 115.0], [165.0, 115.0], [190.0, 115.0], [215.0, 115.0], [240.0, 115.0], [265.0, 115.0], [290.0, 115.0], [315.0, 115.0]], [[40.0, 140.0], [65.0, 140.0], [90.0, 140.0], [115.0, 140.0], [140.0, 140.0], [165.0, 140.0], [190.0, 140.0], [215.0, 140.0], [240.0, 140.0], [265.0, 140.0], [290.0, 140.0], [315.0, 140.0]], [[40.0, 165.0], [65.0, 165.0], [90.0, 165.0], [115.0, 165.0], [140.0, 165.0], [165.0, 165.0], [190.0, 165.0], [215.0, 165.0], [240.0, 165.0], [265.0, 165.0], [290.0, 165.0], [315.0, 165.0]], [[40.0, 190.0], [65.0, 190.0], [90.0, 190.0], [115.0, 190.0], [140.0, 190.0], [165.0, 190.0], [190.0, 190.0], [215.0, 190.0], [240.0, 190.0], [265.0, 190.0], [290.0, 190.0], [315.0, 190.0]], [[40.0, 215.0], [65.0, 215.0], [90.0, 215.0], [115.0, 215.0], [140.0, 215.0], [165.0, 215.0], [190.0, 215.0], [215.0, 215.0], [240.0, 215.0], [265.0, 215.0], [290.0, 215.0], [315.0, 215.0]], [[40.0, 240.0], [65.0, 240.0], [90.0, 240.0], [115.0, 240.0], [140.0, 240.0], [165.0, 240.0], [190.0, 240.0], [215.0, 240.0], [240.0, 240.0], [265.0, 240.0], [290.0, 240.0], [315.0, 240.0]], [[40.0, 265.0], [65.0, 265.0], [90.0, 265.0], [115.0, 265.0], [140.0, 265.0], [165.0, 265.0], [190.0, 265.0], [215.0, 265.0], [240.0, 265.0], [265.0, 265.0], [290.0, 265.0], [315.0, 265.0]], [[40.0, 290.0], [65.0, 290.0], [90.0, 290.0], [115.0, 290.0], [140.0, 290.0], [165.0, 290.0], [190.0, 290.0], [215.0, 290.0], [240.0, 290.0], [265.0, 290.0], [290.0, 290.0], [315.0, 290.0]], [[40.0, 315.0], [65.0, 315.0], [90.0, 315.0], [115.0, 315.0], [140.0, 315.0], [165.0, 315.0], [190.0, 315.0], [215.0, 315.0], [240.0, 315.0], [265.0, 315.0], [290.0, 315.0], [315.0, 315.0]]], "lattice_error": 0.03, "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "confidence": [[0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.61, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98]], "doubtful": [[2, 3]], "alternatives": {"2,3": {"empty": 0.61, "farm": 0.37, "water": 0.02}}, "marks": {}, "coins": null, "coins_confidence": 0.0, "boxes": [], "boxes_confidence": []}]}','stub_v1','rules_1','2026-11-22T00:44:59.753873+00:00');
INSERT INTO "readings" VALUES('dF5buq9Ikp_GVxDr','z_ji5u_OzGONIiR_','{"schema": "surveyor/reading@1", "photo": {"name": "b.jpg", "sha256": "f8f838987b4c850b0687460ec880114ea4dc1debcca3ce6b5067d6530c49666e", "page": null, "width": 481, "height": 360}, "status": "rejected", "reason": {"code": "no_grid", "message": "No map field was found.", "advice": "Take the photo from above."}, "seconds": 0.0048, "model": null, "sheets": []}',NULL,'rules_1','2026-11-22T00:44:59.783002+00:00');
INSERT INTO "readings" VALUES('KT-IemuErA41D7cG','jgaEC_qS_PUN1r-e','{"schema": "surveyor/reading@1", "photo": {"name": "Ann Smith r1 spring.jpg", "sha256": "fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5", "page": null, "width": 480, "height": 360}, "status": "review", "reason": null, "seconds": 0.0022, "model": "stub_v1", "sheets": [{"side": "A", "side_confidence": 0.999, "corners": [[40.0, 40.0], [315.0, 40.0], [315.0, 315.0], [40.0, 315.0]], "lattice": [[[40.0, 40.0], [65.0, 40.0], [90.0, 40.0], [115.0, 40.0], [140.0, 40.0], [165.0, 40.0], [190.0, 40.0], [215.0, 40.0], [240.0, 40.0], [265.0, 40.0], [290.0, 40.0], [315.0, 40.0]], [[40.0, 65.0], [65.0, 65.0], [90.0, 65.0], [115.0, 65.0], [140.0, 65.0], [165.0, 65.0], [190.0, 65.0], [215.0, 65.0], [240.0, 65.0], [265.0, 65.0], [290.0, 65.0], [315.0, 65.0]], [[40.0, 90.0], [65.0, 90.0], [90.0, 90.0], [115.0, 90.0], [140.0, 90.0], [165.0, 90.0], [190.0, 90.0], [215.0, 90.0], [240.0, 90.0], [265.0, 90.0], [290.0, 90.0], [315.0, 90.0]], [[40.0, 115.0], [65.0, 115.0], [90.0, 115.0], [115.0, 115.0], [140.0, 115.0], [165.0, 115.0], [190.0, 115.0], [215.0, 115.0], [240.0, 115.0], [265.0, 115.0], [290.0, 115.0], [315.0, 115.0]], [[40.0, 140.0], [65.0, 140.0], [90.0, 140.0], [115.0, 140.0], [140.0, 140.0], [165.0, 140.0], [190.0, 140.0], [215.0, 140.0], [240.0, 140.0], [265.0, 140.0], [290.0, 140.0], [315.0, 140.0]], [[40.0, 165.0], [65.0, 165.0], [90.0, 165.0], [115.0, 165.0], [140.0, 165.0], [165.0, 165.0], [190.0, 165.0], [215.0, 165.0], [240.0, 165.0], [265.0, 165.0], [290.0, 165.0], [315.0, 165.0]], [[40.0, 190.0], [65.0, 190.0], [90.0, 190.0], [115.0, 190.0], [140.0, 190.0], [165.0, 190.0], [190.0, 190.0], [215.0, 190.0], [240.0, 190.0], [265.0, 190.0], [290.0, 190.0], [315.0, 190.0]], [[40.0, 215.0], [65.0, 215.0], [90.0, 215.0], [115.0, 215.0], [140.0, 215.0], [165.0, 215.0], [190.0, 215.0], [215.0, 215.0], [240.0, 215.0], [265.0, 215.0], [290.0, 215.0], [315.0, 215.0]], [[40.0, 240.0], [65.0, 240.0], [90.0, 240.0], [115.0, 240.0], [140.0, 240.0], [165.0, 240.0], [190.0, 240.0], [215.0, 240.0], [240.0, 240.0], [265.0, 240.0], [290.0, 240.0], [315.0, 240.0]], [[40.0, 265.0], [65.0, 265.0], [90.0, 265.0], [115.0, 265.0], [140.0, 265.0], [165.0, 265.0], [190.0, 265.0], [215.0, 265.0], [240.0, 265.0], [265.0, 265.0], [290.0, 265.0], [315.0, 265.0]], [[40.0, 290.0], [65.0, 290.0], [90.0, 290.0], [115.0, 290.0], [140.0, 290.0], [165.0, 290.0], [190.0, 290.0], [215.0, 290.0], [240.0, 290.0], [265.0, 290.0], [290.0, 290.0], [315.0, 290.0]], [[40.0, 315.0], [65.0, 315.0], [90.0, 315.0], [115.0, 315.0], [140.0, 315.0], [165.0, 315.0], [190.0, 315.0], [215.0, 315.0], [240.0, 315.0], [265.0, 315.0], [290.0, 315.0], [315.0, 315.0]]], "lattice_error": 0.03, "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "confidence": [[0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.61, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98]], "doubtful": [[2, 3]], "alternatives": {"2,3": {"empty": 0.61, "farm": 0.37, "water": 0.02}}, "marks": {}, "coins": null, "coins_confidence": 0.0, "boxes": [], "boxes_confidence": []}]}','stub_v1','rules_1','2026-11-22T00:44:59.919760+00:00');
CREATE TABLE rounds (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	edicts JSON, 
	CONSTRAINT pk_rounds PRIMARY KEY (id), 
	CONSTRAINT fk_rounds_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE, 
	CONSTRAINT uq_rounds_tournament_id_number UNIQUE (tournament_id, number)
);
INSERT INTO "rounds" VALUES('4XWwbpEqqI8WQmFf','ABeCU-sjhcfmYNlM',1,'null');
INSERT INTO "rounds" VALUES('IHQ1YIwNo9_YX06R','ABeCU-sjhcfmYNlM',2,'null');
CREATE TABLE scans (
	id VARCHAR(24) NOT NULL, 
	owner TEXT NOT NULL, 
	name TEXT NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	page INTEGER, 
	pages INTEGER NOT NULL, 
	asked JSON NOT NULL, 
	reading JSON NOT NULL, 
	sheets JSON NOT NULL, 
	edicts JSON NOT NULL, 
	season VARCHAR(8), 
	solo BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	received_at VARCHAR(32) NOT NULL, 
	used_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_scans PRIMARY KEY (id)
);
INSERT INTO "scans" VALUES('5vzZ-ENNqY6ouxWB','organiser','ann.jpg','fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5',NULL,1,'{}','{"schema": "surveyor/reading@1", "photo": {"name": "ann.jpg", "sha256": "fe383aefe0137934ea7212a2a01c066515c4eba9089eff9237d9bd8716e8fac5", "page": null, "width": 480, "height": 360}, "status": "review", "reason": null, "reasons": [], "seconds": 0.0026, "model": "stub_v1", "sheets": [{"side": "A", "side_confidence": 0.999, "corners": [[40.0, 40.0], [315.0, 40.0], [315.0, 315.0], [40.0, 315.0]], "lattice": [[[40.0, 40.0], [65.0, 40.0], [90.0, 40.0], [115.0, 40.0], [140.0, 40.0], [165.0, 40.0], [190.0, 40.0], [215.0, 40.0], [240.0, 40.0], [265.0, 40.0], [290.0, 40.0], [315.0, 40.0]], [[40.0, 65.0], [65.0, 65.0], [90.0, 65.0], [115.0, 65.0], [140.0, 65.0], [165.0, 65.0], [190.0, 65.0], [215.0, 65.0], [240.0, 65.0], [265.0, 65.0], [290.0, 65.0], [315.0, 65.0]], [[40.0, 90.0], [65.0, 90.0], [90.0, 90.0], [115.0, 90.0], [140.0, 90.0], [165.0, 90.0], [190.0, 90.0], [215.0, 90.0], [240.0, 90.0], [265.0, 90.0], [290.0, 90.0], [315.0, 90.0]], [[40.0, 115.0], [65.0, 115.0], [90.0, 115.0], [115.0, 115.0], [140.0, 115.0], [165.0, 115.0], [190.0, 115.0], [215.0, 115.0], [240.0, 115.0], [265.0, 115.0], [290.0, 115.0], [315.0, 115.0]], [[40.0, 140.0], [65.0, 140.0], [90.0, 140.0], [115.0, 140.0], [140.0, 140.0], [165.0, 140.0], [190.0, 140.0], [215.0, 140.0], [240.0, 140.0], [265.0, 140.0], [290.0, 140.0], [315.0, 140.0]], [[40.0, 165.0], [65.0, 165.0], [90.0, 165.0], [115.0, 165.0], [140.0, 165.0], [165.0, 165.0], [190.0, 165.0], [215.0, 165.0], [240.0, 165.0], [265.0, 165.0], [290.0, 165.0], [315.0, 165.0]], [[40.0, 190.0], [65.0, 190.0], [90.0, 190.0], [115.0, 190.0], [140.0, 190.0], [165.0, 190.0], [190.0, 190.0], [215.0, 190.0], [240.0, 190.0], [265.0, 190.0], [290.0, 190.0], [315.0, 190.0]], [[40.0, 215.0], [65.0, 215.0], [90.0, 215.0], [115.0, 215.0], [140.0, 215.0], [165.0, 215.0], [190.0, 215.0], [215.0, 215.0], [240.0, 215.0], [265.0, 215.0], [290.0, 215.0], [315.0, 215.0]], [[40.0, 240.0], [65.0, 240.0], [90.0, 240.0], [115.0, 240.0], [140.0, 240.0], [165.0, 240.0], [190.0, 240.0], [215.0, 240.0], [240.0, 240.0], [265.0, 240.0], [290.0, 240.0], [315.0, 240.0]], [[40.0, 265.0], [65.0, 265.0], [90.0, 265.0], [115.0, 265.0], [140.0, 265.0], [165.0, 265.0], [190.0, 265.0], [215.0, 265.0], [240.0, 265.0], [265.0, 265.0], [290.0, 265.0], [315.0, 265.0]], [[40.0, 290.0], [65.0, 290.0], [90.0, 290.0], [115.0, 290.0], [140.0, 290.0], [165.0, 290.0], [190.0, 290.0], [215.0, 290.0], [240.0, 290.0], [265.0, 290.0], [290.0, 290.0], [315.0, 290.0]], [[40.0, 315.0], [65.0, 315.0], [90.0, 315.0], [115.0, 315.0], [140.0, 315.0], [165.0, 315.0], [190.0, 315.0], [215.0, 315.0], [240.0, 315.0], [265.0, 315.0], [290.0, 315.0], [315.0, 315.0]]], "lattice_error": 0.03, "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "confidence": [[0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.61, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98], [0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98]], "doubtful": [[2, 3]], "alternatives": {"2,3": {"empty": 0.61, "farm": 0.37, "water": 0.02}}, "possible": {"0,0": {"forest": 0.98}, "0,1": {"forest": 0.98}, "0,2": {"empty": 0.98}, "0,3": {"empty": 0.98}, "0,4": {"empty": 0.98}, "0,5": {"empty": 0.98}, "0,6": {"empty": 0.98}, "0,7": {"empty": 0.98}, "0,8": {"empty": 0.98}, "0,9": {"empty": 0.98}, "0,10": {"empty": 0.98}, "1,0": {"empty": 0.98}, "1,1": {"empty": 0.98}, "1,2": {"empty": 0.98}, "1,4": {"empty": 0.98}, "1,5": {"empty": 0.98}, "1,6": {"empty": 0.98}, "1,7": {"empty": 0.98}, "1,8": {"empty": 0.98}, "1,9": {"empty": 0.98}, "1,10": {"empty": 0.98}, "2,0": {"empty": 0.98}, "2,1": {"empty": 0.98}, "2,2": {"empty": 0.98}, "2,3": {"empty": 0.61, "farm": 0.37, "water": 0.02}, "2,4": {"empty": 0.98}, "2,5": {"empty": 0.98}, "2,6": {"empty": 0.98}, "2,7": {"empty": 0.98}, "2,9": {"empty": 0.98}, "2,10": {"empty": 0.98}, "3,0": {"empty": 0.98}, "3,1": {"empty": 0.98}, "3,2": {"empty": 0.98}, "3,3": {"empty": 0.98}, "3,4": {"empty": 0.98}, "3,5": {"empty": 0.98}, "3,6": {"empty": 0.98}, "3,7": {"empty": 0.98}, "3,8": {"empty": 0.98}, "3,9": {"empty": 0.98}, "3,10": {"empty": 0.98}, "4,0": {"empty": 0.98}, "4,1": {"empty": 0.98}, "4,2": {"empty": 0.98}, "4,3": {"empty": 0.98}, "4,4": {"monster": 0.98}, "4,5": {"empty": 0.98}, "4,6": {"empty": 0.98}, "4,7": {"empty": 0.98}, "4,8": {"empty": 0.98}, "4,9": {"empty": 0.98}, "4,10": {"empty": 0.98}, "5,0": {"empty": 0.98}, "5,1": {"empty": 0.98}, "5,2": {"empty": 0.98}, "5,3": {"empty": 0.98}, "5,4": {"empty": 0.98}, "5,6": {"empty": 0.98}, "5,7": {"empty": 0.98}, "5,8": {"empty": 0.98}, "5,9": {"empty": 0.98}, "5,10": {"empty": 0.98}, "6,0": {"water": 0.98}, "6,1": {"empty": 0.98}, "6,2": {"empty": 0.98}, "6,3": {"empty": 0.98}, "6,4": {"empty": 0.98}, "6,5": {"empty": 0.98}, "6,6": {"empty": 0.98}, "6,7": {"empty": 0.98}, "6,8": {"empty": 0.98}, "6,9": {"empty": 0.98}, "6,10": {"empty": 0.98}, "7,0": {"empty": 0.98}, "7,1": {"empty": 0.98}, "7,2": {"empty": 0.98}, "7,3": {"empty": 0.98}, "7,4": {"empty": 0.98}, "7,5": {"empty": 0.98}, "7,6": {"empty": 0.98}, "7,7": {"empty": 0.98}, "7,8": {"empty": 0.98}, "7,9": {"empty": 0.98}, "7,10": {"empty": 0.98}, "8,0": {"empty": 0.98}, "8,1": {"empty": 0.98}, "8,3": {"empty": 0.98}, "8,4": {"empty": 0.98}, "8,5": {"empty": 0.98}, "8,6": {"empty": 0.98}, "8,7": {"empty": 0.98}, "8,8": {"empty": 0.98}, "8,9": {"empty": 0.98}, "8,10": {"empty": 0.98}, "9,0": {"empty": 0.98}, "9,1": {"empty": 0.98}, "9,2": {"empty": 0.98}, "9,3": {"empty": 0.98}, "9,4": {"empty": 0.98}, "9,5": {"empty": 0.98}, "9,6": {"empty": 0.98}, "9,8": {"empty": 0.98}, "9,9": {"empty": 0.98}, "9,10": {"empty": 0.98}, "10,0": {"empty": 0.98}, "10,1": {"empty": 0.98}, "10,2": {"empty": 0.98}, "10,3": {"empty": 0.98}, "10,4": {"empty": 0.98}, "10,5": {"empty": 0.98}, "10,6": {"empty": 0.98}, "10,7": {"empty": 0.98}, "10,8": {"empty": 0.98}, "10,9": {"empty": 0.98}, "10,10": {"empty": 0.98}}, "marks": {}, "coins": null, "coins_confidence": 0.0, "boxes": [], "boxes_confidence": [], "hidden": [], "print": "known"}]}','[{"map": {"side": "A", "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "farm", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "coins": 3, "boxes": []}, "doubts": []}]','["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"]','winter',1,4,'2026-11-23T22:11:38.518798+00:00','2026-11-23T22:11:38.537734+00:00');
CREATE TABLE seats (
	round_id VARCHAR(24) NOT NULL, 
	player_id VARCHAR(24) NOT NULL, 
	table_id VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (round_id, player_id), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_round_id FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('4XWwbpEqqI8WQmFf','PgZlbGhQlRsFdoYk','7Kjhfq9bwnqgq4nw');
INSERT INTO "seats" VALUES('4XWwbpEqqI8WQmFf','3feF1djBG8pP3oMO','7Kjhfq9bwnqgq4nw');
CREATE TABLE sessions (
	digest VARCHAR(64) NOT NULL, 
	actor JSON NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	expires_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (digest)
);
CREATE TABLE sheets (
	id VARCHAR(24) NOT NULL, 
	tournament_id VARCHAR(24) NOT NULL, 
	page_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	state VARCHAR(9) NOT NULL, 
	player_id VARCHAR(24), 
	round_id VARCHAR(24), 
	season VARCHAR(8), 
	placed_by VARCHAR(8), 
	map JSON NOT NULL, 
	doubts JSON NOT NULL, 
	likeness VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_sheets PRIMARY KEY (id), 
	CONSTRAINT fk_sheets_page_id FOREIGN KEY(page_id) REFERENCES pages (id) ON DELETE CASCADE, 
	CONSTRAINT fk_sheets_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE SET NULL, 
	CONSTRAINT fk_sheets_round_id FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE SET NULL, 
	CONSTRAINT uq_sheets_page_id_number UNIQUE (page_id, number)
);
INSERT INTO "sheets" VALUES('c0aaTU_DbmFg2EPi','ABeCU-sjhcfmYNlM','jgaEC_qS_PUN1r-e',0,'scored','PgZlbGhQlRsFdoYk','4XWwbpEqqI8WQmFf','spring','name','{"side": "A", "terrain": [["forest", "forest", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "farm", "empty", "empty", "empty", "empty", "mountain", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "monster", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty"], ["water", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "mountain", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "mountain", "empty", "empty", "empty"], ["empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty", "empty"]], "coins": 3, "boxes": []}','[]','714b74d6ca3b6f6711aa4441fbbf6b7d5f1516c55e0ec4ef8724fe64c2c7fe09',2);
CREATE TABLE signs (
	sha256 VARCHAR(64) NOT NULL, 
	sheet VARCHAR(64) NOT NULL, 
	seen BLOB NOT NULL, 
	CONSTRAINT pk_signs PRIMARY KEY (sha256, sheet)
);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	round_id VARCHAR(24) NOT NULL, 
	name TEXT NOT NULL, 
	edicts JSON, 
	CONSTRAINT pk_tables PRIMARY KEY (id), 
	CONSTRAINT fk_tables_round_id FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tables_round_id_name UNIQUE (round_id, name)
);
INSERT INTO "tables" VALUES('7Kjhfq9bwnqgq4nw','4XWwbpEqqI8WQmFf','1','null');
CREATE TABLE tournaments (
	id VARCHAR(24) NOT NULL, 
	name TEXT NOT NULL, 
	side VARCHAR(8), 
	edicts JSON NOT NULL, 
	solo BOOLEAN NOT NULL, 
	stage VARCHAR(12) NOT NULL, 
	version INTEGER NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES('ABeCU-sjhcfmYNlM','Spring Cup',NULL,'["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"]',0,'published',4,'2026-11-22T00:44:52.059914+00:00');
CREATE INDEX ix_events_subject_id ON events (subject_id);
CREATE INDEX ix_events_tournament_id ON events (tournament_id);
CREATE INDEX ix_players_tournament_id ON players (tournament_id);
CREATE INDEX ix_publications_tournament_id ON publications (tournament_id);
CREATE INDEX ix_rounds_tournament_id ON rounds (tournament_id);
CREATE INDEX ix_batches_tournament_id ON batches (tournament_id);
CREATE INDEX ix_tables_round_id ON tables (round_id);
CREATE INDEX ix_files_batch_id ON files (batch_id);
CREATE INDEX ix_files_tournament_id ON files (tournament_id);
CREATE INDEX ix_files_tournament_id_sha256 ON files (tournament_id, sha256);
CREATE INDEX ix_seats_table_id ON seats (table_id);
CREATE INDEX ix_pages_file_id ON pages (file_id);
CREATE INDEX ix_pages_tournament_id ON pages (tournament_id);
CREATE INDEX ix_pages_work ON pages (state, queued_at, number);
CREATE INDEX ix_readings_page_id ON readings (page_id);
CREATE INDEX ix_sheets_page_id ON sheets (page_id);
CREATE INDEX ix_sheets_place ON sheets (tournament_id, round_id, player_id, season);
CREATE INDEX ix_sheets_player_id ON sheets (player_id);
CREATE INDEX ix_sheets_round_id ON sheets (round_id);
CREATE INDEX ix_sheets_tournament_id ON sheets (tournament_id);
CREATE INDEX ix_scans_owner_received_at ON scans (owner, received_at);
CREATE INDEX ix_scans_sha256 ON scans (sha256);
COMMIT;
