import math
import re

import msgspec
import pytest
from shapely import Polygon, box
from shapely.geometry import Point

from tableassist.pieces import Grade, MountKind, PartKind, PieceKind, SailPlane
from tableassist.store.files import packaged_folder
from tableassist.store.models import entry as model_entry
from tableassist.store.models import model_names
from tableassist.store.models.file import model_text, read_model

FOLDER = packaged_folder("models")
NAMES = [
    "one-mast", "two-mast", "three-mast", "four-mast", "five-mast", "schooner-1", "schooner-2", "schooner-3",
    "schooner-4", "galley-1", "galley-2", "galley-3", "galley-4", "junk-2", "junk-3", "junk-6", "junk-10",
    "longship-1", "longship-2", "longship-3", "turtle-ship", "catamaran-2", "catamaran-3", "windcatcher",
    "submarine-2", "submarine-3", "bombardier", "flotilla", "hoist", "scorpion", "switchblade", "turbine",
    "icebreaker", "canoe", "titan", "sea-dragon", "sea-monster-2", "sea-monster-4", "sea-monster-5", "kraken",
    "fort", "island-round", "island-long", "island-cove", "fog-bank", "iceberg", "reef", "sargasso-sea",
    "whirlpool", "trade-current", "card", "coin", "marine", "free-shape",
    "printed-island-round", "printed-island-long", "printed-island-cove", "printed-island-bean",
    "printed-island-pear", "printed-island-lobes", "printed-fog-bank-1", "printed-fog-bank-2",
    "printed-iceberg-1", "printed-iceberg-2", "printed-reef-1", "printed-reef-2", "printed-sargasso-sea-1",
    "printed-sargasso-sea-2", "printed-whirlpool-1", "printed-whirlpool-2", "printed-trade-current-1",
    "printed-trade-current-2",
]  # fmt: skip
MODELS = {name: read_model(FOLDER / f"{name}.toml") for name in NAMES}
SHIPS = [name for name in NAMES if MODELS[name].kind is PieceKind.SHIP]
ISLANDS_AND_TERRAIN = ["island-round", "island-long", "island-cove", "fog-bank", "iceberg", "reef", "sargasso-sea",
                       "whirlpool", "trade-current"]  # fmt: skip
PRINTED = [name for name in NAMES if name.startswith("printed-")]

# Length and width of the deck, and the grade, as the measurements of real cards have them.
SIZES = {
    "one-mast": (35.4, 14.8, "measured"),
    "two-mast": (41.8, 16.3, "measured"),
    "three-mast": (47.0, 17.0, "estimate"),
    "four-mast": (51.0, 18.0, "estimate"),
    "five-mast": (55.0, 19.0, "estimate"),
    "galley-1": (32.4, 11.5, "measured"),
    "turtle-ship": (45.0, 22.0, "estimate"),
    "longship-1": (45.0, 12.0, "estimate"),
    "longship-3": (55.0, 12.0, "estimate"),
    "submarine-2": (55.0, 14.0, "estimate"),
    "flotilla": (35.0, 35.0, "estimate"),
    "fort": (45.0, 45.0, "estimate"),
    "card": (89.2, 63.7, "measured"),
    "coin": (17.1, 17.1, "measured"),
    "marine": (24.0, 24.0, "estimate"),
}
# What cards say: masts, or the segments that count as masts.
UPRIGHTS = {"schooner-4": 4, "galley-3": 3, "junk-2": 2, "junk-6": 6, "junk-10": 10, "longship-3": 3, "turtle-ship": 1,
            "catamaran-2": 2, "windcatcher": 3, "submarine-3": 3, "bombardier": 3, "flotilla": 1, "switchblade": 4,
            "turbine": 3, "icebreaker": 3, "canoe": 1, "titan": 4, "sea-dragon": 4, "sea-monster-2": 2,
            "sea-monster-5": 5, "kraken": 8}  # fmt: skip


def extent(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def test_every_promised_model_is_packaged_and_no_other():
    assert sorted(NAMES) == list(model_names())


@pytest.mark.parametrize("name", NAMES)
def test_a_packaged_hull_is_simple_counter_clockwise_and_centred(name):
    model = MODELS[name]
    outline = Polygon(model.hull)
    assert outline.is_valid
    assert outline.exterior.is_ccw
    assert model.name == name
    xs, ys = [x for x, _ in model.hull], [y for _, y in model.hull]
    # Cards are cut by hand round their middle; what is assembled has its middle at the origin.
    slack = 0.05 * max(extent(model.hull)) if name in ISLANDS_AND_TERRAIN else 0.11
    assert abs(max(xs) + min(xs)) / 2 <= slack
    assert abs(max(ys) + min(ys)) / 2 <= slack


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_a_model_has_the_size_and_grade_of_the_real_piece(name, size):
    length, width, grade = size
    assert extent(MODELS[name].hull) == (pytest.approx(length, abs=0.15), pytest.approx(width, abs=0.15))
    assert MODELS[name].grade == grade


def test_a_galleys_ram_and_oars_reach_as_far_as_measured():
    model = MODELS["galley-1"]
    ram = next(part for part in model.parts if part.kind is PartKind.RAM)
    oars = [part for part in model.parts if part.kind is PartKind.OARS]
    assert extent((*model.hull, *ram.outline))[0] == pytest.approx(38.6, abs=0.15)
    assert extent([point for part in oars for point in part.outline]) == (22.0, pytest.approx(34.0, abs=0.3))
    assert ram.touches
    assert not any(part.touches for part in oars)


def test_a_catamaran_is_as_wide_as_both_her_hulls():
    for name in ("catamaran-2", "catamaran-3"):
        touching = [part.outline for part in MODELS[name].parts if part.touches]
        assert len(touching) == 1
        assert extent((*MODELS[name].hull, *touching[0])) == (45.0, pytest.approx(30.0, abs=0.5))


@pytest.mark.parametrize(("name", "count"), UPRIGHTS.items())
def test_a_model_has_as_many_masts_or_segments_as_its_cards(name, count):
    assert MODELS[name].upright_count == count


@pytest.mark.parametrize("name", NAMES)
def test_sigma_follows_from_the_grade(name):
    model = MODELS[name]
    length = max(extent(model.hull))
    expected = {
        Grade.SOURCED: 0.2,
        Grade.MEASURED: 0.02 * length,
        Grade.ESTIMATE: 0.10 * length / 2,
        Grade.PRINTED: 0.3,
    }[model.grade]
    assert model.sigma_mm == pytest.approx(expected, abs=0.051)


@pytest.mark.parametrize("name", SHIPS)
def test_a_ships_rig_stands_on_her_deck(name):
    model = MODELS[name]
    hull = Polygon(model.hull)
    bow, stern = max(x for x, _ in model.hull), min(x for x, _ in model.hull)
    places = [mast.x_mm for mast in model.masts]
    assert places == sorted(places, reverse=True)
    for mast in model.masts:
        assert hull.contains(Point(mast.x_mm, mast.y_mm))
        assert mast.top_mm > model.height_mm
        if mast.sail is not None:
            assert model.height_mm < mast.sail.foot_mm < mast.sail.head_mm <= mast.top_mm
    assert model.bow_zone_from_x_mm is not None
    assert 0 < model.bow_zone_from_x_mm < bow
    assert model.stern == (stern, 0.0)
    assert all(x >= bow for x, _ in model.bowsprit)


@pytest.mark.parametrize("name", SHIPS)
def test_schooners_junks_and_galleys_carry_their_own_sails(name):
    planes = {mast.sail.plane for mast in MODELS[name].masts if mast.sail}
    battened = {mast.sail.battened for mast in MODELS[name].masts if mast.sail}
    if name.startswith(("schooner", "junk")):
        assert planes == {SailPlane.FORE_AND_AFT}
    if name.startswith("galley"):
        assert planes == {SailPlane.DIAGONAL}
    assert battened == ({True} if name.startswith(("junk", "turtle")) else {False} if planes else set())


@pytest.mark.parametrize("name", NAMES)
def test_parts_lie_at_the_hull_and_what_touches_reaches_the_mat(name):
    model = MODELS[name]
    hull = Polygon(model.hull)
    beams = [Polygon(part.outline) for part in model.parts if part.kind is PartKind.BEAM]
    for part in model.parts:
        outline = Polygon(part.outline)
        assert outline.is_valid
        assert outline.exterior.is_ccw
        assert part.touches == (part.foot_mm == 0)
        near = beams if part.kind is PartKind.OUTRIGGER else [hull]
        assert min(outline.distance(other) for other in near) < 0.3


@pytest.mark.parametrize(
    "name",
    ["fog-bank", "iceberg", "printed-fog-bank-1", "printed-fog-bank-2", "printed-iceberg-1", "printed-iceberg-2"],
)
def test_the_numbers_one_to_six_stand_on_the_edge_and_point_outward(name):
    model = MODELS[name]
    shore = Polygon(model.hull)
    assert [edge.number for edge in model.edge_numbers] == [1, 2, 3, 4, 5, 6]
    for edge in model.edge_numbers:
        assert shore.exterior.distance(Point(edge.x_mm, edge.y_mm)) < 0.15
        for away in (1.0, 6.0, 57.5):
            there = Point(edge.x_mm + away * math.cos(edge.outward_rad), edge.y_mm + away * math.sin(edge.outward_rad))
            assert not shore.contains(there)
            assert shore.distance(there) > 0.8 * away


def test_a_fort_has_walls_flags_and_opposite_corners():
    fort = MODELS["fort"]
    assert fort.height_mm == 25.0
    assert {part.kind for part in fort.parts} == {PartKind.WALL, PartKind.TOWER}
    assert fort.corners[0] == tuple(-each for each in fort.corners[2])
    assert fort.corners[1] == tuple(-each for each in fort.corners[3])
    assert len(fort.flags) >= 6  # the largest fort has six cannons
    walls = [Polygon(part.outline) for part in fort.parts]
    assert all(any(wall.contains(Point(flag)) for wall in walls) for flag in fort.flags)


@pytest.mark.parametrize("name", NAMES)
def test_suggested_tags_can_be_seen_and_touch_no_neighbour(name):
    model = MODELS[name]
    assert model.suggested_mounts
    tops = [m.top_mm for m in model.masts] + [part.head_mm for part in model.parts]
    for mount in model.suggested_mounts:
        half = 0.625 * mount.size_mm  # the white rim of a 36h11 tag is one of its eight modules
        plate = box(mount.x_mm - half, mount.y_mm - half, mount.x_mm + half, mount.y_mm + half)
        if mount.kind is MountKind.FLAG:
            assert 50 <= mount.z_mm <= 60
            assert mount.z_mm > max(tops)
            assert mount.x_mm < 0
        elif mount.kind is MountKind.PLATE:
            assert plate.difference(Polygon(model.hull)).area < 0.03 * plate.area
        over = [part for part in model.parts if part.head_mm > mount.z_mm and Polygon(part.outline).intersects(plate)]
        assert not over
        assert not any(
            Polygon(segment.ring).intersects(plate) for segment in model.segments if segment.top_mm > mount.z_mm
        )
    if name in ISLANDS_AND_TERRAIN or name in PRINTED:
        assert len(model.suggested_mounts) >= 2


ENTRIES = {
    "The file": model_entry.ModelEntry,
    "`[[masts]]`": model_entry.MastEntry,
    "`sail`": model_entry.SailEntry,
    "`[[segments]]`": model_entry.SegmentEntry,
    "`[[parts]]`": model_entry.PartEntry,
    "`edge_numbers`": model_entry.EdgeNumberEntry,
    "`[[cannon_posts]]`": model_entry.PostEntry,
    "`[[suggested_mounts]]`": model_entry.SuggestedMountEntry,
}


def test_the_readme_documents_every_field_and_every_choice():
    text = (FOLDER / "README.md").read_text("utf-8")
    chapters = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    for title, entry in ENTRIES.items():
        documented = re.findall(r"^\| `(\w+)` \|", chapters[title], re.MULTILINE)
        assert documented == [field.name for field in msgspec.structs.fields(entry)], title
    known = [each for each in vars(model_entry).values() if isinstance(each, type)]
    structs = {each for each in known if issubclass(each, msgspec.Struct)}
    assert structs == set(ENTRIES.values())
    for choice in (*PieceKind, *Grade, *PartKind, *SailPlane, *MountKind):
        assert f"`{choice}`" in text


@pytest.mark.parametrize("name", NAMES)
def test_a_packaged_file_is_what_the_program_would_write(name):
    text = (FOLDER / f"{name}.toml").read_text("utf-8")
    comment = text.splitlines()[0].removeprefix("# ")
    assert model_text(MODELS[name], comment=comment) == text


def test_cannons_sit_where_the_keywords_say():
    for name in ("longship-1", "longship-2", "longship-3"):
        assert [post.shots for post in MODELS[name].posts] == [2] * MODELS[name].upright_count
    assert [post.upright for post in MODELS["flotilla"].printed_posts] == [1, 1, 1, 1]
    bombardier = MODELS["bombardier"].printed_posts
    assert [post.upright for post in bombardier] == [None, 1, 2, 3]
    x_of = [MODELS["bombardier"].post_place(post)[0] for post in bombardier]
    assert x_of == sorted(x_of, reverse=True)
    assert [post.upright for post in MODELS["junk-10"].printed_posts] == list(range(1, 11))
