"""Names in any letters come out readable, and never too long."""

import pytest

from tableassist.printing.pen import clip_text, to_printable, width_mm, wrap_text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Château d'Œuvre", "Château d'Œuvre"),
        ("Señora", "Señora"),
        ("Größe, überall", "Größe, überall"),
        ("Łódź", "Lódz"),
        ("Чайка", "Chayka"),
        ("Θύελλα", "Thyella"),
        ("Şahin", "Sahin"),
        ("海賊", "??"),
        ("ﬁre ship", "fire ship"),
        ("two\nlines\x07", "two lines"),
        ("e\u0301toile", "étoile"),
    ],
)
def test_a_name_is_shown_in_letters_that_every_reader_has(name, shown):
    assert to_printable(name) == shown


def test_long_names_are_cut_short_and_fit():
    shown = clip_text("Queen of the Seven Seas and of All That Swims in Them", 30.0, 8.0)
    assert shown.startswith("Queen of the")
    assert shown.endswith("…")
    assert width_mm(shown, 8.0) <= 30.0


def test_a_paragraph_keeps_all_its_words():
    text = "Printed face 60 mm above the mat, arrow to the bow."
    lines = wrap_text(text, 25.0, 8.5)
    assert len(lines) > 1
    assert " ".join(lines) == text
    assert all(width_mm(line, 8.5) <= 25.0 for line in lines)
