"""A match in which everything happens once: pieces of all kinds, crowded, in every state, moved about."""

import itertools
import math
from dataclasses import replace

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, MoveSegment, Piece, PieceState
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.keys import key_folder, load_or_make_table_key
from tableassist.store.match import make_match_folder
from tableassist.store.match.writer import create_match, seen_of
from tableassist.store.models import find_model, model_names
from tableassist.studio.staging.staged_game import outline_at, slid_to_contact
from tests.pipeline.played_tracks import FRAME_NS, played
from tests.table_states import begun, captured, mast_lost, settings_with, state_of, turn_of
from tests.ui.demo_moment import demo_moment

PLAYERS = ("Anne <b>", "Mary & Co", "[/]Bert")
FLOATS = {"ship", "sea-creature", "fort", "submarine"}
SHIPS = {
    "five-mast",
    "one-mast",
    "schooner-2",
    "galley-3",
    "junk-3",
    "longship-2",
    "submarine-2",
    "turtle-ship",
    "kraken",
}
SHIPS |= {"sea-dragon", "flotilla", "bombardier", "titan"}
LAND = {
    "island-cove",
    "island-long",
    "island-round",
    "fort",
    "fog-bank",
    "reef",
    "iceberg",
    "sargasso-sea",
    "whirlpool",
}
LAND |= {"trade-current", "marine"}


def busy_pieces(here):
    pieces, sides = [], itertools.cycle(PLAYERS)
    assert set(model_names()) >= SHIPS | LAND
    for name in sorted(SHIPS | LAND):
        model = find_model(name, asked_in=here, field="model")
        owner = next(sides) if model.kind.value in FLOATS or model.upright_count else None
        guns = tuple(Cannon(mast, 3, CannonRange("SL"[mast % 2])) for mast in range(1, model.upright_count + 1))
        cannons = guns if owner else ()
        move = (MoveSegment.SHORT, MoveSegment.LONG) if owner else ()
        pieces.append(Piece(name, f"The {name}", model, owner, cannons, (), base_move=move))
    return tuple(pieces)


def busy_events(pieces):
    """One of each kind, and every state."""
    ships = [piece.id for piece in pieces if piece.owner and piece.model.upright_count]
    islands = [piece.id for piece in pieces if piece.model.kind.value == "island"]
    yield from (turn_of(player) for player in PLAYERS)
    yield from (
        mast_lost(ships[0], 1),
        mast_lost(ships[1], 1),
        Correct(ships[1], CorrectionKind.MAST_BACK, "1"),
        captured(ships[2], PLAYERS[0]),
    )
    yield Correct(islands[0], CorrectionKind.HOME, PLAYERS[0])
    yield Correct(islands[0], CorrectionKind.WILD)
    yield Correct(islands[1], CorrectionKind.HOME, PLAYERS[1])
    for ship, state in zip(ships[3:], PieceState, strict=False):
        yield begun(ship, state)
    yield Correct(ships[3], CorrectionKind.STATE_OVER, next(iter(PieceState)))
    crew = f"{ships[0]}-1"
    yield Correct(ships[4], CorrectionKind.CREW, crew)
    yield Correct(ships[4], CorrectionKind.CREW_GONE, crew)


def busy_moments(here):
    start, pieces, rng = demo_moment("blocked"), busy_pieces(here), np.random.default_rng(17)
    owners = {piece.id: piece.owner for piece in pieces if piece.owner}
    crewed = next(piece.id for piece in pieces if piece.owner and piece.model.upright_count)
    state = state_of(pieces, PLAYERS, owners, crews={crewed: ("SM/PS-001",)})
    settings = replace(start.settings, name="Busy <i>table</i>", pieces=pieces, state=state)
    at = {piece.id: (*rng.uniform(150, 500, 2).tolist(), float(rng.uniform(-math.pi, math.pi))) for piece in pieces}
    frames, known = [], {}

    def show(count, now):
        for _ in range(count):
            poses = {}
            for piece, place in at.items():
                if known.get(piece, (None,))[0] != place:
                    own = np.diag([0.05**2, 0.05**2, 0.001**2])
                    pose = PiecePose(PlanarPose(*place), own, np.zeros((3, 6)), len(frames) * FRAME_NS, (1,), 0.1)
                    known[piece] = place, pose
                poses[piece] = known[piece][1]
            frames.append((poses, now))

    show(8, settings)
    movers = itertools.cycle([piece.id for piece in pieces])
    for event in busy_events(pieces):
        settings = settings_with(settings, event)
        show(1, settings)
        for piece in itertools.islice(movers, 2):
            x, y, heading = at[piece]
            step, turn = float(rng.uniform(3, 110)), float(rng.uniform(-1.5, 1.5))
            at[piece] = (x + step * math.cos(heading), y + step * math.sin(heading), heading + turn)
            show(1, settings)
    at["bombardier"] = (300.0, 700.0, 0.0)
    show(1, settings)
    at["five-mast"] = _ramming(pieces, at["bombardier"])
    show(24, settings)
    for made, now in played(frames[0][1], frames):
        state = replace(made, registration=start.state.registration)
        yield Moment(replace(start.frame, t_ns=state.t_ns, number=state.frame_number), state, now)


def _ramming(pieces, struck):
    """Where one's bow meets the other's side."""
    target, ship = (next(each for each in pieces if each.id == name) for name in ("bombardier", "five-mast"))
    side = outline_at(target, PlanarPose(*struck))
    pose = slid_to_contact(ship, PlanarPose(struck[0], struck[1] - 80.0, math.pi / 2), side)
    return pose.x_mm, pose.y_mm, pose.heading_rad


def write_busy_match(path):
    match = make_match_folder(path)
    writer = create_match(match, None, started_ms=1_794_800_000_000, chapter_ns=600_000_000_000)
    writer.begin_chain(match, load_or_make_table_key(key_folder()), wall_ms=1_794_800_000_000)
    moments = list(busy_moments(path))
    for moment in moments:
        writer.add(seen_of(moment, wall_ms=moment.frame.t_ns // 1_000_000))
    settings = moments[0].settings
    for moment in moments:
        if moment.settings is not settings:
            settings = moment.settings
            writer.edit(moment.state.t_ns, 0, "something was told")
    last = moments[-1].state
    one_each = {ruling.rule: ruling for ruling in last.rulings}
    standing = tuple(Overruling(each, Verdict.NO, "no", "Anne", last.t_ns) for each in one_each.values())
    writer.overrulings(last.t_ns, 0, standing)
    writer.mark(last.t_ns // 2, 0, "half time")
    writer.close(closed_ms=0)
    return match, moments
