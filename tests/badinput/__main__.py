"""Make the corpus of bad files, or read it: `python -m tests.badinput --count 2000 --seed 1 --out DIR`."""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tests.badinput.corpus import KINDS, bad_files
from tests.badinput.run import Ended, run, table


def main() -> int:
    """Write the files into a folder, or read them and print what became of each kind."""
    asked = _asked()
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
        for file in bad_files(asked.count, asked.seed):
            (asked.out / file.name).write_bytes(file.content)
        return 0
    kinds = [kind for kind in KINDS if re.search(asked.kind, kind.name)]
    ended = list(_told(run(asked.count, asked.seed, asked.workers, kinds)))
    codes = Counter(code for each in ended for code in each.answer.codes)
    print(f"\n{len(ended)} files of {len(kinds)} kinds, seed {asked.seed}\n\n{table(ended)}\n")
    print("reasons:", ", ".join(f"{code} {count}" for code, count in codes.most_common()))
    return 1 if any(each.answer.findings for each in ended) else 0


def _told(ended: Iterable[Ended]) -> Iterator[Ended]:
    """Tell the findings as they come; where a person interrupts, what has come is all there is."""
    with suppress(KeyboardInterrupt):
        for each in ended:
            if each.answer.findings:
                print(f"finding: {each.name}: {'; '.join(each.answer.findings)}", flush=True)
            yield each


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.badinput", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="how many files, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kind", default="", help="only kinds whose names have this, a regular expression")
    parser.add_argument("--out", type=Path, help="a folder to write the files to; without it they are read")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
