"""The words of the source and those of the languages' files are the same, and a file is kept up to date by a tool."""

import string
from functools import lru_cache

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tableassist.messages.extract import LANGUAGES, extracted, updated, written

CODES = sorted(path.stem for path in LANGUAGES.glob("*.po"))


@lru_cache(maxsize=1)
def in_source():
    return extracted()


@lru_cache(maxsize=8)
def known(code):
    with (LANGUAGES / f"{code}.po").open("rb") as file:
        return {each.id: each.string for each in read_po(file, locale=code) if each.id and all(each.string or ("",))}


def forms(words):
    return (words,) if isinstance(words, str) else words


def fields(words):
    """With how they are written; of a plural, in any of its forms, for one needs no number."""
    parsed = [each for form in forms(words) for each in string.Formatter().parse(form)]
    return {(name, spec) for _, name, spec, _ in parsed if name is not None}


def test_german_is_complete():
    assert [each for each in in_source() if not known("de").get(each)] == []


@pytest.mark.parametrize("code", CODES)
def test_no_language_has_words_that_nobody_says(code):
    assert sorted(set(map(forms, known(code))) - set(map(forms, in_source()))) == []


@pytest.mark.parametrize("code", CODES)
def test_what_varies_is_the_same_in_every_language(code):
    assert [key for key, words in known(code).items() if fields(words) != fields(key)] == []


def test_words_are_found_in_code_and_in_the_commands_help():
    found = set(in_source())
    assert "YES" in found
    assert ("1 answer below", "{count} answers below") in found
    assert "Print the version." in found


def test_a_translation_survives_new_names_for_its_gaps():
    old = Catalog(locale="de")
    old.add("{mm} mm from {name} to {name}", "von {name} nach {name}: {mm} mm")
    new = updated(old, ("{far_mm:.1f} mm from {piece} to {piece}",))
    assert new["{far_mm:.1f} mm from {piece} to {piece}"].string == "von {piece} nach {piece}: {far_mm:.1f} mm"


def test_of_two_that_differ_in_their_gaps_only_none_is_guessed():
    old = Catalog(locale="de")
    old.add("{mm} to {name}", "{mm} bis {name}")
    old.add("{hand} to {hand}", "von {hand} zu {hand}")
    assert updated(old, ("{one} to {other}",))["{one} to {other}"].string == ""


def test_what_is_gone_is_dropped_and_what_stays_is_written_alike():
    old = Catalog(locale="de")
    old.add("Ship", "Schiff")
    old.add("Gone", "Weg")
    once = written(updated(old, ("Ship", ("1 ship", "{count} ships"))))
    assert b"Gone" not in once
    assert b'msgstr "Schiff"' in once
    assert b'msgid_plural "{count} ships"' in once
    with_dates = [line for line in once.splitlines() if b"Date" in line]
    assert with_dates == []
