"""Write anew what the sample photos are expected to read as: `make golden`; look at the diff."""

import json

from tests.sheets import sample_sheets
from vision import load_classifier


def main() -> None:
    """Read every sample photo and write its expectation."""
    classifier = load_classifier()
    for sheet in sample_sheets():
        document = json.dumps(sheet.read(classifier), indent=1)
        (sheet.folder / "expected.json").write_text(document + "\n", "utf-8")
        print(sheet.folder.name, "read")


if __name__ == "__main__":
    main()
