"""A hole that the camera never reads: people are asked what is in it, and the game goes on to its end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from robot.audit import Audit
from robot.commands._advice import Advice
from robot.commands._answers import Answers
from robot.commands._narrator import Narrator, Style
from robot.commands._simulated import Simulation
from robot.commands._spoken import Spoken
from robot.commands.demo import setup_for
from robot.messages import Ask, Event, Request, Said, Seen, Word
from robot.runner import Watch
from robot.store import Store
from tests.table.bench import Bench
from tests.table.situations import agreed_on_a_and_b
from vision.types import Cell

D1 = (3, 0)


def unclear_in_d1(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody see what is in d1."""
    right = Watch.look

    def look(watch: Watch) -> object:  # type: ignore[type-arg]
        event = right(watch)
        if not isinstance(event, Seen):
            return event
        (*start, _, after, end, last), *rest = event.observation.cells
        hidden = (*start, Cell.UNKNOWN, after, end, last)
        return Seen(replace(event.observation, cells=(hidden, *rest)))

    monkeypatch.setattr(Watch, "look", look)


def test_game_with_a_hole_that_is_never_read_comes_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unclear_in_d1(monkeypatch)
    simulation = Simulation(setup_for(3, "1", 0.0))
    audit, asked, lines = Audit(simulation.world), [], []
    narrator = Narrator(lambda: simulation.table, Style("somebody"), lines.append)

    def keep_questions(effect: object, _: float) -> None:
        if isinstance(effect, Ask) and effect.request is Request.CONFIRM:
            asked.append(effect.words)

    with Store(tmp_path / "journal.sqlite3") as store:
        ended = simulation.play(store, (audit, keep_questions, narrator))
    assert ended.outcome is not None and ended.outcome.reason.value != "annulled"
    assert (audit.counts.misjudged, audit.counts.double_drops) == (0, 0)
    assert any(words.endswith("disc lie in d1? say yes or no") for words in asked)
    assert any("somebody looks into the hole and says what is in it" in line for line in lines)


@pytest.mark.parametrize("word", [Word.YES, Word.NO])
def test_answer_that_is_typed_reaches_the_table(word: Word) -> None:
    bench, posted = doubtful(), list[Event]()
    table = bench.table
    answers = Answers(lambda: table, lambda: bench.now_s, Advice(table.disc_of, list))
    spoken = Spoken(lambda: table, posted.append, answers, None)
    assert spoken.taken(word.value.upper(), table.game) is None
    assert posted == [Said(0, word)]


def doubtful() -> Bench:
    bench = agreed_on_a_and_b()
    bench.cells[D1[1]][D1[0]] = Cell.UNKNOWN
    bench.look_until(lambda: bench.table.doubted == D1)
    return bench
