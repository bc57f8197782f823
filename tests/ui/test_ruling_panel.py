"""The table of rulings: which rows, in what order, and that it keeps still."""

import pytest
from made_up_table import made_up_pieces, made_up_rulings
from PyQt6.QtCore import Qt

from tableassist.rules.ruling import Verdict, changed
from tableassist.ui.ruling_panel import UPDATE_EVERY_MS, RulingPanel
from tableassist.ui.ruling_rows import measured_text, rows_for

NAMES = {piece.id: piece.name for piece in made_up_pieces()}


def ruling(**changes):
    return changed(made_up_rulings()[0], **changes)


def test_yes_and_too_close_come_first():
    verdicts = [row.verdict for row in rows_for(made_up_rulings(), selected=None, names=NAMES)]
    assert verdicts == sorted(verdicts, key=["yes", "too_close", "not_seen", "no"].index)
    assert verdicts[0] is Verdict.YES


def test_out_of_range_is_told_only_of_the_selected_ship():
    def out_of_range(selected):
        rows = rows_for(made_up_rulings(), selected=selected, names=NAMES)
        return [row for row in rows if row.key[0] == "range" and row.verdict is Verdict.NO]

    assert not out_of_range(None)
    assert out_of_range("titan")


def test_far_contacts_are_not_listed_unasked_but_near_misses_are():
    far = ruling(rule="docking", cannon=None, measured_mm=185.0, limit_mm=1.0)
    near = ruling(rule="docking", cannon=None, measured_mm=4.0, limit_mm=1.0, target="skull")
    assert [row.key[2] for row in rows_for((far, near), selected=None, names=NAMES)] == ["skull"]
    assert len(rows_for((far, near), selected="titan", names=NAMES)) == 2


def test_selected_ship_has_her_rulings_and_those_against_her():
    rows = rows_for(made_up_rulings(), selected="soleil", names=NAMES)
    assert rows
    assert all("soleil" in row.key for row in rows)


def test_rows_name_pieces_as_people_do():
    row = next(row for row in rows_for(made_up_rulings(), selected=None, names=NAMES) if row.key[3] == 3)
    assert (row.question, row.subject, row.target) == ("Range, cannon 3", "HMS Titan", "Le Dauphin Royal")


@pytest.mark.parametrize(
    ("measured", "limit", "sigma", "text"),
    [
        (63.2, 57.5, 0.16, "63.2 ± 0.4 mm of 57.5 mm"),
        (63.2, 57.5, 0.001, "63.2 ± 0.1 mm of 57.5 mm"),
        (63.2, None, None, "63.2 mm"),
        (6.14, 0.0, 0.2, "6.1 ± 0.5 mm to spare"),
        (-3.21, 0.0, 0.2, "3.2 ± 0.5 mm short"),
        (None, 57.5, None, "—"),
    ],
)
def test_measure_is_given_with_its_plus_minus_and_limit(measured, limit, sigma, text):
    assert measured_text(ruling(measured_mm=measured, limit_mm=limit, sigma_mm=sigma)) == text


@pytest.fixture
def panel(qtbot):
    made = RulingPanel()
    qtbot.addWidget(made)
    made.resize(900, 160)
    made.show()
    made.show_rulings(made_up_rulings(), NAMES)
    made.update_now()
    return made


def column(panel, number):
    return [panel.model.index(row, number).data() for row in range(panel.model.rowCount())]


def test_verdicts_are_words_and_symbols(panel):
    assert column(panel, 0)[:4] == ["YES", "YES", "YES", "TOO CLOSE"]
    icon = panel.model.index(0, 0).data(Qt.ItemDataRole.DecorationRole)
    assert not icon.isNull()


def test_panel_updates_at_most_five_times_a_second(panel, qtbot):
    changes = []
    panel.model.dataChanged.connect(lambda *_: changes.append(1))
    for n in range(20):
        trembling = tuple(
            changed(each, measured_mm=None if each.measured_mm is None else each.measured_mm + n)
            for each in made_up_rulings()
        )
        panel.show_rulings(trembling, NAMES)
    assert not changes
    qtbot.wait(UPDATE_EVERY_MS + 100)
    measured = sum(each.measured_mm is not None for each in made_up_rulings())
    assert 0 < len(changes) <= measured


def test_same_rulings_change_nothing(panel, qtbot):
    changes = []
    panel.model.dataChanged.connect(lambda *_: changes.append(1))
    panel.model.modelReset.connect(lambda: changes.append(1))
    panel.show_rulings(made_up_rulings(), dict(NAMES))
    qtbot.wait(UPDATE_EVERY_MS + 50)
    assert not changes


def test_scroll_and_chosen_row_stay_when_rows_come_and_go(panel):
    panel.table.selectRow(4)
    chosen = panel.model.keys()[4]
    bar = panel.table.verticalScrollBar()
    bar.setValue(bar.maximum())
    place = bar.value()
    assert place > 0
    more = (*made_up_rulings(), ruling(rule="ram", verdict=Verdict.YES, target="intrepide", cannon=None))
    panel.show_rulings(more, NAMES)
    panel.update_now()
    assert panel.model.keys()[panel.table.currentIndex().row()] == chosen
    assert abs(bar.value() - place) <= bar.singleStep()


def test_selecting_a_ship_shows_hers_at_once(panel):
    panel.select_piece("soleil")
    assert panel.model.rowCount() == 3
    assert "Le Soleil Royal" in panel.windowTitle()


def test_chosen_row_is_told_in_full(panel):
    panel.table.selectRow(0)
    assert panel.chosen.isVisible()
    assert "nothing stands between" in panel.chosen.text() or "within long range" in panel.chosen.text()
