"""The short form of `python -m bench dice`: a few throws of each row, and what counts as wrong."""

from types import SimpleNamespace

from bench import dice


def at(value, x_mm=0.0):
    return SimpleNamespace(value=value, x_mm=x_mm, y_mm=0.0)


def judged(thrown, readings):
    count = dice.Count()
    dice.judge_throw(count, thrown, readings)
    return count.wrong, count.unsure, count.made_up


def test_another_value_is_wrong_and_none_is_not_sure():
    assert judged([at(3)], [at(3, 1.0)]) == (0, 0, 0)
    assert judged([at(3)], [at(4, 1.0)]) == (1, 0, 0)
    assert judged([at(3)], [at(None)]) == (0, 1, 0)
    assert judged([at(3)], []) == (0, 1, 0)


def test_a_value_where_no_die_is_counts_against_it():
    assert judged([], [at(2)]) == (0, 0, 1)
    assert judged([at(3)], [at(3), at(3, 40.0)]) == (0, 0, 1)
    assert judged([], [at(None)]) == (0, 0, 0)


def test_what_falls_short_is_named():
    fine = {"dice": 2000, "wrong": 1, "made_up": 0, "not_sure_share": 0.04}
    assert dice.misses({"light": fine}) == []
    assert len(dice.misses({"light": {**fine, "wrong": 2}})) == 1
    assert len(dice.misses({"light": {**fine, "not_sure_share": 0.05}})) == 1


def test_a_few_throws_of_each_row_have_no_wrong_value():
    rows = dice.measured(seed=5, scenes=1, throws=2)
    assert list(rows) == [row.name for row in dice.ROWS] + ["no dice"]
    assert all(row["wrong"] == row["made_up"] == 0 for row in rows.values())
    assert sum(row["not_sure"] for row in rows.values()) < 0.3 * sum(row["dice"] for row in rows.values())
