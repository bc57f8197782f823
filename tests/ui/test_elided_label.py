"""A label that gives way shows what fits and keeps the rest in mind."""

from PyQt6.QtWidgets import QLabel

from tableassist.ui.widgets.plain import LEAST_PX, ElidedLabel, PlainLabel


def test_words_that_do_not_fit_end_in_dots_and_come_back(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.say("Integrated Camera: Integrated C  1920 × 1080")
    wide = label.sizeHint().width()
    label.resize(wide // 2, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.words == "Integrated Camera: Integrated C  1920 × 1080"
    assert label.sizeHint().width() == wide
    label.resize(wide, 20)
    assert label.text() == label.words


def test_only_a_label_that_gives_way_can_be_narrow(qtbot):
    one, other = ElidedLabel(), ElidedLabel(gives_way=False)
    for label in (one, other):
        qtbot.addWidget(label)
        label.say("Pieces: 15 measured, 0 not, and some more")
    assert one.minimumSizeHint().width() == LEAST_PX
    assert other.minimumSizeHint().width() == other.sizeHint().width()


def test_a_name_is_shown_to_the_letter(qtbot):
    label = PlainLabel("<b>Anne</b>")
    bold = QLabel("<b>Anne</b>")
    for each in (label, bold):
        qtbot.addWidget(each)
    assert label.sizeHint().width() > bold.sizeHint().width()
