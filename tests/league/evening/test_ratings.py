"""Ratings, against the formula of Weng and Lin (2011) worked out here; and the round's clock."""

import math

import pytest

from tableassist.league.evening.round import Countdown, HowEnded, PairingResult, make_bye
from tableassist.league.evening.standings import RatedGame, Strength, game_from_points, game_from_result, rate_games


def test_two_new_players_by_the_published_formula():
    """Plackett-Luce with two: c = sqrt(2 sigma^2 + 2 beta^2), beta = 25/6; the winner gains sigma^2 / (2 c)."""
    sigma, beta = 25 / 3, 25 / 6
    c = math.sqrt(2 * sigma**2 + 2 * beta**2)
    gain, shrink = sigma**2 / (2 * c), 1 - (sigma / c) ** 3 / 4
    after = rate_games({}, [RatedGame((("Anne",), ("Mary",)))])
    assert (after["Anne"].mu, after["Mary"].mu) == pytest.approx((25 + gain, 25 - gain), rel=1e-4)
    assert after["Anne"].sigma == pytest.approx(sigma * math.sqrt(shrink), rel=1e-3)
    assert after["Anne"].games == 1


def test_a_draw_of_equals_changes_nobodys_mean_and_makes_both_surer():
    after = rate_games({}, [RatedGame((("Anne", "Mary"),))])
    assert after["Anne"].mu == after["Mary"].mu == pytest.approx(25)
    assert after["Anne"].sigma < Strength().sigma


def test_a_table_of_four_is_rated_by_its_places():
    """Of equals by hand: 3/4; -1/4 + 2/3; -1/4 - 1/3 + 1/2; -1/4 - 1/3 - 1/2, each times sigma^2 / c."""
    after = rate_games({}, [game_from_points({"Anne": 12, "Mary": 3, "Jack": 7, "Bess": 0})])
    sigma, beta = 25 / 3, 25 / 6
    unit = sigma**2 / math.sqrt(4 * (sigma**2 + beta**2))
    gains = [after[each].mu - 25 for each in ("Anne", "Jack", "Mary", "Bess")]
    assert gains == pytest.approx([unit * each for each in (9 / 12, 5 / 12, -1 / 12, -13 / 12)], rel=1e-3)
    assert game_from_points({"Anne": 12, "Mary": 3, "Jack": 12}) == RatedGame((("Anne", "Jack"), ("Mary",)))


def test_who_beats_a_strong_one_gains_more():
    strong, weak = Strength(35, 2), Strength(15, 2)
    game = RatedGame((("me",), ("other",)))
    gains = [rate_games({"other": other, "me": Strength()}, [game])["me"].mu for other in (strong, weak)]
    assert gains[0] > gains[1] > 25


def test_what_was_not_played_says_nothing_about_strength():
    assert game_from_result(make_bye(1, "Anne")) is None
    assert game_from_result(PairingResult(1, "Anne", "Mary", "Anne", HowEnded.WALKOVER)) is None
    assert game_from_result(PairingResult(1, "Anne", "Mary", "Mary")) == RatedGame((("Mary",), ("Anne",)))
    assert game_from_result(PairingResult(1, "Anne", "Mary")) == RatedGame((("Anne", "Mary"),))


def test_a_new_players_rating_starts_at_nothing():
    assert Strength().shown == pytest.approx(0)


def test_the_rounds_clock_runs_stops_and_is_made_longer():
    clock = Countdown(60_000)
    assert clock.left_at(5_000) == 60_000
    running = clock.started(10_000)
    assert running.left_at(25_000) == 45_000
    assert running.started(20_000) == running
    stopped = running.stopped(30_000)
    assert (stopped.is_running, stopped.left_at(99_000)) == (False, 40_000)
    assert stopped.longer(5_000).started(100_000).left_at(150_000) == -5_000


def test_a_clock_that_is_set_back_gives_no_time():
    assert Countdown(60_000).started(10_000).left_at(4_000) == 60_000
