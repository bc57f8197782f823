"""Rulings carried over from the frame before are those that judging anew would give."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.messages import Message
from tableassist.pieces import Cannon, CannonRange, Effect, Piece, PieceKind, PieceState
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.scene import build_scene
from tableassist.scene.unverified import Unverified
from tests.rulebook.line_scenes import exact_model
from tests.rulebook.scenes import land, pose, scene, ship
from tests.table_states import with_notes

OTHERS = (
    *(("five", "five-mast", "A"), ("beast", "titan", "B"), ("fort", "fort", "B"), ("kraken", "kraken", "A")),
    *(("marine", "marine", "A"), ("raft", "flotilla", "B")),
)


TRUSTED = (Unverified((1,)), Unverified((1, 2), 3.0), Unverified((), 100.0), Unverified(raised_mm=(1.5, -0.7)))
REASONS = ("covered", Message("lifted by {mm} mm", mm=40))


def table(rng):
    """Ships of two players, one of them derelict, islands, a fort, terrain, creatures and a marine."""
    placed = [
        ship(f"s{n}", "AB"[n % 2], *rng.uniform(50, 350, 2), rng.uniform(0, 360), masts=(8.0, -8.0), sail="athwart")
        for n in range(6)
    ]
    placed += [land(f"i{n}", *rng.uniform(50, 350, 2)) for n in range(3)]
    placed.append(land("fog", *rng.uniform(50, 350, 2), PieceKind.FOG_BANK))
    placed.append(land("weeds", *rng.uniform(50, 350, 2), PieceKind.SARGASSO_SEA))
    for name, model, owner in OTHERS:
        placed.append((lying(name, model, owner), pose(*rng.uniform(50, 350, 2), rng.uniform(0, 360))))
    return [(piece, shaken(at, rng)) for piece, at in placed]


def lying(name, model, owner):
    """One of the models that come with the program."""
    shape = exact_model(model)
    cannons = tuple(Cannon(number, 3, CannonRange("SL"[number % 2])) for number in range(1, shape.upright_count + 1))
    if not cannons:
        cannons = (Cannon(None, 3, CannonRange.LONG, 1, (0.0, 0.0)),)
    mine = (
        *(Effect.EXTRA_3S_CANNON_ANY_MAST, Effect.BOARDS_WITHIN_S, Effect.CANCELS_WITHIN_S, Effect.PLUS_1_WITHIN_S),
        *(Effect.SPECIAL_SHOT_WITHIN_S, Effect.MARKS_ISLAND_WITHIN_S, Effect.PLACES_FOG_WITHIN_S),
        Effect.TAKES_TREASURE_BY_TOUCH,
    )
    effects = mine if owner == "A" else (Effect.NOT_SHOT_WHILE_DOCKED,)
    return Piece(name, name, shape, owner, cannons, (), effects=effects, keywords=("Broadsides Attack",))


def shaken(at, rng):
    """With a camera's error that all pieces share."""
    return replace(at, shared=rng.normal(0.0, 0.05, (3, 6)) * ((1.0,), (1.0,), (0.01,)))


def test_however_pieces_move_the_rulings_are_those_of_a_fresh_judgement_bit_for_bit():
    """The record of a match replays rulings from scratch and must find the very same ones."""
    settings = RuleSettings()
    for seed in range(3):
        rng = np.random.default_rng(seed)
        placed = table(rng)
        now = with_state(scene(*placed, homes={"i0": "A"}, masts_lost={"s5": frozenset({1, 2})}), rng)
        rulings = adjudicate(now, settings)
        pieces = tuple(piece for piece, _ in placed)
        poses = {piece.id: at for piece, at in placed}
        for _ in range(6):
            for piece in rng.choice(len(pieces), rng.integers(1, 4), replace=False):
                poses = {**poses, pieces[piece].id: anywhere(pieces[piece].id, poses, rng)}
            seen = {piece: at for piece, at in poses.items() if piece in ("i0", "i1") or rng.random() > 0.03}
            hidden = {piece: -int(5e8) if rng.random() < 0.03 else 0 for piece in seen}
            reasons = {piece.id: REASONS[rng.integers(2)] for piece in pieces if rng.random() < 0.5}
            on_trust = {piece.id: TRUSTED[rng.integers(len(TRUSTED))] for piece in pieces if rng.random() < 0.3}
            why = {"reasons": reasons, "unverified": on_trust}
            after = build_scene(pieces, seen, now.state, 0, seen_ns=hidden, before=now, **why)
            rulings = adjudicate(after, settings, before=(now, rulings))
            assert rulings == adjudicate(after, settings)
            now = after


def test_where_all_is_seen_a_third_piece_that_moves_through_a_line_is_judged_bit_for_bit_too():
    """Nothing is hidden and no reason changes, so that rulings are taken over wherever they can be."""
    settings = RuleSettings()
    for seed in range(2):
        rng = np.random.default_rng(100 + seed)
        placed = table(rng)
        pieces, poses = tuple(piece for piece, _ in placed), {piece.id: at for piece, at in placed}
        now = scene(*placed, homes={"i0": "A"})
        rulings, taken_over = adjudicate(now, settings), 0
        for number in range(8):
            moving = f"s{number % 6}"
            poses = {**poses, moving: anywhere(moving, poses, rng)}
            after = build_scene(pieces, poses, now.state, 0, before=now)
            later = adjudicate(after, settings, before=(now, rulings))
            taken_over += sum(ruling in set(map(id, rulings)) for ruling in map(id, later))
            now, rulings = after, later
            assert rulings == adjudicate(after, settings)
        assert taken_over > len(rulings)


def with_state(made, rng):
    states = {f"s{rng.integers(6)}": frozenset({rng.choice([PieceState.LOST, PieceState.SUNK, PieceState.GHOSTLY])})}
    return with_notes(made, states=states)


def anywhere(piece, poses, rng):
    """Far off, or near where it was, or beside another piece."""
    how, at = rng.integers(3), poses[piece].pose
    other = list(poses.values())[rng.integers(len(poses))].pose
    x, y = {0: rng.uniform(50, 350, 2), 1: (at.x_mm, at.y_mm), 2: (other.x_mm, other.y_mm)}[int(how)]
    return shaken(pose(x + rng.normal(0, 25), y + rng.normal(0, 25), rng.uniform(0, 360)), rng)


def test_nothing_changed_gives_the_very_same_rulings():
    placed = table(np.random.default_rng(3))
    now = scene(*placed)
    rulings = adjudicate(now, RuleSettings())
    pieces, poses = tuple(piece for piece, _ in placed), {piece.id: at for piece, at in placed}
    again = build_scene(pieces, poses, now.state, 0, before=now)
    assert adjudicate(again, RuleSettings(), before=(now, rulings)) is rulings


def without(missing, reasons, before=None):
    """Two ships within reach of each other, and an island that is the home of one; but one of them has no place."""
    placed = [ship("a", "A", 0, 0, 90), ship("b", "B", 60, 0, 90), land("home", 300, 300)]
    ledger = before.state if before is not None else scene(*placed, homes={"home": "B"}).state
    poses = {piece.id: at for piece, at in placed if piece.id != missing}
    pieces = (
        tuple(piece for piece, _ in placed) if before is None else (*(p.piece for p in before.pieces), *before.unseen)
    )
    return build_scene(pieces, poses, ledger, 0, before=before, reasons=reasons)


@pytest.mark.parametrize("missing", ["b", "home"])
def test_another_reason_why_a_piece_is_not_measured_is_told_at_once_by_the_rulings_that_it_decides(missing):
    before = without(missing, {missing: "covered"})
    known = adjudicate(before, RuleSettings())
    assert any("is not measured: covered" in str(each.reason) for each in known)
    after = without(missing, {missing: "seen, but not believed: tag 7 looks lifted"}, before)
    now = adjudicate(after, RuleSettings(), before=(before, known))
    assert now == adjudicate(after, RuleSettings())
    told = [str(each.reason) for each in now if each.verdict is Verdict.NOT_SEEN]
    assert told
    assert all("is not measured: seen, but not believed: tag 7 looks lifted" in words for words in told)
    assert not any("not been seen" in words for words in told)


def test_where_nobody_knows_the_reason_the_words_are_those_of_older_records():
    told = {
        str(each.reason) for each in adjudicate(without("b", {}), RuleSettings()) if "b" in (each.subject, each.target)
    }
    assert told == {"b has not been seen"}


def test_an_island_that_comes_under_a_ship_at_home_changes_who_may_shoot_at_her():
    home, away = land("home", 300, 300), land("home", 35.5, 0)
    placed = [ship("a", "A", 0, 0), ship("b", "B", 0, 60), home]
    now = scene(*placed, homes={"home": "A"})
    rulings = adjudicate(now, RuleSettings())
    poses = {piece.id: at for piece, at in placed} | {"home": away[1]}
    after = build_scene(tuple(piece for piece, _ in placed), poses, now.state, 0, before=now)
    by_id = {each.id: each for each in adjudicate(after, RuleSettings(), before=(now, rulings))}
    assert {each.id: each for each in rulings}["shot:b:a:1"].verdict is Verdict.YES
    assert by_id["shot:b:a:1"].verdict is Verdict.NO
    assert "docked at her home island" in str(by_id["shot:b:a:1"].reason)


def test_every_ruling_has_an_id_of_its_own_that_stays_when_pieces_move():
    rng = np.random.default_rng(5)
    placed = table(rng)
    now = scene(*placed, homes={"i0": "A"})
    ids = [each.id for each in adjudicate(now, RuleSettings())]
    assert len(ids) == len(set(ids))
    moved = [(piece, pose(*rng.uniform(50, 350, 2), 0.0)) for piece, _ in placed]
    later = {each.id for each in adjudicate(scene(*moved, homes={"i0": "A"}), RuleSettings())}
    lasting = ("permission", "range", "shot", "docking", "ram")
    assert {each for each in ids if each.startswith(lasting)} <= later


def test_what_is_sunk_is_asked_about_no_more():
    made = scene(ship("a", "A", 0, 0), ship("b", "B", 0, 60))
    gone = with_notes(made, states={"b": frozenset({PieceState.SUNK})})
    assert adjudicate(made, RuleSettings())
    assert [each.rule for each in adjudicate(gone, RuleSettings()) if "b" in (each.subject, each.target)] == []


def test_an_island_that_is_seen_at_last_frees_every_line_it_does_not_stand_in():
    one, other = ship("a", "A", 0, 0, 90), ship("b", "B", 60, 0, 90)
    island = land("i", 300, 300)
    pieces = (one[0], other[0], island[0])
    ships = {one[0].id: one[1], other[0].id: other[1]}
    ledger = scene(one, other, island).state
    before = build_scene(pieces, ships, ledger, 0)
    known = adjudicate(before, RuleSettings())
    after = build_scene(pieces, {**ships, "i": island[1]}, ledger, 0, before=before)
    now = adjudicate(after, RuleSettings(), before=(before, known))
    lines = [[each.verdict for each in rulings if each.rule == "line_of_fire"] for rulings in (known, now)]
    assert set(lines[0]) == {Verdict.NOT_SEEN}
    assert set(lines[1]) == {Verdict.YES}
