"""Records: whatever is written is read back equal, whatever is read ends in a value or one clear error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rules.errors import BadNotation
from robot.rules.record import (
    Noted,
    Record,
    record_of,
    record_of_line,
    records_of,
    written,
)

SAMPLE = r"""[Variant "popout"]
[First "Anna \"the fox\""]
[Result "first"]

{A friendly game.} 1. d {[%clk 0:04:58.25] The middle.} 2. d {[%clk 1:00:00]}
3. D {Pushed "out" \[at last].} 4. _e
"""
READ = Record(
    moves=(
        Noted("d", 298_250, "The middle."),
        Noted("d", 3_600_000),
        Noted("D", None, 'Pushed "out" [at last].'),
        Noted("_e"),
    ),
    tags=(("First", 'Anna "the fox"'), ("Result", "first")),
    variant="popout",
    comment="A friendly game.",
)

WORDS = st.from_regex(r"[_|+!]?[a-iA-I]|[=x]", fullmatch=True)
MOVES = st.builds(Noted, WORDS, st.none() | st.integers(0, 10**10), st.text() | st.text(alphabet='\\"{}[]\n% clku;0:'))
TAGS = st.dictionaries(st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True), st.text(), max_size=4).map(
    lambda tags: tuple((name, value) for name, value in tags.items() if name != "Variant")
)
RECORDS = st.builds(Record, st.lists(MOVES, max_size=8).map(tuple), TAGS, st.text(), st.text())


# -- reading and writing ---------------------------------------------------------------------------------------------


def test_record_is_written_with_tags_numbers_comments_and_clock_times() -> None:
    assert str(READ) == SAMPLE


def test_record_is_read_from_what_people_write() -> None:
    assert record_of(SAMPLE) == READ
    assert READ.tag("First") == 'Anna "the fox"'
    assert READ.tag("Second") is None


@given(RECORDS)
def test_any_record_written_is_read_back_equal(record) -> None:
    assert record_of(str(record)) == record


@given(st.lists(RECORDS, max_size=4))
def test_any_records_written_together_are_read_back_equal(records) -> None:
    assert records_of(written(records)) == tuple(records)


@given(RECORDS)
def test_written_record_holds_nothing_that_a_text_file_changes(record) -> None:
    assert all(line.isprintable() for line in str(record).split("\n"))


def test_written_lines_break_between_moves_and_stay_short() -> None:
    text = str(record_of_line("4" * 6 + "1234567" * 5))
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[2].startswith("1. d 2. d 3. d")
    assert len(text.splitlines()) < 10


def test_move_list_needs_no_numbers_and_no_tags() -> None:
    assert record_of("d d 4\n5 C") == record_of('[Variant "classic"] 1.d 2.d 3.4 4. 5 5. C')
    assert record_of("d 4").moves == (Noted("d"), Noted("d"))


def test_comments_and_tags_of_people_need_few_backslashes() -> None:
    record = record_of('[First "Anna [home] {x}"] d {[%eval 0.3] "good"} e {a "b" ]}')
    assert record.tag("First") == "Anna [home] {x}"
    assert [noted.comment for noted in record.moves] == ['[%eval 0.3] "good"', 'a "b" ]']


def test_comment_that_looks_like_a_time_stays_a_comment() -> None:
    record = Record(moves=(Noted("d", None, "[%clk 0:00:01] left"),))
    assert record_of(str(record)) == record


def test_new_line_in_a_comment_is_written_as_such() -> None:
    assert r"{one\ntwo}" in str(Record(comment="one\ntwo"))


def test_text_without_games_holds_none() -> None:
    assert records_of(" \n") == ()
    with pytest.raises(BadNotation, match="holds 0 games"):
        record_of("")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. d\n2. d\n4. e", "line 3: move 3 is numbered 4"),
        ("1. d 2. 3. e", "line 1: move 2 is numbered 3"),
        ("1. d 2. 2. e", "line 1: move 2 is numbered 2"),
        ("1. d 2. {late} e", "a move has one comment, and it stands after it"),
        ("1. {late} d", "before the first move there is one comment"),
        ('1. d\n[Date "today"]', "line 2: tag Date is here twice, or after the moves"),
        ('[Date "a"]\n\n[Date "b"]', "line 3: tag Date is here twice"),
        ("d {one} {two}", "a move has one comment"),
        ("{one} {two}", "before the first move there is one comment"),
        ("{[%clk 0:00:01]} d", "before the first move there is one comment, without a time"),
        ("d {[%clk 0:61:00]}", "'0:61:00' is no time"),
        ('[First "Anna\nBen"]', "line 1: '\\[First' is no tag, comment or move"),
        ("d {never closed", "'{never' is no tag"),
        (r"d {\q}", "stands for nothing"),
        (r"d {\u110000;}", "stands for nothing"),
        ("dddee", "'dddee' is no tag, comment or move"),
        ("44533", "'44533' is no tag, comment or move"),
        ("1. é", "'é' is no tag, comment or move"),
    ],
)
def test_reader_says_what_is_wrong_and_where(text, why) -> None:
    with pytest.raises(BadNotation, match=why) as caught:
        records_of(text)
    assert caught.value.remedy


@given(st.text() | st.text(alphabet='[]{}"\\%clk 0123456789:.dDx=\n') | st.binary().map(lambda b: b.decode("latin-1")))
def test_reader_ends_any_text_in_a_value_or_one_error(text) -> None:
    try:
        records = records_of(text)
    except BadNotation as error:
        assert str(error).startswith("line ") and error.remedy
    else:
        assert records_of(written(records)) == records


@given(st.data())
def test_reader_ends_any_damaged_record_in_a_value_or_one_error(data) -> None:
    at = data.draw(st.integers(0, len(SAMPLE)))
    cut = data.draw(st.integers(0, 8))
    text = SAMPLE[:at] + data.draw(st.text(alphabet='[]{}"\\. dD9%', max_size=3)) + SAMPLE[at + cut :]
    try:
        records = records_of(text)
    except BadNotation as error:
        assert error.remedy
    else:
        assert records_of(written(records)) == records


def test_reader_takes_long_texts_in_their_stride() -> None:
    """A comment that never ends, and a hundred thousand moves: no stack is blown, nothing grows with the square."""
    with pytest.raises(BadNotation):
        records_of("d {" + "\\n" * 100_000)
    long = record_of("d " * 100_000)
    assert record_of(str(long)) == long and len(long.moves) == 100_000


@pytest.mark.parametrize(
    "fields",
    [
        {"move": ""},
        {"move": "4"},
        {"move": "d e"},
        {"move": "é"},
        {"move": "d", "clock_ms": -1},
        {"move": "d", "clock_ms": 36 * 10**9},
    ],
)
def test_noted_move_refuses_what_could_not_be_read_back(fields) -> None:
    with pytest.raises(BadNotation):
        Noted(**fields)


@pytest.mark.parametrize("tags", [(("Date", "a"), ("Date", "b")), (("Variant", "x"),), (("no word", "x"),)])
def test_record_refuses_tags_that_could_not_be_read_back(tags) -> None:
    with pytest.raises(BadNotation, match="cannot be a tag here"):
        Record(tags=tags)


# -- lines of digits -------------------------------------------------------------------------------------------------


def test_line_of_digits_is_imported_and_exported_again() -> None:
    record = record_of_line("44455554221")
    assert (record.digits, record.line) == ("44455554221", "dddeeeedbba")
    assert record_of_line(record.line) == record


def test_line_of_letters_keeps_the_capitals_of_pops() -> None:
    record = record_of_line("ddeD", variant="popout")
    assert [noted.move for noted in record.moves] == ["d", "d", "e", "D"]
    assert [noted.move for noted in record_of_line("d=_4+E").moves] == ["d", "=", "_d", "+E"]
    with pytest.raises(BadNotation, match="'D' is no column"):
        record.digits  # noqa: B018


def test_line_without_moves_is_a_dash() -> None:
    assert (record_of_line("-").moves, Record().line, Record().digits) == ((), "-", "-")


@pytest.mark.parametrize("text", ["", " ", "44z", "440", "4 4", "d.e", "44\n55", "１", "_", "+="])
def test_line_refuses_what_is_no_move(text) -> None:
    with pytest.raises(BadNotation) as caught:
        record_of_line(text)
    assert caught.value.remedy


@given(st.text() | st.text(alphabet="123456789abcdefgABC-_|+!="))
def test_line_ends_any_text_in_a_value_or_one_error(text) -> None:
    try:
        record = record_of_line(text)
    except BadNotation as error:
        assert error.remedy
    else:
        assert record_of_line(record.line) == record
