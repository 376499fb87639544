"""Read a small TOML file strictly, and write one: every key is known, every value has a bound.

Written by a template of our own: the files hold tables of numbers, words and a date, each written in one way only;
a library for writing TOML keeps comments and layout of what it reads, which nobody needs here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Any

LARGEST_BYTES = 65_536


class SchemaError(ValueError):
    """The text is not what the schema asks for; says the key and its bound."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds, or a list of `count` of them; `whole` ones are written without a point."""

    low: float
    high: float
    whole: bool = False
    count: int = 0

    def check(self, value: object) -> Any:
        if not self.count:
            return self._check_one(value)
        if not isinstance(value, list) or len(value) != self.count:
            raise SchemaError(f"is no list of {self.count} numbers")
        return tuple(self._check_one(one) for one in value)

    def _check_one(self, value: object) -> float | int:
        kinds = (int,) if self.whole else (int, float)
        good = isinstance(value, kinds) and not isinstance(value, bool)
        if not good or not self.low <= value <= self.high:  # type: ignore[operator]
            kind = "whole number" if self.whole else "number"
            raise SchemaError(f"is {_short(value)}, not a {kind} from {self.low:g} to {self.high:g}")
        return value if self.whole else float(value)  # type: ignore[arg-type, return-value]


@dataclass(frozen=True, slots=True)
class Word:
    """A text that a pattern describes (`meaning` says it in words), or one of `choices`."""

    meaning: str = ""
    pattern: str = ""
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> str:
        wanted = f"one of {', '.join(self.choices)}" if self.choices else self.meaning
        good = isinstance(value, str) and (value in self.choices or bool(self.pattern))
        if not good or (self.pattern and not re.fullmatch(self.pattern, str(value))):
            raise SchemaError(f"is {_short(value)}, not {wanted}")
        return str(value)


@dataclass(frozen=True, slots=True)
class Truth:
    """true or false."""

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise SchemaError(f"is {_short(value)}, not true or false")
        return value


@dataclass(frozen=True, slots=True)
class Date:
    """A date of this time with hour and zone."""

    def check(self, value: object) -> datetime:
        if not isinstance(value, datetime) or value.tzinfo is None or not 2020 <= value.year <= 2199:
            raise SchemaError(f"is {_short(value)}, not a date from 2020 to 2199 like 2026-01-31T12:00:00Z")
        return value.astimezone(UTC)


Kind = Number | Word | Truth | Date
Table = Mapping[str, Kind]
Schema = Mapping[str, Table]
"""The tables of a file by name; "" holds what stands before the first one."""
Values = dict[str, dict[str, Any]]


def parse(data: bytes, schema: Schema, optional: tuple[str, ...] = ()) -> Values:
    """Read a TOML file's bytes: the values of every table of the schema; `optional` tables may be missing.

    Raises SchemaError for what is no TOML, for unknown, missing and doubled keys, and for values out of bounds.
    """
    known = load(data)
    tables = {name: value for name, value in known.items() if isinstance(value, dict)}
    tables[""] = {key: value for key, value in known.items() if key not in tables}
    _refuse_unknown(tables, schema, "table")
    missing = [name for name in schema if name not in tables and name not in optional]
    if missing:
        raise SchemaError(f"the table [{missing[0]}] is missing")
    return {name: _table(name, tables[name], schema[name]) for name in schema if name in tables}


def render(values: Values, schema: Schema, comment: str) -> str:
    """Write values as TOML, in the order of the schema, under a comment. Raises SchemaError as `parse` does."""
    lines = [f"# {line}" for line in comment.splitlines()]
    for name, table in schema.items():
        if name in values:
            lines += [""] if not name else ["", f"[{name}]"]
            checked = _table(name, {key: _plain(value) for key, value in values[name].items()}, table)
            lines += [f"{key} = {_written(checked[key])}" for key in table]
    return "\n".join(lines) + "\n"


def load(data: bytes) -> dict[str, Any]:
    """Read a TOML file's bytes as they are. Raises SchemaError for what is no TOML."""
    if len(data) > LARGEST_BYTES:
        raise SchemaError(f"has {len(data)} bytes, more than {LARGEST_BYTES}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SchemaError(f"is no UTF-8 text (byte {error.start})") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SchemaError(_no_toml(text, str(error))) from error
    except (RecursionError, ValueError) as error:
        raise SchemaError(f"is no TOML that can be read ({type(error).__name__})") from error


def _no_toml(text: str, said: str) -> str:
    """Say what is wrong with a text that is no TOML, with the key of the line where that is."""
    place = re.search(r"line (\d+)", said)
    line = text.splitlines()[int(place[1]) - 1 :][:1] if place else []
    key = line[0].partition("=")[0].strip()[:40] if line else ""
    if "overwrite" in said or "twice" in said:
        return f"'{key}' stands there twice (line {place[1]})" if place else "a key stands there twice"
    return f"is no TOML: {said}" + (f", at '{key}'" if key else "")


def _table(name: str, table: Mapping[str, object], kinds: Table) -> dict[str, Any]:
    _refuse_unknown(table, kinds, "key", f"{name}." if name else "")
    checked = {}
    for key, kind in kinds.items():
        full = f"{name}.{key}" if name else key
        if key not in table:
            raise SchemaError(f"the key {full} is missing")
        try:
            checked[key] = kind.check(table[key])
        except SchemaError as error:
            raise SchemaError(f"{full} {error}") from None
    return checked


def _refuse_unknown(table: Mapping[str, object], known: Mapping[str, object], what: str, before: str = "") -> None:
    for key in table:
        if key not in known:
            near = "".join(f", did you mean {before}{one}?" for one in get_close_matches(key, known, n=1))
            raise SchemaError(f"there is no {what} {_short(before + key)}{near}")


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _written(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case datetime():
            return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        case str():
            return f'"{value}"'
        case tuple():
            return f"[{', '.join(map(_written, value))}]"
        case _:
            return repr(value)


def _short(value: object) -> str:
    """Show a value in at most 60 letters; Python refuses to write whole numbers of thousands of digits."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}..."
