"""Masts that the ledger has otherwise than the picture: as values, in words, and in the same order always."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from tableassist.messages import Message
from tableassist.pipeline.hull_looks import MastContradiction, is_about_masts, mast_contradictions
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.store.judgement_json import judgement
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.table_faults import dismasted, on_pieces
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import corrected, mast_lost, settings_with

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)
TITAN_GONE = MastContradiction("titan", 2, MastSeen.GONE)


@lru_cache(maxsize=1)
def seen():
    """The Titan has lost her second mast, and nobody has noted it."""
    game = stage_game(SETTINGS)
    table = on_pieces(game.table_at(game.time_of("blocked")), {"titan": lambda ship: dismasted(ship, 2)})
    frame = Frame(Studio(STAGE.camera).picture(table, np.random.default_rng(1)), 0, 0, "studio")
    return frame, TagDetector(SETTINGS.tag_families).detect(frame.image)


@lru_cache(maxsize=4)
def state_by(*lost):
    frame, sightings = seen()
    settings = settings_with(SETTINGS, *(mast_lost(piece, mast) for piece, mast in lost))
    return step(first_state(settings), frame, settings, lambda _: sightings)


def test_a_mast_that_is_off_contradicts_a_ledger_that_has_it_standing():
    state = state_by()
    assert mast_contradictions(state.fits, SETTINGS.state) == (TITAN_GONE,)
    (words,) = [warning for warning in state.warnings if is_about_masts(warning)]
    assert str(words).startswith("HMS Titan: mast 2 seems to be missing")


def test_a_mast_that_stands_contradicts_a_ledger_that_has_it_lost():
    state = state_by(("titan", 2), ("titan", 3))
    assert mast_contradictions(state.fits, state.scene.state) == (MastContradiction("titan", 3, MastSeen.STANDS),)
    (words,) = [warning for warning in state.warnings if is_about_masts(warning)]
    assert str(words).startswith("HMS Titan: mast 3 seems to be standing")


def test_nothing_is_said_where_picture_and_ledger_agree():
    state = state_by(("titan", 2))
    assert mast_contradictions(state.fits, state.scene.state) == ()
    assert not any(map(is_about_masts, state.warnings))


def test_it_is_the_ledger_of_now_that_is_contradicted():
    """The window's, which may have been changed since the picture."""
    noted = corrected(SETTINGS.state, mast_lost("titan", 2))
    assert mast_contradictions(state_by().fits, noted) == ()
    assert mast_contradictions(state_by(("titan", 2)).fits, SETTINGS.state) == (TITAN_GONE,)


def test_without_a_look_nothing_is_contradicted():
    fits = {piece: replace(fit, hull=None) for piece, fit in state_by().fits.items()}
    assert mast_contradictions(fits, SETTINGS.state) == ()
    assert mast_contradictions({}, SETTINGS.state) == ()


@pytest.mark.parametrize("warning", ["HMS Titan: mast 2 seems to be missing", Message("unknown tag {tags}", tags=(1,))])
def test_other_warnings_are_not_about_masts(warning):
    assert not is_about_masts(warning)


def test_the_contradiction_stands_in_the_json_with_its_piece():
    rows = {row.id: row for row in judgement(state_by()).pieces}
    assert [(row.mast, row.seen, row.ledger) for row in rows["titan"].masts] == [(2, "gone", "stands")]
    assert all(row.masts == () for piece, row in rows.items() if piece != "titan")
    back = {row.id: row for row in judgement(state_by(("titan", 2), ("titan", 3))).pieces}
    assert [(row.mast, row.seen, row.ledger) for row in back["titan"].masts] == [(3, "stands", "gone")]


def test_a_ship_that_is_measured_again_does_not_change_her_place_among_the_warnings():
    """Else the lines of the banner change places whenever a hand passes over one of two leaning ships."""
    frame, sightings = seen()
    first = state_by()
    own = first.fits["titan"].sightings
    again = tuple(replace(s) if any(s is each for each in own) else s for s in sightings)
    later = step(first, replace(frame, number=1, t_ns=100_000_000), SETTINGS, lambda _: again)
    assert later.fits["titan"].sightings[0] is not own[0]
    assert list(later.fits) == list(first.fits) == [p.id for p in SETTINGS.pieces if p.id in first.fits]
