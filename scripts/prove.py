"""The long proofs, claim by claim: what is proven for this code is kept under .prove/ and not done again.

    scripts/prove.py              prove what is not proven yet
    scripts/prove.py NAME...      only these claims
    scripts/prove.py --list       name the claims and how they stand

A proof holds for the sources and libraries that it ran with. Exit code 0 when every claim that was asked for holds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from robot.clock import RealClock  # noqa: E402  (the script stands outside the packages)
from scripts.progress import Progress, how_far  # noqa: E402

KEPT = ROOT / ".prove"
PACKAGES = ("robot", "vision", "calibration", "firmware")
SOURCES = (*PACKAGES, "quadrow.py", "pyproject.toml", "tests/rules", "tests/solver", "scripts/prove.py")
LIBRARIES = ("numpy", "opencv-python-headless")
CELLS = 42
GAMES = 200
LOOK_S = 0.5
"""How often it is looked how far a test is."""
MOST_KEPT_BYTES, MOST_RESIDENT_BYTES = 100_000, 8_000_000
"""What may be held more after 10,000 frames than after the first 1,000: a fraction of one picture (2.8 MB) by Python
and numpy, a few pictures by the allocator."""

SHARE_OF_BITBULLY = {
    "end-easy": 0.25,
    "middle-easy": 0.12,
    "middle-medium": 0.25,
    "begin-easy": 0.025,
    "begin-medium": 0.36,
    "begin-hard": 0.30,
    "empty": 0.30,
}
"""The most of its time that our search may take: half of what the best known solver does. For the empty board, of which
that is not known, the bar is that of the hardest set."""

Proof = Callable[[], Iterator[str]]
"""Yields what is wrong; nothing when the claim holds."""


def games(rate: float) -> Iterator[str]:
    """Play the games of the contract and hold each against the simulated world's truth."""
    words = ["demo", "--games", str(GAMES), "--seed", "0", "--json", *(["--faults", str(rate)] if rate else [])]
    with subprocess.Popen(
        [sys.executable, "-m", "quadrow", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as run:
        played, progress = [], Progress(RealClock())
        for line in run.stdout or ():
            played.append(json.loads(line))
            progress.at(Fraction(len(played), GAMES), f"{len(played)} of {GAMES} games")
    if run.returncode:
        yield f"quadrow {' '.join(words)} ended with {run.returncode}"
    yield from wrong_with(played, 0.05 if rate else 0.0)


def wrong_with(played: list[dict[str, Any]], annulled: float) -> Iterator[str]:
    """Name what the contract does not allow in these games; at most the share `annulled` of them may be annulled."""
    if len(played) != GAMES:
        yield f"{len(played)} games ended, not {GAMES}"
    for key in ("misread", "misjudged", "double_drops"):
        seeds = [game["seed"] for game in played if game[key]]
        if seeds:
            yield f"{key} in the games with the seeds {seeds}"
    cells = CELLS * sum(game["observations"] for game in played)
    unknown = sum(game["unknown"] for game in played)
    if unknown > 0.01 * cells:
        yield f"{unknown} of {cells} cells are unknown, more than 1 %"
    given_up = [game["seed"] for game in played if game["result"] == "annulled"]
    if len(given_up) > annulled * len(played):
        yield f"the games with the seeds {given_up} were annulled, more than {annulled:.0%}"
    fired = sum((Counter(game["faults"]) for game in played), Counter())
    _show(f"{unknown} of {cells} cells unknown, {len(given_up)} annulled, faults that fired: {dict(fired)}")


def tests(node: str) -> Iterator[str]:
    """Run a long test, and show the figures that it gives; one that was skipped proves nothing."""
    with tempfile.TemporaryDirectory(prefix="quadrow-prove-") as folder:
        said, told = Path(folder) / "said", Path(folder) / "told"
        code = _run_telling([sys.executable, "-m", "pytest", node], said, told)
        output = said.read_text().strip()
    summary = output.splitlines()[-1] if output else "it says nothing"
    _show(summary)
    if code or "skipped" in summary:
        yield f"pytest {node} ended with {code}:\n{output}"


def _run_telling(command: list[str], said: Path, told: Path) -> int:
    """Run tests whose output goes to `said`, and show what they write to `told` meanwhile; give the exit code."""
    clock = RealClock()
    progress, shown = Progress(clock), 0
    told.touch()
    environ = {**os.environ, "QUADROW_PROVE": "1", "QUADROW_PROGRESS": str(told)}
    with said.open("w") as output, subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output) as run:
        try:
            while run.poll() is None:
                clock.sleep(LOOK_S)
                shown = show_told(told.read_text(), progress, shown)
        except BaseException:
            run.terminate()
            raise
    show_told(told.read_text(), progress, shown)
    return run.returncode


def show_told(text: str, progress: Progress, shown: int) -> int:
    """Show how far tests are, and their figures beyond the first `shown`; give how many there are now."""
    lines = text.rpartition("\n")[0].splitlines()
    figures = [line.removeprefix("figure ") for line in lines if line.startswith("figure ")]
    for words in figures[shown:]:
        progress.result(words)
    progress.at(*how_far(line for line in lines if not line.startswith("figure ")))
    return len(figures)


def flat_memory() -> Iterator[str]:
    """Let the eye read ten thousand frames and see what it keeps."""
    words = ["bench", "vision", "--frames", "10000", "--json"]
    done = subprocess.run([sys.executable, "-m", "quadrow", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        yield f"quadrow {' '.join(words)} ended with {done.returncode}"
        return
    yield from kept_by(json.loads(done.stdout)["memory"])


def ladder() -> Iterator[str]:
    """Play the tournament of the levels, or what is missing of it."""
    words = ["bench", "levels", "--json"]
    done = subprocess.run([sys.executable, "-m", "quadrow", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        yield f"quadrow {' '.join(words)} ended with {done.returncode}"
        return
    found = json.loads(done.stdout)
    for name, level in found["levels"].items():
        _show(f"level {name}: {level['share']:.1%} of {level['won'] + level['drawn'] + level['lost']} games", last=True)
    for name in found["outside"]:
        yield f"level {name} scores {found['levels'][name]['share']:.1%}"


def kept_by(memory: dict[str, Any]) -> Iterator[str]:
    """Name what grew over the frames: eleven bytes for every frame are too much."""
    _show(f"after {memory['frames']} frames: {memory['allocated']} bytes allocated more")
    if memory["allocated"] > MOST_KEPT_BYTES:
        yield f"{memory['allocated']} bytes more are allocated after {memory['frames']} frames"
    if (memory["resident"] or 0) > MOST_RESIDENT_BYTES:
        yield f"the process grew by {memory['resident']} bytes over {memory['frames']} frames"


def solver_speed(*sets: str, most: int) -> Iterator[str]:
    """Race the exact search against `bitbully` on sets of positions."""
    words = ["bench", "solver", "--sets", *sets, "--most", str(most), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "quadrow", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as run:
        for line in run.stdout or ():
            yield from slower_than_the_bar(json.loads(line))
    if run.returncode:
        yield f"quadrow {' '.join(words)} ended with {run.returncode}"


def slower_than_the_bar(report: dict[str, Any]) -> Iterator[str]:
    """Name a set on which our share of the peer's time is above the bar, or on which there was no peer."""
    name, (_, *peers) = report["set"], report["solvers"]
    if not peers:
        yield f"{name}: nobody to race: install {' '.join(report['missing'])}"
    for peer in peers:
        _show(f"{name}: {peer['ratio']} of the time of {peer['name']}")
        if peer["ratio"] > SHARE_OF_BITBULLY[name]:
            yield f"{name}: {peer['ratio']} of the time of {peer['name']}, more than {SHARE_OF_BITBULLY[name]}"


CLAIMS: dict[str, tuple[str, Proof]] = {
    "perft": (
        "sequences and positions to ply 8 are as many as published",
        lambda: tests("tests/solver/test_perft.py"),
    ),
    "variants": (
        "sequences of moves of every family of variants are as many as known, to nine plies",
        lambda: tests("tests/rules/test_counts.py::test_games_are_as_many_as_known_to_the_last_ply"),
    ),
    "values": (
        "a brute force finds the known values of classic, misère, cylinder and PopOut on boards to 6 x 5 and 7 x 4",
        lambda: tests("tests/rules/test_values.py::test_larger_boards_have_the_known_values"),
    ),
    "boards": (
        "the search over lines finds the known values of classic, misère and cylinder on boards to 6 x 5 and 7 x 4",
        lambda: tests("tests/solver/test_general_search.py::test_exact_finds_the_known_values_of_larger_boards"),
    ),
    "hammered-classic": (
        "a million classic searches with limits, threads and aborts at random answer soundly under the sanitizers",
        lambda: tests("tests/solver/test_hammer.py::test_million_classic_searches_answer_soundly"),
    ),
    "hammered": (
        "a million searches of random boards of every kind answer soundly under the sanitizers",
        lambda: tests("tests/solver/test_hammer.py::test_million_searches_answer_soundly"),
    ),
    "legal": (
        "the engine plays hundreds of games of every variant without an illegal move, a missed win or a missed block",
        lambda: tests("tests/solver/test_general.py::test_hundreds_of_games_of_every_variant_are_played_soundly"),
    ),
    "ladder": ("each level scores 60 to 80 % against the one below it over 400 games", ladder),
    "openings": (
        "the exact solver finds every opening of the hat even",
        lambda: tests("tests/rules/test_openings.py::test_openings_in_the_hat_score_nothing_for_either_side"),
    ),
    "hat": (
        "no other opening of one to four discs is even (QUADROW_POSITIONS names the folder of known values)",
        lambda: tests("tests/rules/test_openings.py::test_openings_in_the_hat_are_all_that_are_even"),
    ),
    "reference": (
        "the C search agrees with the plain reference on 10,000 positions",
        lambda: tests("tests/solver/test_engine.py::test_solve_agrees_with_the_reference_on_ten_thousand_positions"),
    ),
    **{
        f"positions-{name}": (
            f"all scores of {name} are right, without the book and with it",
            lambda name=name: tests(
                f"tests/solver/test_positions.py::test_whole_set_is_right_without_the_book_and_with_it[{name}]"
            ),
        )
        for name in ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")
    },
    "solver-speed": (
        "the exact search takes half of the time of the best known solver on five sets",
        lambda: solver_speed("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", most=500),
    ),
    "solver-speed-hard": (
        "the same on the hardest set",
        lambda: solver_speed("begin-hard", most=50),
    ),
    "solver-speed-empty": (
        "the same on the empty board",
        lambda: solver_speed("empty", most=1),
    ),
    "positions-eight-sample": (
        "2,000 positions of eight plies score right, without the book and with it",
        lambda: tests(
            "tests/solver/test_positions.py::test_two_thousand_of_eight_plies_are_right_without_the_book_and_with_it"
        ),
    ),
    **{
        f"positions-eight-{share}": (
            f"share {share + 1} of 20 of all positions of eight plies scores right",
            lambda share=share: tests(
                f"tests/solver/test_positions.py::test_share_of_all_eight_plies_is_right[{share}]"
            ),
        )
        for share in range(20)
    },
    "altered": (
        "boards on photographs altered in 26 ways are hardly misread by a cold reading",
        lambda: tests("tests/vision/test_stress.py::test_cold_hardly_misreads_altered_photographs"),
    ),
    "located": (
        "no other grid and no room is taken for a board, and boards in hardship are found or refused",
        lambda: tests("tests/vision/test_negatives.py"),
    ),
    "stickers": (
        "boards whose discs wear stickers of seven kinds are read right or left open once such discs were shown",
        lambda: tests("tests/vision/test_stickers.py::test_many_boards_with_stickers_are_read"),
    ),
    "followed": (
        "a board that was knocked is followed, or said to be lost",
        lambda: tests("tests/vision/test_follow.py"),
    ),
    "guard": (
        "a program that is killed or halted at any step of a game leaves no pulses at the Pi's pins after 2 s",
        lambda: tests(
            "tests/mechanism/test_guard.py::test_pulses_end_whatever_step_the_program_is_killed_or_halted_at"
        ),
    ),
    "damage": (
        "ten million damaged lines move nothing, bits turned over up to three in a line among them",
        lambda: tests("tests/firmware/test_damage.py"),
    ),
    "cable": (
        "a hundred thousand lost, late, doubled and spoilt lines double no disc and keep none silent",
        lambda: tests("tests/firmware/test_link.py::test_bad_cable_never_doubles_a_disc_and_never_keeps_one_silent"),
    ),
    "killed": (
        "a host that is killed or halted at any step of a game leaves no pulses on the controller's pins after 1.05 s",
        lambda: tests("tests/system/test_killed_host.py"),
    ),
    "resets": (
        "a controller that is reset at any step of a game moves nothing before it was homed and the board was read",
        lambda: tests("tests/system/test_resets.py"),
    ),
    "flash": (
        "a device without a boot loader is named when flashing it fails, however long avrdude tries",
        lambda: tests("tests/commands/test_firmware.py::test_flash_of_what_has_no_boot_loader_says_so_in_one_line"),
    ),
    "taught": (
        "a person at the keys teaches a controller through the whole program, in real time",
        lambda: tests(
            "tests/commands/test_teach_servos.py::test_person_teaches_the_real_firmware_through_the_whole_program"
        ),
    ),
    "games": (f"{GAMES} games without a misread cell or a wrong verdict", lambda: games(0.0)),
    "memory": ("the eye keeps nothing of 10,000 frames", flat_memory),
    "disturbed": (
        "2,000 rendered boards under every disturbance: no cell wrong and certain, at most 1 % unknown without a hand",
        lambda: tests("tests/vision/test_disturbed.py::test_two_thousand_disturbed_boards_are_read"),
    ),
    "faults": ("the same with faults, at most 5 % annulled", lambda: games(0.05)),
}


def fingerprint(root: Path = ROOT) -> str:
    """Give a digest of the sources and of the versions of Python and the libraries."""
    digest = hashlib.sha256(sys.version.encode())
    for name in LIBRARIES:
        digest.update(f"{name} {version(name)}\n".encode())
    files = [
        path for name in SOURCES for path in ([root / name] if (root / name).is_file() else (root / name).rglob("*"))
    ]
    for path in sorted(path for path in files if path.suffix in {".py", ".c", ".h", ".toml"}):
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


def _show(text: str) -> None:
    """Show what came out."""
    Progress(RealClock()).result(text)


if __name__ == "__main__":
    sys.exit(main())
