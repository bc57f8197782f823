import struct
import zlib
from pathlib import Path

import pytest
from colour_pictures import BLUE, encoded, is_colour, jpeg, plain

from tableassist.capture.picture import PictureSource, decode_picture, read_claimed_size_px
from tableassist.errors import SourceError


def png_that_claims(width: int, height: int) -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


def jpeg_with_orientation(data: bytes, orientation: int) -> bytes:
    exif = b"Exif\0\0" + b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def test_a_picture_is_one_frame_and_then_the_end(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    path.write_bytes(encoded(plain(BLUE), ".png"))
    source = PictureSource(path)
    frame = source.read()
    assert frame is not None
    assert (frame.image == plain(BLUE)).all()
    assert (frame.t_ns, frame.number, frame.camera) == (0, 0, "table.png")
    assert source.read() is None
    assert not source.live
    source.close()


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp"])
def test_the_claimed_size_is_the_size_of_the_picture(suffix: str) -> None:
    data = encoded(plain(BLUE, width=70, height=33), suffix)
    assert read_claimed_size_px(data) == (70, 33)
    assert decode_picture(data, origin="x").shape == (33, 70, 3)


def test_a_lossless_webp_tells_its_size() -> None:
    header = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", (1000 - 1) | (700 - 1) << 14)
    assert read_claimed_size_px(header) == (1000, 700)


def test_an_extended_webp_tells_its_size() -> None:
    size = (99_999).to_bytes(3, "little") + (4_999).to_bytes(3, "little")
    assert read_claimed_size_px(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + size) == (100_000, 5_000)


def test_a_png_that_claims_an_absurd_size_is_refused_for_its_size(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(png_that_claims(100_000, 100_000))
    with pytest.raises(SourceError, match=r"bomb\.png: claims 100000 x 100000 pixels, expected at most 120"):
        PictureSource(path).read()


def test_a_jpeg_that_claims_an_absurd_size_is_refused_for_its_size() -> None:
    data = bytearray(jpeg(BLUE))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", 65_000, 64_000)
    with pytest.raises(SourceError, match="claims 64000 x 65000"):
        decode_picture(bytes(data), origin="x")


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp"])
def test_a_picture_cut_short_is_refused_in_one_line(suffix: str) -> None:
    data = encoded(plain(BLUE), suffix)
    with pytest.raises(SourceError) as caught:
        decode_picture(data[: len(data) * 3 // 4], origin="cut")
    assert str(caught.value) == "cut: the picture is damaged or cut short"


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8", b"BM", b"RIFF\0\0\0\0WEBP", b"hello" * 9])
def test_bytes_that_are_no_picture_are_refused(data: bytes) -> None:
    with pytest.raises(SourceError, match="expected PNG, JPEG, BMP or WebP"):
        decode_picture(data, origin="x")


def test_a_grey_picture_becomes_three_channels() -> None:
    image = decode_picture(encoded(plain((128, 128, 128))[:, :, 0], ".png"), origin="x")
    assert image.shape == (48, 64, 3)


def test_the_pixels_stay_as_the_sensor_stored_them_whatever_exif_says() -> None:
    turned = jpeg_with_orientation(jpeg(BLUE, width=64, height=32), 6)
    image = decode_picture(turned, origin="x")
    assert image.shape == (32, 64, 3)
    assert is_colour(image, BLUE)


def test_a_picture_that_is_gone_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"gone\.png: no such file$"):
        PictureSource(tmp_path / "gone.png").read()
