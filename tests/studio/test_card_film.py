"""A card game as a film: what lies at rest is the state that was asked for, and hands make the next of it."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from tableassist.studio.cards.card_table import CardLook, CardTable, StagedCard
from tableassist.studio.cards.film import card_film, film

ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
FIRST = CardTable(ROW, active="kraken-1", open=("sabotage-1", "full-speed-ahead-1", "lost-at-sea-2"), fame=(("e3", 2),))
MOVED = replace(
    FIRST,
    row=("e3", "e1", "s1", "d1", "e2", "s2", "d2", "s3", "d3"),
    open=("sabotage-1", "", "lost-at-sea-2"),
    movement_discard="full-speed-ahead-1",
)
DONE = replace(
    MOVED,
    damaged=frozenset({"d1", "s2", "s3"}),
    active="parley-1",
    adventure_discard="kraken-1",
    open=("sabotage-1", "fog-1", "lost-at-sea-2"),
)
STATES = (FIRST, MOVED, DONE)


def ships(table):
    """Ids of the ships from right to left, as they lie."""
    cards = [card for card in table.laid if isinstance(card, StagedCard) and len(card.card) == 2]
    return tuple(card.card for card in sorted(cards, key=lambda card: -card.x_mm))


def at_rest(game, number):
    return game.table_at(game.time_of(f"state-{number}") + 0.5)


def test_each_state_lies_at_rest_without_a_hand_from_its_moment_on():
    game = card_film(STATES, 3)
    assert [ships(at_rest(game, number)) for number in range(3)] == [state.row for state in STATES]
    assert all(not at_rest(game, number).hands for number in range(3))
    faces = {card.card: card.look for card in at_rest(game, 2).laid}
    assert {ship for ship in ROW if faces[ship] is CardLook.DAMAGED} == {"d1", "s2", "s3"}
    shown = {card.card for card in at_rest(game, 2).laid if len(card.card) > 2}
    assert shown == {"parley-1", "kraken-1", "sabotage-1", "fog-1", "lost-at-sea-2", "full-speed-ahead-1"}


def test_between_two_states_a_hand_is_at_work_and_cards_glide():
    game = card_film(STATES, 3)
    start, end = game.time_of("state-0") + 2.0, game.time_of("state-1")
    times = np.arange(start, end, 0.05)
    assert sum(bool(game.table_at(t).hands) for t in times) > 0.9 * len(times)
    paths = [{card.card: card for card in game.table_at(t).laid} for t in times]
    steps = [abs(b["e3"].x_mm - a["e3"].x_mm) + abs(b["e3"].y_mm - a["e3"].y_mm) for a, b in pairwise(paths)]
    assert max(steps) < 80.0
    assert min(path["e3"].y_mm for path in paths) < paths[0]["e3"].y_mm - 80.0


def test_fame_goes_with_its_ship():
    game = card_film(STATES, 3)
    for t in np.arange(0.0, game.duration_s, 0.3):
        cards = game.table_at(t).laid
        (ship,) = (card for card in cards if card.card == "e3")
        fame = [card for card in cards if card.look is CardLook.ADVENTURE_BACK and card.z_mm < 3.0]
        assert sum(abs(card.x_mm - ship.x_mm) < 6.0 and abs(card.y_mm - ship.y_mm) < 6.0 for card in fame) == 2


def test_what_nobody_touches_stays_exactly_where_it_was():
    game = card_film(STATES, 3)
    before, after = at_rest(game, 1).laid, at_rest(game, 2).laid
    kept = {card for card in before if card.card in ("e1", "d3", "sabotage-1")}
    assert len(kept) == 3
    assert kept <= set(after)


def test_the_same_seed_gives_the_same_frames_with_their_times():
    one, other = (list(film(STATES[:1], 5, frames_per_s=1.0, rest_s=2.0)) for _ in range(2))
    assert [frame.t_ns for frame in one] == [0, 1_000_000_000]
    assert all((a.image == b.image).all() for a, b in zip(one, other, strict=True))
