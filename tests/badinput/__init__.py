"""Bad input, at length: a corpus of damaged files, a runner that reads them all, and fuzzed parsers.

`make badinput` makes and reads the corpus, `make fuzz` fuzzes; docs/bad-input.md tells what is promised.
"""
