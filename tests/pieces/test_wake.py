"""The wake plate: where it goes, which number it has, and what is printed for it."""

import pytest

from tableassist.errors import BadRequestError
from tableassist.pieces import MountKind, Piece, PieceKind
from tableassist.pieces.physical import is_wake_plate, suggest_wake_mount
from tableassist.printing.paper import Paper
from tableassist.printing.pieces import print_pieces
from tableassist.store.files import packaged_folder
from tableassist.store.models import model_names
from tableassist.store.models.file import read_model
from tableassist.store.table_edit import NewPiece, with_tags
from tests.printing.page_picture import PagePictures

MODELS = {name: read_model(packaged_folder("models") / f"{name}.toml") for name in model_names()}


def new_piece(model_name, owner="Anne"):
    return NewPiece(model_name, model_name, MODELS[model_name], model_name, None, owner)


def test_every_ship_that_flies_a_flag_has_a_wake_plate_clear_of_her_hull():
    flying = [m for m in MODELS.values() if [s.kind for s in m.suggested_mounts] == [MountKind.FLAG]]
    ships = [model for model in flying if model.kind is PieceKind.SHIP]
    assert len(ships) > 20
    for model in ships:
        mount = suggest_wake_mount(model)
        stern = min(x for x, _ in model.hull)
        assert mount.x_mm + 10.0 == pytest.approx(stern - 6.0, abs=0.06)  # a plate of 20 mm, 6 mm behind the stern
        assert (mount.y_mm, mount.z_mm, mount.size_mm) == (0.0, 0.5, 16.0)


def test_islands_forts_and_creatures_have_none():
    assert [suggest_wake_mount(MODELS[name]) for name in ("island-round", "fort", "kraken", "reef")] == [None] * 4


def test_numbers_run_flag_then_wake_and_each_player_starts_at_a_ten():
    fleet = [new_piece("three-mast"), new_piece("one-mast"), new_piece("two-mast", "Ben"), new_piece("reef", None)]
    tags = [[(mount.kind, mount.tag) for mount in piece.mounts] for piece in with_tags(fleet)]
    flag, plate = MountKind.FLAG, MountKind.PLATE
    assert tags[:3] == [[(flag, 20), (plate, 21)], [(flag, 22), (plate, 23)], [(flag, 30), (plate, 31)]]
    assert tags[3][0] == (plate, 40)


def test_a_table_may_do_with_flags_alone():
    one, two = (with_tags([new_piece("three-mast")], ship_tags=count)[0].mounts for count in (1, 2))
    assert [mount.kind for mount in one] == [MountKind.FLAG]
    assert two[0] == one[0]
    with pytest.raises(BadRequestError, match="expected 1 or 2"):
        with_tags([new_piece("three-mast")], ship_tags=3)


def test_tags_enlarged_for_a_small_picture_stay_clear_of_the_stern():
    (piece,) = with_tags([new_piece("three-mast")], least_mm=24.0)
    wake = piece.mounts[1]
    assert wake.size_mm == 24.0
    assert wake.x_mm + 15.0 == pytest.approx(-23.5 - 6.0, abs=0.06)


def test_the_printed_card_says_how_it_is_glued():
    made = with_tags([new_piece("three-mast")])[0]
    piece = Piece("a", "Anne's ship", made.model, None, (), made.mounts)
    assert [is_wake_plate(piece, mount) for mount in piece.mounts] == [False, True]
    printed = print_pieces([piece], Paper.A4)
    text = " ".join(PagePictures(printed.pdf).text(0).split())
    assert "Wake plate, tag 21" in text
    assert "Glue the tongue under the hull with its line at the stern" in text
    assert [tag.tag for tag in printed.tags] == [20, 21]
