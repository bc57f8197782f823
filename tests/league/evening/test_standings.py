"""Standings and tie-breaks, against examples that others have published or that were worked out by hand."""

import pytest

from tableassist.league.evening.round import Entrant, HowEnded, PairingResult, Scoring, make_bye
from tableassist.league.evening.standings import SeasonRules, TieBreak, rank_players, rank_season

ONE_A_WIN = Scoring(win=1, draw=0, loss=0, bye=1)


def people(names):
    return [Entrant(name, f"Player {name}") for name in names]


def games(*lines):
    """`A>B` A beats B, `A=B` a draw; a line is a round."""
    made = []
    for number, line in enumerate(lines, start=1):
        for game in line.split():
            sign = next(each for each in ">=" if each in game)
            first, second = game.split(sign)
            made.append(PairingResult(number, first, second, first if sign == ">" else None))
    return made


def column(rows, at=0):
    return {row.player: row.tie_breaks[at] for row in rows}


PUBLISHED = games("B>A C>B D>A", "A>B A>C A>C A>D", "B>C B>D B>D", "C>D C>D")
"""http://www.fiveinline.com/sbps.html, example 1: a double round robin, a point for a win."""


def test_sonneborn_berger_of_a_published_double_round_robin():
    rows = rank_players(people("ABCD"), PUBLISHED, scoring=ONE_A_WIN, order=(TieBreak.SONNEBORN_BERGER,))
    assert {row.player: row.points for row in rows} == {"A": 4, "B": 4, "C": 3, "D": 1}
    assert column(rows) == {"A": 11, "B": 9, "C": 6, "D": 4}
    assert [(row.place, row.player) for row in rows] == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]


SWISS = games("A>B C>D E=F", "A>C E>B F=D", "A=E F>C D>B")
"""Worked out by hand, at 2 points for a win: A 5, E 4, F 4, D 3, C 2, B 0."""


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        # A met B 0, C 2, E 4; E met F 4, B 0, A 5; F met E 4, D 3, C 2; D met C 2, F 4, B 0; and so on.
        (TieBreak.OPPONENTS, {"A": 6, "E": 9, "F": 9, "D": 6, "C": 12, "B": 12}),
        # Without the best and the worst of the three: the one in the middle.
        (TieBreak.MEDIAN, {"A": 2, "E": 4, "F": 3, "D": 2, "C": 4, "B": 4}),
        # A: 0 + 2 + 4/2; E: 4/2 + 0 + 5/2; F: 4/2 + 3/2 + 2; D: 0 + 4/2 + 0; C: 3; B: nothing.
        (TieBreak.SONNEBORN_BERGER, {"A": 4, "E": 4.5, "F": 5.5, "D": 2, "C": 3, "B": 0}),
        (TieBreak.WINS, {"A": 2, "E": 1, "F": 1, "D": 1, "C": 1, "B": 0}),
    ],
)
def test_tie_breaks_of_a_swiss_evening_worked_out_by_hand(kind, values):
    rows = rank_players(people("ABCDEF"), SWISS, order=(kind,))
    assert {row.player: row.points for row in rows} == {"A": 5, "E": 4, "F": 4, "D": 3, "C": 2, "B": 0}
    assert column(rows) == values


def test_the_order_of_the_tie_breaks_is_a_setting():
    def second(*order):
        return [row.player for row in rank_players(people("ABCDEF"), SWISS, order=order)][1]

    assert second(TieBreak.MEDIAN, TieBreak.SONNEBORN_BERGER) == "E"
    assert second(TieBreak.SONNEBORN_BERGER, TieBreak.MEDIAN) == "F"


def test_whoever_nothing_parts_shares_a_place():
    rows = rank_players(people("ABCDEF"), SWISS, order=(TieBreak.OPPONENTS,))
    assert [(row.place, row.player) for row in rows][:4] == [(1, "A"), (2, "E"), (2, "F"), (4, "D")]


def test_head_to_head_parts_those_who_have_all_met():
    """A and B have 4 points each; B has more of everything else, and A beat B."""
    results = games("A>B C>D", "A>C B>D", "D>A B>C")
    rows = rank_players(people("ABCD"), results, order=(TieBreak.HEAD_TO_HEAD,))
    assert [(row.place, row.player) for row in rows][:2] == [(1, "A"), (2, "B")]
    assert column(rows) == {"A": 2, "B": 0, "C": 2, "D": 0}  # C and D have 2 each, and C beat D


def test_head_to_head_says_nothing_where_two_of_them_have_not_met():
    rows = rank_players(people("ABCD"), games("A>B C>D"), order=(TieBreak.HEAD_TO_HEAD,))
    assert column(rows) == dict.fromkeys("ABCD")


def test_gold_is_what_one_had_more_than_the_other():
    results = [
        PairingResult(1, "A", "B", "A", gold={"A": 12, "B": 7}),
        PairingResult(1, "C", "D", "C", gold={"C": 9, "D": 8}),
        PairingResult(2, "A", "C", gold={"A": 5, "C": 5}),
    ]
    rows = rank_players(people("ABCD"), results, order=(TieBreak.GOLD,))
    assert column(rows) == {"A": 5, "C": 1, "B": -5, "D": -1}
    assert [row.player for row in rows] == ["A", "C", "D", "B"]


def test_a_bye_counts_as_an_opponent_like_oneself_and_is_no_win_of_a_game():
    rows = rank_players(people("ABC"), [*games("A>B"), make_bye(1, "C")], order=(TieBreak.OPPONENTS,))
    assert column(rows) == {"A": 0, "B": 2, "C": 2}
    assert [(row.player, row.wins) for row in rows if row.points == 2] == [("C", 0), ("A", 1)]


def test_a_walkover_gives_points_and_neither_gold_nor_sonneborn_berger():
    results = [
        PairingResult(1, "A", "B", "A", HowEnded.WALKOVER, {"A": 9}),
        PairingResult(1, "C", "D", "C", HowEnded.NOBODY),
    ]
    rows = rank_players(people("ABCD"), results, order=(TieBreak.SONNEBORN_BERGER, TieBreak.GOLD))
    assert {row.player: (row.points, *row.tie_breaks) for row in rows} == {
        "A": (2, 0, 0), "B": (0, 0, 0), "C": (0, 0, 0), "D": (0, 0, 0)
    }  # fmt: skip


def test_a_concession_is_a_game_that_was_played():
    rows = rank_players(
        people("AB"), [PairingResult(1, "A", "B", "B", HowEnded.CONCESSION)], order=(TieBreak.OPPONENTS,)
    )
    assert [(row.player, row.points, row.losses) for row in rows] == [("B", 2, 0), ("A", 0, 1)]


def test_a_season_counts_the_best_evenings():
    first = rank_players(people("ABC"), [*games("A>B"), make_bye(1, "C")], order=())
    second = rank_players(people("AB"), games("A>B", "B=A"), order=())
    third = rank_players(people("BC"), games("B=C"), order=())
    rows = rank_season([first, second, third], SeasonRules(best=2))
    assert [(row.place, row.player, row.points, row.counted) for row in rows] == [
        (1, "A", 5, (3, 2)),
        (2, "C", 3, (2, 1)),
        (3, "B", 2, (1, 1)),
    ]
    assert {row.player: row.evenings for row in rows} == {"A": 2, "B": 3, "C": 2}


def test_points_for_places_are_shared_by_those_who_share_a_place():
    evening = rank_players(people("ABCD"), games("A=B C=D", "A>C B>D"), order=())
    rows = rank_season([evening], SeasonRules(for_places=(10, 7, 5)))
    assert {row.player: row.points for row in rows} == {"A": 8, "B": 8, "C": 2, "D": 2}
