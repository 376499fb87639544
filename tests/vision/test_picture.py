"""Picture files: every format that phones and cameras write, upright and in 8 bits; refused in one clear sentence."""

from __future__ import annotations

import os
import re
import stat
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras._decode import DECODERS, overhearing
from vision.cameras._header import read_header
from vision.cameras.picture import read_picture, reduction_for, write_picture
from vision.errors import PictureError

ROOT = Path(__file__).parents[2]


def scene(width: int = 120, height: int = 80) -> np.ndarray:
    """A picture whose four quarters are told apart: blue, green, red, white; uint8 BGR (height, width, 3)."""
    image = np.zeros((height, width, 3), np.uint8)
    image[: height // 2, : width // 2, 0] = 255
    image[: height // 2, width // 2 :, 1] = 255
    image[height // 2 :, : width // 2, 2] = 255
    image[height // 2 :, width // 2 :] = 255
    return image


def quarters(image: np.ndarray) -> str:
    """Name the colours of the quarters, top left, top right, bottom left, bottom right."""
    height, width = image.shape[:2]
    names = {(1, 0, 0): "B", (0, 1, 0): "G", (0, 0, 1): "R", (1, 1, 1): "W"}
    at = [(y, x) for y in (height // 4, height * 3 // 4) for x in (width // 4, width * 3 // 4)]
    return "".join(names.get(tuple(int(value > 127) for value in image[place]), "-") for place in at)


def encoded(ending: str, image: np.ndarray | None = None) -> bytes:
    return bytes(cv2.imencode(ending, scene() if image is None else image)[1])


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """Put an EXIF segment with one tag (0x0112, orientation) behind the start of a JPEG."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_header(width: int, height: int) -> bytes:
    """A PNG file that promises a size and holds no pixels."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    end = b"IEND"
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + struct.pack(">I", 0)
        + end
        + struct.pack(">I", zlib.crc32(end))
    )


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_picture_of_each_format_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(encoded(ending))
    picture = read_picture(path)
    assert (picture.image.shape, picture.image.dtype, picture.reduction) == ((80, 120, 3), np.uint8, 1)
    assert quarters(picture.image) == "BGRW"


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_picture_header_tells_the_size_before_decoding(ending: str) -> None:
    header = read_header(encoded(ending))
    assert header is not None
    assert (header.width, header.height, header.whole) == (120, 80, True)


def test_picture_header_of_a_lossless_webp_tells_its_size() -> None:
    header = read_header(bytes(cv2.imencode(".webp", scene(), [cv2.IMWRITE_WEBP_QUALITY, 101])[1]))
    assert header is not None
    assert (header.width, header.height) == (120, 80)


@pytest.mark.parametrize(
    ("orientation", "colours"),
    [(1, "BGRW"), (2, "GBWR"), (3, "WRGB"), (4, "RWBG"), (5, "BRGW"), (6, "RBWG"), (7, "WGRB"), (8, "GWBR")],
)
def test_picture_is_turned_upright_as_its_exif_orientation_asks(tmp_path: Path, orientation: int, colours: str) -> None:
    path = tmp_path / "phone.jpg"
    path.write_bytes(with_orientation(encoded(".jpg"), orientation))
    image = read_picture(path).image
    assert quarters(image) == colours
    assert image.shape == ((120, 80, 3) if orientation > 4 else (80, 120, 3))


@pytest.mark.parametrize("channels", [1, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_picture_of_any_depth_and_channels_becomes_8_bit_colour(tmp_path: Path, channels: int, dtype: type) -> None:
    value = 200 if dtype is np.uint8 else 200 * 257
    image = np.full((40, 60, channels), value, dtype)
    (tmp_path / "a.png").write_bytes(encoded(".png", image))
    read = read_picture(tmp_path / "a.png").image
    assert (read.shape, read.dtype) == ((40, 60, 3), np.uint8)
    assert np.unique(read).tolist() == [200]


@pytest.mark.parametrize(
    ("longer", "by"), [(640, 1), (3199, 1), (3200, 2), (6399, 2), (6400, 4), (12800, 8), (99999, 8)]
)
def test_picture_is_decoded_smaller_only_when_enough_is_left(longer: int, by: int) -> None:
    assert reduction_for(longer) == by


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_picture_that_is_large_comes_smaller_by_what_it_says(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"large{ending}"
    path.write_bytes(encoded(ending, scene(6400, 1000)))
    picture = read_picture(path)
    assert (picture.image.shape, picture.reduction) == ((250, 1600, 3), 4)
    assert quarters(picture.image) == "BGRW"


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("text.jpg", b"this is no picture\n", "is no picture that can be read"),
        ("empty.jpg", b"", "is empty"),
        ("stub.jpg", b"\xff\xd8\xff", "is no picture"),
        ("stub.png", b"\x89PNG\r\n\x1a\n\0\0", "is no picture"),
        ("stub.tif", b"II*\0\xff\xff\xff\x7f", "is no picture"),
        ("phone.heic", b"\0\0\0\x18ftypheic\0\0\0\0", "is no picture"),
        ("animation.webp", b"RIFF\x10\0\0\0WEBPNONE\0\0\0\0", "is no picture"),
        ("hollow.png", png_header(64, 64), "is a damaged PNG"),
    ],
)
def test_picture_that_is_none_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, data: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(PictureError, match=says) as caught:
        read_picture(tmp_path / name)
    assert caught.value.exit_code == 2
    assert caught.value.remedy
    assert "OpenCV" not in capfd.readouterr().err


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_picture_that_was_cut_short_is_refused(tmp_path: Path, ending: str, share: float) -> None:
    data = encoded(ending, np.random.default_rng(1).integers(0, 256, (90, 120, 3)).astype(np.uint8))
    path = tmp_path / f"a{ending}"
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError):
        read_picture(path)


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_picture_with_something_after_its_end_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"moving{ending}"
    path.write_bytes(encoded(ending) + b"a short film" * 100)
    assert quarters(read_picture(path).image) == "BGRW"


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.5, 0.95])
def test_picture_cut_short_with_an_end_of_its_format_is_refused_without_other_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], ending: str, share: float
) -> None:
    data = encoded(ending, np.random.default_rng(1).integers(0, 256, (300, 400, 3)).astype(np.uint8))
    path = tmp_path / f"a{ending}"
    path.write_bytes(data[: int(len(data) * share)] + data[{".jpg": -2, ".png": -12}[ending] :])
    with pytest.raises(PictureError, match="is a damaged"):
        read_picture(path)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("size", [(0, 0), (200_000_000, 1)])
def test_picture_of_an_impossible_size_is_refused_without_other_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], size: tuple[int, int]
) -> None:
    (tmp_path / "a.png").write_bytes(png_header(*size))
    with pytest.raises(PictureError, match="is a damaged PNG"):
        read_picture(tmp_path / "a.png")
    assert capfd.readouterr().err == ""


def test_picture_decoding_gives_standard_error_back(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.png").write_bytes(encoded(".png"))
    read_picture(tmp_path / "a.png")
    os.write(2, b"still there")
    assert capfd.readouterr().err == "still there"


def test_picture_without_a_name_is_refused() -> None:
    with pytest.raises(PictureError, match="'' is no name of a file"):
        read_picture("")


def test_picture_whose_preview_is_whole_but_not_itself_is_refused(tmp_path: Path) -> None:
    """The preview in the EXIF block ends with an end marker of its own."""
    preview = encoded(".jpg", scene(40, 40))
    data = encoded(".jpg")
    data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(preview) + 8) + b"Exif\0\0" + preview + data[2:]
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    assert quarters(read_picture(path).image) == "BGRW"
    path.write_bytes(data[: len(data) * 9 // 10])
    with pytest.raises(PictureError, match="ends in the middle"):
        read_picture(path)


def test_picture_over_200_megapixels_is_refused_before_decoding(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(png_header(20_000, 10_001))
    with pytest.raises(PictureError, match="200 megapixels, more than the 200 that are read"):
        read_picture(path)
    path.write_bytes(png_header(20_000, 10_000))
    with pytest.raises(PictureError, match="damaged"):
        read_picture(path)


def test_picture_that_is_missing_a_folder_or_a_device_is_refused(tmp_path: Path) -> None:
    for path, says in (
        (tmp_path / "none.jpg", "does not exist"),
        (tmp_path, "is a folder"),
        (Path("/dev/null"), "is no file"),
    ):
        with pytest.raises(PictureError, match=says):
            read_picture(path)


@pytest.mark.parametrize(
    ("data", "remedy"),
    [
        (b"GIF89a\x01\0\x01\0", "video:"),
        (b"\x1aE\xdf\xa3\xa3B\x86\x81", "video:"),
        (b"RIFF6\x1a\0\0AVI LIST", "video:"),
        (b"\0\0\0\x1cftypisom\0\0\2\0", "video:"),
        (b"\0\0\0\x14ftypqt  \0\0\2\0", "video:"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "save it as JPEG"),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "save it as JPEG"),
        (b"RIFF\x10\0\0\0WAVEfmt ", "give a JPEG"),
    ],
)
def test_picture_of_another_form_names_the_way(tmp_path: Path, data: bytes, remedy: str) -> None:
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(PictureError) as caught:
        read_picture(tmp_path / "a")
    assert remedy in caught.value.remedy


def test_picture_name_may_hold_any_letters(tmp_path: Path) -> None:
    path = tmp_path / "Brett ü 四 \udcff.jpg"
    path.write_bytes(encoded(".jpg"))
    assert quarters(read_picture(path).image) == "BGRW"


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process's memory is read from Linux's /proc")
def test_picture_of_40_megapixels_takes_less_than_400_megabytes(tmp_path: Path) -> None:
    """Measured in a process of its own (its peak since it began, VmHWM); the picture is as noisy as a phone's."""
    path = tmp_path / "phone.jpg"
    noise = np.random.default_rng(2).integers(0, 256, (685, 915, 3)).astype(np.uint8)
    path.write_bytes(encoded(".jpg", cv2.resize(noise, (7320, 5480))))
    code = (
        "from vision.cameras.picture import read_picture;"
        f"print(read_picture({str(path)!r}).image.shape, *open('/proc/self/status'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("(1370, 1830, 3)")
    (peak_kb,) = re.findall(r"VmHWM:\s+(\d+) kB", done.stdout)
    assert 30_000 < int(peak_kb) < 400_000


def test_picture_is_written_with_the_usual_rights_and_read_back(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", scene())
    assert np.array_equal(read_picture(tmp_path / "a.png").image, scene())
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(os.stat(tmp_path / "a.png").st_mode) == stat.S_IMODE(os.stat(plain).st_mode)


def test_picture_of_an_unknown_ending_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be written as"):
        write_picture(tmp_path / "a.xyz", scene())
    assert list(tmp_path.iterdir()) == []


def test_picture_that_does_not_fit_on_the_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    """A file-size limit stands for the full disk; the picture that was there before stays whole."""
    write_picture(tmp_path / "a.png", scene())
    before = (tmp_path / "a.png").read_bytes()
    code = (
        "import resource, numpy as np; from vision.cameras.picture import write_picture;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000));"
        "noise = np.random.default_rng(3).integers(0, 256, (99, 99, 3)).astype('uint8');"
        f"write_picture({str(tmp_path / 'a.png')!r}, noise)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert f"File too large: '{tmp_path / 'a.png'}'" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    assert (tmp_path / "a.png").read_bytes() == before


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Damage a file as disks and cables do: cut it, flip bits, lose, blank or slip in a stretch, spoil the head."""
    spoilt, at, length = bytearray(data), int(rng.integers(len(data))), int(rng.integers(1, 2000))
    match int(rng.integers(6)):
        case 0:
            del spoilt[at:]
        case 1:
            for place in rng.integers(len(data), size=int(rng.integers(1, 20))):
                spoilt[place] ^= 1 << int(rng.integers(8))
        case 2:
            del spoilt[at : at + length]
        case 3:
            spoilt[at : at + length] = bytes(len(spoilt[at : at + length]))
        case 4:
            spoilt[at:at] = rng.bytes(length)
        case _:
            spoilt[int(rng.integers(min(len(data), 64)))] ^= int(rng.integers(1, 256))
    return bytes(spoilt)


FORMS = {
    "jpeg": (".jpg", []),
    "progressive jpeg": (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "png": (".png", []),
    "webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 80]),
    "lossless webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
    "bmp": (".bmp", []),
    "tiff": (".tiff", []),
    "deflated tiff": (".tiff", [cv2.IMWRITE_TIFF_COMPRESSION, 8]),
}


@pytest.mark.parametrize("form", FORMS)
def test_picture_damaged_in_any_way_is_a_picture_or_one_clear_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], form: str
) -> None:
    """A thousand of them. What a format has no check for (BMP, TIFF) cannot be seen, and is read."""
    ending, options = FORMS[form]
    whole = bytes(cv2.imencode(ending, cv2.imread(str(ROOT / "tests/data/rendered-1.jpg"))[::4, ::4], options)[1])
    path, refused = tmp_path / f"a{ending}", 0
    for seed in range(125):
        path.write_bytes(damaged(whole, np.random.default_rng(seed)))
        try:
            image = read_picture(path).image
            assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3 and image.size, seed
        except PictureError as error:
            refused += 1
            assert str(error).startswith(str(path)) and "\n" not in f"{error}{error.remedy}", seed
            assert error.remedy and len(str(error)) < 300, seed
    assert refused > 30
    assert capfd.readouterr().err == ""


def test_decoding_keeps_what_others_write_to_standard_error_meanwhile(capfd: pytest.CaptureFixture[str]) -> None:
    with overhearing(DECODERS) as complaints:
        os.write(2, b"Corrupt JPEG data: bad Huffman code\nsomebody else\nPremature end of JPEG file\n")
    assert capfd.readouterr().err == "somebody else\n"
    assert [line.split()[0] for line in complaints] == ["Corrupt", "Premature"]


def test_picture_whose_chunk_claims_a_gigabyte_is_refused_before_decoding(tmp_path: Path) -> None:
    data = bytearray(encoded(".png"))
    data[33] = 0x40
    header = read_header(bytes(data))
    assert header is not None and header.whole and not header.sound
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(PictureError, match="is a damaged PNG"):
        read_picture(tmp_path / "a.png")


def test_picture_whose_lower_part_has_come_apart_is_refused(tmp_path: Path) -> None:
    """A JPEG with some bytes blanked in its middle: libjpeg makes shreds of the rest and only complains at its end."""
    data = encoded(".jpg", cv2.imread(str(ROOT / "tests/data/rendered-1.jpg"))[::2, ::2])
    path = tmp_path / "a.jpg"
    path.write_bytes(data[: len(data) // 2] + bytes(100) + data[len(data) // 2 + 100 :])
    with pytest.raises(PictureError, match="is a damaged JPEG"):
        read_picture(path)
