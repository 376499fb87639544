"""The long proofs, claim by claim: what is proven for this code is kept under .prove/ and not done again.

    scripts/prove.py              prove what is not proven yet
    scripts/prove.py NAME...      only these claims
    scripts/prove.py --list       name the claims and how they stand

A proof holds for the sources, tests and libraries that it ran with. Exit code 0 when every claim that was asked for
holds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from robot.clock import RealClock  # noqa: E402  (the script stands outside the packages)
from scripts.claims import CLAIMS  # noqa: E402

KEPT = ROOT / ".prove"
SOURCES = ("robot", "vision", "calibration", "firmware", "tests", "scripts", "quadrow.py", "pyproject.toml")
"""Every file in these counts, data too: a proof is not good after its test has changed."""
NO_SOURCES = (".md", ".so", ".pyc")
LIBRARIES = ("numpy", "opencv-python-headless")


def fingerprint(root: Path = ROOT) -> str:
    """Give a digest of the sources, of the tests and of the versions of Python and the libraries."""
    digest = hashlib.sha256(sys.version.encode())
    for name in LIBRARIES:
        digest.update(f"{name} {version(name)}\n".encode())
    for path in sorted(path for name in SOURCES for path in (root / name, *(root / name).rglob("*"))):
        if path.is_file() and path.suffix not in NO_SOURCES:
            digest.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def holds(name: str, code: str) -> bool:
    """Tell whether a claim was proven for the code of this fingerprint."""
    try:
        return bool(json.loads((KEPT / f"{name}.json").read_text())["code"] == code)
    except (OSError, ValueError, KeyError):
        return False


def prove(name: str, code: str) -> bool:
    """Try one claim; keep that it holds."""
    text, proof = CLAIMS[name]
    print(f"{name}: {text}", flush=True)
    clock = RealClock()
    start_s = clock.now()
    wrong = list(proof())
    took_s = round(clock.now() - start_s, 1)
    for line in wrong:
        print(f"{name}: DOES NOT HOLD: {line}", flush=True)
    if not wrong:
        KEPT.mkdir(exist_ok=True)
        proven = {"claim": text, "code": code, "commit": _commit(), "took_s": took_s}
        (KEPT / f"{name}.json").write_text(json.dumps(proven, indent=1) + "\n")
        print(f"{name}: holds ({took_s} s)", flush=True)
    return not wrong


def main() -> int:
    """Prove the claims that were asked for, all without a name."""
    parser = argparse.ArgumentParser(description="The long proofs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CLAIMS))
    parser.add_argument("--list", action="store_true", help="say how the claims stand")
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in CLAIMS]
    if unknown:
        parser.error(f"there is no claim {unknown[0]}; the claims are {', '.join(CLAIMS)}")
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # what runs is ended too
    code, names = fingerprint(), args.names or list(CLAIMS)
    proven = [name for name in names if holds(name, code)]
    for name in names if args.list else proven:
        print(f"{name}: {'proven' if name in proven else 'open'}: {CLAIMS[name][0]}")
    if args.list:
        return 0
    outcomes = [prove(name, code) for name in names if name not in proven]
    return 0 if all(outcomes) else 1


def _commit() -> str:
    """Name the commit, for people; the fingerprint decides. Empty where there is no git."""
    try:
        command = ["git", "describe", "--always", "--dirty"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        return ""


if __name__ == "__main__":
    sys.exit(main())
