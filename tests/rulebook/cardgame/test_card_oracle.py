"""The short form of `python -m bench cards`: random whole games in which engine and oracle agree after every act."""

import random
from pathlib import Path

import pytest

from tests.rulebook.cardgame.blind import play_blind
from tests.rulebook.cardgame.contest import Contest, DiffersError, new_tally, play_game, random_start
from tests.rulebook.cardgame.illegal import anything
from tests.rulebook.cardgame.oracle import movement
from tests.rulebook.cardgame.oracle.decks import ADVENTURE_COUNTS, ADVENTURES, MOVEMENT_COUNTS, MOVEMENTS
from tests.rulebook.cardgame.oracle.oracle import Oracle
from tests.rulebook.cardgame.players import EngineTable

GAMES = 250
BLIND = 60


def test_engine_and_oracle_agree_on_random_games():
    tally = new_tally()
    for seed in range(GAMES):
        play_game(f"short {seed}", tally, EngineTable)
    assert tally["counts"]["games"] == tally["seen"]["one winner"] == GAMES, "every game ends, with one winner"
    assert tally["counts"]["illegal_acts"] > 5 * GAMES
    assert len(tally["fouls"]) > 12, "illegal acts of many kinds were tried"
    assert tally["adventures"].keys() == ADVENTURE_COUNTS.keys(), "every adventure was executed"
    assert tally["movements"].keys() == MOVEMENT_COUNTS.keys(), "every movement card was played"
    for seen in ("2 players", "3 players", "4 players", "both advanced rules", "neither advanced rule", "reshuffled"):
        assert tally["seen"][seen] > GAMES / 10, seen


def test_at_a_real_table_the_engine_asks_for_all_that_it_has_to_know():
    tally = new_tally()
    for seed in range(BLIND):
        play_blind(f"short {seed}", tally, EngineTable)
    assert tally["counts"]["blind_games"] == BLIND
    assert tally["counts"]["told"] > 30 * BLIND


def test_fouls_that_people_let_stand_lose_no_card():
    """Whatever people let stand, all cards stay on the table, and the engine goes on."""
    stood = 0
    for seed in range(60):
        rng = random.Random(f"stands {seed}")
        start = random_start(rng) | {"extended": False}
        table, w = EngineTable(start), Oracle(start).w
        for _ in range(80):
            act = rng.choice(table.offers()) if rng.random() < 0.3 and table.offers() else anything(w, rng)
            stood += table.act(act, stands=True) is not None
            state = table.state()
            w |= {"at": w["players"].index(state["turn"]), "row": state["row"]}
            assert movements_in(state) == 24, (seed, act)
            assert adventures_in(state) >= 58, (seed, act)  # fame may count without a card
            assert sorted(state["row"]) == sorted(start["row"]), (seed, act)
    assert stood > 1000


def movements_in(state):
    held = sum(len(hand) for hand in state["hands"].values())
    return state["movement_pile"] + state["movement_discards"] + len(state["open"]) + held


def adventures_in(state):
    shown = len(state["upcoming"]) + (state["active"] is not None)
    fame = sum(state["fame"].values()) + sum(state["taken"].values())
    return state["adventure_pile"] + state["adventure_discards"] + shown + fame


def test_the_box_holds_what_the_rules_list():
    assert (len(ADVENTURES), len(MOVEMENTS)) == (58, 24)


def contest(seed=1):
    rng = random.Random(seed)
    start = random_start(rng) | {"readings": {}, "hand": False, "damaged": []}
    start["movements"].sort(key=lambda card: card != "lost-at-sea-1")
    return Contest(start, rng, new_tally(), EngineTable(start))


def lost(found):
    row = found.oracle.w["row"]
    return {"act": "play", "player": found.start["first"], "movement": "lost-at-sea-1", "ships": [row[0]]}


def test_an_engine_that_does_otherwise_is_found_out(monkeypatch):
    found = contest()
    monkeypatch.setitem(movement.STEPS, "lost-at-sea", 5)
    with pytest.raises(DiffersError, match="row: engine"):
        found.both(lost(found))


def test_an_engine_that_judges_otherwise_is_found_out():
    found = contest()
    found.oracle.w["at"] = (found.oracle.w["at"] + 1) % len(found.start["players"])
    act = {"act": "pass", "player": found.oracle.w["players"][found.oracle.w["at"]]}
    with pytest.raises(DiffersError, match="engine foul not-your-turn, oracle fine"):
        found.both(act)


def test_an_engine_that_offers_otherwise_is_found_out():
    found = contest()
    with pytest.raises(DiffersError, match="offered only"):
        found.compare_offers(found.oracle.legal()[1:])


def test_a_card_that_is_lost_is_found_out():
    found = contest()
    found.oracle.w["pile"].pop()
    with pytest.raises(DiffersError, match="adventures"):
        found.compare("nothing")


def test_the_oracle_reads_the_rules_not_the_program():
    for file in (Path(__file__).parent / "oracle").glob("*.py"):
        assert "tableassist" not in file.read_text("utf-8"), file.name
