"""Coverage-guided fuzzing of the decode door and of every parser, by Atheris: `make fuzz MINUTES=5`.

Each target is fuzzed by a process of its own, from good files and what was found before, and ends with the
first input that raises, takes ten seconds or two gigabytes; that input lies in `out/fuzz` then.
"""

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.badinput.seeds import seeds_of
from tests.badinput.targets import TARGETS

OUT = Path("out/fuzz")
MOST_SECONDS, MOST_MEGABYTES = 10, 2048
LONGEST = 40_000  # bytes of an input


def main() -> int:
    """Fuzz all targets, or some of them, each for its share of the minutes."""
    asked = _asked()
    if find_spec("atheris") is None:
        print("Atheris is missing; `make fuzz` installs it.", file=sys.stderr)
        return 2
    names = asked.target or list(TARGETS)
    return max([_fuzz(name, round(60 * asked.minutes / len(names)), asked.seed) for name in names])


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.badinput.fuzz", description=__doc__)
    parser.add_argument("target", nargs="*", help=f"any of {', '.join(TARGETS)}; all by default")
    parser.add_argument("--minutes", type=float, default=5.0, help="of all targets together")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    strange = set(asked.target) - TARGETS.keys()
    if strange:
        parser.error(f"no such target: {', '.join(sorted(strange))}")
    return asked


def _fuzz(name: str, seconds: int, seed: int) -> int:
    """Fuzz a target and tell how it went; what was worth keeping is where the next time begins."""
    kept = OUT / name
    kept.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(seeds_of(name)):
        (kept / f"seed-{number}").write_bytes(content)
    limits = [f"-max_total_time={seconds}", f"-timeout={MOST_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}"]
    places = [f"-artifact_prefix={kept}-", f"-max_len={LONGEST}", f"-seed={seed}", str(kept)]
    command = [sys.executable, "-m", "tests.badinput.fuzzed", name, *limits, *places]
    log = OUT / f"{name}.log"
    with log.open("w") as file:
        ended = subprocess.run(command, stdout=file, stderr=file, check=False).returncode
    progress = [line for line in log.read_text(errors="replace").splitlines() if "cov:" in line]
    print(f"{name}: {progress[-1] if progress else 'did not start'}", flush=True)
    if ended:
        print(f"{name}: a finding; see {log} and {kept}-*", flush=True)
    return min(1, abs(ended))


if __name__ == "__main__":
    sys.exit(main())
