"""A picture through another lens than the profile's: the cause is named in words, and what is measured stays right."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.judging import judged
from tableassist.vision.camera.frame import Frame
from tests.studio.crowded_table import crowded_settings, crowded_table, picture_of, webcam, zoomed

OTHER_LENS = {"fx": 1180.0, "fy": 1181.0, "cx": 950.0, "cy": 545.0, "dist": (0.02, -0.05), "distance_mm": 1150.0}


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    return crowded_settings(tmp_path_factory.mktemp("lens"))


def seen_by(camera, settings):
    table = crowded_table(settings)
    state = judged(Frame(picture_of(table, camera), 0, 0, "c"), settings)
    errors = {}
    for staged in table.pieces:
        placed = state.scene.find(staged.piece.id)
        if placed is not None:
            at = placed.pose.pose
            off_mm = np.hypot(at.x_mm - staged.pose.x_mm, at.y_mm - staged.pose.y_mm)
            errors[staged.piece.id] = float(off_mm / placed.pose.sigma_mm)
    return [str(warning) for warning in state.warnings], errors


def test_a_zoom_is_named_and_no_piece_seems_to_float_or_lean(settings):
    own = replace(settings, camera=replace(settings.camera, name="my-camera"))
    (warning,), errors = seen_by(zoomed(webcam(), 0.03), own)
    assert warning.startswith("zoom or focus has changed since calibration: the focal length is about 3 % longer")
    assert len(errors) == 16
    assert max(errors.values()) < 3.5, "in sigmas: what is claimed holds"


def test_a_profile_of_the_synthetic_camera_is_named_as_the_cause(settings):
    (warning,), _ = seen_by(zoomed(webcam(), 0.05), settings)
    assert warning.startswith("the camera profile 'studio-1080p' belongs to the synthetic camera")
    assert "focal length +5 %" in warning
    assert 'camera = "typical"' in warning


def test_a_profile_of_another_camera_is_named_with_the_remedy(settings):
    warnings, errors = seen_by(webcam(**OTHER_LENS), settings)
    assert warnings[0].startswith("the camera profile 'studio-1080p' does not fit this camera")
    assert 'Run tableassist calibrate, or set camera = "typical"' in warnings[0]
    assert len(errors) == 16
    assert max(errors.values()) < 3.5, "in sigmas: what is claimed holds"


def test_the_right_lens_is_not_mentioned(settings):
    warnings, _ = seen_by(webcam(), settings)
    assert warnings == []
