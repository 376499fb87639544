"""What the Pi says of its supply, from each of its three mouths."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.mechanism.power import flags, told

NOBODY = ("/there/is/no/such/vcgencmd",)
PI_4, PI_5 = "soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def system(tmp_path: Path) -> Path:
    write(tmp_path / "class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path / "class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    return tmp_path


def vcgencmd(answer: str) -> tuple[str, ...]:
    return ("printf", answer)


def test_machine_without_flags_has_none(system: Path) -> None:
    assert flags(system, NOBODY) is None
    assert told(None, None) == ()


def test_vcgencmd_is_believed_before_the_kernel(system: Path) -> None:
    write(system / "devices/platform" / PI_4 / "get_throttled", "0\n")
    assert flags(system, vcgencmd("throttled=0x50005\\n")) == 0x50005


@pytest.mark.parametrize(
    "answer", ["", "error=1\\n", "VCHI initialization failed\\n", "throttled=0x\\n", "throttled=x1"]
)
def test_answer_that_is_none_is_passed_over(system: Path, answer: str) -> None:
    assert flags(system, vcgencmd(answer)) is None


@pytest.mark.parametrize("place", [PI_4, PI_5])
@pytest.mark.parametrize("text, value", [("50005\n", 0x50005), ("0\n", 0), ("0x80008\n", 0x80008), ("none\n", None)])
def test_kernel_writes_hexadecimal(system: Path, place: str, text: str, value: int | None) -> None:
    write(system / "devices/platform" / place / "get_throttled", text)
    assert flags(system, NOBODY) == value


@pytest.mark.parametrize("alarm", [0, 1])
def test_alarm_of_the_supply_is_the_lowest_bit(system: Path, alarm: int) -> None:
    write(system / "class/hwmon/hwmon3/name", "rpi_volt\n")
    write(system / "class/hwmon/hwmon3/in0_lcrit_alarm", f"{alarm}\n")
    assert flags(system, NOBODY) == alarm


@pytest.mark.parametrize(
    "before, after, words",
    [
        (0, 0, []),
        (0x50000, 0x50000, []),
        (None, 0x50000, []),
        (0, 0x10000, ["under-voltage"]),
        (0x10000, 0x10001, ["under-voltage"]),
        (None, 0x1, ["under-voltage"]),
        (0x10000, 0x50005, ["under-voltage", "throttled"]),
        (0, 0x80000, ["too hot"]),
        (0x20002, 0x20000, []),
        (0, 0xF000F, ["under-voltage", "held back", "throttled", "too hot"]),
    ],
)
def test_words_say_what_is_so_or_came_up_in_between(before: int | None, after: int, words: list[str]) -> None:
    said = told(before, after)
    assert len(said) == len(words)
    assert all(word in line for word, line in zip(words, said, strict=True))
