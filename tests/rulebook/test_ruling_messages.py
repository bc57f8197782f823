"""What a ruling says is a message that can travel, be kept, and be said in any language."""

import pickle
from pathlib import Path

import pytest

from tableassist.judging.cases.rulings import rulings_of
from tableassist.messages import Message, all_of, language_for
from tableassist.store.case import read_case

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*/*.toml"))


@pytest.fixture(scope="module")
def rulings():
    return [ruling for file in CASES for ruling in rulings_of(read_case(file))]


def texts_of(ruling):
    return ruling.reason, ruling.citation, *(each.words for each in ruling.readings)


def values(message):
    """All that stands in its gaps, and in those of the messages there."""
    for value in message.params.values():
        for each in value if isinstance(value, tuple) else (value,):
            yield each
            if isinstance(each, Message):
                yield from values(each)


def test_every_text_of_every_case_is_a_message_of_names_and_numbers(rulings):
    texts = [text for ruling in rulings for text in texts_of(ruling)]
    assert len({str(text) for text in texts}) > 500
    assert {type(text) for text in texts} == {Message}
    assert all(isinstance(value, Message | str | int | float) for text in texts for value in values(text))


def test_english_is_the_same_for_a_reader_and_for_a_file(rulings):
    english = language_for("en")
    assert all(english.text(text) == str(text) for ruling in rulings for text in texts_of(ruling))


def test_a_ruling_is_the_same_in_another_process(rulings):
    assert pickle.loads(pickle.dumps(rulings)) == rulings


def test_a_ruling_that_was_written_down_says_the_same(rulings):
    for ruling in rulings:
        again = ruling.spell_out()
        assert [str(text) for text in texts_of(again)] == [str(text) for text in texts_of(ruling)]
        assert again.replace(citation=ruling.citation, reason=ruling.reason, readings=ruling.readings) == ruling


def test_a_ships_name_is_never_translated():
    reason = Message("blocked by {blockers}", blockers=all_of(["Sword and Shield", "the shore"]))
    german = language_for("de").text(reason)
    assert "Sword and Shield" in german
    assert german.endswith("the shore")
