"""Drawings as SVG: the right way up, all inks, names apart from each other and never more than names."""

import re
from xml.etree import ElementTree

from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.overlay.svg_drawing import svg_of
from tableassist.overlay.svg_inks import INKS, PALETTE, svg_hatches, svg_style
from tableassist.overlay.svg_labels import place_label

MAT = (900.0, 600.0)


def drawing(*labels, strokes=(), badges=()):
    return Drawing(tuple(strokes), tuple(badges), tuple(Label(at, text, Ink.FLEET_1, text) for at, text in labels))


def test_y_runs_up_on_the_mat_and_down_on_the_page():
    line = Stroke(((10.0, 20.0), (30.0, 590.0)), Ink.CLEAR, closed=False, filled=False, piece=None)
    svg = ElementTree.fromstring(svg_of(drawing(strokes=[line]), MAT, title="a"))
    assert svg.get("viewBox") == "0 0 900 600"
    assert svg.find("path").get("d") == "M10.0,580.0L30.0,10.0"


def test_an_area_is_tinted_hatched_and_outlined():
    hull = Stroke(((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)), Ink.FLEET_2, closed=True, filled=True, piece="a")
    classes = [path.get("class") for path in ElementTree.fromstring(svg_of(drawing(strokes=[hull]), MAT, title="a"))][
        1:
    ]
    assert classes == ["f-fleet-2", "h-fleet-2", "i-fleet-2"]


def test_names_and_titles_are_escaped():
    text = '<script>alert("&")</script>'
    plain = svg_of(drawing(((100.0, 100.0), text), badges=[Badge((1.0, 1.0), Symbol.RAM, text)]), MAT, title=text)
    assert "<script" not in plain
    root = ElementTree.fromstring(plain)
    assert root.find("title").text == root.find("text").text == root.find("g/title").text == text


def test_every_badge_has_a_sign_of_its_own():
    """A ship in fog, or one that may tow, ended the battle report with a KeyError."""
    badges = [Badge((50.0 * number, 50.0), symbol, symbol.value) for number, symbol in enumerate(Symbol)]
    root = ElementTree.fromstring(svg_of(drawing(badges=badges), MAT, title="a"))
    signs = [text.text for text in root.iterfind("g/text")]
    assert len(set(signs)) == len(Symbol)


def test_every_ink_has_a_look_that_differs_by_more_than_its_colour():
    assert set(INKS) == set(Ink)
    fleets = [INKS[ink].hatch for ink in (Ink.FLEET_1, Ink.FLEET_2, Ink.FLEET_3, Ink.FLEET_4)]
    assert len(set(fleets)) == 4
    calls = [(INKS[ink].dashes, INKS[ink].hatch) for ink in (Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE)]
    assert len(set(calls)) == 3
    style = svg_style()
    assert all(f".i-{ink}{{" in style for ink in Ink)
    ElementTree.fromstring(svg_hatches())


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_lines_and_words_can_be_read_on_the_sea_by_day_and_by_night():
    """Contrast as WCAG 2.1 has it: 3 to 1 for lines, 4.5 to 1 for words."""
    for time_of_day in (0, 1):
        sea = luminance(PALETTE["sea"][time_of_day])
        for name, pair in PALETTE.items():
            if name in ("sea", "halo", "mist", "edge"):
                continue  # backgrounds, and fog, which is pale
            shade = luminance(pair[time_of_day])
            contrast = (max(sea, shade) + 0.05) / (min(sea, shade) + 0.05)
            assert contrast >= (4.5 if name == "text" else 3.0), (name, time_of_day, contrast)


def test_names_of_neighbours_do_not_lie_on_each_other():
    labels = []
    for k in range(4):
        at = (300.0 + 30.0 * k, 300.0)
        box = place_label(at, f"HMS Neighbour {k}", [], labels, MAT)
        assert all(box[0] >= b[2] or box[2] <= b[0] or box[1] >= b[3] or box[3] <= b[1] for b in labels)
        labels.append(box)


def test_a_name_stays_on_the_mat_and_a_long_one_is_cut():
    left, top, right, bottom = place_label((899.0, 1.0), "La Possession", [], [], MAT)
    assert 0 <= left < right <= 900
    assert 0 <= top < bottom <= 600
    plain = svg_of(drawing(((100.0, 100.0), "x" * 80)), MAT, title="a")
    assert re.search(r">(x+…)<", plain)[1] == "x" * 27 + "…"
