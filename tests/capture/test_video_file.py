from contextlib import closing
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from colour_pictures import BLUE, GREEN, GREY, RED, is_colour, plain

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.video_file import VideoFile
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame, Image


def write_video(path: Path, images: list[Image], *, times_ms: list[int], codec: str = "mpeg4", turn: int = 0) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=30)
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height = images[0].shape[1], images[0].shape[0]
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        if turn:
            stream.set_display_rotation(turn)
        for image, time_ms in zip(images, times_ms, strict=True):
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts, frame.time_base = time_ms, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def read_all(source: FrameSource) -> list[Frame]:
    with closing(source):
        return list(iter(source.read, None))


def test_a_video_gives_back_its_frames_and_times(tmp_path: Path) -> None:
    path = tmp_path / "match.mp4"
    colours = [BLUE, GREEN, RED, GREY]
    write_video(path, [plain(colour) for colour in colours], times_ms=[0, 40, 80, 200])
    frames = read_all(VideoFile(path))
    assert [frame.t_ns for frame in frames] == [0, 40_000_000, 80_000_000, 200_000_000]
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert {frame.camera for frame in frames} == {"match.mp4"}
    assert all(is_colour(frame.image, colour) for frame, colour in zip(frames, colours, strict=True))
    assert all(frame.image.shape == (48, 64, 3) and frame.image.dtype == np.uint8 for frame in frames)


def test_reordered_frames_come_in_the_order_they_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "match.mkv"
    greys = [10, 60, 110, 160, 210, 160, 110, 60]
    write_video(
        path,
        [plain((grey, grey, grey)) for grey in greys],
        times_ms=[100 + 33 * n for n in range(8)],
        codec="libx264",
    )
    frames = read_all(VideoFile(path))
    assert [frame.t_ns for frame in frames] == [33_000_000 * n for n in range(8)]
    assert [round(float(frame.image.mean())) for frame in frames] == pytest.approx(greys, abs=8)


@pytest.mark.parametrize(("turn", "red_corner"), [(90, (-1, 0)), (-90, (0, -1)), (180, (-1, -1))])
def test_a_turn_noted_in_the_video_is_carried_out(tmp_path: Path, turn: int, red_corner: tuple[int, int]) -> None:
    image = plain(GREY)
    image[:24, :32] = RED  # top left, as stored
    path = tmp_path / "phone.mp4"
    write_video(path, [image], times_ms=[0], turn=turn)
    (upright,) = read_all(VideoFile(path))
    (stored,) = read_all(VideoFile(path, upright=False))
    assert stored.image.shape == (48, 64, 3)
    assert upright.image.shape == ((48, 64, 3) if turn == 180 else (64, 48, 3))
    assert is_colour(stored.image[:4, :4], RED, within=30)
    rows, columns = (slice(-4, None) if end else slice(4) for end in red_corner)
    assert is_colour(upright.image[rows, columns], RED, within=30)


def test_a_phones_quarter_turn_clockwise_stands_upright(tmp_path: Path) -> None:
    """The matrix as phones write it (ISO 14496-12, tkhd): a=0 b=1 c=-1 d=0 turns clockwise when shown."""
    image = plain(GREY)
    image[:24, :32] = RED
    path = tmp_path / "portrait.mp4"
    write_video(path, [image], times_ms=[0])
    data = bytearray(path.read_bytes())
    matrix = data.index(b"tkhd") + 44
    one, none, minus = b"\0\x01\0\0", b"\0\0\0\0", b"\xff\xff\0\0"
    assert data[matrix : matrix + 4] == one
    data[matrix : matrix + 20] = none + one + none + minus + none
    path.write_bytes(data)
    (frame,) = read_all(VideoFile(path))
    assert frame.image.shape == (64, 48, 3)
    assert is_colour(frame.image[:4, -4:], RED, within=30)


def test_a_file_that_is_no_video_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "letter.mp4"
    path.write_text("Dear captain")
    with pytest.raises(SourceError, match=r"letter\.mp4: not a video that can be read") as caught:
        VideoFile(path)
    assert "\n" not in str(caught.value)


def test_a_sound_file_holds_no_video(tmp_path: Path) -> None:
    path = tmp_path / "shanty.wav"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000, layout="mono")
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 800), dtype=np.int16), format="s16", layout="mono")
        sound.sample_rate = 8000
        container.mux(stream.encode(sound))
    with pytest.raises(SourceError, match="not a video that can be read"):
        VideoFile(path)


def test_a_closed_video_gives_no_more_frames(tmp_path: Path) -> None:
    path = tmp_path / "match.mp4"
    write_video(path, [plain(BLUE), plain(RED)], times_ms=[0, 40])
    source = VideoFile(path)
    assert source.read() is not None
    source.close()
    source.close()
    assert source.read() is None
