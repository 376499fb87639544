r"""Games as text that people and programs read: tags, the move list, comments, clock times. Standard library only.

    [Variant "classic"]                      a record begins with its variant; every other tag is free
    [First "Anna"]
    [Result "first"]

    {A friendly game.}                       a comment before the first move
    1. d {[%clk 0:04:58.25] The middle.}     the time left after a move stands first in its comment, as in PGN
    2. D 3. _e                               a capital pops; _ | + ! before a column and = are moves of variants

A column may be a letter or a digit; it is kept as a letter. Numbers may be left out, but a wrong one is an error. In
tags \ stands before " and itself, in comments before { } [ and itself; \n is a new line, \u2028; a character that
cannot be printed.
A list of moves with nothing between them (`4455`, `ddeD`, `-` for none) is a record too: `record_of_line`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from robot.rules.errors import BadNotation
from robot.rules.moves import TOKEN
from robot.rules.notation import DIGITS, EMPTY_BOARD, LETTERS, column_of

VARIANT = "Variant"
LINE_WIDTH = 80

_TAG_NAME = r"[A-Z][A-Za-z0-9_]*"
_WORD = r"(?:[_|+!]?[a-iA-I]|[=x])"
_TYPED = r"[_|+!]?[1-9]"
_VALUE = r'(?:[^"\\\n]|\\.)*'
_COMMENT = r"(?:[^{}\\]|\\.)*"
_TOKEN = re.compile(
    rf'\s*(?:\[(?P<tag>{_TAG_NAME})\s+"(?P<value>{_VALUE})"\s*\]'
    rf"|\{{(?:\[%clk\s(?P<clock>[0-9:.]*)\]\s?)?(?P<comment>{_COMMENT})\}}"
    rf"|(?P<number>[0-9]{{1,9}})\."
    rf"|(?P<move>{_WORD}|{_TYPED})(?![^\s{{]))"
)
_MOVE = re.compile(f"{_WORD}|{_TYPED}")
_CLOCK = re.compile(r"([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?")
_LONGEST_MS = 10_000 * 3_600_000
_BACKSLASHED = re.compile(r"\\(?:u(?P<code>[0-9a-f]{1,6});|(?P<mark>.))")
_IN_TAGS, _IN_COMMENTS = '\\"', "\\{}["
_MARKS = {"n": "\n"} | {mark: mark for mark in _IN_TAGS + _IN_COMMENTS}
_HOW = 'write [Tag "text"], numbered moves such as 7. d, and comments in braces'


@dataclass(frozen=True, slots=True)
class Noted:
    """A move as it is written, with the mover's time left after it and what was said about it."""

    move: str
    clock_ms: int | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(_WORD, self.move):
            raise BadNotation(f"{self.move!r} is no move", "write a column as a letter, such as d")
        if self.clock_ms is not None and not 0 <= self.clock_ms < _LONGEST_MS:
            raise BadNotation(f"{self.clock_ms} ms cannot be left on a clock", "write 0 when the time is over")


@dataclass(frozen=True, slots=True)
class Record:
    """One game on paper: `tags` in their order, `comment` said before the first move.

    Whether the moves can be played is for `replay` to say. Raises BadNotation for tags that could not be read back.
    """

    moves: tuple[Noted, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    variant: str = "classic"
    comment: str = ""

    def __post_init__(self) -> None:
        seen = {VARIANT}
        for name, _ in self.tags:
            if name in seen or not re.fullmatch(_TAG_NAME, name):
                raise BadNotation(f"{name!r} cannot be a tag here", "use every tag once; a name is a word like Date")
            seen.add(name)

    def tag(self, name: str) -> str | None:
        """What a tag says, None when it is missing."""
        return dict(self.tags).get(name)

    def __str__(self) -> str:
        """Write the record. The inverse of `record_of`."""
        tags = [f'[{name} "{_escaped(value, _IN_TAGS)}"]' for name, value in ((VARIANT, self.variant), *self.tags)]
        words = [_braced(self.comment)] if self.comment else []
        for ply, noted in enumerate(self.moves, start=1):
            words.append(f"{ply}. {noted.move}")
            if noted.comment or noted.clock_ms is not None:
                words.append(_braced(noted.comment, noted.clock_ms))
        return "\n".join([*tags, "", *_wrapped(words), ""])

    @property
    def line(self) -> str:
        """The moves alone, with nothing between them, as other programs take them; `-` when there are none."""
        return "".join(noted.move for noted in self.moves) or EMPTY_BOARD

    @property
    def digits(self) -> str:
        """The same in digits. Raises BadNotation for a move that is no disc dropped into a column."""
        columns = [column_of(noted.move, len(DIGITS)) for noted in self.moves]
        return "".join(DIGITS[column] for column in columns) or EMPTY_BOARD


def written(records: Iterable[Record]) -> str:
    """Write many records into one text. The inverse of `records_of`."""
    return "\n".join(str(record) for record in records)


def record_of(text: str) -> Record:
    """Read one record. Raises BadNotation, which says in which line."""
    records = records_of(text)
    if len(records) != 1:
        raise BadNotation(f"the text holds {len(records)} games, not one", "read it with all its games")
    return records[0]


def records_of(text: str) -> tuple[Record, ...]:
    """Read all records of a text, none from an empty one. Raises BadNotation, which says in which line."""
    drafts: list[_Draft] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        try:
            if token is None:
                raise BadNotation(f"{text[at:].split()[0][:20]!r} is no tag, comment or move", _HOW)
            if not drafts or token["tag"] == VARIANT:
                drafts.append(_Draft())
            drafts[-1].take(token)
        except BadNotation as error:
            start = end - len(text[at:end].lstrip())
            raise BadNotation(f"line {text.count(chr(10), 0, start) + 1}: {error}", error.remedy) from None
        at = token.end()
    return tuple(draft.record() for draft in drafts)


def record_of_line(text: str, variant: str = "classic") -> Record:
    """Read moves with nothing between them: digits, letters, capitals for pops. Raises BadNotation, with the ply."""
    text = text.strip()
    if not text:
        raise BadNotation("there are no moves", f"write digits or letters, or {EMPTY_BOARD} for none")
    moves = []
    for ply, move in enumerate(TOKEN.findall(text) if text != EMPTY_BOARD else (), start=1):
        if not _MOVE.fullmatch(move):
            raise BadNotation(f"move {ply}: {move!r} is no move", "write digits from 1 or letters from a")
        moves.append(Noted(_lettered(move)))
    return Record(tuple(moves), variant=variant)


@dataclass
class _Draft:
    """A record as it is read, token by token; a second Variant tag never comes here."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[Noted] = field(default_factory=list)
    comment: str = ""
    number: int | None = None

    def take(self, token: re.Match[str]) -> None:
        if token["tag"] is not None:
            self._tag(token["tag"], _unescaped(token["value"]))
        elif token["number"] is not None:
            self._number(int(token["number"]))
        elif token["move"] is not None:
            self.moves.append(Noted(_lettered(token["move"])))
            self.number = None
        elif self.moves:
            self._note(_clock_ms(token["clock"]), _unescaped(token["comment"]))
        else:
            self._preface(token["clock"], _unescaped(token["comment"]))

    def record(self) -> Record:
        tags = tuple((name, value) for name, value in self.tags.items() if name != VARIANT)
        return Record(tuple(self.moves), tags, self.tags.get(VARIANT, "classic"), self.comment)

    def _tag(self, name: str, value: str) -> None:
        if self.moves or self.comment or name in self.tags:
            raise BadNotation(f"tag {name} is here twice, or after the moves", f"begin every game with {VARIANT}")
        self.tags[name] = value

    def _number(self, number: int) -> None:
        if number != len(self.moves) + 1 or self.number is not None:
            raise BadNotation(f"move {len(self.moves) + 1} is numbered {number}", "look for a missing or doubled move")
        self.number = number

    def _note(self, clock_ms: int | None, comment: str) -> None:
        last = self.moves[-1]
        if last != Noted(last.move) or self.number is not None:
            raise BadNotation("a move has one comment, and it stands after it", "write all of it in one pair of braces")
        self.moves[-1] = Noted(last.move, clock_ms, comment)

    def _preface(self, clock: str | None, comment: str) -> None:
        if clock is not None or self.comment or self.number is not None:
            raise BadNotation("before the first move there is one comment, without a time", "write it after a move")
        self.comment = comment


def _lettered(move: str) -> str:
    """The move with its column as a letter."""
    return move[:-1] + LETTERS[DIGITS.index(move[-1])] if move[-1] in DIGITS else move


def _clock_ms(text: str | None) -> int | None:
    if text is None:
        return None
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise BadNotation(f"{text!r} is no time", "write h:mm:ss, such as 0:04:58.25")
    hours, minutes, seconds, fraction = found.groups(default="")
    return (int(hours) * 3600 + int(minutes) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))


def _clock_text(clock_ms: int) -> str:
    seconds, ms = divmod(clock_ms, 1000)
    fraction = f".{ms:03}".rstrip("0") if ms else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def _braced(comment: str, clock_ms: int | None = None) -> str:
    clock = "" if clock_ms is None else f"[%clk {_clock_text(clock_ms)}]"
    return "{" + " ".join(part for part in (clock, _escaped(comment, _IN_COMMENTS)) if part) + "}"


def _escaped(text: str, marks: str) -> str:
    return "".join(_escaped_character(character, marks) for character in text)


def _escaped_character(character: str, marks: str) -> str:
    if character == "\n":
        return "\\n"
    if character in marks:
        return "\\" + character
    return character if character.isprintable() else f"\\u{ord(character):x};"


def _unescaped(text: str) -> str:
    return _BACKSLASHED.sub(_unescaped_character, text)


def _unescaped_character(found: re.Match[str]) -> str:
    code = int(found["code"], 16) if found["code"] else 0
    if code <= 0x10FFFF and (found["code"] or found["mark"] in _MARKS):
        return chr(code) if found["code"] else _MARKS[found["mark"]]
    raise BadNotation(f"{found[0]!r} stands for nothing", 'write \\\\ for \\, and \\ before " [ { }')


def _wrapped(words: Iterable[str]) -> list[str]:
    """Words in lines of at most LINE_WIDTH, where no word is longer; a word is never broken."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines
