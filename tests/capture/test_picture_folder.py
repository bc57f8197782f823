from pathlib import Path

import pytest
from colour_pictures import BLUE, GREEN, RED, encoded, is_colour, plain

from tableassist.capture.picture import PictureFolder
from tableassist.errors import SourceError


def test_pictures_come_in_the_order_a_person_counts(tmp_path: Path) -> None:
    for name, colour in (("shot10.png", RED), ("shot2.png", GREEN), ("shot1.PNG", BLUE)):
        (tmp_path / name).write_bytes(encoded(plain(colour), ".png"))
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "._shot1.png").write_bytes(b"a hidden twin")
    source = PictureFolder(tmp_path)
    frames = [source.read() for _ in range(3)]
    assert [is_colour(f.image, c) for f, c in zip(frames, (BLUE, GREEN, RED), strict=True) if f] == [True] * 3
    assert [(f.number, f.t_ns) for f in frames if f] == [(0, 0), (1, 33_333_333), (2, 66_666_667)]
    assert source.read() is None
    assert source.name == tmp_path.name
    source.close()


def test_names_of_letters_and_digits_can_be_compared(tmp_path: Path) -> None:
    for name in ("7.png", "a.png", "a7b.png", "7a.png"):
        (tmp_path / name).write_bytes(encoded(plain(BLUE), ".png"))
    source = PictureFolder(tmp_path)
    assert sum(1 for _ in iter(source.read, None)) == 4


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no pictures, expected"):
        PictureFolder(tmp_path)


def test_a_broken_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken7.jpg").write_bytes(b"nothing")
    with pytest.raises(SourceError, match=r"broken7\.jpg"):
        PictureFolder(tmp_path).read()
