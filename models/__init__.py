"""Released models: one folder each with network, settings and card; no logic here."""
