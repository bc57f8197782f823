"""An edition is one file with all its terms, each from its own rulebook."""

import re
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest

import tableassist.rulebook.editions
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.settings import (
    EDITIONS,
    MULTIPLAYER,
    RuleSettings,
    cite_lengths,
    with_edition,
    with_house,
)
from tableassist.rulebook.editions.terms import BARS, CARD, Edition, Ruler

FOLDER = Path(tableassist.rulebook.editions.__path__[0])
TERMS = [each.name for each in fields(Edition) if each.name not in ("name", "title", "text_ruler")]
FROM_ANOTHER = {"creature_section": "complete, Sea Creatures"}
"""The rules for sea creatures came last, and hold for them under every edition."""

every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def sections(edition):
    for name in TERMS:
        terms = getattr(edition, name)
        for each in fields(terms):
            if each.name.endswith("section"):
                yield each.name, str(getattr(terms, each.name))
    yield from ((f"terrain: {kind}", section) for kind, section in edition.terrain.sections.items())


@every_edition
def test_an_edition_has_all_its_terms_in_a_file_of_its_own(edition):
    source = (FOLDER / f"{edition.name.replace('-', '_')}.py").read_text("utf-8")
    for name in TERMS:
        kind = type(getattr(edition, name)).__name__
        assert re.search(rf"^    {name}=(terms\.)?{kind}\($", source, re.MULTILINE), name
    others = [each.name.replace("-", "_") for each in EDITIONS.values() if each is not edition]
    assert not [other for other in others if f"editions.{other}" in source]


@pytest.mark.parametrize(("one", "other"), [*combinations(EDITIONS.values(), 2)], ids=lambda edition: edition.name)
def test_no_edition_borrows_the_terms_of_another(one, other):
    assert not [name for name in TERMS if getattr(one, name) is getattr(other, name)]


@every_edition
def test_every_section_is_of_the_editions_own_rulebook_or_says_why_not(edition):
    for name, section in sections(edition):
        own = section.startswith((edition.name, "none: ")) or f"; {edition.name} has no " in section
        assert own or section == FROM_ANOTHER[name], f"{name}: {section}"


@every_edition
def test_the_multiplayer_add_on_sits_on_any_edition(edition):
    played = with_edition(RuleSettings(multiplayer=True), edition).edition
    assert (played.setup.islands, played.setup.islands_must) == (None, True)
    assert played.setup.islands_section == MULTIPLAYER.section
    changed = [name for name in TERMS if getattr(played, name) != getattr(edition, name)]
    assert changed == ["setup", "treasure", "ending"]


@every_edition
def test_house_rules_stay_when_another_edition_is_chosen(edition):
    house = {"shot-origin": "mast-centre", "terrain": True, "long-mm": 90.0}
    first = with_house(RuleSettings(edition=COMPLETE), house)
    assert with_edition(first, edition) == with_house(RuleSettings(edition=edition), house)
    assert with_edition(first, edition).edition.terrain.kinds == COMPLETE.terrain.kinds


OWN = Ruler("measured ruler", short_mm=57.4, long_mm=83.9)


@pytest.mark.parametrize(
    ("edition", "ruler", "choice"),
    [
        ("complete", BARS, "printed bars: the table's choice, the text has the card's sides"),
        ("complete", CARD, None),
        ("complete", OWN, None),
        ("revolution", BARS, None),
        ("revolution", CARD, "card's sides: the table's choice, the text has the printed bars"),
        ("spanish-main", BARS, None),
        ("spanish-main", CARD, None),
    ],
)
def test_a_ruler_that_is_not_the_texts_own_is_told_as_the_tables_choice(edition, ruler, choice):
    told = str(cite_lengths("Shooting", RuleSettings(edition=EDITIONS[edition], ruler=ruler)))
    assert told == ("Shooting" if choice is None else f"Shooting; {choice} (D1)")
