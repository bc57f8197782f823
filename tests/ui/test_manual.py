"""The manual: its pages in the order of its index, found by words, and links that lead nowhere else."""

import pytest
from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QTextDocument

from tableassist.ui.manual import Manual, find_in_manual, read_manual, slug_of

PICTURE = QTextDocument.ResourceType.ImageResource.value


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "README.md").write_text("# All pages\n\n- [Ships](ships.md)\n- [Dice](dice.md)\n", "utf-8")
    (tmp_path / "dice.md").write_text("# Dice\n\nRoll a die.\n", "utf-8")
    (tmp_path / "ships.md").write_text(
        "# Ships\n\nA hull.\n\n## Masts & sails\n\nMasts come off as\ndamage.\n\n"
        "| cannon | range |\n|---|---|\n| `L` | long |\n",
        "utf-8",
    )
    (tmp_path / "appendix.md").write_text("# Appendix\n\nNothing.\n", "utf-8")
    return tmp_path


@pytest.fixture
def manual(folder, qtbot):
    made = Manual(folder=folder, open_web=lambda url: pytest.fail(f"opened {url}"))
    qtbot.addWidget(made)
    made.show()
    return made


def test_pages_come_in_the_order_of_the_index_and_the_others_after_them(folder):
    assert [page.name for page in read_manual(folder)] == ["README.md", "ships.md", "dice.md", "appendix.md"]
    assert [page.title for page in read_manual(folder)] == ["All pages", "Ships", "Dice", "Appendix"]


def test_words_are_found_across_the_lines_of_a_paragraph_and_in_tables(folder):
    (hit,) = find_in_manual(read_manual(folder), "DAMAGE off")
    assert (hit.page.name, hit.heading, hit.line) == ("ships.md", "Masts & sails", "Masts come off as damage.")
    (row,) = find_in_manual(read_manual(folder), "long")
    assert row.line == "L long"


def test_nothing_asked_is_nothing_found(folder):
    assert find_in_manual(read_manual(folder), "  ") == ()
    assert find_in_manual(read_manual(folder), "zeppelin") == ()


def test_a_link_shows_the_page_and_its_heading(manual):
    manual.follow(QUrl("ships.md#masts-sails"))
    assert manual.shown.name == "ships.md"
    assert manual.told.text() == ""


@pytest.mark.parametrize("link", ["file:///etc/passwd", "../README.md", "javascript:alert(1)", "/etc/passwd", "x.md"])
def test_a_link_that_leads_out_of_the_manual_is_not_followed(manual, link):
    before = manual.browser.toPlainText()
    manual.follow(QUrl(link))
    assert manual.browser.toPlainText() == before
    assert "is not a page of this manual" in manual.told.text()


def test_the_web_is_left_to_the_persons_browser(folder, qtbot):
    opened = []
    manual = Manual(folder=folder, open_web=opened.append)
    qtbot.addWidget(manual)
    manual.follow(QUrl("https://example.org/x"))
    assert opened == [QUrl("https://example.org/x")]


@pytest.mark.parametrize("name", ["../secret.png", "/etc/x.png", "https://example.org/x.png", "file:///x.png"])
def test_pictures_come_from_the_manuals_folder_only(manual, name):
    assert manual.browser.loadResource(PICTURE, QUrl(name)) is None


def test_what_is_typed_lists_the_places(manual, qtbot):
    qtbot.keyClicks(manual.search, "die")
    assert manual.list.count() == 1
    manual.list.setCurrentRow(0)
    assert manual.shown.name == "dice.md"
    manual.search.clear()
    assert manual.list.count() == 4


def test_headings_are_called_as_on_the_web():
    assert slug_of("Masts & sails") == "masts-sails"
    assert slug_of("Which camera?") == "which-camera"
