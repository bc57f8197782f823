"""Moves in words, as they are found."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from msgspec import structs

from tableassist.geometry.frames import PlanarPose
from tableassist.messages import Message
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.rulebook.engine.rules import ContactBegan, Held
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.ruling import Verdict
from tableassist.table.live.move_watcher import MoveWatcher
from tableassist.ui.moves import MovePanel
from tableassist.ui.session.session import Session
from tableassist.ui.timeline.past import SignKind
from tableassist.ui.timeline.signs import move_signs, move_words
from tableassist.vision.localisation.tracking import Change, PieceEvent

MOVE = FoundMove(
    MoveKind.MOVED,
    "harbinger",
    Turn(3, "Pirates"),
    5,
    9,
    PlanarPose(100.0, 100.0, 0.0),
    PlanarPose(160.0, 180.0, 0.0),
)


def settings():
    return demo_moment().settings


def test_a_move_is_told_with_its_way_and_what_she_touches():
    assert move_words(MOVE, settings()) == "Harbinger  100 mm"
    touching = replace(MOVE, made=(ContactBegan(Held("ram", "harbinger", "oxley"), None),))
    assert move_words(touching, settings()) == "Harbinger  100 mm  ·  rams HMS Oxley"
    both = replace(touching, made=(*touching.made, ContactBegan(Held("contact", "oxley", "harbinger"), None)))
    assert move_words(both, settings()) == "Harbinger  100 mm  ·  rams HMS Oxley", "once, by what says most"


@pytest.mark.parametrize(
    ("kind", "by", "words"),
    [
        (MoveKind.BUMPED, "oxley", "Harbinger was bumped 100 mm by HMS Oxley"),
        (MoveKind.PUT_BACK, None, "Harbinger was put back"),
        (MoveKind.TOWED, "oxley", "Harbinger is towed by HMS Oxley, 100 mm"),
    ],
)
def test_bumps_tows_and_puttings_back_are_told_apart(kind, by, words):
    assert move_words(replace(MOVE, kind=kind, by=by), settings()) == words


@pytest.fixture
def panel(qtbot):
    made = MovePanel()
    qtbot.addWidget(made)
    made.show()
    return made


def test_moves_stand_under_their_turns_and_a_click_shows_the_moment(panel, qtbot):
    panel.add((MOVE,), settings())
    panel.add((replace(MOVE, turn=Turn(4, "English"), settled_ns=20),), settings())
    texts = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert texts == ["Turn 3  ·  Pirates", "1.  Harbinger  100 mm", "Turn 4  ·  English", "2.  Harbinger  100 mm"]
    with qtbot.waitSignal(panel.chosen, timeout=60_000) as heard:
        panel.list.itemClicked.emit(panel.list.item(3))
    assert heard.args == [20]


def test_in_a_match_the_move_that_was_over_last_is_the_current_one(panel):
    panel.add([replace(MOVE, settled_ns=10 * number) for number in (1, 2, 3)], settings())
    panel.show_now(25)
    assert panel.list.currentItem().text() == "2.  Harbinger  100 mm"
    panel.show_now(9)
    assert panel.list.currentItem() is None
    panel.show_now(30)
    assert panel.list.currentItem().text() == "3.  Harbinger  100 mm"


def test_how_far_the_looking_has_come_is_told_and_an_empty_match_too(panel):
    panel.tell("Looking for moves …")
    assert panel.caption.isVisible()
    panel.tell("")
    assert panel.caption.text() == "No piece moved in this match."
    panel.add((MOVE,), settings())
    panel.tell("")
    assert not panel.caption.isVisible()


def judged(verdict, reason="out of reach by 12.0 mm"):
    ruling = structs.replace(demo_moment().state.rulings[0], verdict=verdict, reason=reason)
    return replace(MOVE, judgement=MoveJudgement(ruling, None))


def test_on_the_time_line_a_move_that_was_not_legal_has_its_own_sign_and_says_why():
    (legal,) = move_signs(judged(Verdict.YES), settings())
    (foul,) = move_signs(judged(Verdict.NO), settings())
    (close,) = move_signs(judged(Verdict.TOO_CLOSE), settings())
    assert (legal.kind, legal.t_ns, legal.words) == (SignKind.MOVE, 9, "Harbinger  100 mm")
    assert (foul.kind, foul.words) == (SignKind.ILLEGAL, "Harbinger  100 mm\nnot legal: out of reach by 12.0 mm")
    assert close.kind is SignKind.MOVE
    assert "too close to call: out of reach" in close.words
    assert move_signs(replace(MOVE, kind=MoveKind.PLACED), settings()) == ()


def test_on_the_time_line_stands_what_she_could_fire_at_from_there():
    shot = next(each for each in demo_moment("cleared").state.rulings if each.rule == "shot")
    shots = tuple(
        structs.replace(shot, subject="harbinger", target="oxley", cannon=cannon, verdict=verdict)
        for cannon, verdict in ((1, Verdict.YES), (2, Verdict.TOO_CLOSE), (5, Verdict.YES))
    )
    _, told = move_signs(replace(MOVE, shots=shots), settings())
    assert told.kind is SignKind.RULING
    assert told.words.splitlines() == [
        "Harbinger may fire at HMS Oxley: cannon 1, 5",
        "Harbinger at HMS Oxley: cannon 2 is too close to call",
    ]


def test_states_are_folded_beside_the_window(qtbot):
    """The set-up is found, at the match's time of it."""
    heard, moment = [], demo_moment()
    session = Session(moment.settings, None)
    thread = MoveWatcher(
        session.table.owner.post, on_moves=lambda moves, _settings: heard.extend(moves), in_match=lambda t_ns: t_ns + 7
    )
    for number in range(40):
        t_ns = number * 100_000_000
        appeared = tuple(PieceEvent(Change.APPEARED, piece, t_ns, None, None) for piece in moment.state.tracks.tracks)
        state = replace(moment.state, t_ns=t_ns, events=appeared if number == 0 else ())
        thread.take(state, moment.settings)
    qtbot.waitUntil(lambda: len(heard) == len(moment.state.tracks.tracks), timeout=60_000)
    assert {move.kind for move in heard} == {MoveKind.PLACED}
    assert {move.moved_ns for move in heard} == {7}
    thread.close()


def test_what_terrain_did_stands_after_the_move_in_list_and_time_line(panel):
    met = structs.replace(demo_moment().state.rulings[0], reason=Message("at the end of segment 1 she touches Reef"))
    move = replace(MOVE, terrain=(met,))
    words = "Harbinger  100 mm  ·  at the end of segment 1 she touches Reef"
    assert move_words(move, settings()) == words
    (sign,) = move_signs(move, settings())
    assert sign.words == words
    panel.add((move,), settings())
    assert panel.list.item(1).text() == f"1.  {words}"
