"""The ghost: dragged, turned, judged off the window's thread; and the ghost from before, to put a piece back."""

import math
from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMainWindow

from tableassist.geometry.frames import PlanarPose
from tableassist.overlay.drawing import Ink, Symbol
from tableassist.pieces import Cannon, CannonRange, Effect, MoveSegment, PieceKind, PieceState
from tableassist.pipeline.judge import rejudged
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.ruling import Verdict
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.zoom_view import ToolPoint
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost import GhostPanel, GhostTool
from tableassist.ui.tools.ghost_place import (
    Foresight,
    GhostRequest,
    GhostVoyage,
    Told,
    foresee,
    legality,
    prospects,
    reach_of,
    reach_words,
    terrain_told,
)
from tableassist.ui.tools.restore import RestorePanel, RestoreTool, remembered, way_back, way_back_words
from tableassist.vision.localisation.tracking import Change, PieceEvent
from tests.rulebook.move_scenes import land, scene, ship
from tests.table_states import mast_lost, note, with_notes

S, L = MoveSegment.SHORT, MoveSegment.LONG


def lies(name="harbinger"):
    return demo_moment("blocked").state.scene.find(name).pose.pose


def there(dx, dy, degrees=0.0):
    """Harbinger, so far from where she lies."""
    pose = lies()
    return PlanarPose(pose.x_mm + dx, pose.y_mm + dy, pose.heading_rad + math.radians(degrees))


def ahead(mm):
    pose = lies()
    return there(mm * math.cos(pose.heading_rad), mm * math.sin(pose.heading_rad))


def request(pose, *move):
    moment = demo_moment("blocked")
    state = moment.state
    return GhostRequest(state.scene, state.rulings, moment.settings.rules, "harbinger", pose, GhostVoyage(move))


def seen(pose, *move):
    asked = request(pose, *move)
    return foresee(asked, reach_of(asked))


def test_straight_ahead_within_her_move_is_legal_and_says_the_way():
    foreseen = seen(ahead(60.0), L)
    told = legality(foreseen)
    assert told.verdict is Verdict.YES
    assert "L 60 mm (24 left)" in told.words
    assert "complete, Move Action" in told.words


def test_too_far_says_by_how_much_and_by_which_rule():
    told = legality(seen(ahead(100.0), L))
    assert told.verdict is Verdict.NO
    # L is 83.8 mm on the printed bars, and a hand is forgiven 1 mm.
    assert "Out of reach by 15.2 mm" in told.words.replace("L: out", "Out")
    assert "complete, Move Action" in told.words


def test_a_place_on_an_island_names_the_island():
    assert "she ends over Skull Island" in legality(seen(there(20.0, -40.0), S, L)).words


def test_what_she_could_do_there_is_judged_as_if_she_lay_there():
    before = [each.words for each in prospects(seen(lies(), S, L), demo_moment("blocked").settings.rules)]
    after = [each.words for each in prospects(seen(there(-60, -60, -55), S, L), demo_moment("blocked").settings.rules)]
    assert before[0].startswith("No cannon may shoot HMS Oxley")
    assert after[0].startswith("2 of 5 cannons may shoot HMS Oxley; cannons 1, 2 and 3 are out of range")
    assert after[0].endswith("mast 5 of Harbinger stands")
    assert after[1].startswith("HMS Oxley: 1 of 3 cannons may shoot Harbinger")


def test_without_a_told_move_nothing_is_called_illegal():
    foreseen = seen(ahead(300.0))
    assert foreseen.judgement.ruling.verdict is Verdict.TOO_CLOSE
    assert foreseen.reach is None
    assert "nobody told her base move" in legality(foreseen).words.lower()


def test_her_reach_holds_the_water_her_bow_can_come_to():
    from shapely import Point

    bow = max(demo_moment("blocked").state.scene.find("harbinger").piece.model.hull)
    region = seen(lies(), L).reach.region
    assert region.contains(Point(ahead(80.0).place_one(*bow)))
    assert not region.contains(Point(ahead(90.0).place_one(*bow)))


@pytest.fixture
def session():
    made = Session(demo_moment("blocked").settings, FakeTable())
    made.arrive(demo_moment("blocked"))
    yield made
    made.close()


@pytest.fixture
def tool(session):
    made = GhostTool(session)
    yield made
    made.close()


def at(x, y, *, shift=False):
    return ToolPoint(x, y, 4.0, shift)


def settled(qtbot, tool):
    qtbot.waitUntil(lambda: tool.foreseen is not None, timeout=60_000)
    return tool.foreseen


def drag(tool, start, *ends, shift=False):
    assert tool.press(at(*start))
    for end in ends:
        assert tool.move(at(*end, shift=shift))
    assert tool.release(at(*ends[-1], shift=shift))


def test_dragging_her_hull_moves_her_ghost_and_says_what_she_could_do(tool, qtbot):
    pose = lies()
    drag(tool, (pose.x_mm, pose.y_mm), (pose.x_mm - 5, pose.y_mm), (pose.x_mm - 30, pose.y_mm + 10))
    assert (tool.pose.x_mm, tool.pose.y_mm) == pytest.approx((pose.x_mm - 30, pose.y_mm + 10))
    assert tool.pose.heading_rad == pose.heading_rad
    assert settled(qtbot, tool).request.pose == tool.pose
    assert tool._session.selection.piece == "harbinger"


def test_dragging_her_bow_turns_her(tool):
    tool.take("harbinger")
    pose = lies()
    drag(tool, pose.place_one(23.0, 0.0), (pose.x_mm, pose.y_mm + 40.0))
    assert tool.pose.heading_rad == pytest.approx(math.pi / 2)
    assert (tool.pose.x_mm, tool.pose.y_mm) == (pose.x_mm, pose.y_mm)


def test_shift_heads_her_the_way_she_is_dragged(tool):
    pose = lies()
    drag(tool, (pose.x_mm, pose.y_mm), (pose.x_mm, pose.y_mm + 60.0), shift=True)
    assert tool.pose.heading_rad == pytest.approx(math.pi / 2)


def test_wheel_over_her_turns_her_and_elsewhere_is_left_to_the_view(tool):
    tool.take("harbinger")
    pose = lies()
    assert tool.wheel(at(pose.x_mm, pose.y_mm), 2)
    assert math.degrees(tool.pose.heading_rad - pose.heading_rad) % 360 == pytest.approx(10.0)
    assert not tool.wheel(at(60.0, 800.0), 1)


def test_open_sea_and_islands_are_left_to_the_view(tool):
    assert not tool.press(at(60.0, 800.0))
    island = lies("palm-island")
    assert not tool.press(at(island.x_mm, island.y_mm))


def test_an_illegal_place_looks_so_and_a_legal_one_shows_its_way(tool, qtbot):
    tool.take("harbinger")
    tool.sail(GhostVoyage((L,)))
    tool.put(ahead(100.0))
    settled(qtbot, tool)
    inks = {stroke.ink for stroke in tool.drawing.strokes}
    assert Ink.GHOST_ILLEGAL in inks
    assert Ink.REACHABLE in inks
    assert tool.drawing.badges[0].symbol is Symbol.NO
    tool.put(ahead(60.0))
    settled(qtbot, tool)
    assert Ink.GHOST_ILLEGAL not in {stroke.ink for stroke in tool.drawing.strokes}
    assert "L 60 mm" in [label.text for label in tool.drawing.labels]


def test_escape_puts_her_back_and_then_lays_the_ghost_away(tool):
    tool.take("harbinger")
    tool.put(ahead(30.0))
    assert tool.escape()
    assert tool.pose == lies()
    assert not tool.escape()
    assert tool.drawing.strokes == ()


def test_only_the_newest_place_is_told(tool, qtbot):
    tool.take("harbinger")
    heard = []
    tool.foreseen_changed.connect(lambda: tool.foreseen is not None and heard.append(tool.foreseen.request.pose))
    for n in range(30):
        tool.put(ahead(float(n)))
    qtbot.waitUntil(lambda: bool(heard) and heard[-1] == ahead(29.0), timeout=60_000)
    assert len(heard) < 30


@pytest.fixture
def panel(qtbot, tool):
    window = QMainWindow()
    made = GhostPanel(tool)
    window.setCentralWidget(made)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield made
    window.close()


def test_panel_asks_for_the_move_and_tells_the_call(panel, tool, qtbot):
    assert "Click a ship" in panel.name.text()
    tool.take("harbinger")
    panel.base_move.setFocus()
    panel.base_move.setCurrentIndex(panel.base_move.findText("L"))
    panel.base_move.activated.emit(panel.base_move.currentIndex())
    tool.put(ahead(100.0))
    settled(qtbot, tool)
    assert "out of reach by 15.2 mm" in panel.call.text()
    assert panel.prospects.count() == 0
    tool.put(there(-60, -60, -55))
    tool.sail(GhostVoyage((S, L)))
    qtbot.waitUntil(lambda: panel.prospects.count() == 2, timeout=60_000)
    assert panel.base_move.currentText() == "S + L"
    assert "2 of 5 cannons may shoot HMS Oxley" in panel.prospects.item(0).text()


def test_q_and_e_turn_her(panel, tool, qtbot):
    tool.take("harbinger")
    heading = tool.pose.heading_rad
    panel.window().activateWindow()
    qtbot.keyClick(panel.window(), Qt.Key.Key_Q)
    assert math.degrees(tool.pose.heading_rad - heading) % 360 == pytest.approx(5.0)
    qtbot.keyClick(panel.window(), Qt.Key.Key_E)
    qtbot.keyClick(panel.window(), Qt.Key.Key_E)
    assert math.degrees(heading - tool.pose.heading_rad) % 360 == pytest.approx(5.0)


def test_holds_are_asked_only_where_they_matter(panel, tool, session):
    tool.take("harbinger")
    assert not panel.holds.isVisible()
    moment = demo_moment("blocked")
    rules = replace(moment.settings.rules, crew_effects={"X/1": (Effect.S_WHEN_FULL,)})
    scene = with_notes(moment.state.scene, rules, crews={"harbinger": ("X/1",)})
    settings = replace(moment.settings, rules=rules)
    session.arrive(replace(moment, state=replace(moment.state, scene=scene), settings=settings))
    tool.take("harbinger")
    assert panel.holds.isVisible()
    assert not panel.captain.isVisible()


def test_a_mast_lost_is_lost_to_the_ghost_too(tool, session, qtbot):
    tool.take("harbinger")
    settled(qtbot, tool)
    note(session, mast_lost("harbinger", 1))
    session.arrive(rejudged(session.moment, session.settings))
    qtbot.waitUntil(lambda: 1 not in tool.foreseen.ghost.masts_standing, timeout=60_000)


def pose_at(x, y, degrees):
    import numpy as np

    own = np.diag([0.05**2, 0.05**2, 0.001**2])
    return PiecePose(PlanarPose(x, y, math.radians(degrees)), own, np.zeros((3, 6)), 0, (1,), 0.0)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ((100.0, 98.2, 3.0), "1.8 mm to port, turn 3° to starboard"),
        ((102.5, 100.0, 0.0), "2.5 mm astern"),
        ((100.0, 101.0, 0.0), "1.0 mm to starboard"),
        ((100.0, 100.0, -1.5), "turn 1.5° to port"),
        ((100.2, 100.1, 0.4), "back where it was"),
    ],
)
def test_the_way_back_is_told_in_the_pieces_own_directions(now, words):
    assert way_back_words(way_back(pose_at(*now), PlanarPose(100.0, 100.0, 0.0))) == words


def test_places_from_before_are_remembered_when_a_piece_is_moved():
    start, end = PlanarPose(1.0, 2.0, 0.0), PlanarPose(3.0, 4.0, 0.0)
    events = (PieceEvent(Change.MOVED, "oxley", 7, start, end), PieceEvent(Change.APPEARED, "titan", 7, None, end))
    rests = remembered({}, events)
    assert rests == {"oxley": (start,)}
    assert remembered(rests, ()) is rests
    settled_event = PieceEvent(Change.SETTLED, "oxley", 9, start, end)
    assert remembered(rests, (settled_event,)) is rests


def moved_moment(mm):
    """Oxley, pushed by so much to her own port side."""
    moment = demo_moment("blocked")
    scene = moment.state.scene
    old = scene.find("oxley")
    x, y = old.pose.pose.place_one(0.0, mm)
    pose = replace(old.pose, pose=PlanarPose(x, y, old.pose.pose.heading_rad))
    pieces = tuple(replace(each, pose=pose) if each is old else each for each in scene.pieces)
    event = PieceEvent(Change.MOVED, "oxley", 5, old.pose.pose, pose.pose)
    return replace(moment, state=replace(moment.state, scene=replace(scene, pieces=pieces), events=(event,)))


@pytest.fixture
def restoring(session):
    return RestoreTool(session)


def test_a_bumped_piece_is_put_back_by_its_ghost(restoring, session):
    session.arrive(moved_moment(4.0))
    ((placed, _, _),) = restoring.bumped()
    assert placed.id == "oxley"
    x, y = placed.pose.pose.x_mm, placed.pose.pose.y_mm
    assert restoring.press(at(x, y))
    assert restoring.drawing.labels[0].text == "HMS Oxley: 4.0 mm to starboard"
    assert any(stroke.ink is Ink.MEASURE for stroke in restoring.drawing.strokes)
    session.arrive(moved_moment(2.0))
    assert restoring.drawing.labels[0].text == "HMS Oxley: 2.0 mm to starboard"
    session.arrive(moved_moment(0.2))
    assert restoring.drawing.badges[0].text == "HMS Oxley is back where it was"
    assert restoring.escape()
    assert restoring.drawing.strokes == ()
    assert not restoring.escape()


def test_panel_lists_what_was_moved_and_says_which_way(restoring, session, qtbot):
    panel = RestorePanel(restoring)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.pieces.item(0).text() == "Nothing has moved."
    session.arrive(moved_moment(4.0))
    panel.update_now()
    assert panel.pieces.item(0).text() == "HMS Oxley: 4.0 mm to starboard"
    panel.pieces.setCurrentRow(0)
    qtbot.keyClick(panel.pieces, Qt.Key.Key_Return)
    assert panel.way.text() == "Move it 4.0 mm to starboard."
    session.arrive(moved_moment(0.1))
    assert panel.way.text() == "back where it was"


WIDE = ((-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0))


def made_up_request(*others, move=(L,), to=(80.0, 0.0)):
    """A ship of ours at the origin with one short-range cannon on her middle."""
    piece, where = ship("me", "A", 0, 0)
    gunner = replace(piece, cannons=(Cannon(1, 3, CannonRange.SHORT),)), where
    made = scene(gunner, *others)
    rules = with_house(RuleSettings(), {"move-pivot": "bow"})
    return GhostRequest(made, (), rules, "me", PlanarPose(*to, 0.0), GhostVoyage(move))


def test_she_is_told_what_terrain_does_on_the_way_that_is_drawn():
    """She ends on the reef, so there is no other way."""
    foreseen = Foresight().of(made_up_request(land("reef", 80, 0, kind=PieceKind.REEF)))
    assert terrain_told(foreseen) == (
        Told(Verdict.YES, "At the end of segment 1 she touches reef: roll a d6: no result harms her."),
    )
    assert terrain_told(Foresight().of(made_up_request(land("reef", 80, 200, kind=PieceKind.REEF)))) == ()


def told_request(*others, **notes):
    asked = made_up_request(*others, to=(50.0, 0.0))
    return replace(asked, scene=with_notes(asked.scene, **notes))


@pytest.mark.parametrize(("state", "words"), [("pinned", "pinned"), ("tangled", "tangled"), ("derelict", "derelict")])
def test_who_cannot_move_has_no_reach_and_cannot_lie_elsewhere(state, words):
    foreseen = Foresight().of(told_request(states={"me": frozenset({PieceState(state)})}))
    assert foreseen.reach is None
    assert foreseen.judgement.ruling.verdict is Verdict.NO
    assert words in legality(foreseen).words


def test_towing_the_ghost_reaches_s():
    """Her bow, at 20, comes to 77.5 and no farther."""
    hulk = ship("hulk", "A", -40.1, 0)
    alone, towing = (Foresight().of(told_request(hulk, towed_by=tows)) for tows in ({}, {"hulk": "me"}))
    assert alone.reach.region.bounds[2] == pytest.approx(20 + 83.8, abs=1.0)
    assert towing.reach.region.bounds[2] == pytest.approx(20 + 57.5, abs=1.0)
    assert towing.judgement.ruling.verdict is Verdict.YES


def test_a_ghost_out_of_fog_begins_where_a_number_puts_her():
    """No number is on the edge of this fog bank: where her move begins, nobody can say."""
    foreseen = Foresight().of(made_up_request(land("fog", 0, 0, kind=PieceKind.FOG_BANK, hull=WIDE)))
    assert foreseen.reach is None
    assert foreseen.judgement.ruling.verdict is Verdict.TOO_CLOSE


def test_at_whom_she_could_shoot_from_where_she_can_go():
    """The foe's side is 134 mm ahead: after L, 83.8 mm, she is 50.2 mm off, and S is 57.5."""
    foe = ship("foe", "B", 140, 0, 90)
    assert reach_words(Foresight().of(made_up_request(foe))) == ("Could shoot foe with cannon 1 from where she can go.")
    far = ship("foe", "B", 155, 0, 90)
    assert reach_words(Foresight().of(made_up_request(far))) == ""
    assert reach_words(Foresight().of(made_up_request(foe, move=()))) == "", "nobody told how far she moves"


def test_panel_tells_at_whom_she_could_shoot_also_where_she_may_not_lie(panel, tool, qtbot):
    tool.take("harbinger")
    tool.sail(GhostVoyage((S, L)))
    tool.put(ahead(300.0))
    settled(qtbot, tool)
    assert panel.prospects.count() == 0
    assert panel.reach.text() == "Could shoot HMS Oxley with cannons 1, 2, 3, 4, 5 from where she can go."
    tool.take(None)
    assert panel.reach.text() == ""


def test_panel_lists_terrain_before_what_she_could_do(panel, tool, session, qtbot):
    """A reef under the place that she is dragged to."""
    moment, place = demo_moment("blocked"), ahead(60.0)
    piece, pose = land("reef", place.x_mm, place.y_mm, kind=PieceKind.REEF)
    reef = PlacedPiece(piece, pose, 0.0, ())
    there = replace(moment.state.scene, pieces=(*moment.state.scene.pieces, reef))
    session.arrive(replace(moment, state=replace(moment.state, scene=there)))
    tool.take("harbinger")
    tool.sail(GhostVoyage((L,)))
    tool.put(place)
    settled(qtbot, tool)
    assert panel.prospects.item(0).text().startswith("At the end of segment 1 she touches reef: roll a d6")
