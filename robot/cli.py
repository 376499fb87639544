"""The command line: find the verb, run it, turn every error into one line and an exit code.

    quadrow VERB ...      commands/VERB.py      the first line of its docstring is its line in the help
                                                add_arguments(parser), run(args) -> exit code

Only the module of the chosen verb is imported, so `--help` and `solve` start without numpy and OpenCV.
`args.verbose` and `args.quiet` stand beside the verb's own arguments.
Exit codes: 0 done, 1 failed, 2 usage or bad input, 3 hardware missing, 4 not calibrated, 128 + the number of the
signal that ended it (130 for Ctrl-C).
"""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from robot.commands._arguments import for_this_robot
from robot.commands._draw import printable
from robot.commands._fault_log import note_fault

COMMANDS = Path(__file__).with_name("commands")
MISSING = "the following arguments are required"
"""How argparse begins when a word is missing."""
LONGEST_TOLD = 80
"""Letters of what was typed that an error repeats."""

_WRITABLE = "choose a file or folder that you may use, or ask its owner"
_CHECK_NAME = "check the name"
_SPACE = "free some space, or choose a folder on another disk"
SYSTEM_ERRORS = {
    errno.ENOSPC: (_SPACE, 1),
    errno.EDQUOT: (_SPACE, 1),
    errno.EFBIG: ("raise the limit for the size of files (ulimit -f)", 1),
    errno.EACCES: (_WRITABLE, 2),
    errno.EPERM: (_WRITABLE, 2),
    errno.EROFS: (_WRITABLE, 2),
    errno.ENOENT: (_CHECK_NAME, 2),
    errno.ENOTDIR: (_CHECK_NAME, 2),
    errno.EISDIR: (_CHECK_NAME, 2),
    errno.EEXIST: ("choose another name", 2),
    errno.ENAMETOOLONG: ("choose a shorter name", 2),
}
"""The remedy and the exit code for what the operating system refuses."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        said = self._choices(message) or f"{printable(message)} - try: {self.prog} --help"
        self.exit(2, f"{self.prog}: {said}\n")

    def _choices(self, message: str) -> str:
        """Name the words of which one is missing, with an example; empty where argparse says something else."""
        words = [list(action.choices) for action in self._actions if action.choices and not action.option_strings]
        if not message.startswith(MISSING) or not words:
            return ""
        example = "all" if "all" in words[0] else words[0][0]
        return f"say which: {', '.join(words[0])} - for example: {self.prog} {example}; more: {self.prog} --help"


class VerbParser(Parser):
    """The parser of a verb, or of a verb's verb: takes what every command takes, there too."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _add_common(self, default=argparse.SUPPRESS)


def main(argv: Sequence[str] | None = None) -> int:
    """Run `argv` (the process's arguments by default); give the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    verb = next((word for word in words if not word.startswith("-")), "")
    _print_any_letter()
    try:
        code = _run(words, verb)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        if _debugging(words):
            raise
        code = _fail(error, verb)
    _drop_unwritable_output()
    return code


def verbs() -> dict[str, str]:
    """Name every verb with its line in the help: the files of commands/, in the order of the alphabet."""
    files = sorted(path for path in COMMANDS.glob("*.py") if not path.stem.startswith("_"))
    return {path.stem.replace("_", "-"): _first_line(path) for path in files}


def explain(error: BaseException) -> tuple[str, int]:
    """Say in one line what went wrong and what to do next; give the exit code with it."""
    if isinstance(error, KeyboardInterrupt):
        number = error.args[0] if error.args else signal.SIGINT
        return "interrupted", 128 + int(number)
    remedy, code = getattr(error, "remedy", None), getattr(error, "exit_code", None)
    if isinstance(remedy, str) and isinstance(code, int):
        return f"{error} - {remedy}", code
    if isinstance(error, OSError):
        return _explain_system(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory - close other programs and try again", 1
    return f"stopped by a fault of its own, {type(error).__name__}: {error} - {_report(error)}", 1


def _run(words: Sequence[str], verb: str) -> int:
    try:
        parser = _parser(verb)
        args, unknown = parser.parse_known_args(words)
        if unknown:
            parser.prog = f"{parser.prog} {verb}".rstrip()
            parser.error(f"unrecognized arguments: {' '.join(unknown)[:LONGEST_TOLD]}")
        if not verb:
            parser.print_help(sys.stderr)
            return 2
        return _carry_out(verb, args)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0


def _carry_out(verb: str, args: argparse.Namespace) -> int:
    """Run a verb; a remedy names commands for the robot that was named, and the file of the last lines on the wire."""
    try:
        code: int = _module(verb).run(args)
    except Exception as error:
        if isinstance(remedy := getattr(error, "remedy", None), str):
            traffic = getattr(error, "traffic", ())
            kept = note_fault(f"quadrow {verb}: {error}", traffic) if traffic else None
            last = f"; the last lines on the wire are in {kept}" if kept else ""
            error.remedy = for_this_robot(remedy, args) + last  # type: ignore[attr-defined]
        raise
    return code


def _parser(verb: str) -> Parser:
    """Build the parser; only the chosen verb gets its arguments."""
    parser = Parser(
        prog="quadrow",
        description="A robot that plays four in a row on a real board.",
        epilog="More about one command: quadrow COMMAND --help",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and leave")
    _add_common(parser, default=False)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=VerbParser)
    known = verbs()
    for name, line in known.items():
        sub = commands.add_parser(name, help=line, description=line)
        if name == verb:
            _module(name).add_arguments(sub)
    if verb and verb not in known:
        parser.error(f"there is no command '{verb}'{_nearest(verb, known)}")
    return parser


def _add_common(parser: argparse.ArgumentParser, default: object) -> None:
    group = parser.add_argument_group("for every command")
    group.add_argument("-v", "--verbose", action="store_true", default=default, help="say more")
    group.add_argument("-q", "--quiet", action="store_true", default=default, help="say only what was asked for")
    group.add_argument("--debug", action="store_true", default=default, help="show where in the program an error arose")


class _Version(argparse.Action):
    """Look the version up only when somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"quadrow {version('quadrow')}")
        except PackageNotFoundError:
            print("quadrow, not installed")
        parser.exit()


def _module(verb: str) -> ModuleType:
    return import_module(f"robot.commands.{verb.replace('-', '_')}")


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return lines.readline().strip().strip('"').rstrip(".")


def _nearest(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    return "".join(f", did you mean '{near}'?" for near in get_close_matches(word, known, n=1))


def _debugging(words: Sequence[str]) -> bool:
    return "--debug" in words or bool(os.environ.get("QUADROW_DEBUG"))


def _fail(error: BaseException, verb: str) -> int:
    if isinstance(error, BrokenPipeError):
        return 0
    text, code = explain(error)
    try:
        print(f"{f'quadrow {verb}'.strip()}: {printable(' '.join(text.split()))}", file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # the terminal is gone; the exit code still tells
    return code


def _explain_system(error: OSError) -> tuple[str, int]:
    remedy, code = SYSTEM_ERRORS.get(error.errno or 0, ("check the disk and the folder, then try again", 1))
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error} - {remedy}", code


def _report(error: BaseException) -> str:
    """Keep the traceback of an error that nobody foresaw; say where."""
    import tempfile
    import traceback

    lines = traceback.format_exception(error)
    try:
        with tempfile.NamedTemporaryFile("w", prefix="quadrow-report-", suffix=".txt", delete=False) as file:
            file.writelines([f"quadrow {' '.join(sys.argv[1:])}\n", *lines])
        return f"please send the report {file.name} to the authors"
    except OSError:
        return "run it again with --debug to see where"


def _print_any_letter() -> None:
    """Let names of files with letters that the terminal lacks be printed all the same."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _drop_unwritable_output() -> None:
    """Throw away what could not be written, or Python complains about it once more on its way out."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
