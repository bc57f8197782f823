"""Pictures and videos that lie about their size, or are not files at all."""

import io
import os
import struct
import zlib
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from colour_pictures import BLUE, encoded, jpeg, plain

from tableassist.capture.picture import PictureFolder, decode_picture, read_claimed_size_px, read_picture
from tableassist.capture.video_file import VideoFile
from tableassist.errors import SourceError


@pytest.mark.parametrize("open_it", [read_picture, VideoFile])
def test_a_pipe_or_a_device_in_place_of_a_file_is_refused(tmp_path: Path, open_it) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    (tmp_path / "endless.png").symlink_to("/dev/zero")
    for name in ("pipe.mp4", "endless.png"):
        with pytest.raises(SourceError, match=f"{name}: cannot be read: it is a pipe or a device"):
            open_it(tmp_path / name)


@pytest.mark.parametrize("open_it", [read_picture, VideoFile, PictureFolder])
def test_a_link_to_itself_is_told_in_one_line(tmp_path: Path, open_it) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    with pytest.raises(SourceError, match=r"round: cannot be (read: |listed \()Too many levels of symbolic links"):
        open_it(tmp_path / "round")


def test_a_jpeg_cannot_hide_its_size_behind_a_lone_marker() -> None:
    """FF 01 has no length; read as if it had one, it would carry us past the true size to a false one."""
    good = jpeg(BLUE)
    frame = good.index(b"\xff\xc0")
    hidden = bytearray(good[frame : frame + 19])
    hidden[5:9] = struct.pack(">HH", 65_000, 65_000)
    small = good[frame : frame + 19]
    data = good[:2] + b"\xff\x01" + b"\x00\x00" + bytes(hidden) + small + good[frame + 19 :]
    assert read_claimed_size_px(data) == (65_000, 65_000)
    with pytest.raises(SourceError, match="claims 65000 x 65000 pixels"):
        decode_picture(data, origin="x")


def test_a_picture_of_no_pixels_is_refused() -> None:
    data = bytearray(encoded(plain(BLUE), ".bmp"))
    data[22:26] = bytes(4)
    with pytest.raises(SourceError, match="claims 64 x 0 pixels, expected at least one"):
        decode_picture(bytes(data), origin="x")


def test_what_a_png_packs_beside_its_pixels_is_not_unpacked_without_end() -> None:
    good = encoded(plain(BLUE), ".png")
    bomb = b"zTXt" + b"x\0\0" + zlib.compress(bytes(200_000_000), 9)
    chunk = struct.pack(">I", len(bomb) - 4) + bomb + struct.pack(">I", zlib.crc32(bomb))
    image = decode_picture(good[:33] + chunk + good[33:], origin="x")
    assert (image == plain(BLUE)).all()


def video(*pictures: bytes) -> bytes:
    """A film of JPEGs that says 64 x 48, whatever they are."""
    file = io.BytesIO()
    with av.open(file, "w", format="matroska") as out:
        stream = out.add_stream("mjpeg", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuvj420p"
        for packet in stream.encode(av.VideoFrame.from_ndarray(plain(BLUE), format="bgr24")):
            out.mux(packet)
        for number, picture in enumerate(pictures, 1):
            packet = av.Packet(picture)
            packet.stream, packet.pts, packet.dts = stream, number, number
            out.mux(packet)
    return file.getvalue()


def test_a_video_whose_pictures_outgrow_its_claim_is_stopped_before_they_are_decoded(tmp_path: Path) -> None:
    large = cv2.imencode(".jpg", np.zeros((11_000, 11_000), np.uint8))[1].tobytes()
    path = tmp_path / "grows.mkv"
    path.write_bytes(video(large))
    source = VideoFile(path)
    first = source.read()
    assert first is not None
    assert first.image.shape == (48, 64, 3)
    with pytest.raises(SourceError, match=r"grows\.mkv: the video is damaged after frame 1"):
        source.read()
    source.close()


@pytest.mark.parametrize(
    "text",
    [
        "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://192.0.2.1/x.ts\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile other.mp4\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
    ],
)
def test_a_list_of_other_files_and_addresses_is_no_video(tmp_path: Path, text: str) -> None:
    for name in ("list.mp4", "list.m3u8", "list.sdp"):
        (tmp_path / name).write_text(text)
        with pytest.raises(SourceError, match=f"{name}: not a video that can be read"):
            VideoFile(tmp_path / name)


def test_a_video_in_an_unknown_coding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.mkv"
    path.write_bytes(video().replace(b"V_MJPEG", b"V_XJPEG"))
    with pytest.raises(SourceError, match=r"odd\.mkv: in a coding that cannot be read"):
        VideoFile(path)
