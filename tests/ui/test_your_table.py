"""The first run's page "Your table", by mouse and keys in the real window."""

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QToolButton,
)
from test_first_run import Player

from tableassist.messages import speaking
from tableassist.pieces import IslandMake
from tableassist.setup.draft import draft_again, kept_draft, new_table_of
from tableassist.setup.draft_check import DraftField
from tableassist.setup.mat_size import LengthUnit
from tableassist.store.first_run_file import WizardStep
from tableassist.store.table import read_table
from tableassist.ui.setup_wizard.fleet import SIZE, hull_pixmap
from tableassist.ui.widgets.plain import PlainLabel

TOUCH_PX = 44


def visible_buttons(widget):
    return [each for each in widget.findChildren(QPushButton) if each.isVisible()]


class TableMaker(Player):
    """Somebody on the page."""

    def begin(self):
        window = self.open()
        window.resize(1280, 690)
        window.go_to(WizardStep.TABLE)
        self.page = window.pages[WizardStep.TABLE]
        self.checked()
        return self.page

    def checked(self):
        """Waits until what is shown as wrong is of what stands there now."""
        self.until(lambda: self.page._checked is self.page.draft)
        return self.page.problems

    def type_over(self, field, words):
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, words)

    def add(self, words, player=0):
        """A ship, by the keyboard alone once the search is reached."""
        search, before = self.page.search, len(self.page.draft.players[player].ships)
        search.player.setCurrentIndex(player)
        self.type_over(search.words, words)
        self.qtbot.keyClick(search.words, Qt.Key.Key_Return)
        self.until(lambda: len(self.page.draft.players[player].ships) == before + 1)

    def mend(self, shown, words):
        """Clicks the button with these words at a place of the form."""
        (found,) = [each for each in visible_buttons(shown) if each.text() == words]
        self.click(found)
        self.checked()


@pytest.fixture
def maker(qtbot, tmp_path):
    one = TableMaker(qtbot, tmp_path)
    yield one
    if one.window is not None:
        one.window.reject()


def places(problems):
    return {(each.place.field, each.place.player, each.place.ship) for each in problems}


def test_ships_are_found_while_typing_with_hulls_and_points(maker, qtbot):
    page = maker.begin()
    search = page.search
    qtbot.keyClicks(search.words, "tita")
    maker.until(lambda: search.rows.count() > 1)
    first = search.rows.item(0)
    assert first.text() == "HMS Titan (SM/ES-001)\n17 points · English · 5 masts"
    assert not first.icon().isNull()
    assert first.sizeHint().height() >= TOUCH_PX
    qtbot.keyClicks(search.words, "n")
    maker.until(lambda: search.told.text() == "2 ships")
    maker.type_over(search.words, "hms titna")
    maker.until(lambda: "Did you mean" in search.told.text())
    assert search.rows.item(0).text().startswith("HMS Titan")
    maker.type_over(search.words, "xqzzyplugh")
    maker.until(lambda: search.told.text() == "No ship has a name like this.")
    assert not search.add_button.isEnabled()


def test_hulls_are_drawn_from_the_outlines(maker):
    maker.begin()
    pictures = [hull_pixmap(model).toImage() for model in ("one-mast", "five-mast", "kraken", "fort", "junk-10")]
    assert len({bytes(image.constBits().asarray(image.sizeInBytes())) for image in pictures}) == 5
    for image in pictures:
        assert image.size() == SIZE * 2
        assert image.pixelColor(0, 0).alpha() == 0
    one, five = (_width_px(image) for image in pictures[:2])
    assert one < five, "a small ship is drawn smaller"


def _width_px(image):
    columns = [x for x in range(image.width()) if any(image.pixelColor(x, y).alpha() for y in range(image.height()))]
    return max(columns) - min(columns)


def test_fleet_is_picked_by_keys_and_its_points_are_shown_at_once(maker, qtbot):
    page = maker.begin()
    qtbot.keyClick(visible_buttons(page.fleets[1].fleet_problems)[0], Qt.Key.Key_Space)
    assert page.search.words.hasFocus()
    assert page.search.player.currentText() == "Player 2"
    qtbot.keyClicks(page.search.words, "hms")
    maker.until(lambda: page.search.rows.count() > 5)
    second = page.search.rows.item(1).text().partition(" (")[0]
    qtbot.keyClick(page.search.words, Qt.Key.Key_Down)
    qtbot.keyClick(page.search.words, Qt.Key.Key_Return)
    assert [ship.name for ship in page.draft.players[1].ships] == [second]
    assert page.fleets[0].points.text() == "0 of 40 points"
    maker.add("hms titan")
    assert page.fleets[0].points.text() == "17 of 40 points"
    maker.click(page.fleets[0].ships[0].cross)
    assert page.fleets[0].points.text() == "0 of 40 points"
    assert page.fleets[0].ships == []


def test_players_are_added_named_and_removed(maker, qtbot):
    page = maker.begin()
    maker.click(page.add_player)
    assert page.fleets[2].name.hasFocus()
    qtbot.keyClicks(page.fleets[2].name, "Grace")
    assert [player.name for player in page.draft.players] == ["Player 1", "Player 2", "Grace"]
    assert page.form.islands.box.value() == 9
    maker.click(page.fleets[0].remove)
    assert [box.name.text() for box in page.fleets] == ["Player 2", "Grace"]
    assert [page.search.player.itemText(at) for at in range(2)] == ["Player 2", "Grace"]
    while page.add_player.isEnabled():
        maker.click(page.add_player)
    assert len(page.draft.players) == 10


def test_every_mistake_is_marked_where_it_is_and_mended_there(maker):
    page = maker.begin()
    form = page.form
    for ship in ("hms titan", "hms titan", "hms gallowglass"):
        maker.add(ship)
    maker.add("baochuan", player=1)
    maker.type_over(form.name, " ")
    maker.type_over(form.mat.lineEdit(), "36x36")
    form.edition.setCurrentIndex(form.edition.findData("spanish-main"))
    maker.type_over(form.islands.box.lineEdit(), "1")
    maker.type_over(page.fleets[1].name, "Player 1")
    assert places(maker.checked()) == {
        (DraftField.NAME, None, None),
        (DraftField.MAT, None, None),
        (DraftField.ISLANDS, None, None),
        (DraftField.PLAYER_NAME, 1, None),
        (DraftField.FLEET, 0, None),
        (DraftField.SHIP, 1, 0),
    }
    assert page.told.text() == "5 mistakes are still to be mended."
    assert not page.make_button.isEnabled()
    maker.mend(form.problems[DraftField.NAME], "Call it “My table”")
    assert form.name.text() == "My table"
    maker.mend(form.problems[DraftField.MAT], "It is 36x36 inches")
    assert (form.mat.currentText(), form.unit.currentData()) == ("36x36", LengthUnit.INCH)
    maker.mend(form.problems[DraftField.ISLANDS], "Play with 2 islands")
    maker.mend(page.fleets[1].name_problems, "Call this player “Player 1 2”")
    maker.mend(page.fleets[1].ships[0].problems, "Play by the complete rules")
    assert form.points.box.value() == 40
    assert [ship.problems.shown != () for ship in page.fleets[0].ships] == [False, True, False], "twice, by these rules"
    maker.mend(page.fleets[0].ships[1].problems, "Take out HMS Titan")
    assert maker.checked() == ()
    assert page.make_button.isEnabled()


def test_fix_keeps_what_was_typed_since_the_check(maker, qtbot):
    page = maker.begin()
    maker.add("hms titan")
    page.form.points.box.setValue(10)
    maker.checked()
    (button,) = [each for each in visible_buttons(page.fleets[0].fleet_problems) if "Play to" in each.text()]
    qtbot.keyClicks(page.fleets[0].name, " the Red")
    maker.click(button)
    assert (page.draft.players[0].name, page.draft.points) == ("Player 1 the Red", 17)


def test_button_that_mends_keeps_the_keyboard_while_something_else_is_checked(maker):
    page = maker.begin()
    maker.add("hms titan")
    page.form.points.box.setValue(10)
    maker.checked()
    button, _ = visible_buttons(page.fleets[0].fleet_problems)
    button.setFocus()
    page.form.islands.box.setValue(8)
    maker.checked()
    assert visible_buttons(page.fleets[0].fleet_problems)[0] is button
    assert button.hasFocus()
    maker.qtbot.keyClick(button, Qt.Key.Key_Space)
    assert (page.draft.players[0].ships, page.draft.islands) == ((), 8)


def test_unit_changes_the_numbers_and_terrain_is_counted(maker, qtbot):
    page = maker.begin()
    form = page.form
    form.unit.setCurrentIndex(form.unit.findData(LengthUnit.INCH))
    assert form.mat.currentText() == "36.02x36.02"
    assert [form.mat.itemText(at) for at in range(2)] == ["36x36", "26.4x26.4"]
    form.mat.setCurrentIndex(0)
    for _ in range(2):
        maker.click(form.terrain["reef"].more)
    maker.click(form.terrain["reef"].less)
    qtbot.keyClick(form.terrain["fog-bank"].box, Qt.Key.Key_Up)
    assert (page.draft.mat, page.draft.terrain) == ("36x36", ("fog-bank", "reef"))


def test_table_is_made_without_asking_for_a_name_and_again_after_a_change(maker):
    page = maker.begin()
    maker.type_over(page.form.name, "Club night")
    maker.add("hms titan")
    maker.add("harbinger", player=1)
    assert maker.checked() == ()
    maker.click(page.make_button)
    maker.until(lambda: page.is_done)
    path = maker.folder / "tables" / "club-night.toml"
    assert maker.window.table == path
    assert str(path) in page.told.text()
    assert maker.window.next_button.isEnabled()
    maker.add("hms gallowglass")
    maker.until(lambda: "Make it again" in page.told.text())
    assert not maker.window.next_button.isEnabled()
    maker.click(page.make_button)
    maker.until(lambda: page.is_done)
    assert maker.window.table == path
    assert {piece.name for piece in read_table(path).pieces} >= {"HMS Titan", "Harbinger", "HMS Gallowglass"}


def test_half_made_table_is_there_another_day(maker):
    page = maker.begin()
    maker.type_over(page.fleets[0].name, "Anne")
    maker.add("hms titan")
    maker.click(maker.window.later_button)
    again = maker.begin()
    maker.until(again.isEnabled)
    assert [player.name for player in again.draft.players] == ["Anne", "Player 2"]
    assert [ship.name for ship in again.draft.players[0].ships] == ["HMS Titan"]
    assert again.fleets[0].points.text() == "17 of 40 points"


def test_table_made_another_day_is_still_the_one_that_stands_there(maker):
    page = maker.begin()
    maker.add("hms titan")
    maker.add("harbinger", player=1)
    maker.checked()
    maker.click(page.make_button)
    maker.until(lambda: page.is_done)
    table = maker.window.table
    maker.click(maker.window.later_button)
    page = maker.begin()
    maker.until(page.isEnabled)
    maker.checked()
    assert page.is_done
    assert not page.make_button.isEnabled(), "it is made"
    maker.click(page.form.islands.more)
    maker.until(page.make_button.isEnabled)
    maker.click(page.make_button)
    maker.until(lambda: page.is_done)
    assert maker.window.table == table
    assert [path.name for path in table.parent.glob("*.toml")] == [table.name]


def test_what_strangers_are_called_stays_text(maker):
    page = maker.begin()
    maker.type_over(page.fleets[0].name, "<b>&Anne")
    maker.type_over(page.fleets[1].name, "<b>&Anne")
    maker.checked()
    assert page.search.player.itemText(0) == "<b>&Anne"
    (button,) = visible_buttons(page.fleets[1].name_problems)
    assert button.text() == "Call this player “<b>&&Anne 2”"
    words = [label.text() for label in page.fleets[1].name_problems.findChildren(PlainLabel)]
    assert "There is another <b>&Anne." in words
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in page.findChildren(QLabel) if label.text())


def test_mistakes_of_an_opened_file_are_told_all_at_once(maker):
    text = maker.table.read_text("utf-8")
    maker.table.write_text(text.replace("size_mm = 44.0", "size_mm = 12.0"), "utf-8")
    page = maker.begin()
    maker.click(page.open_button)
    maker.until(lambda: f"Fix these in {maker.table.name}" in page.told.text())
    assert page.told.text().count("got 12") == 6
    assert "more" in page.told.text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_touched_is_large_enough_and_reached_by_tab(maker, language):
    with speaking(language):
        page = maker.begin()
        maker.add("hms titan")
        maker.add("hms titan")
        maker.checked()
        kinds = (QPushButton, QToolButton, QComboBox, QLineEdit, QSpinBox)
        touched = [each for kind in kinds for each in page.findChildren(kind) if each.isVisible()]
        touched = [each for each in touched if not isinstance(each.parent(), (QComboBox, QSpinBox, QLineEdit))]
        assert len(touched) > 20
        assert [each for each in touched if each.height() < TOUCH_PX] == []
        steppers = {button for box in page.form.terrain.values() for button in (box.less, box.more)}
        steppers |= {page.form.points.less, page.form.points.more, page.form.islands.less, page.form.islands.more}
        focused = {each for each in touched if each.focusPolicy() & Qt.FocusPolicy.TabFocus}
        assert set(touched) - focused == steppers, "arrows in their fields do what these do"
        unnamed = [
            each for each in touched if isinstance(each, QAbstractButton) and not (each.accessibleName() or each.text())
        ]
        assert unnamed == []
        for area in page.findChildren(QScrollArea):
            assert area.widget().minimumSizeHint().width() <= area.viewport().width(), "nothing is cut off at the side"
        assert maker.window.width() == 1280
        assert maker.window.height() == 690


def test_cardboard_islands_are_a_choice_of_the_form(maker):
    page = maker.begin()
    assert page.draft.island_make is IslandMake.PRINTED
    page.form.island_make.setCurrentIndex(page.form.island_make.findData(IslandMake.CARDBOARD))
    maker.checked()
    assert page.draft.island_make is IslandMake.CARDBOARD
    assert draft_again(kept_draft(page.draft)).island_make is IslandMake.CARDBOARD
    assert {piece.model_name for piece in new_table_of(page.draft).pieces} == {
        "island-round", "island-cove", "island-long",
    }  # fmt: skip
