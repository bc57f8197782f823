"""Where a card may lie whose tag a ship hides, on drawn tables of the bench with exact truth."""

from functools import cache

import msgspec
import numpy as np
import pytest
import shapely

from bench import lies, staging
from bench.lies_tables import ROWS, make_lying_table
from tableassist.pieces import PieceKind
from tableassist.pipeline.judge import judge
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.store.evidence.moment import StatedSpots
from tableassist.store.match.words import read_words, words_of
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.hull.whereabouts import find_spots, survey_mat
from tests.table_states import state_of

SEED = 60601
HIDDEN = (0, 3, 4)
"""Pictures of this seed in which a ship hides the tag of an island."""


@cache
def scene(number):
    rng = np.random.default_rng((SEED, 0, 0, number))
    at, mat = lies.session("30", 0, SEED), staging.mat_layout()
    table = make_lying_table(ROWS["control"], rng, two_tags=False, mat_mm=mat.width_mm)
    image = at.studio.picture(StagedTable(mat, table.staged), rng)
    camera = CameraProfile("bench", staging.lens_of(at.view))
    settings = TableSettings("bench", mat, camera, table.pieces, RuleSettings(), state_of(table.pieces))
    sightings = at.detector.detect(image)
    state = step(first_state(settings), Frame(image, 0, 0, "bench"), settings, lambda _: sightings)
    return table, image, settings, state


def islands(table):
    return {each.piece.id: each for each in table.staged if each.piece.model.kind is PieceKind.ISLAND}


def outline(staged):
    return shapely.Polygon(staged.pose.place(staged.piece.model.hull))


def whole(spots):
    return shapely.union_all([shapely.make_valid(shapely.Polygon(spot)) for spot in spots])


def cells_of(number, tags=None):
    _, image, settings, state = scene(number)
    placed = [(each.piece, each.pose.pose, each.masts_standing) for each in state.scene.pieces]
    size = settings.mat.width_mm, settings.mat.height_mm
    return survey_mat(image, state.registration, size, settings.mat.tags if tags is None else tags, placed)


@pytest.mark.parametrize("number", HIDDEN)
def test_a_hidden_island_is_within_its_spots_and_they_are_a_small_part_of_the_mat(number):
    table, _, settings, state = scene(number)
    hidden = [piece.id for piece in state.scene.unseen]
    assert hidden
    for piece in hidden:
        spots = whole(state.scene.whereabouts[piece])
        assert spots.covers(outline(islands(table)[piece]))
        assert spots.area < 0.2 * settings.mat.width_mm * settings.mat.height_mm


@pytest.mark.parametrize("number", HIDDEN)
def test_an_island_that_is_not_seen_stops_only_lines_into_its_spots(number):
    _, _, _, state = scene(number)
    lines = [ruling for ruling in state.rulings if ruling.rule == "line_of_fire"]
    clear = [line for line in lines if line.verdict is Verdict.YES]
    assert clear
    for piece in state.scene.unseen:
        spots = whole(state.scene.whereabouts[piece.id])
        assert not any(spots.intersects(shapely.LineString([line.witness.start, line.witness.end])) for line in clear)


def test_a_record_and_evidence_keep_the_spots():
    _, _, settings, state = scene(HIDDEN[0])
    words = read_words(words_of(state, settings))
    assert words.whereabouts == dict(state.scene.whereabouts) != {}
    tracks = state.tracks
    why = {"reasons": words.reasons, "doubts": words.doubts}
    again = settings.scene(tracks.poses, tracks.seen_ns, state.t_ns, **why, **words.looks)
    assert list(map(Ruling.spell_out, judge(again, settings))) == list(map(Ruling.spell_out, state.rulings))
    stated = msgspec.json.encode(state.scene.whereabouts)
    assert msgspec.json.decode(stated, type=StatedSpots) == dict(state.scene.whereabouts)


def test_spots_are_not_on_cards_that_are_measured_nor_on_open_mat():
    table, _, settings, state = scene(1)
    piece = next(iter(islands(table).values())).piece
    spots = whole(find_spots(piece, cells_of(1)))
    ships = [shapely.Point(each.pose.pose.x_mm, each.pose.pose.y_mm) for each in state.scene.pieces]
    assert spots.area < 0.1 * settings.mat.width_mm * settings.mat.height_mm
    for spot in shapely.get_parts(spots):
        edge = shapely.box(0, 0, settings.mat.width_mm, settings.mat.height_mm).exterior
        assert spot.distance(edge) < 20 or min(spot.distance(ship) for ship in ships) < 60


def test_without_a_measured_card_nothing_is_known_of_how_cards_look():
    _, image, settings, state = scene(1)
    placed = [
        (each.piece, each.pose.pose, each.masts_standing)
        for each in state.scene.pieces
        if each.piece.model.kind is PieceKind.SHIP
    ]
    size = settings.mat.width_mm, settings.mat.height_mm
    assert survey_mat(image, state.registration, size, settings.mat.tags, placed) is None


def test_cards_of_the_mats_own_colour_cannot_be_told():
    _, image, settings, state = scene(1)
    placed = [(each.piece, each.pose.pose, each.masts_standing) for each in state.scene.pieces]
    size = settings.mat.width_mm, settings.mat.height_mm
    blank = np.full_like(image, np.median(image, axis=(0, 1)).astype(np.uint8))
    assert survey_mat(blank, state.registration, size, settings.mat.tags, placed) is None
