"""Commands in, events out: what each seat may do, what is undone, whose dice count, and what stays hidden."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.boarding import Board, BoardingPrize
from tableassist.rulebook.referee.acts.corrections import CorrectionKind
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.ramming import Ram
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind
from tableassist.rulebook.state.start import CrewStart
from tableassist.table import JUDGE, SPECTATOR, STREAM, FairPlay, Role, Seat
from tableassist.table.commands import (
    AmendAct,
    Answer,
    AnswerUndo,
    AnyCommand,
    AskRuling,
    AskShot,
    BeginGame,
    CloseRuling,
    CorrectNotes,
    Overrule,
    Redo,
    Roll,
    SayAct,
    TakeOffer,
    Undo,
    command_schema,
)
from tableassist.table.events import (
    AnyEvent,
    AskedRulingsClosed,
    GameChanged,
    GameStarted,
    MomentArrived,
    UndoChanged,
    event_schema,
)
from tableassist.table.game import NewGame, die_source
from tableassist.table.game.new_game import start_at_table
from tests.table.headless import HeadlessTable
from tests.table.test_game_desk import START, found
from tests.ui.demo_moment import demo_moment

PACKAGE = Path(__file__).parents[2] / "tableassist"
SAMPLE = {
    "text": "o move", "texts": ["o move"], "value": 1, "proposal": 7, "agree": True, "entry": 9, "change": "strike",
    "ruling": "shot:t:o:1", "rulings": ["shot:t:o:1"], "ship": "t", "target": "o", "verdict": Verdict.YES, "piece": "t",
    "mode": FairPlay.OPEN, "words": "look", "what": CorrectionKind.MAST_LOST, "edition": "complete", "policies": {},
    "name": "2026-01-01", "path": "/nowhere/game.jsonl", "players": {}, "player": "Anne",
}  # fmt: skip
"""A value for each field that a command must have."""


@pytest.fixture
def table(tmp_path):
    made = HeadlessTable(tmp_path, START)
    yield made
    made.close()


@pytest.fixture
def demo(tmp_path):
    """The demo's table as its camera sees it, with a game of its fleets."""
    moment = demo_moment("cleared")
    made = HeadlessTable(tmp_path, settings=moment.settings)
    made.see(moment)
    made.table.game.begin(start_at_table(moment.settings, NewGame("Pirates"), moment.state))
    yield made
    made.close()


def shot_offer(table):
    """Anne may fire Titan's first cannon at Oxley."""
    table.desk.say(Fact("t", FactKind.SHOT, "o", 1))
    return next(offer for offer in table.desk.offers() if isinstance(offer.act, Shoot))


def take_shot(table, player):
    return table.by(player, TakeOffer(offer_text(shot_offer(table))))


def offer_text(offer):
    from tableassist.rulebook.referee.acts.text import act_text

    return act_text(offer.act)


# Commands and events


def test_a_command_is_refused_with_a_reason_and_changes_nothing(table):
    result = table.by("Mary", SayAct("h move"))
    assert not result.ok
    assert str(result.refused) == "h move: Mary may not enter this"
    assert table.desk.log.records == ()


@pytest.fixture
def table_with_crew(tmp_path):
    """A marine of Mary's and her spy are aboard Oxley, face down."""
    aboard = (CrewStart("marine", "Mary", at="o", keywords=("Marine",)), CrewStart("spy", "Mary", at="o"))
    made = HeadlessTable(tmp_path, msgspec.structs.replace(START, crew=aboard))
    yield made
    made.close()


@pytest.mark.parametrize(
    "text",
    [
        "{} shoot h 0 5",
        "t shoot {} 1 5",
        "{} reveal",
        "t move-crew {} ha",
        "t explore-ship o take={}",
        "o lose-crew {}",
    ],
)
def test_a_player_cannot_find_out_by_trying_names_which_crew_is_aboard(table_with_crew, text):
    answers = [table_with_crew.by("Anne", SayAct(text.format(name))) for name in ("spy", "marine", "bosun")]
    assert not any(answer.ok for answer in answers)
    refusals = {
        str(answer.refused).replace(name, "NAME")
        for answer, name in zip(answers, ("spy", "marine", "bosun"), strict=True)
    }
    assert len(refusals) == 1
    assert table_with_crew.desk.log.records == ()


def test_a_player_cannot_pick_a_face_down_crew_by_its_true_name(table_with_crew):
    for act in (Move("t", bow_on=("o",)), Ram("t", "o", 1), Board("t", "o", 6, 1)):
        table_with_crew.desk.say(act)
    offer = next(offer for offer in table_with_crew.desk.offers() if isinstance(offer.act, BoardingPrize))
    text = offer_text(offer).replace("marine", "face-down-1")
    answers = [table_with_crew.by("Anne", TakeOffer(text, {"crew": name})) for name in ("spy", "bosun")]
    assert not any(answer.ok for answer in answers)
    assert str(answers[0].refused).replace("spy", "bosun") == str(answers[1].refused)
    assert table_with_crew.by("Anne", TakeOffer(text, {"crew": "face-down-2"})).ok


def test_every_command_and_event_is_in_the_generated_schema():
    commands, events = command_schema(), event_schema()
    named = [schema.get("properties", {}) for schema in commands["$defs"].values()]
    verbs = {fields["do"]["enum"][0] for fields in named if "do" in fields}
    assert verbs == {kind.__struct_config__.tag for kind in get_args(AnyCommand)}
    kinds = {schema["properties"]["event"]["enum"][0] for schema in events["$defs"].values()}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


def test_every_command_can_be_given_in_the_window_or_on_a_page():
    """By its class in the window's code, or by its name in a page's script."""
    window = "".join(path.read_text("utf-8") for path in (PACKAGE / "ui").rglob("*.py"))
    pages = "".join(path.read_text("utf-8") for path in (PACKAGE / "web" / "static").glob("*.js"))
    for kind in get_args(AnyCommand):
        in_window = re.search(rf"\b{kind.__name__}\(", window)
        assert in_window or re.search(rf'do: "{kind.__struct_config__.tag}"', pages), kind


def test_every_command_that_lets_itself_be_written_is_read_as_the_same(table):
    """Refused or done, each has an answer in words; none ends the table."""
    for kind in get_args(AnyCommand):
        sample = {**SAMPLE, "value": "1"} if kind is CorrectNotes else SAMPLE
        fields = {name: sample[name] for name in kind.__struct_fields__ if name in sample}
        command = kind(**fields)
        assert msgspec.json.decode(msgspec.json.encode(command), type=AnyCommand) == command
        for seat in (SPECTATOR, Seat(Role.PLAYER, "Anne"), JUDGE):
            result = table.table.dispatch(command, seat)
            assert result.ok or str(result.refused)
        assert not table.table.dispatch(command, SPECTATOR).ok


def test_events_have_a_stable_text_form():
    event = AskedRulingsClosed(("shot:a:b:1",))
    text = msgspec.json.encode(event).decode()
    assert text == '{"event":"asked-closed","rulings":["shot:a:b:1"]}'


def test_a_listener_hears_of_moments_and_acts_until_it_ends(demo):
    heard = []
    end = demo.table.subscribe(heard.append)
    demo.see(demo_moment("cleared"))
    demo.by("Pirates", SayAct("Pirates end-turn"))
    end()
    demo.by("English", SayAct("English end-turn"))
    assert [type(event) for event in heard if isinstance(event, MomentArrived)] == [MomentArrived]
    assert sum(isinstance(event, GameChanged) for event in heard) >= 1
    assert len(demo.acts) > [event.acts for event in heard if isinstance(event, GameChanged)][-1]


def test_a_snapshot_stays_as_it_was(table):
    before = table.table.snapshot
    table.by("Anne", SayAct("h move"))
    assert before.game.refereed.acts == ()
    assert [act.judged.entry.act for act in table.table.snapshot.game.refereed.acts] == [Move("h")]


def test_the_judge_begins_a_game_and_a_player_does_not(tmp_path):
    moment = demo_moment("cleared")
    made = HeadlessTable(tmp_path, settings=moment.settings)
    made.see(moment)
    assert not made.by("Pirates", BeginGame()).ok
    assert made.judge(BeginGame(first="Pirates", coins_an_island=2)).ok
    assert made.desk.game.player == "Pirates"
    assert any(isinstance(event, GameStarted) for event in made.events)
    made.close()


# Undo


def test_an_undo_request_names_its_act_and_that_act_is_undone(table):
    table.by("Anne", SayAct("h move"))
    table.by("Anne", SayAct("t move"))
    assert table.by("Anne", Undo(entry=1)).ok
    request = table.table.snapshot.game.undo_request
    assert (request.player, request.entry) == ("Anne", 1)
    assert table.by("Mary", AnswerUndo(agree=True, entry=1)).ok
    assert table.acts == [Move("t")]


def test_an_undo_request_lapses_when_the_log_has_moved_on(table):
    table.by("Anne", SayAct("h move"))
    table.by("Anne", Undo(entry=1))
    table.desk.say(Move("t"), source=Source.CAMERA)
    assert table.table.snapshot.game.undo_request is None
    assert not table.by("Mary", AnswerUndo(agree=True)).ok
    assert table.acts == [Move("h"), Move("t")]


def test_agreeing_to_another_act_than_was_shown_undoes_nothing(table):
    table.by("Anne", SayAct("h move"))
    table.by("Anne", SayAct("t move"))
    table.by("Anne", Undo(entry=2))
    assert not table.by("Mary", AnswerUndo(agree=True, entry=1)).ok
    assert len(table.acts) == 2


def test_an_act_that_was_struck_cannot_be_asked_back_again(table):
    table.by("Anne", SayAct("h move"))
    table.judge(AmendAct(1, "strike"))
    assert not table.by("Anne", Undo(entry=1)).ok


def test_undo_at_the_screen_takes_what_was_done_there_and_not_what_the_camera_added(table):
    table.table.dispatch(SayAct("h move"))
    table.desk.say(Move("t"), source=Source.CAMERA)
    table.by("Anne", SayAct("Anne end-turn"))
    told = [event for event in table.events if isinstance(event, UndoChanged)][-1]
    assert told.undo == "Harbinger moves"
    assert table.table.dispatch(Undo()).ok
    assert table.acts == [Move("t"), EndTurn("Anne")]
    assert not table.table.dispatch(Undo()).ok
    assert table.table.dispatch(Redo()).ok
    assert [type(act) for act in table.acts] == [Move, Move, EndTurn]


def test_undo_of_an_answer_leaves_the_move_that_the_camera_booked_because_of_it(table):
    """The second move waits behind the question about the first."""
    table.desk.take_moves([found("h", 10.0, docks=Verdict.TOO_CLOSE), found("t", 12.0)])
    (proposal,) = table.desk.proposals
    assert table.table.dispatch(Answer(proposal.number)).ok
    assert [(type(act), act.ship) for act in table.acts] == [(Move, "h"), (Move, "t")]
    assert table.table.dispatch(Undo()).ok
    assert [(type(act), act.ship) for act in table.acts] == [(Move, "t")]


def test_a_decision_of_the_judge_binds_the_game_and_is_undone_as_one_step(demo):
    shots = demo.table.newest.state.rulings
    ruling = next(
        shot for shot in shots
        if shot.rule == "shot" and shot.verdict is Verdict.YES and shot.subject == "harbinger"
    )  # fmt: skip
    assert not demo.by("Pirates", Overrule(ruling.id, Verdict.NO)).ok
    assert demo.judge(Overrule(ruling.id, Verdict.NO, "her own sail")).ok
    assert demo.desk.game.overrulings
    assert demo.table.snapshot.overrulings[-1].reason == "her own sail"
    assert demo.table.dispatch(Undo()).ok
    assert demo.desk.game.overrulings == {}
    assert demo.table.snapshot.overrulings == ()


# Dice


def test_a_roll_is_taken_from_the_player_who_picked_and_logged_with_who_said_it(table):
    assert take_shot(table, "Anne").armed
    assert not table.by("Mary", Roll(1)).ok
    assert table.by("Anne", Roll(6)).ok
    entry = table.desk.log.entries[-1]
    assert (entry.act.roll, entry.rolled_by, die_source(entry)) == (6, "Anne", Source.PHONE)


def test_nobody_plants_a_die_for_anothers_pick(table):
    """Mary is not in turn and owes nothing; what she says does not wait for Anne's next shot."""
    refused = table.by("Mary", Roll(1))
    assert not refused.ok
    assert table.desk.free_roll == ()
    assert take_shot(table, "Anne").armed
    assert table.desk.armed is not None


def test_a_free_roll_of_one_player_is_not_used_for_anothers_pick(table):
    offer = shot_offer(table)
    assert table.by("Anne", Roll(1)).ok
    assert table.desk.free_roll == (1,)
    table.desk.type_roll(1, by="Mary", source=Source.PHONE, for_player="Mary")
    assert table.by("Anne", TakeOffer(offer_text(offer))).armed
    assert table.desk.armed is not None
    assert [entry.act for entry in table.desk.log.entries if isinstance(entry.act, Shoot)] == []


def test_the_judge_reads_a_die_aloud_for_a_player(table):
    take_shot(table, "Anne")
    assert table.judge(Roll(4)).ok
    entry = table.desk.log.entries[-1]
    assert (entry.act.roll, entry.by, entry.rolled_by) == (4, "Anne", "judge")


def test_who_said_the_die_is_kept_in_the_games_file(table):
    from tableassist.store.game import parse_json_lines

    take_shot(table, "Anne")
    table.judge(Roll(4))
    kept = parse_json_lines("\n".join(table.desk.lines()) + "\n", where="the game")
    assert kept.log.entries[-1].rolled_by == "judge"


# Fair play


def test_a_shot_that_is_not_shown_is_refused_in_the_same_words_whether_it_is_possible_or_not(demo):
    table = demo.table
    offers = demo.desk.offers(table.newest.state.rulings)
    shots = [offer_text(offer) for offer in offers if isinstance(offer.act, Shoot)]
    possible = next(text for text in shots if text.startswith("harbinger"))
    impossible = possible.replace("oxley", "europa").replace("shoot titan", "shoot europa")
    assert impossible not in shots
    table.use_fair_play(FairPlay.ON_REQUEST, is_released=True)
    answers = {text: demo.by("Pirates", TakeOffer(text)) for text in (possible, impossible)}
    assert [result.ok for result in answers.values()] == [False, False]
    assert len({str(result.refused).replace(text, "") for text, result in answers.items()}) == 1
    assert demo.desk.armed is None


def test_a_shot_can_be_taken_once_it_was_asked_for(demo):
    demo.table.use_fair_play(FairPlay.ON_REQUEST, is_released=True)
    ruling = demo.by("Pirates", AskShot("harbinger", "oxley")).ruling
    cannon = next(each.cannon for each in demo.table.newest.state.rulings if each.id == ruling)
    offers = demo.desk.offers(demo.table.newest.state.rulings)
    offer = next(each for each in offers if isinstance(each.act, Shoot) and
                 (each.act.ship, each.act.target, each.act.cannon) == ("harbinger", "oxley", cannon))  # fmt: skip
    assert demo.by("Pirates", TakeOffer(offer_text(offer))).armed


def test_a_question_is_refused_while_the_referee_keeps_the_table_hidden(demo):
    demo.table.use_fair_play(FairPlay.REFEREE, is_released=False)
    real, made_up = demo.by("Pirates", AskShot("harbinger", "oxley")), demo.by("Pirates", AskRuling("shot:a:b:1"))
    assert str(real.refused) == str(made_up.refused) == "The referee has not released this table yet: ask the judge."


def test_may_i_shoot_says_so_when_it_is_not_the_askers_turn(demo):
    yes = demo.by("Pirates", AskShot("harbinger", "oxley"))
    assert yes.words == ""
    demo.by("Pirates", SayAct("Pirates end-turn"))
    later = demo.by("Pirates", AskShot("harbinger", "oxley"))
    assert later.words.startswith("In range and clear, but: ")
    assert "turn" in later.words


# Asked rulings


def asked(demo):
    return {each.ruling: each.by for each in demo.table.snapshot.asked}


def test_an_asked_ruling_is_closed_by_its_asker_or_the_judge(demo):
    ruling = demo.by("Pirates", AskShot("harbinger", "oxley")).ruling
    assert asked(demo) == {ruling: "Pirates"}
    assert not demo.by("English", CloseRuling(ruling)).ok
    assert demo.by("Pirates", CloseRuling(ruling)).ok
    assert asked(demo) == {}
    assert demo.table.snapshot.question == ""
    demo.by("Pirates", AskRuling(ruling))
    assert demo.judge(CloseRuling(ruling)).ok
    assert asked(demo) == {}


def test_asked_rulings_close_with_the_turn(demo):
    demo.by("Pirates", AskShot("harbinger", "oxley"))
    demo.by("Pirates", SayAct("Pirates end-turn"))
    assert asked(demo) == {}


def test_asked_rulings_close_with_the_game(demo):
    demo.by("Pirates", AskShot("harbinger", "oxley"))
    demo.table.game.abandon()
    assert asked(demo) == {}


# Links


def test_links_survive_a_new_game_and_each_seat_is_renewed_alone(demo):
    from tableassist.table import JUDGE, SPECTATOR, Role, Seat

    seats = (SPECTATOR, STREAM, JUDGE, Seat(Role.PLAYER, "Pirates"))
    tokens = {seat: demo.table.seats.invite(seat) for seat in seats}
    demo.judge(BeginGame())
    assert all(demo.table.seats.seat_of(token) == seat for seat, token in tokens.items())
    demo.table.seats.revoke(SPECTATOR)
    assert demo.table.seats.seat_of(tokens[SPECTATOR]) is None
    assert demo.table.seats.seat_of(tokens[STREAM]) == STREAM
