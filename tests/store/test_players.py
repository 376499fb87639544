"""Players: one profile a name, and what the games say about each."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from robot.errors import BadInput
from robot.store import Member, Store
from tests.rules.games import played


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "journal.sqlite3") as opened:
        yield opened


def test_player_is_found_by_name_whatever_the_capitals(store: Store) -> None:
    anna = store.players.add("  Anna   Lena ", date(2015, 4, 1))
    assert store.players.find("anna  lena ") == anna and anna.name == "Anna Lena"
    assert anna.age(date(2026, 4, 1)) == pytest.approx(11, abs=0.01)
    assert store.players.find("Ben") is None


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x1b[31mb", "anna"])
def test_name_that_is_taken_or_cannot_be_shown_is_refused(store: Store, name: str) -> None:
    store.players.add("Anna")
    with pytest.raises(BadInput):
        store.players.add(name)
    assert len(store.players.all()) == 1


def test_player_who_is_missing_is_named_with_the_nearest(store: Store) -> None:
    store.players.add("Anna")
    with pytest.raises(BadInput, match="no player 'Ana'") as caught:
        store.players.named("Ana")
    assert "Anna" in caught.value.remedy


def test_player_is_renamed_in_old_games_too(store: Store) -> None:
    anna = store.players.add("Anna")
    game = store.begin(Member("Anna", anna.player), "robot")
    store.players.rename(anna, "anna")
    store.players.rename(anna, "Annika")
    assert store.game(game).names == ("Annika", "robot")
    store.players.add("Anna")
    with pytest.raises(BadInput, match="already"):
        store.players.rename(anna, "anna")


def test_tally_counts_games_with_a_result_for_either_side(store: Store) -> None:
    anna = store.players.add("Anna")
    member = Member("Anna", anna.player)
    games = [
        ((member, "robot"), played("abababa")),
        (("robot", member), played("abababa")),
        (("robot", member), played("gabababa")),
        ((member, "robot"), played("d").offer_draw(0).answer_draw(1, accept=True)),
        ((member, "robot"), played("d").annul()),
        (((member, Member("Ben")), "robot"), played("d").resign(1)),
    ]
    for sides, ended in games:
        store.finish(store.begin(*sides), ended)
    store.begin(member, "robot")
    tally = store.players.tally(anna)
    assert (tally.games, tally.wins, tally.draws, tally.losses) == (5, 3, 1, 1)
