"""Names that every system takes."""

import pytest

from tableassist.store.files.file_name import MOST_BYTES, allowed_name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Friday at Anne's", "Friday at Anne's"),
        ("Demo: the English/French", "Demo- the English-French"),
        ('a<b>c"d\\e|f?g*h', "a-b-c-d-e-f-g-h"),
        ("ends with dots. . .", "ends with dots"),
        (" .hidden", "hidden"),
        ("con", "_con"),
        ("COM1.match", "_COM1.match"),
        ("LPT²", "_LPT²"),
        ("Console", "Console"),
        ("tab\tand\nline\x00", "tab and line"),
        ("Bal\u202egnp", "Bal gnp"),
        ("L'Intre\u0301pide", "L'Intr\u00e9pide"),
        ("...", "_"),
        ("", "_"),
    ],
)
def test_what_a_system_forbids_is_replaced(words, name):
    assert allowed_name(words) == name


def test_a_long_name_is_cut_between_letters():
    name = allowed_name("Ж" * 500)
    assert name == "Ж" * (MOST_BYTES // 2)
    assert allowed_name("🏴" * 100, most_bytes=11) == "🏴🏴"


def test_a_name_that_is_allowed_stays_as_it_is():
    once = allowed_name("2026-11-17 14.20 Табло: 1")
    assert allowed_name(once) == once
