"""One report of all that is measured: `python -m tests.bench.report`, or `make bench`."""
