"""Messages in a language: names stay, numbers and plurals follow it, and a language is one file."""

import pytest

from tableassist.messages import LANGUAGES, Message, all_of, language_for, own_name, say, speaking, tr, tr_plural


def test_names_are_never_translated():
    with speaking("de"):
        for name in ("Sword and Shield", "Bow, Stern", "YES", "out of range"):
            assert say(name) == name
            assert tr("{name}", name=name) == name
            assert name in say(Message("blocked by {piece}", piece=name))


def test_a_message_within_a_message_is_told_in_the_same_language():
    nested = Message("{mm} of {limit_mm:.1f} mm", mm=Message("YES"), limit_mm=57.5)
    with speaking("de"):
        assert say(nested) == "JA von 57,5 mm"
    assert str(nested) == "YES of 57.5 mm"


@pytest.mark.parametrize(("code", "told"), [("en", "63.2"), ("de", "63,2")])
def test_numbers_have_the_marks_of_the_language(code, told):
    with speaking(code) as language:
        assert tr("{mm:.1f}", mm=63.21) == told == language.number(63.21, 1)


def test_one_and_more():
    assert [tr_plural("1 answer below", "{count} answers below", count=n) for n in (1, 2)] == [
        "1 answer below",
        "2 answers below",
    ]


def test_a_plural_that_is_not_translated_is_told_in_english():
    with speaking("de"):
        assert tr_plural("1 test of ours", "{count} tests of ours", count=2) == "2 tests of ours"


def test_a_language_is_a_file_and_brings_its_own_name():
    assert {"en", "de"} <= set(LANGUAGES)
    assert [own_name(code) for code in ("en", "de")] == ["English", "Deutsch"]
    assert language_for("de").text(Message("YES")) == "JA"


def test_an_unknown_language_is_english():
    assert language_for("tlh").code == "en"


def test_several_are_joined():
    with speaking("en") as language:
        assert say(all_of(("A", "B"))) == "A and B"
        assert language.listed(("A", "B", "C")) == "A, B, and C"


def test_a_strangers_name_can_neither_turn_the_line_nor_speak_to_the_reader():
    name = "Ox\u202eSEY\x1b[2J\u00a0\u2066"
    assert tr("{ship} may not fire", ship=name) == "Ox\\u202eSEY\\x1b[2J\u00a0\\u2066 may not fire"
    assert say(Message("{ship} may not fire", ship="L'Intrépide 海賊")) == "L'Intrépide 海賊 may not fire"
    assert tr("two\nlines") == "two\nlines"
