"""`python -m bench cards`: what counts as falling short. The short form of its games is in
tests/rulebook/cardgame/test_card_oracle.py."""

from bench import cards

COUNTS = {"games": 400, "acts": 15_000, "offers": 700_000, "illegal_acts": 3_600, "blind_games": 100, "told": 5_000}
GOOD = {"seed": 1, "asked": 400, "counts": COUNTS, "differ": [], "differ_count": 0}


def test_what_falls_short_is_told():
    assert list(cards.misses(GOOD)) == []
    assert list(cards.misses(GOOD | {"asked": 401})) == ["cards: 400 games ended of 401"]
    differs = GOOD | {"differ": ["seed 7"], "differ_count": 1}
    assert list(cards.misses(differs)) == ["cards: 1 games differ from the oracle, first seed 7"]
    few = GOOD | {"counts": COUNTS | {"illegal_acts": 10}}
    assert list(cards.misses(few)) == ["cards: 10 illegal acts in 400 games, asked 2000"]


def test_a_game_that_differs_is_counted_and_the_others_go_on(monkeypatch):
    def differs(seed, tally, _engine):
        if seed == "3 1":
            raise AssertionError("act 4")
        tally["counts"]["games"] += 1

    monkeypatch.setattr(cards, "play_game", differs)
    monkeypatch.setattr(cards, "play_blind", lambda *_: None)
    tally, differ = cards.one_batch((3, 0, 4))
    assert tally["counts"]["games"] == 3
    assert differ == ["AssertionError: act 4"]
