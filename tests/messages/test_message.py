"""A message is a value in any language: what the core says, put into words for one reader."""

import pickle
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.errors import BadFileError
from tableassist.messages import (
    LANGUAGES,
    Message,
    all_of,
    language_for,
    message_from_plain,
    plain_of,
    say,
    sentence,
    speak,
    speaking,
    tr,
)

GERMAN = language_for("de")


@pytest.fixture(autouse=True)
def english_again():
    yield
    speak("en")


def test_english_is_the_template_filled_in():
    inner = Message("blocked by {name}", name="Sword and Shield")
    assert str(Message("in range: {mm:.1f} mm; {reason}", mm=3.25, reason=inner)) == (
        "in range: 3.2 mm; blocked by Sword and Shield"
    )


@pytest.mark.parametrize("name", ["Sword and Shield", "Bow, Stern", "{name}", "out of range", "%s", "100 %"])
def test_a_ships_name_is_never_translated(name):
    message = Message("{name} is a wreck", name=name)
    assert str(message) == f"{name} is a wreck"
    assert GERMAN.text(message) == f"{name} ist ein Wrack"


def test_numbers_are_written_as_the_language_writes_them():
    message = Message("{gap_mm:.1f} mm of {limit}", gap_mm=12.34, limit=5)
    assert (str(message), GERMAN.text(message)) == ("12.3 mm of 5", "12,3 mm of 5")
    assert (language_for("en").number(0.456, 2), GERMAN.number(0.456, 2)) == ("0.46", "0,46")


def test_a_version_in_a_string_keeps_its_point():
    assert GERMAN.text(Message("version {version}", version="1.2.3")) == "version 1.2.3"


@pytest.mark.parametrize(("count", "words"), [(1, "1 ship"), (0, "0 ships"), (2, "2 ships")])
def test_plurals(count, words):
    assert str(Message.plural("{count} ship", "{count} ships", count=count)) == words


def test_all_of_puts_an_and_before_each_further_one():
    assert [str(all_of(items)) for items in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A and B and C"]


def test_a_list_is_told_with_commas_and_its_messages_are_translated():
    ships = (Message("{name} is a wreck", name="Titan"), "Oxley")
    assert str(Message("see {ships}", ships=ships)) == "see Titan is a wreck, Oxley"
    assert GERMAN.text(Message("see {ships}", ships=ships)) == "see Titan ist ein Wrack, Oxley"


def test_what_a_catalogue_lacks_is_told_in_english():
    assert GERMAN.text(Message("nobody has translated {this}", this="this")) == "nobody has translated this"


def test_a_language_that_we_do_not_have_is_english():
    assert language_for("tlh").code == "en"
    assert {"en", "de"} <= set(LANGUAGES)


TEXTS = st.text(max_size=12)
VALUES = st.one_of(TEXTS, st.integers(-99, 99), st.floats(-1e6, 1e6))
MESSAGES = st.recursive(
    st.builds(lambda value: Message("leaf {value}", value=value), VALUES),
    lambda inner: st.one_of(
        st.builds(lambda one, two: Message("{one} beside {two}", one=one, two=two), inner, VALUES),
        st.builds(lambda one, count: Message.plural("{count} {one}", "{count} x {one}", count=count, one=one), inner,
                  st.integers(0, 9)),
        st.builds(lambda several: Message("all of {several}", several=tuple(several)), st.lists(inner, max_size=3)),
    ),
    max_leaves=6,
)  # fmt: skip


@given(MESSAGES)
def test_a_message_survives_json_and_pickle(message):
    for back in (message_from_plain(plain_of(message)), pickle.loads(pickle.dumps(message))):
        assert (back, str(back), hash(back)) == (message, str(message), hash(message))


@settings(deadline=None)  # the first time a language is read from its file
@given(MESSAGES)
def test_every_language_can_say_every_message(message):
    told = {code: language_for(code).text(message) for code in LANGUAGES}
    assert told["en"] == str(message)


def test_an_error_is_made_like_a_message_and_stays_on_one_line():
    error = BadFileError("{path}: no such piece {name!r}", path="a\nb.toml", name="Titan")
    assert str(error) == "a\\nb.toml: no such piece 'Titan'"
    assert error.message.params["name"] == "Titan"


def test_braces_in_words_without_parameters_stay():
    assert str(BadFileError("got {1, 2}")) == "got {1, 2}"


def test_the_programs_language_is_every_threads_and_a_readers_is_his_own():
    wreck = Message("{name} is a wreck", name="Titan")
    heard = []
    speak("de")
    worker = Thread(target=lambda: heard.append(say(wreck)))
    with speaking("en"):
        assert say(wreck) == "Titan is a wreck"
        worker.start()
        worker.join()
    assert heard == ["Titan ist ein Wrack"]
    assert tr("{name} is a wreck", name="Titan") == "Titan ist ein Wrack"
    assert sentence(Message("out of range")) == "Außer Reichweite"
