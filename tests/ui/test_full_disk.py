"""The disk fills up while a table is watched: the record stops with a word, and the window lives."""

import contextlib
import shutil
from functools import partial

from loop_eye import LoopEye
from PyQt6.QtWidgets import QMessageBox

from tableassist.matches.recording import RecordingStatus, start_replay_buffer
from tableassist.matches.replay import Replay
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program


def test_the_window_lives_when_the_disk_is_full(small_disk, tmp_path, qtbot):
    program = Program(
        Preferences(tmp_path / "window.ini"),
        lambda _text, _families: LoopEye(),
        partial(start_replay_buffer, root=small_disk / "memory", free=lambda _: 10**12),
        roots=(small_disk / "memory", tmp_path / "matches"),
    )
    window = program.open(Recent("studio:demo"))
    qtbot.addWidget(window, before_close_func=lambda each: each.close())
    qtbot.waitUntil(lambda: window.session.moment is not None, timeout=60_000)
    window.recording.record(small_disk / "evening.match")
    seen = window.session.newest.frame.number
    qtbot.waitUntil(lambda: window.session.newest.frame.number > seen + 15, timeout=60_000)
    heard = []
    window.recording.changed.connect(heard.append)
    with contextlib.suppress(OSError):  # the recorder may take the last of it first
        (small_disk / "holiday.zip").write_bytes(bytes(shutil.disk_usage(small_disk).free // 4096 * 4096))
    qtbot.waitUntil(lambda: bool(heard) and heard[-1].recording is RecordingStatus.STOPPED, timeout=60_000)
    assert "recording has stopped" in str(heard[-1].words)
    assert not window.recording.is_recording, "the button springs back"
    box = window.findChild(QMessageBox, "not-recording")
    assert "recording has stopped" in box.text().lower()
    assert "another place" in " ".join(button.text().replace("&", "") for button in box.buttons())
    box.reject()
    assert "full" in str(heard[-1].words) or "No space" in str(heard[-1].words)
    qtbot.waitUntil(lambda: "Not recording" in window.status.text(), timeout=60_000)
    seen = window.session.newest.frame.number
    qtbot.waitUntil(lambda: window.session.newest.frame.number > seen + 10, timeout=60_000)
    assert window.session.newest.state.rulings, "it goes on judging"
    window.session.hold(True)
    held = window.session.moment
    window.player.step(-1)
    qtbot.waitUntil(lambda: window.session.moment.state.t_ns < held.state.t_ns, timeout=60_000)
    folder = window.recording.folder
    window.close()
    with Replay(folder) as replay:
        assert replay.frame_count > 10
        assert replay.picture_at(replay.first_ns) is not None
