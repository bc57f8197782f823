"""The short form of the window's bench: what a frame costs, with twice the room that the long form gives."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from bench import window_speed
from tableassist.ui.canvas.table_views import Showing

FIGURES = {
    "still, camera": {"median_ms": 5.0},
    "one ship moving, camera": {"median_ms": 8.0},
    "demo": {"slot_cpu_ms_max": 20.0, "longest": ["20 ms"], "latency_frames_p95": 1.0},
}


def test_a_1080p_frame_with_a_full_overlay_and_a_moving_ship_is_shown_in_little_cpu():
    row = window_speed.run_cpu(7, moving=True, showing=Showing.CAMERA, warm_up=3)
    assert row["camera_view_px"] >= [1280, 720]
    assert row["strokes"] > 60
    assert row["plates"] > 15
    assert row["median_ms"] < 2 * window_speed.CPU_MS


def test_every_promise_of_the_window_is_checked():
    assert window_speed.misses(FIGURES) == []
    for part, name, value in (
        ("still, camera", "median_ms", 13.0), ("one ship moving, camera", "median_ms", 13.0),
        ("demo", "slot_cpu_ms_max", 31.0), ("demo", "latency_frames_p95", 2.1),
    ):  # fmt: skip
        worse = {**FIGURES, part: {**FIGURES[part], name: value}}
        assert len(window_speed.misses(worse)) == 1
