import math
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon

from tableassist.errors import BadFileError, BadRequestError
from tableassist.pieces import (
    CannonPost,
    EdgeNumber,
    Grade,
    Mast,
    MountKind,
    OutlinePart,
    PartKind,
    PieceKind,
    PieceModel,
    Sail,
    SailPlane,
    Segment,
    SuggestedMount,
)
from tableassist.pieces.physical import PRINTED_KINDS
from tableassist.store.files import packaged_folder
from tableassist.store.models import find_model, write_model
from tableassist.store.models.file import read_model

FOLDER = packaged_folder("models")
MODELS = {name: read_model(FOLDER / f"{name}.toml") for name in ("three-mast", "island-cove", "island-round", "reef")}

# Round trip.

numbers = st.floats(-500, 500)
sizes = st.floats(0.001, 500)
points = st.tuples(numbers, numbers)


@st.composite
def outlines(draw):
    """Star-shaped round a middle, so simple; counter-clockwise."""
    radii = draw(st.lists(st.floats(1, 100), min_size=3, max_size=9))
    x, y = draw(points)
    step = math.tau / len(radii)
    return tuple((x + r * math.cos(k * step), y + r * math.sin(k * step)) for k, r in enumerate(radii))


@st.composite
def heights(draw):
    foot = draw(st.floats(0.01, 200))
    return foot, foot + draw(st.floats(0.5, 200))


@st.composite
def sails(draw):
    foot, head = draw(heights())
    return Sail(draw(st.sampled_from(SailPlane)), draw(sizes), foot, head, draw(st.booleans()))


@st.composite
def parts(draw):
    foot, head = draw(heights())
    return OutlinePart(draw(st.sampled_from(PartKind)), draw(outlines()), foot, head, draw(st.booleans()))


degrees = st.floats(-360, 360).map(math.radians)
masts = st.builds(Mast, numbers, numbers, sizes, numbers, numbers, st.none() | sails())
round_segments = st.builds(Segment, numbers, numbers, sizes, sizes)
segments = round_segments | st.builds(Segment, numbers, numbers, sizes, st.none(), outlines())
edge_numbers = st.tuples(*(st.builds(EdgeNumber, st.just(k), numbers, numbers, degrees) for k in range(1, 7)))
hull_posts = st.builds(CannonPost, st.none(), points, st.integers(1, 9), st.integers(1, 3))
mounts = st.builds(
    SuggestedMount, st.sampled_from([MountKind.FLAG, MountKind.DECK, MountKind.PLATE]), sizes, numbers, numbers,
    sizes, sizes, sizes, st.floats(0, 90).map(math.radians),
)  # fmt: skip
uprights = st.sampled_from(["masts", "segments", "flags"])


def some(strategy, most=4):
    return st.lists(strategy, max_size=most).map(tuple)


@st.composite
def models(draw):
    sort = draw(uprights)
    carried = draw(some({"masts": masts, "segments": segments, "flags": points}[sort]))
    posts = draw(some(hull_posts)) + tuple(CannonPost(k + 1, shots=2) for k in range(len(carried)))
    names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=80)
    kind = draw(st.sampled_from(PieceKind))
    return PieceModel(
        name=draw(names),
        kind=kind,
        hull=draw(outlines()),
        height_mm=draw(sizes),
        masts=carried if sort == "masts" else (),
        bowsprit=draw(some(points)),
        bow_zone_from_x_mm=draw(st.none() | numbers),
        sigma_mm=draw(sizes),
        grade=draw(st.sampled_from([grade for grade in Grade if grade is not Grade.PRINTED or kind in PRINTED_KINDS])),
        stern=draw(st.none() | points),
        parts=draw(some(parts())),
        segments=carried if sort == "segments" else (),
        flags=carried if sort == "flags" else (),
        corners=draw(some(points)),
        edge_numbers=draw(st.just(()) | edge_numbers),
        cannon_posts=draw(st.just(()) | st.just(posts)),
        suggested_mounts=draw(some(mounts)),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


@settings(max_examples=60, deadline=None)
@given(model=models(), comment=st.text(st.characters(codec="utf-8"), max_size=60))
def test_a_written_model_reads_back_the_same_to_the_last_digit(folder, model, comment):
    path = folder / "model.toml"
    write_model(path, model, comment=comment)
    assert read_model(path) == model


def test_a_scanned_model_is_written_with_its_grade(tmp_path):
    path = tmp_path / "my-island.toml"
    scanned = replace(MODELS["island-cove"], name="my-island", sigma_mm=0.31)
    write_model(path, scanned, grade="scanned", comment="Two lines\nof words")
    assert path.read_text("utf-8").startswith("# Two lines\n# of words\nformat = 1\n")
    assert read_model(path) == replace(scanned, grade=Grade.SCANNED)
    with pytest.raises(BadRequestError, match="grade: got 'guess', expected one of sourced"):
        write_model(path, scanned, grade="guess")


@pytest.mark.parametrize(
    "bad",
    [
        {"hull": ((0, 0), (10, 10), (10, 0), (0, 10))},
        {"hull": ((0, 0), (10, 0), (float("nan"), 10))},
        {"sigma_mm": -1.0},
        {"name": ""},
        {"cannon_posts": (CannonPost(4),)},
    ],
)
def test_a_model_that_would_not_read_is_not_written(tmp_path, bad):
    path = tmp_path / "bad.toml"
    with pytest.raises(BadFileError):
        write_model(path, replace(MODELS["three-mast"], **bad))
    assert not path.exists()


# Models beside a table file.


def test_a_table_may_name_a_model_file_in_its_own_folder(tmp_path):
    (tmp_path / "models").mkdir()
    write_model(tmp_path / "models" / "cay.toml", MODELS["island-round"])
    found = find_model("models/cay.toml", asked_in=tmp_path / "table.toml", field="pieces[0].model")
    assert found == MODELS["island-round"]
    assert find_model("reef", asked_in=tmp_path / "table.toml", field="pieces[0].model") == MODELS["reef"]


@pytest.mark.parametrize(
    "name",
    ["../cay.toml", "models/../../cay.toml", "/etc/cay.toml", "C:\\cay.toml", "C:cay.toml", "..\\cay.toml",
     "a\nb.toml", "\x00.toml", "folder.toml", "nowhere.toml", "link.toml", "linked/cay.toml"],
)  # fmt: skip
def test_a_model_file_elsewhere_is_refused_in_one_line(tmp_path, name):
    write_model(tmp_path / "cay.toml", MODELS["island-round"])
    home = tmp_path / "home"
    (home / "models").mkdir(parents=True)
    (home / "folder.toml").mkdir()
    (home / "link.toml").symlink_to(tmp_path / "cay.toml")
    (home / "linked").symlink_to(tmp_path)
    with pytest.raises(BadFileError) as caught:
        find_model(name, asked_in=home / "table.toml", field="pieces[0].model")
    assert str(caught.value).startswith(f"{home / 'table.toml'}: pieces[0].model: got ")
    assert "\n" not in str(caught.value)


def test_a_pipe_is_no_model_and_does_not_hang(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BadFileError, match="no such file"):
        find_model("pipe.toml", asked_in=tmp_path / "table.toml", field="model")


# Hostile files.

GOOD = (FOLDER / "galley-1.toml").read_text("utf-8")
KRAKEN = (FOLDER / "kraken.toml").read_text("utf-8")
FOG = (FOLDER / "fog-bank.toml").read_text("utf-8")
FLOTILLA = (FOLDER / "flotilla.toml").read_text("utf-8")


def with_hull(points):
    return re.sub(r"hull_mm = \[.*?\n\]", f"hull_mm = [{points}]", GOOD, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD.replace("height_mm = 9.0", "height_mm = nan"), "height_mm: got nan, expected a number"),
        (GOOD.replace("[-16.2, -2.3]", "[-inf, -2.3]"), "hull_mm[0][0]: got -inf, expected a number"),
        (GOOD.replace("height_mm = 9.0", "height_mm = -3"), "height_mm: Expected float > 0"),
        (GOOD.replace("height_mm = 9.0", 'height_mm = "tall"'), "height_mm: Expected float, got str"),
        (GOOD.replace("height_mm = 9.0", "height_mm = [9.0]"), "height_mm: Expected float, got array"),
        (GOOD.replace("[-16.2, -2.3]", "[-16.2]"), "hull_mm[0]: Expected array of length 2"),
        (GOOD.replace("[-16.2, -2.3]", "[-9e9, -2.3]"), "hull_mm[0][0]: Expected float >= -2000"),
        (GOOD.replace('kind = "ship"', 'kind = "sheep"'), "kind: Invalid enum value 'sheep'"),
        (GOOD.replace('grade = "measured"', 'grade = "sure"'), "grade: Invalid enum value 'sure'"),
        (GOOD.replace("format = 1", "format = 7"), "format: got 7, expected 1; made by a newer tableassist"),
        (GOOD.replace("format = 1\n", ""), "missing required field format"),
        (GOOD.replace("touches = true", "touches = 1", 1), "parts[0].touches: Expected bool, got int"),
        (GOOD.replace("touches = true", "colour = 3", 1), "unknown field colour"),
        (
            GOOD.replace("[[13.2, -1.5], [20.9, -1.5],", "[[13.2, -1.5], [20.9, 1.5],"),
            "parts[0].outline_mm: the outline crosses itself",
        ),
        (
            GOOD.replace("head_mm = 35.0", "head_mm = 13.0"),
            "masts[0].sail.head_mm: got 13, expected more than foot_mm, 14",
        ),
        (GOOD.replace("head_mm = 5.0", "head_mm = 0.0"), "parts[0].head_mm: Expected float > 0"),
        (with_hull("[0, 0], [1, 1]"), "hull_mm: Expected array of length >= 3"),
        (
            with_hull("[0, 0], [9, 0], [0, 0]"),
            "hull_mm: the outline crosses itself or has no area, expected a simple one",
        ),
        (with_hull("[0, 0], " * 60_000), "hull_mm: Expected array of length <= 500"),
        (GOOD + "[[masts]]\nx_mm = 1\ny_mm = 1\ntop_mm = 9\n" * 100, "masts: Expected array of length <= 24"),
        (
            GOOD + "[[segments]]\nx_mm = 1\ny_mm = 1\ntop_mm = 9\nradius_mm = 2\n",
            "got masts and segments, expected only one of these",
        ),
        (KRAKEN.replace("radius_mm = 4.0", "", 1), "segments[0]: expected either radius_mm or outline_mm"),
        (FOG.replace("number = 6", "number = 5"), "edge_numbers: got [1, 2, 3, 4, 5, 5], expected each of 1 to 6 once"),
        (FLOTILLA.replace("upright = 1", "upright = 2"), "cannon_posts[0].upright: got 2, expected 1 to 1"),
        (FLOTILLA.replace("upright = 1\n", ""), "cannon_posts[0]: expected either upright or at_mm"),
        (GOOD.replace('mount = "flag"', 'mount = "masthead"'), "suggested_mounts[0].mast: expected a mast"),
        (
            GOOD.replace('mount = "flag"', 'mount = "masthead"\nmast = 2'),
            "suggested_mounts[0].mast: got 2, expected 1 to 1",
        ),
        ("#" * 1_000_001, "file has 1000001 bytes, expected at most 1000000"),
        ("name = " + "[" * 100_000, "not a TOML file"),
        ("name" + ".a" * 100_000 + " = 1", "key of 32 parts or more"),
        ("", "missing required field"),
    ],
)
def test_a_hostile_model_file_is_refused_in_one_line(tmp_path, text, words):
    path = tmp_path / "model.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadFileError) as caught:
        read_model(path)
    message = str(caught.value)
    assert words in message
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert len(message) < 400


def test_a_clockwise_outline_is_turned(tmp_path):
    path = tmp_path / "model.toml"
    model = MODELS["three-mast"]
    write_model(path, replace(model, hull=tuple(reversed(model.hull))))
    assert Polygon(read_model(path).hull).exterior.is_ccw


def test_binary_is_no_model(tmp_path: Path):
    path = tmp_path / "model.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFileError, match="not a text file"):
        read_model(path)
