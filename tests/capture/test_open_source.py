import os
from pathlib import Path

import pytest
from colour_pictures import BLUE, encoded, plain

from tableassist.capture.picture import PictureFolder, PictureSource
from tableassist.capture.sources import EXPECTED, SourceKind, SourceSpec, open_source, parse_source
from tableassist.errors import SourceError


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        ("camera:0", SourceKind.CAMERA, "0"),
        ("camera:Logitech C920", SourceKind.CAMERA, "Logitech C920"),
        ("Camera: brio", SourceKind.CAMERA, "brio"),
        ("studio:calm", SourceKind.STUDIO, "calm"),
        ("http://phone:8080/video", SourceKind.HTTP, "http://phone:8080/video"),
        ("HTTPS://phone/video", SourceKind.HTTP, "HTTPS://phone/video"),
        ("rtsp://cam/1", SourceKind.RTSP, "rtsp://cam/1"),
        ("192.168.1.20:8080/video", SourceKind.HTTP, "http://192.168.1.20:8080/video"),
        (" 192.168.1.20 ", SourceKind.HTTP, "http://192.168.1.20"),
        ("phone.local/video?size=1", SourceKind.HTTP, "http://phone.local/video?size=1"),
        ("phone:8080", SourceKind.HTTP, "http://phone:8080"),
        ("admin:secret@10.0.0.7:8081/video", SourceKind.HTTP, "http://admin:secret@10.0.0.7:8081/video"),
        ("[fe80::1]:8080/video", SourceKind.HTTP, "http://[fe80::1]:8080/video"),
        ("192.168.1.20:554/live", SourceKind.RTSP, "rtsp://192.168.1.20:554/live"),
        ("192.168.1.20:8554/live", SourceKind.RTSP, "rtsp://192.168.1.20:8554/live"),
    ],
)
def test_each_form_is_understood(text: str, kind: SourceKind, target: str) -> None:
    assert parse_source(text) == SourceSpec(kind=kind, target=target)


def test_paths_are_told_apart_by_what_is_there(tmp_path: Path) -> None:
    for name in ("a.MP4", "a.JPG", "noending"):
        (tmp_path / name).touch()
    assert parse_source(str(tmp_path)).kind is SourceKind.FOLDER
    assert parse_source(str(tmp_path / "a.JPG")).kind is SourceKind.PICTURE
    assert parse_source(str(tmp_path / "a.MP4")).kind is SourceKind.VIDEO
    assert parse_source(str(tmp_path / "noending")).kind is SourceKind.VIDEO


@pytest.mark.parametrize(
    "text",
    ["nowhere/match.mp4", "match.mp4", "", "   ", "kamera:0", "kamera:2", "phone:99999/video", "a b:8080", "bad\0path"],
)
def test_what_is_not_there_is_said_with_the_forms_expected(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_source(text)
    message = str(caught.value)
    assert message.startswith(f"{text!r}: no such file or folder; expected camera:NUMBER")
    assert "studio:NAME" in message
    assert "\n" not in message


def test_a_text_of_any_length_is_one_short_line() -> None:
    with pytest.raises(SourceError) as caught:
        parse_source("x" * 5000)
    assert str(caught.value).startswith("'xxxx")
    assert str(caught.value).endswith(": no such file or folder; expected " + str(EXPECTED))
    assert len(str(caught.value)) < 400


def test_an_unknown_kind_of_address_is_refused_without_repeating_a_password() -> None:
    with pytest.raises(SourceError, match=r"ftp:// is not a kind of source; expected camera:NUMBER") as caught:
        parse_source("ftp://me:secret@host/x")
    assert "secret" not in str(caught.value)


@pytest.mark.skipif(os.name == "nt", reason="a colon cannot be in a file name there")
def test_a_file_that_is_there_goes_before_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "phone:8080").touch()
    assert parse_source("phone:8080").kind is SourceKind.VIDEO


def test_password_of_an_address_without_http_is_not_shown() -> None:
    assert parse_source("admin:secret@10.0.0.7:8081/video").name == "http://10.0.0.7:8081/video"


@pytest.mark.parametrize("text", ["camera:", "camera:  ", "camera:-1", "studio:"])
def test_a_word_without_its_target_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="expected a number from 0 or a name after the colon"):
        parse_source(text)


def test_a_studio_is_not_opened_here() -> None:
    with pytest.raises(SourceError, match="studio:calm"):
        open_source("studio:calm")


def test_files_are_opened_by_their_path(tmp_path: Path) -> None:
    path = tmp_path / "1.png"
    path.write_bytes(encoded(plain(BLUE), ".png"))
    assert isinstance(open_source(str(path)), PictureSource)
    assert isinstance(open_source(str(tmp_path)), PictureFolder)


@pytest.mark.skipif(os.name == "nt", reason="a colon cannot be in a file name there")
def test_a_file_named_like_an_address_is_still_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe:0.mp4"
    path.write_text("no video")
    with pytest.raises(SourceError, match="not a video that can be read"):
        open_source(str(path))


@pytest.mark.parametrize("text", ["http://", "http://[bad", "http://host:99999/x", "rtsp:///x"])
def test_an_address_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="the address of the stream cannot be read"):
        open_source(text)
