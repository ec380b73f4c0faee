# Everything starts here. On a fresh machine Python 3.11, pip and make are enough; nothing is installed
# outside this folder, except the Debian packages below, which the tests need.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV := .tools/bin/uv
BIN := .venv/bin
APT_PACKAGES := postgresql fonts-dejavu-core
export UV_PYTHON_DOWNLOADS := never
export UV_PROJECT_ENVIRONMENT := .venv
# as pip does, or behind a company's proxy uv would be refused what pip has just got
export UV_SYSTEM_CERTS ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# whatever a user has told pip to insist on, .tools is a plain folder
export PIP_USER := 0
export PIP_REQUIRE_VIRTUALENV := 0
export PIP_ROOT_USER_ACTION := ignore
# nor does onnxruntime tell its maker of this machine, whoever imports it
export ORT_DISABLE_TELEMETRY := 1
# or each server that the tests start would compile all that it imports anew
unexport PYTHONDONTWRITEBYTECODE

DATA := data
TRAIN_PHOTOS := 4088
TRAIN_SHEETS := 13700
WORLD_SHEETS := 6000
SCATTERED_SHEETS := 3000
MINUTES := 5
EDICTS := "Sentinel Wood" "Canal Lake" "Wildholds" "Borderlands"

.DEFAULT_GOAL := help
.PHONY: help demo extras test test-all pytest check fmt serve bench bench-finding bench-service bench-cluster scaling faults fault-matrix hostile badinput everydoor fuzz mutation play-check contactsheet data train evaluate lock licences audit sbom screenshots schemas reference examples words golden clean

help:  ## show what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 14

# --- set-up ------------------------------------------------------------------------------------------

.tools/ready: requirements/bootstrap.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 is needed: install python3 and python3-pip."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
		echo "Surveyor needs Python 3.11; $(PYTHON) is another. Say which: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m pip install --quiet --upgrade --target .tools --require-hashes -r requirements/bootstrap.txt
	@touch $@

.venv/runtime: .tools/ready requirements/runtime.txt
	@test -x $(BIN)/python || $(UV) venv --quiet --python $(PYTHON) .venv
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/runtime.txt
	@rm -f .venv/dev && touch $@

.venv/surveyor: .venv/runtime pyproject.toml
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev: .venv/surveyor requirements/dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	@touch $@

.venv/fuzz: .venv/dev requirements/fuzz.txt
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/fuzz.txt
	@touch $@

.venv/train: .venv/dev requirements/train.txt
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/train.txt
	$(PYTHON) -m pip --python $(BIN)/python install --quiet torch==2.13.0
	@touch $@

.PHONY: debian-packages
debian-packages:
ifneq ($(strip $(APT_PACKAGES)),)
	@dpkg -s $(APT_PACKAGES) >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq $(APT_PACKAGES); } || { \
		echo "The tests need these Debian packages: $(APT_PACKAGES). Install them, or run make as root."; exit 1; }
endif

# Chromium without its windows costs a quarter of the whole; Ubuntu has neither as a package, so there it is playwright's own
.PHONY: browser
browser: debian-packages .venv/dev
	@command -v chromium-headless-shell >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq chromium-headless-shell; } 2>/dev/null \
		|| command -v chromium >/dev/null \
		|| $(BIN)/playwright install --with-deps --only-shell chromium \
		|| { echo "The tests need a browser: install chromium-headless-shell, or run make as root."; exit 1; }

# --- what people want --------------------------------------------------------------------------------

demo: .venv/surveyor  ## scan the sample photos: map, score and a checked picture each
	$(BIN)/surveyor scan tests/sheets/*/photo.jpg --edicts $(EDICTS) --season winter --overlay out

test: browser .venv/dev  ## all set-up, then every check and test
	@$(MAKE) --no-print-directory -j 2 check pytest

test-all: export ALL_TESTS := 1
test-all: test  ## the same with every walk, both screens, both databases and every hostile file (over twenty minutes)

pytest: .venv/dev
	$(BIN)/pytest -q -n 3 --dist worksteal

check: .venv/dev  ## style, types and import directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fmt: .venv/dev  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

extras: .venv/surveyor  ## add what goes beyond one machine: PostgreSQL, buckets, a Dask cluster
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/grown.txt

serve: .venv/surveyor  ## start the web service
	$(BIN)/surveyor serve

bench: .venv/dev  ## one report of all figures, baselines and charts, into docs/benchmarks (under half an hour)
	$(BIN)/python -m tests.bench.report

bench-finding: .venv/dev  ## how surely sheets and grids are found, the whole sets: stress, ladders, baselines (over an hour)
	-$(BIN)/python -m datasets.measure lattices ../shared/data/photos
	-$(BIN)/python -m datasets.measure finding ../shared/data/grids --pictures out/finding
	$(BIN)/python -m datasets.measure ladders ../shared/data/photos --pictures out/ladders

bench-service: .venv/dev  ## the service under load: speed beside the bare pipeline, waiting, memory (half an hour)
	$(BIN)/python -m tests.bench.load --postgresql --cluster

bench-cluster: .venv/dev debian-packages  ## a Dask cluster of 1, 2 and 4 workers beside one process (quarter of an hour)
	$(BIN)/python -m tests.bench.cluster

scaling: .venv/dev  ## workers, stores and costs from 200 to 10 million sheets a day, for docs/scaling.md
	$(BIN)/python -m tests.bench.queue_plan

faults: .venv/dev debian-packages  ## all faults, each kill on PostgreSQL too (five minutes)
	ALL_TESTS=1 nice $(BIN)/pytest -q tests/service/faults tests/service/test_survival.py tests/service/work

fault-matrix: .venv/dev debian-packages  ## every fault at every step of the service's work, on every store (an hour)
	nice $(BIN)/python -m tests.service.faults.matrix --seed 1

hostile: .venv/dev debian-packages  ## many more hostile uploads and fuzzed requests (half an hour)
	SURVEYOR_HARMS=100 nice $(BIN)/pytest -q tests/service/hostile
	SURVEYOR_FUZZ_EXAMPLES=100 nice $(BIN)/pytest -q tests/service/web/test_openapi.py

badinput: .venv/dev  ## 2,000 damaged files, each read within 10 s and a worker's memory (half an hour on two cores)
	nice $(BIN)/python -m tests.badinput --count 2000 --seed 1

everydoor: .venv/dev  ## 10,000 small hostile files through library, command, batch and service (an hour of a free core)
	nice $(BIN)/python -m tests.badinput.everydoor --count 10000 --seed 1

fuzz: .venv/fuzz  ## fuzz the decode door and every parser: make fuzz MINUTES=5 (see docs/bad-input.md)
	nice $(BIN)/python -m tests.badinput.fuzz --minutes $(MINUTES)

mutation: .venv/dev  ## do the tests notice small changes of the rules? (see docs/mutation.md)
	nice $(BIN)/python -m tests.mutation

play-check: .venv/dev  ## 100 games of every set-up, every state of them checked
	nice $(BIN)/python -m datasets.measure.play_check --games 100 --workers 2

# --- models ------------------------------------------------------------------------------------------

contactsheet: .venv/dev  ## look at what the networks learn from: out/contactsheet.png
	$(BIN)/python -m datasets.draw.flat.contactsheet --out out/contactsheet.png

data: .venv/dev  ## draw the photos and sheets that training and calibration use
	$(BIN)/python -m datasets.draw.world.photoset --count $(TRAIN_PHOTOS) --seed 2026 --out $(DATA)/world --workers 2
	$(BIN)/python -m datasets.draw.world.photoset --count 240 --seed 4242 --out $(DATA)/world-test --workers 2
	$(BIN)/python -m datasets.draw.flat.sheetset --count $(TRAIN_SHEETS) --seed 5 --out $(DATA)/sheets --workers 2
	$(BIN)/python -m datasets.draw.flat.sheetset --world --count $(WORLD_SHEETS) --seed 21 --out $(DATA)/sheets-world --workers 2
	$(BIN)/python -m datasets.draw.flat.sheetset --scattered --count $(SCATTERED_SHEETS) --seed 23 --out $(DATA)/sheets-scattered --workers 2
	$(BIN)/python -m datasets.draw.flat.sheetset --world --count 400 --seed 22 --split test --out $(DATA)/sheets-world-test --workers 2
	$(BIN)/python -m datasets.draw.ledger.coinrows --count 40000 --seed 1 --out $(DATA)/coins --workers 2
	$(BIN)/python -m datasets.draw.ledger.stripset --count 9000 --seed 1 --out $(DATA)/ledger --workers 2
	$(BIN)/python -m datasets.draw.ledger.stripset --count 800 --seed 2 --split test --out $(DATA)/ledger-test --workers 2

train: .venv/train data  ## train and release all models again (hours: the terrain network alone took 220 minutes on one core)
	$(BIN)/python -m datasets.train.lattice $(DATA)/world --out $(DATA)/lattice-run
	$(BIN)/python -m datasets.release lattice $(DATA)/lattice-run/cycle2
	$(BIN)/python -m datasets.train.align $(DATA)/world --out $(DATA)/align-run
	$(BIN)/python -m datasets.release align $(DATA)/align-run
	$(BIN)/python -m datasets.train.judge $(DATA)/world --out $(DATA)/judge-run --steps 3000
	$(BIN)/python -m datasets.train.judge $(DATA)/world --start $(DATA)/judge-run --out $(DATA)/judge-run2 --steps 1500 --seed 2
	$(BIN)/python -m datasets.release judge $(DATA)/judge-run2 --calibrate $(DATA)/world-test
	$(BIN)/python -m datasets.train.terrain $(DATA)/sheets $(DATA)/sheets-world --scattered $(DATA)/sheets-scattered --out $(DATA)/terrain-run
	$(BIN)/python -m datasets.release terrain $(DATA)/terrain-run/cycle4 --calibrate $(DATA)/sheets-world-test --beside models/terrain_v20
	$(BIN)/python -m datasets.train.ledger places $(DATA)/ledger --out $(DATA)/ledger-run/places
	$(BIN)/python -m datasets.train.ledger coins $(DATA)/coins --out $(DATA)/ledger-run/coins
	$(BIN)/python -m datasets.train.ledger whole $(DATA)/coins --out $(DATA)/ledger-run/whole
	$(BIN)/python -m datasets.train.ledger numbers $(DATA)/ledger --out $(DATA)/ledger-run/numbers
	$(BIN)/python -m datasets.release ledger $(DATA)/ledger-run --calibrate $(DATA)/ledger-test

evaluate: .venv/dev  ## how well the released models read: photos of another program, drawn sheets of unseen prints, strips
	$(BIN)/python -m datasets.measure photos ../shared/data/photos
	$(BIN)/python -m datasets.measure ablations ../shared/data/photos
	$(BIN)/python -m datasets.measure heldout
	$(BIN)/python -m datasets.measure strips

# --- upkeep ------------------------------------------------------------------------------------------

lock: .tools/ready  ## resolve the locks anew: versions and hashes, no addresses
	sh requirements/lock.sh $(UV)

licences: .venv/dev  ## list the licences of all locked packages; fail on one that is not allowed
	$(BIN)/python -m tests.supply.licences

audit: .venv/dev  ## ask for known vulnerabilities of all locked packages (needs the internet; fails if one cannot be asked about)
	$(BIN)/pip-audit --strict --disable-pip --require-hashes $(foreach lock,bootstrap runtime grown dev train,-r requirements/$(lock).txt)

sbom: .venv/dev  ## write the bill of materials of the image: out/sbom.cdx.json, the same bytes from the same tree
	$(BIN)/python -m tests.supply.sbom out/sbom.cdx.json

screenshots: .venv/dev  ## pictures of every page, for docs/pages.md (two minutes)
	$(BIN)/python -m tests.service.pages.screenshots

schemas: .venv/dev  ## write the JSON Schemas of all documents
	$(BIN)/python -m tests.service.schemas docs/schemas

reference: .venv/dev  ## write docs/reference anew from the code: commands, Python, HTTP, settings, documents
	$(BIN)/python -m tests.reference

examples: .venv/dev  ## record anew what the service answers, as examples in its OpenAPI; look at the diff
	$(BIN)/python -m tests.service.record_examples

words: .venv/dev  ## bring new words of the pages into the translations, and name those that lack a translation
	$(BIN)/python -m tests.service.pages.words

golden: .venv/dev  ## write anew what the sample photos are expected to read as; look at the diff
	$(BIN)/python -m tests.sheets

clean:  ## remove all that make has made here
	rm -rf .venv .tools out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
