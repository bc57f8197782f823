"""Inks are told apart by eyes that do not see all colours, and by line style where colour fails."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PyQt6.QtGui import QColor

from tableassist.overlay.drawing import Ink, Symbol
from tableassist.ui.look import DARK, LIGHT
from tableassist.ui.painting.inks import CASING, Hatch, style_of
from tableassist.ui.painting.label_images import LABEL_OPACITY, QUIET_TYPE, TYPE
from tableassist.ui.painting.legend import meaning_of
from tableassist.ui.painting.symbols import disc_colour

# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB.
DEFICIENCIES = {
    "none": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ_FROM_RGB = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
JUST_TOLD_APART = 2.3
"""CIE76: one just noticeable difference. Ten of them are seen at a glance."""


def linear(name):
    colour = QColor(name)
    encoded = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    ratio = XYZ_FROM_RGB @ np.clip(rgb, 0, 1) / (0.9505, 1.0, 1.089)
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(a, b, deficiency):
    seen = DEFICIENCIES[deficiency]
    return float(np.linalg.norm(lab(seen @ linear(a)) - lab(seen @ linear(b))))


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize(
    ("one", "other"), [*itertools.combinations((Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE), 2)], ids=str
)
def test_lines_of_fire_differ_in_colour_for_every_eye(one, other, deficiency):
    assert difference(style_of(one).colour, style_of(other).colour, deficiency) > 10 * JUST_TOLD_APART


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize(
    ("one", "other"), [*itertools.combinations((Symbol.YES, Symbol.NO, Symbol.TOO_CLOSE), 2)], ids=str
)
def test_verdict_discs_differ_in_colour_for_every_eye(one, other, deficiency):
    assert difference(disc_colour(one), disc_colour(other), deficiency) > 10 * JUST_TOLD_APART


def test_lines_of_fire_differ_without_colour():
    looks = {(style_of(ink).dashes_px, style_of(ink).band_px) for ink in (Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE)}
    assert len(looks) == 3
    assert style_of(Ink.TOO_CLOSE).band_px > 0


def test_fleets_differ_without_colour():
    hatches = [style_of(ink).hatch for ink in (Ink.FLEET_1, Ink.FLEET_2, Ink.FLEET_3, Ink.FLEET_4)]
    assert len(set(hatches)) == 4
    assert Hatch.NoBrush not in hatches


def test_ranges_differ_without_colour():
    assert style_of(Ink.REACH_SHORT).dashes_px != style_of(Ink.REACH_LONG).dashes_px


def test_every_ink_has_a_style_and_a_meaning():
    assert all(style_of(ink).colour and meaning_of(ink) for ink in Ink)
    assert len({meaning_of(ink) for ink in Ink}) == len(Ink)


def form_differs(one, other):
    """Without colour: a hatching, a band, dashes or a width of its own; or one is an area and the other a line."""
    if one.hatch != other.hatch or bool(one.band_px) != bool(other.band_px) or bool(one.fill) != bool(other.fill):
        return True
    if len(one.dashes_px) != len(other.dashes_px):
        return True
    if one.dashes_px and not 1 / 1.4 < sum(one.dashes_px) / sum(other.dashes_px) < 1.4:
        return True
    return not 1 / 1.6 < one.width_px / other.width_px < 1.6


SEEN_AT_A_GLANCE = 20.0
"""CIE76."""
PARTS = {Ink.SAIL, Ink.MAST}
"""Of one ship: the one is a line, the other is always painted as a dot."""


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_any_two_inks_differ_in_colour_or_in_form(deficiency):
    alike = [
        (one, other)
        for one, other in itertools.combinations(Ink, 2)
        if {one, other} != PARTS
        and not form_differs(style_of(one), style_of(other))
        and difference(style_of(one).colour, style_of(other).colour, deficiency) < SEEN_AT_A_GLANCE
    ]
    assert alike == []


def test_two_inks_of_one_look_would_be_found():
    """The check above can fail: vermillion and green of one form are alike to some eyes, and not to others."""
    red, green = "#B05A2A", "#7A7A2A"
    assert difference(red, green, "none") > SEEN_AT_A_GLANCE
    assert difference(red, green, "deuteranopia") < SEEN_AT_A_GLANCE
    assert not form_differs(style_of(Ink.MAT_EDGE), replace(style_of(Ink.MAT_EDGE), colour=red))


def luminance(name):
    return float(linear(name) @ (0.2126, 0.7152, 0.0722))


def contrast(one, other):
    """WCAG 2.1: from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", ["#FFFFFF", "#000000", "#808080"])
@pytest.mark.parametrize("tone", [TYPE, QUIET_TYPE])
def test_type_on_plates_can_be_read_over_any_picture(tone, ground):
    label, below = QColor(CASING), QColor(ground)
    mixed = QColor(
        *(
            round(LABEL_OPACITY * over + (1 - LABEL_OPACITY) * under)
            for over, under in zip(label.getRgb()[:3], below.getRgb()[:3], strict=True)
        )
    )
    assert contrast(tone, mixed.name()) >= 4.5


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_words_of_the_window_can_be_read_in_both_themes(theme):
    for ground in (theme.ground, theme.panel, theme.striped, theme.raised):
        for tone in (theme.text, theme.quiet_text, theme.link, theme.bright):
            assert contrast(tone, ground) >= 4.5, (tone, ground)
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.text, theme.around) >= 4.5


@pytest.mark.parametrize("ink", [Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE, Ink.REACH_SHORT, Ink.FLEET_1, Ink.FLEET_3])
def test_lines_stand_out_from_the_sea(ink):
    """WCAG asks 3 : 1 of graphics."""
    from tableassist.ui.painting.plan_background import PLAN_BLUE

    assert (luminance(style_of(ink).colour) + 0.05) / (luminance(PLAN_BLUE) + 0.05) > 3.0
