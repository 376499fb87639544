"""The command line: help without heavy libraries, one line and the right exit code for everything that goes wrong."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tomllib
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import quadrow
from robot import cli
from robot.errors import BadInput, GameStopped, HardwareMissing, NotCalibrated
from vision.errors import CameraError, PictureError

ROOT = Path(__file__).parents[2]
LATE = "747123672146721115354147275522545646"
"""Six discs before the end: solved in no time."""


@pytest.fixture
def verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., int]], None]:
    """Give a function that makes its argument the `run` of a verb called `try`, the only one there is."""

    def plant(run: Callable[..., int]) -> None:
        (tmp_path / "try.py").write_text('"""Try something."""\n')
        module = types.SimpleNamespace(add_arguments=lambda parser: parser.add_argument("--number", type=int), run=run)
        monkeypatch.setattr(cli, "COMMANDS", tmp_path)
        monkeypatch.setitem(sys.modules, "robot.commands.try", module)
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        monkeypatch.setattr("tempfile.tempdir", None)

    return plant


def raising(error: BaseException) -> Callable[..., int]:
    def run(args: object) -> int:
        raise error

    return run


def quadrow_run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "robot", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["calibrate"], "say which: board, colours, servos, all - for example: quadrow calibrate all;"),
        (["games"], "delete - for example: quadrow games list;"),
        (["games", "show"], "required: N - try: quadrow games show --help"),
        (["calibrate", "--sim", "--seed", "x", "all"], "is not a seed"),
    ],
)
def test_cli_names_the_words_of_which_one_is_missing(words: list[str], says: str) -> None:
    done = quadrow_run(*words)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [["--help"], ["solve", "--help"], ["solve", LATE], ["--version"], ["nonsense"]])
def test_cli_starts_without_heavy_libraries(words: list[str]) -> None:
    code = (
        "import sys, robot.cli\n"
        f"robot.cli.main({words!r})\n"
        "print([name for name in ('numpy', 'cv2', 'rich', 'platformdirs', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_cli_help_names_every_verb_with_its_line() -> None:
    done = quadrow_run("--help")
    assert done.returncode == 0
    files = {path.stem for path in (ROOT / "robot/commands").glob("[a-z]*.py")}
    assert set(cli.verbs()) == {name.replace("_", "-") for name in files}
    for name, line in cli.verbs().items():
        assert name in done.stdout
        assert line.split()[0] in done.stdout


def test_cli_verbs_begin_with_a_docstring_of_one_line() -> None:
    for path in (ROOT / "robot/commands").glob("[a-z]*.py"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith('"""'), path
        assert len(first) > 10, path


def test_cli_without_a_verb_shows_the_help_and_fails() -> None:
    done = quadrow_run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: quadrow" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["lok"], "quadrow: there is no command 'lok', did you mean 'look'? - try: quadrow --help\n"),
        (["qqq"], "quadrow: there is no command 'qqq' - try: quadrow --help\n"),
        (["look"], "quadrow look: there is nothing to look at, or two things - name pictures, or say --camera\n"),
        (
            ["look", "a.jpg", "--colour-blind"],
            "quadrow look: unrecognized arguments: --colour-blind - try: quadrow look --help\n",
        ),
    ],
)
def test_cli_usage_errors_are_one_line_and_exit_two(words: list[str], says: str) -> None:
    done = quadrow_run(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (GameStopped("the board is spoilt", "empty it"), 1),
        (BadInput("no such level", "say 1 to 10"), 2),
        (HardwareMissing("no servo answers", "check the power"), 3),
        (NotCalibrated("the colours are unknown", "calibrate"), 4),
        (PictureError("no picture", "give another"), 2),
        (CameraError("no camera", "plug it in"), 3),
    ],
)
def test_cli_errors_become_one_line_with_remedy_and_exit_code(
    verb: Callable[..., None], capsys: pytest.CaptureFixture[str], error: BadInput, code: int
) -> None:
    verb(raising(error))
    assert cli.main(["try"]) == code
    assert capsys.readouterr().err == f"quadrow try: {error} - {error.remedy}\n"


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.ENOSPC, 1), (errno.EFBIG, 1), (errno.EIO, 1), (errno.EACCES, 2), (errno.EROFS, 2), (errno.ENOENT, 2)],
)
def test_cli_what_the_system_refuses_names_the_file_and_a_remedy(
    verb: Callable[..., None], capsys: pytest.CaptureFixture[str], number: int, code: int
) -> None:
    verb(raising(OSError(number, os.strerror(number), "/some/file")))
    assert cli.main(["try"]) == code
    said = capsys.readouterr().err
    assert said.startswith(f"quadrow try: /some/file: {os.strerror(number)} - ")
    assert said.count("\n") == 1


def test_cli_unforeseen_errors_leave_a_report_and_one_line(
    verb: Callable[..., None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    verb(raising(ZeroDivisionError("division\nby zero")))
    assert cli.main(["try"]) == 1
    said = capsys.readouterr().err
    (report,) = tmp_path.glob("quadrow-report-*.txt")
    assert said.startswith("quadrow try: stopped by a fault of its own, ZeroDivisionError: division by zero")
    assert str(report) in said
    assert said.count("\n") == 1
    assert "Traceback" in report.read_text()


@pytest.mark.parametrize("words", [["--debug", "try"], ["try", "--debug"]])
def test_cli_debug_shows_where_an_error_arose(verb: Callable[..., None], words: list[str]) -> None:
    verb(raising(BadInput("no such level", "say 1 to 10")))
    with pytest.raises(BadInput):
        cli.main(words)


def test_cli_interrupt_exits_130_with_one_line(verb: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    verb(raising(KeyboardInterrupt()))
    assert cli.main(["try"]) == 130
    assert capsys.readouterr().err == "quadrow try: interrupted\n"


def test_cli_interrupt_by_signal_prints_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "robot", "solve"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout
    process.stdin.write(f"{LATE}\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, "quadrow solve: interrupted\n")


def test_cli_reader_that_went_away_is_no_error(verb: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    verb(raising(BrokenPipeError()))
    assert cli.main(["try"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux's /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_cli_full_disk_behind_standard_output_is_one_line(unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "robot", "solve", LATE],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert "No space left on device - free some space" in done.stderr
    assert done.stderr.count("\n") == 1


def test_cli_hands_the_common_switches_on_before_and_behind_the_verb(verb: Callable[..., None]) -> None:
    seen = []
    verb(lambda args: seen.append((args.verbose, args.quiet, args.number)) or 0)
    cli.main(["-v", "try", "--number", "-3"])
    cli.main(["try", "-q"])
    cli.main(["try"])
    assert seen == [(True, False, -3), (False, True, None), (False, False, None)]


def test_cli_exit_code_is_that_of_the_verb(verb: Callable[..., None]) -> None:
    verb(lambda args: 3)
    assert cli.main(["try"]) == 3


def test_cli_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert quadrow_run("--version").stdout == f"quadrow {project['version']}\n"


def test_cli_refuses_to_start_beside_robot_framework(tmp_path: Path) -> None:
    """Robot Framework's package stands first on the path, as it does before an editable installation of ours."""
    (tmp_path / "robot").mkdir()
    (tmp_path / "robot/__init__.py").write_text("raise SystemExit('the wrong robot was imported')")
    (tmp_path / "robotframework-7.1.dist-info").mkdir()
    (tmp_path / "robotframework-7.1.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: robotframework\nVersion: 7.1\n"
    )
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; import quadrow; sys.exit(quadrow.main())"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("quadrow: Robot Framework 7.1 is installed here")
    assert "python3 -m venv" in done.stderr
    assert done.stderr.count("\n") == 1


def test_cli_finds_no_robot_framework_here() -> None:
    assert quadrow.robot_framework() == ""


@pytest.mark.parametrize("words", [["--help"], ["solve", LATE], ["demo", "--json"]])
def test_cli_without_a_standard_output_does_nothing_and_says_so(words: list[str]) -> None:
    command = [sys.executable, "-m", "robot", *words]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1))
    assert done.returncode == 1
    assert done.stderr == "quadrow: standard output is closed - leave it open, or send it to a file\n"


def test_cli_without_a_standard_input_reads_nothing() -> None:
    command = [sys.executable, "-m", "robot", "solve"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_cli_without_a_standard_error_answers_all_the_same() -> None:
    command = [sys.executable, "-m", "robot", "solve", LATE, "nonsense"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(2))
    assert done.returncode == 2
    assert done.stdout.startswith(LATE)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_cli_signal_lets_the_verb_tidy_up_and_tells_its_number(number: int, code: int) -> None:
    """A verb that waits; what stands in its `finally` is printed."""
    program = (
        "import sys, types, time, quadrow\n"
        "def run(args):\n"
        "    try: print('here', flush=True); time.sleep(30)\n"
        "    finally: print('tidied')\n"
        "sys.modules['robot.commands.solve'] = types.SimpleNamespace(add_arguments=lambda parser: None, run=run)\n"
        "sys.argv = ['quadrow', 'solve']\n"
        "sys.exit(quadrow.main())"
    )
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "here\n"
    process.send_signal(number)
    told, said = process.communicate(timeout=20)
    assert (process.returncode, told, said) == (code, "tidied\n", "quadrow solve: interrupted\n")


def test_cli_interrupt_while_it_still_starts_is_one_line() -> None:
    program = (
        "import sys, quadrow\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'robot.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "sys.exit(quadrow.main())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "quadrow: interrupted\n")


def test_cli_errors_print_nothing_that_a_terminal_would_obey(
    verb: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    verb(raising(BadInput("a\x1b[31mb\u202e.jpg is no picture", "give another")))
    assert cli.main(["try"]) == 2
    assert capsys.readouterr().err == "quadrow try: a\\x1b[31mb\\u202e.jpg is no picture - give another\n"
