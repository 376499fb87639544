"""The ways to try a claim that takes long: games, tests, races. Each yields what is wrong, and shows its figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from robot.clock import RealClock
from scripts.progress import Progress, how_far

ROOT = Path(__file__).parents[1]
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
}
"""The most of its time that our search may take: half of what the best known solver does."""
EMPTY_BOARD_S = 21.0
"""The most that the empty board may take a core of 2.8 GHz: half of the best time known there, 42.5 s (Steininger's c4;
`bitbully` gives 197.5 s for a laptop of 2012)."""
LEAST_BY_TWO = 1.6
"""So many times as fast as one thread two have to be on the hardest positions."""

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
        code = _run_telling([sys.executable, "-m", "pytest", "-rs", node], said, told)
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
        _show(f"level {name}: {level['share']:.1%} of {level['won'] + level['drawn'] + level['lost']} games")
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
    """Name a set on which our share of the peer's time, or our time on the empty board, is above the bar.

    A set on which there was no peer is named too.
    """
    name, (own, *peers) = report["set"], report["solvers"]
    if name == "empty":
        took_s = own["mean_us"] / 1e6
        _show(f"empty: {took_s:.1f} s")
        if took_s > EMPTY_BOARD_S:
            yield f"empty: {took_s:.1f} s, more than {EMPTY_BOARD_S:.0f} s"
    if not peers:
        yield f"{name}: nobody to race: install {' '.join(report['missing'])}"
    for peer in peers:
        _show(f"{name}: {peer['ratio']} of the time of {peer['name']}")
        if peer["ratio"] > SHARE_OF_BITBULLY.get(name, 1.0):
            yield f"{name}: {peer['ratio']} of the time of {peer['name']}, more than {SHARE_OF_BITBULLY.get(name, 1.0)}"


def solver_threads() -> Iterator[str]:
    """Time two threads beside one: on a machine that does nothing else."""
    words = ["bench", "threads", "--sets", "begin-hard", "--json"]
    done = subprocess.run([sys.executable, "-m", "quadrow", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        yield f"quadrow {' '.join(words)} ended with {done.returncode}"
        return
    yield from slower_than_two(json.loads(done.stdout))


def slower_than_two(report: dict[str, Any]) -> Iterator[str]:
    """Say when the median of the pairs is below the bar."""
    faster = f"two threads are {report['faster']} times as fast as one, at a load average of {report['load']}"
    _show(f"{faster}, by {report['nodes']} times the nodes")
    if report["faster"] < LEAST_BY_TWO:
        yield f"{faster}: less than {LEAST_BY_TWO}"


def _show(text: str) -> None:
    """Show what came out."""
    Progress(RealClock()).result(text)
