"""Moves that are found by themselves, on tracks that were made up: each says what it must be."""

import math
from dataclasses import replace

import msgspec
import pytest

from tableassist.pieces import EdgeNumber, MoveSegment, PieceKind
from tableassist.pipeline.moves.found_move import MoveKind
from tableassist.rulebook.editions.settings import EDITIONS, with_edition
from tableassist.rulebook.editions.terms import BARS
from tableassist.rulebook.ruling import Verdict
from tests.pipeline.played_tracks import found_in, measured, played, table
from tests.rulebook.move_scenes import land, ship
from tests.table_states import settings_with, state_of, turn_of

SHORT, LONG = MoveSegment.SHORT, MoveSegment.LONG


def made_up(*placed, base_move=(LONG, SHORT), **notes):
    """Ships of Anne and Bert, and islands; where each lies by itself."""
    pieces = tuple(replace(piece, base_move=base_move if piece.owner else ()) for piece, _ in placed)
    settings = table(pieces, state_of(pieces, ("Anne", "Bert"), **notes))
    at = {
        piece.id: (pose.pose.x_mm, pose.pose.y_mm, math.degrees(pose.pose.heading_rad))
        for piece, (_, pose) in zip(pieces, placed, strict=True)
    }
    return settings, at


class Script:
    """Writes down where everything is, frame by frame at ten a second."""

    def __init__(self, at):
        self.at, self.frames = dict(at), []

    def wait(self, seconds=3.0, hidden=()):
        seen = {name: place for name, place in self.at.items() if name not in hidden}
        self.frames += [seen] * round(seconds * 10)
        return self

    def glide(self, name, *stops, seconds=1.0):
        """Through all stops in so many seconds."""
        for stop in stops:
            steps = round(seconds * 10 / len(stops))
            start = self.at[name]
            for step in range(1, steps + 1):
                self.at[name] = tuple(a + (b - a) * step / steps for a, b in zip(start, stop, strict=True))
                self.frames.append(dict(self.at))
        return self

    def played(self, settings, *, blind=(), then=None):
        """`then`: settings from a frame on."""
        changes = then or {}
        frames = []
        for number, frame in enumerate(self.frames):
            settings = changes.get(number, settings)
            poses = {name: measured(*place, number) for name, place in frame.items()}
            frames.append((None if number in blind else poses, settings))
        return played(settings, frames)


def moves(found):
    return [each for each in found if each.kind is not MoveKind.PLACED]


def summary(found):
    return [(each.kind.value, each.piece) for each in moves(found)]


def test_the_set_up_is_turn_zero_with_a_place_for_every_piece():
    settings, at = made_up(ship("me", "Anne", 100, 100), land("cay", 300, 300))
    found = found_in(Script(at).wait().played(settings))
    assert [(each.kind, each.piece, each.turn.number) for each in found] == [
        (MoveKind.PLACED, "me", 0),
        (MoveKind.PLACED, "cay", 0),
    ]
    assert (found[0].end.x_mm, found[0].end.y_mm) == pytest.approx((100, 100))


def test_a_straight_move_is_found_with_its_shortest_route_and_is_legal():
    settings, at = made_up(ship("me", "Anne", 100, 100))
    [move] = moves(found_in(Script(at).wait().glide("me", (200, 100, 0)).wait().played(settings)))
    assert move.kind is MoveKind.MOVED
    assert move.gone_mm == pytest.approx(100.0)
    assert move.judgement.ruling.verdict is Verdict.YES
    assert move.judgement.route.length_mm == pytest.approx(100.0, abs=0.2)
    assert [each.segment for each in move.judgement.route.segments] in ([LONG, SHORT], [SHORT, LONG])


def test_the_hands_path_is_not_the_move():
    """A ship that is carried all over the table and set down 60 mm ahead has sailed 60 mm."""
    settings, at = made_up(ship("me", "Anne", 100, 100))
    script = Script(at).wait().glide("me", (400, 500, 90), (700, 80, -60), (160, 100, 0), seconds=3.0).wait()
    [move] = moves(found_in(script.played(settings)))
    assert move.judgement.ruling.verdict is Verdict.YES
    assert move.judgement.route.length_mm == pytest.approx(60.0, abs=0.2)


def test_too_far_is_a_move_that_is_not_legal():
    settings, at = made_up(ship("me", "Anne", 100, 100))
    reach = BARS.long_mm + BARS.short_mm
    [move] = moves(found_in(Script(at).wait().glide("me", (100 + reach + 5, 100, 0)).wait().played(settings)))
    assert move.judgement.ruling.verdict is Verdict.NO
    assert str(move.judgement.ruling.reason).endswith("out of reach by 4.0 mm")  # a hand is forgiven one


def test_a_ship_whose_base_move_nobody_told_is_not_judged():
    settings, at = made_up(ship("me", "Anne", 100, 100), base_move=())
    [move] = moves(found_in(Script(at).wait().glide("me", (800, 100, 0)).wait().played(settings)))
    assert (move.kind, move.judgement) == (MoveKind.MOVED, None)


def test_a_ship_lifted_held_and_set_down_is_one_move():
    """Held so still for a second that she seems to lie there."""
    settings, at = made_up(ship("me", "Anne", 100, 100))
    script = Script(at).wait().glide("me", (130, 140, 0)).wait(1.0).glide("me", (180, 100, 0)).wait()
    [move] = moves(found_in(script.played(settings)))
    assert (move.start.x_mm, move.end.x_mm) == pytest.approx((100, 180))


def test_a_ship_that_is_covered_while_she_moves_is_one_move():
    settings, at = made_up(ship("me", "Anne", 100, 100))
    script = Script(at).wait().wait(2.0, hidden=("me",))
    script.at["me"] = (170, 100, 0)
    [move] = moves(found_in(script.wait().played(settings)))
    assert move.judgement.route.length_mm == pytest.approx(70.0, abs=0.2)


def test_a_ship_taken_up_and_put_back_did_not_move():
    settings, at = made_up(ship("me", "Anne", 100, 100))
    script = Script(at).wait().glide("me", (180, 160, 20), (101, 99.5, 1.0), seconds=2.0).wait()
    assert summary(found_in(script.played(settings))) == [("put-back", "me")]


def test_a_bumped_neighbour_that_is_put_back_at_once_is_no_move():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 150, 113))
    script = Script(at).wait().glide("me", (150, 100, 0), seconds=0.5)
    script.at["you"] = (155, 118, 12)
    script.glide("me", (200, 100, 0), seconds=0.5).wait(1.0).glide("you", (150.5, 113.2, 0.5)).wait()
    assert sorted(summary(found_in(script.played(settings)))) == [("moved", "me"), ("put-back", "you")]


def test_a_bump_is_told_by_whom_and_its_putting_back_later_is_no_move():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 150, 113))
    script = Script(at).wait().glide("me", (150, 100, 0), seconds=0.5)
    script.at["you"] = (155, 118, 12)
    script.glide("me", (200, 100, 0), seconds=0.5).wait(8.0).glide("you", (152, 114, 3)).wait()
    found = moves(found_in(script.played(settings)))
    assert sorted(summary(found)[:2]) == [("bumped", "you"), ("moved", "me")]
    assert summary(found)[2:] == [("put-back", "you")]
    assert next(each for each in found if each.kind is MoveKind.BUMPED).by == "me"


def test_a_hand_that_takes_up_one_ship_and_shifts_another_moved_neither():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 150, 113))
    script = Script(at).wait().glide("me", (160, 130, 0), seconds=0.5)
    script.at["you"] = (158, 116, 5)
    script.glide("me", (100, 100, 0), seconds=0.5).wait()
    assert sorted(summary(found_in(script.played(settings)))) == [("bumped", "you"), ("put-back", "me")]


def test_two_ships_moved_far_in_one_go_are_two_moves():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("us", "Anne", 100, 300))
    script = Script(at).wait().glide("me", (180, 100, 0), seconds=0.5).glide("us", (170, 300, 0), seconds=0.5).wait()
    assert summary(found_in(script.played(settings))) == [("moved", "me"), ("moved", "us")]


def test_an_island_is_shifted_never_moved():
    settings, at = made_up(land("cay", 300, 300))
    script = Script(at).wait().glide("cay", (360, 300, 0)).wait()
    assert summary(found_in(script.played(settings))) == [("bumped", "cay")]


def test_a_small_shift_of_a_ship_whose_turn_it_is_not_is_a_bump():
    settings, at = made_up(ship("me", "Anne", 100, 100), turn="Bert")
    script = Script(at).wait().glide("me", (108, 100, 0)).wait()
    assert summary(found_in(script.played(settings))) == [("bumped", "me")]


def test_docking_and_leaving_make_and_break_the_contact():
    """Her bow is 20 mm ahead, the shore at 285."""
    settings, at = made_up(ship("me", "Anne", 200, 300), land("cay", 300, 300))
    script = Script(at).wait().glide("me", (264.9, 300, 0)).wait().glide("me", (210, 300, 180)).wait()
    first, second = moves(found_in(script.played(settings)))
    assert {each.contact.rule for each in first.made} >= {"docking", "contact"}
    assert {each.contact.target for each in first.made} == {"cay"}
    assert next(each for each in first.made if each.contact.rule == "docking").at == pytest.approx((285, 300), abs=0.5)
    assert first.broken == second.made == ()
    assert {each.contact for each in second.broken} == {each.contact for each in first.made}


def test_a_hand_that_comes_near_does_not_make_a_sure_docking_unsure():
    """It covers a tag of hers half a second before her move is over: she has not moved, but is measured worse."""
    settings, at = made_up(ship("me", "Anne", 100, 100), land("cay", 215.5, 100))
    script = Script(at).wait().glide("me", (180, 100, 0)).wait()
    states = list(script.played(settings))
    after = len(states) - 13
    vague = [
        (replace(state, rulings=tuple(map(too_close, state.rulings))) if number > after else state, now)
        for number, (state, now) in enumerate(states)
    ]
    for played_so in (states, vague):
        [move] = moves(found_in(played_so))
        assert [(each.target, each.answer) for each in move.arrival.docks] == [("cay", Verdict.YES)]


def too_close(ruling):
    return (
        msgspec.structs.replace(ruling, verdict=Verdict.TOO_CLOSE) if ruling.rule in ("docking", "contact") else ruling
    )


def test_a_contact_is_made_by_the_one_who_moved_last():
    """However soon after the other."""
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 300, 100, 90))
    script = Script(at).wait().glide("you", (200, 100, 90)).wait(0.6).glide("me", (173.9, 100, 0), seconds=0.4).wait()
    yours, mine = moves(found_in(script.played(settings)))
    assert (yours.piece, yours.made) == ("you", ())
    assert "ram" in {each.contact.rule for each in mine.made}


def test_a_picture_without_the_mat_breaks_no_contact():
    settings, at = made_up(ship("me", "Anne", 264.9, 300), land("cay", 300, 300), ship("us", "Anne", 100, 100))
    script = Script(at).wait(6.0).glide("us", (150, 100, 0)).wait()
    [move] = moves(found_in(script.played(settings, blind=range(20, 40))))
    assert (move.piece, move.made, move.broken) == ("us", (), ())


def test_turns_are_those_of_the_ledger():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 400, 400), turn="Anne")
    script = Script(at).wait().glide("me", (150, 100, 0)).wait(1.0)
    bert = settings_with(settings, turn_of("Bert"))
    change = len(script.frames)
    script.glide("you", (450, 400, 0)).wait(1.0).glide("you", (480, 400, 0)).wait()
    found = moves(found_in(script.played(settings, then={change: bert})))
    turns = [(each.piece, each.turn.number, each.turn.player) for each in found]
    assert turns == [("me", 1, "Anne"), ("you", 2, "Bert")]
    assert found[1].end.x_mm == pytest.approx(480)


def test_one_key_press_ends_a_turn():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("us", "Anne", 400, 400))
    script = Script(at).wait().glide("me", (150, 100, 0)).wait(1.0)
    pressed = len(script.frames)
    script.wait(1.0).glide("us", (450, 400, 0)).wait()
    found = moves(found_in(script.played(settings), marks={pressed}))
    assert [(each.piece, each.turn.number) for each in found] == [("me", 1), ("us", 2)]


def test_where_nobody_tells_the_turns_another_players_move_begins_one():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("us", "Anne", 100, 300), ship("you", "Bert", 400, 400))
    script = Script(at).wait()
    for name, stop in (("me", (150, 100, 0)), ("us", (150, 300, 0)), ("you", (450, 400, 0)), ("me", (190, 100, 0))):
        script.glide(name, stop).wait()
    found = moves(found_in(script.played(settings)))
    assert [(each.piece, each.turn.number, each.turn.player) for each in found] == [
        ("me", 1, "Anne"),
        ("us", 1, "Anne"),
        ("you", 2, "Bert"),
        ("me", 3, "Anne"),
    ]


def test_a_towed_derelict_is_towed_and_no_obstacle():
    """Her stern touches the derelict's bow; both come along, the derelict in her wake."""
    settings, at = made_up(
        ship("tug", "Anne", 300, 300), ship("hulk", "Anne", 259.9, 300), masts_lost={"hulk": frozenset({1})}
    )
    script = Script(at).wait().glide("tug", (340, 300, 0)).glide("hulk", (299.9, 300, 0)).wait()
    found = moves(found_in(script.played(settings)))
    assert sorted(summary(found)) == [("moved", "tug"), ("towed", "hulk")]
    assert next(each for each in found if each.kind is MoveKind.TOWED).by == "tug"
    judged = next(each for each in found if each.piece == "tug").judgement.ruling
    assert judged.verdict is Verdict.YES
    assert judged.limit_mm == pytest.approx(BARS.short_mm + 1.0)  # towing makes her base move S


def test_a_move_that_has_only_just_settled_is_told_at_the_end():
    settings, at = made_up(ship("me", "Anne", 100, 100))
    assert summary(found_in(Script(at).wait().glide("me", (150, 100, 0)).wait(0.8).played(settings))) == [
        ("moved", "me")
    ]


def numbered(kind, x, y, half_mm=15.0):
    """A square of terrain with a number in the middle of each side: 1 is ahead, 2 to port, and so on."""
    hull = ((-half_mm, -half_mm), (half_mm, -half_mm), (half_mm, half_mm), (-half_mm, half_mm))
    turns = [math.radians(each) for each in (0, 90, 180, 270)]
    numbers = tuple(
        EdgeNumber(k + 1, half_mm * math.cos(turn), half_mm * math.sin(turn), turn) for k, turn in enumerate(turns)
    )
    piece, pose = land(kind.value, x, y, kind=kind, hull=hull)
    return replace(piece, model=replace(piece.model, edge_numbers=numbers)), pose


def drifted(*others, to, rules=None):
    """An iceberg from the middle of the table, by a hand."""
    settings, at = made_up(numbered(PieceKind.ICEBERG, 300, 300), *others)
    if rules is not None:
        settings = replace(settings, rules=rules(settings.rules))
    [move] = moves(found_in(Script(at).wait().glide("iceberg", to).wait().played(settings)))
    return move


@pytest.mark.parametrize(("to", "verdict", "words"), [
    ((357.5, 300, 0), Verdict.YES, "it lies where a rolled 1 takes it"),
    ((300, 357.5, 3), Verdict.YES, "it lies where a rolled 2 takes it"),
    ((358.5, 300, 0), Verdict.TOO_CLOSE, "it may or may not lie where a rolled 1 takes it: 1.0 mm from there"),
    ((367.5, 300, 0), Verdict.NO, "it lies 10.0 mm from where a rolled 1 takes it, the nearest"),
    ((357.5, 300, 30), Verdict.NO, "it lies 0.0 mm from where a rolled 1 takes it, the nearest; it is turned by 30"),
])  # fmt: skip
def test_an_iceberg_lies_where_a_rolled_number_takes_it_or_it_does_not(to, verdict, words):
    """S is 57.5 mm, and a hand is forgiven one."""
    move = drifted(to=to)
    assert (move.kind, move.terrain) == (MoveKind.MOVED, ())
    assert move.judgement.ruling.verdict is verdict
    assert str(move.judgement.ruling.reason).startswith(words)


def test_an_iceberg_stops_at_a_ship_and_takes_a_mast():
    """Her stern is at 340, its edge at 315."""
    move = drifted(ship("you", "Bert", 360, 300), to=(325, 300, 0))
    assert move.judgement.ruling.verdict is Verdict.YES
    assert str(move.judgement.ruling.reason) == "it lies where a rolled 1 takes it"
    [met] = move.terrain
    assert (met.target, met.verdict) == ("you", Verdict.YES)
    assert str(met.reason) == "it meets you after 25 mm: it stops, and you loses one mast"
    through = drifted(ship("you", "Bert", 360, 300), to=(357.5, 300, 0))
    assert through.judgement.ruling.verdict is Verdict.NO


def test_an_iceberg_that_just_grazes_a_ship_may_have_stopped_or_not():
    """Half of it and half of her beam are 21 mm."""
    for end in (325, 357.5):
        move = drifted(ship("you", "Bert", 360, 321), to=(end, 300, 0))
        assert move.judgement.ruling.verdict is Verdict.TOO_CLOSE


def test_an_iceberg_that_a_ship_shoves_is_bumped_and_earlier_editions_do_not_judge_it():
    settings, at = made_up(ship("me", "Anne", 200, 300), numbered(PieceKind.ICEBERG, 300, 300))
    script = Script(at).wait().glide("me", (260, 300, 0), seconds=0.5)
    script.at["iceberg"] = (306, 303, 8)
    script.glide("me", (230, 300, 0), seconds=0.5).wait()
    assert sorted(summary(found_in(script.played(settings)))) == [("bumped", "iceberg"), ("moved", "me")]
    move = drifted(to=(357.5, 300, 0), rules=lambda rules: with_edition(rules, EDITIONS["revolution"]))
    assert (move.kind, move.judgement) == (MoveKind.MOVED, None)


def sailed(terrain, start, end, edition="complete"):
    settings, at = made_up(ship("me", "Anne", *start), terrain, base_move=(LONG,))
    settings = replace(settings, rules=with_edition(settings.rules, EDITIONS[edition]))
    [move] = moves(found_in(Script(at).wait().glide("me", end).wait().played(settings)))
    return move


def test_a_move_onto_a_reef_tells_what_must_be_rolled():
    """Her bow is at 120, the reef begins at 165."""
    move = sailed(numbered(PieceKind.REEF, 180, 100), (100, 100), (180, 100, 0))
    assert move.judgement.ruling.verdict is Verdict.YES
    [met] = move.terrain
    assert (met.rule, met.target, met.verdict) == ("terrain", "reef", Verdict.YES)
    assert str(met.reason) == "at the end of segment 1 she touches reef: roll a d6: no result harms her"
    earlier = sailed(numbered(PieceKind.REEF, 180, 100), (100, 100), (180, 100, 0), edition="revolution")
    assert str(earlier.terrain[0].reason).startswith("45 mm into segment 1 she touches reef: ")


def test_a_move_that_goes_past_all_terrain_tells_of_none():
    assert sailed(numbered(PieceKind.REEF, 180, 300), (100, 100), (180, 100, 0)).terrain == ()


def test_a_way_that_she_could_have_gone_round_a_reef_is_too_close_to_call():
    """Past its corner: straight on she grazes it by 1 mm, and two segments take her round."""
    settings, at = made_up(ship("me", "Anne", 100, 100), numbered(PieceKind.REEF, 150, 120))
    [move] = moves(found_in(Script(at).wait().glide("me", (220, 100, 0)).wait().played(settings)))
    [met] = move.terrain
    assert move.judgement.dry_route is not None
    assert met.verdict is Verdict.TOO_CLOSE
    assert str(met.reason).endswith("unless she went clear of terrain, which she could")


@pytest.mark.parametrize(("tows", "kind"), [({}, "moved"), ({"hulk": "tug"}, "towed")])
def test_the_ledger_tells_who_tows_whom(tows, kind):
    """A gap of 5 mm before she sails: only the ledger knows that she tows her."""
    pieces = (ship("tug", "Anne", 300, 300), ship("hulk", "Anne", 255, 300))
    settings, at = made_up(*pieces, towed_by=tows, masts_lost={"hulk": frozenset({1})})
    script = Script(at).wait().glide("tug", (340, 300, 0)).glide("hulk", (299.9, 300, 0)).wait()
    found = moves(found_in(script.played(settings)))
    assert sorted(summary(found)) == sorted([("moved", "tug"), (kind, "hulk")])
    tug = next(each for each in found if each.piece == "tug").judgement.ruling
    assert tug.limit_mm == pytest.approx(BARS.short_mm + 1.0 if tows else BARS.short_mm + BARS.long_mm + 1.0)


def test_out_of_the_fog_the_number_that_fits_is_told():
    """The 1 is on its edge at 150, and her stern 20 mm behind her middle."""
    fog = numbered(PieceKind.FOG_BANK, 120, 120, 30.0)
    move = sailed(fog, (120, 120), (170.2, 120, 0))
    [out] = move.terrain
    assert (out.rule, out.target, out.cannon, out.verdict) == ("exit", "fog-bank", 1, Verdict.YES)
    assert out.measured_mm == pytest.approx(0.2, abs=0.05)


def test_out_of_the_fog_she_sails_on_from_the_number():
    """Her bow is at 190 when her stern is at the 1: L takes it to 273.8, and her middle to 253.8."""
    fog = numbered(PieceKind.FOG_BANK, 120, 120, 30.0)
    farther = sailed(fog, (120, 120), (250, 120, 0))
    assert farther.judgement.ruling.verdict is Verdict.YES
    assert str(farther.judgement.ruling.reason).startswith("out of fog-bank by a rolled 1: ")
    assert not [each for each in farther.terrain if each.rule == "exit"]
    too_far = sailed(fog, (120, 120), (275, 120, 0))
    assert too_far.judgement.ruling.verdict is Verdict.NO
    assert "no number of fog-bank" in str(too_far.judgement.ruling.reason)


def test_out_of_the_weeds_any_place_at_the_edge_fits():
    weeds = numbered(PieceKind.SARGASSO_SEA, 120, 120, 30.0)
    [out] = sailed(weeds, (120, 120), (170.2, 130, 0)).terrain
    assert (out.rule, out.target, out.cannon, out.verdict) == ("exit", "sargasso-sea", None, Verdict.YES)


def test_a_ship_that_stays_in_the_fog_has_not_come_out():
    fog = numbered(PieceKind.FOG_BANK, 120, 120, 30.0)
    assert [each.rule for each in sailed(fog, (110, 120), (125, 120, 0)).terrain if each.rule == "exit"] == []
