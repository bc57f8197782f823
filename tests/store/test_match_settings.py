"""The settings of a match: back to the last digit, and nothing of a stranger's but one line."""

from pathlib import Path

import msgspec
import pytest

from tableassist.errors import BadFileError
from tableassist.rulebook.editions.revolution import REVOLUTION
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.store.match import settings_parts
from tableassist.store.match.settings import settings_from
from tests.matches.demo_match import demo_moments

WHERE = Path("friday.match")


@pytest.fixture(scope="module")
def parts():
    return settings_parts(demo_moments()[0].settings)


def test_settings_come_back_as_they_were(parts):
    assert settings_parts(settings_from(parts, WHERE)) == parts


@pytest.mark.parametrize("name", [[], {}, 7, None, ["complete"], "no such edition", "complete" * 1000])
def test_an_edition_that_is_not_known_is_refused_with_those_that_are(parts, name):
    rules = msgspec.json.decode(parts["rules"])
    rules["edition"]["name"] = name
    odd = {**parts, "rules": msgspec.json.encode(rules)}
    with pytest.raises(BadFileError, match=r"friday\.match: settings: rules: .* spanish-main, revolution, complete$"):
        settings_from(odd, WHERE)


@pytest.mark.parametrize("edition", [None, [], "complete", 3])
def test_an_edition_that_is_none_is_refused(parts, edition):
    rules = msgspec.json.decode(parts["rules"]) | {"edition": edition}
    with pytest.raises(BadFileError, match=r"friday\.match: settings: rules: "):
        settings_from({**parts, "rules": msgspec.json.encode(rules)}, WHERE)


def with_rules(parts, **changes):
    return {**parts, "rules": msgspec.json.encode(msgspec.json.decode(parts["rules"]) | changes)}


def test_an_edition_as_older_versions_wrote_it_is_the_same_edition_under_its_house_rules(parts):
    written = {
        "name": "revolution",
        "title": "Pirates of the Revolution",
        "shot_origin": "printed die",
        "build_total": 40,
    }
    read = settings_from(with_rules(parts, edition=written, house={"shot-origin": "printed-die"}), WHERE).rules
    assert read.edition == with_house(RuleSettings(edition=REVOLUTION), {"shot-origin": "printed-die"}).edition
    plain = settings_from(with_rules(parts, edition={"name": "revolution"}), WHERE).rules
    assert plain.edition is REVOLUTION


@pytest.mark.parametrize(("name", "value"), [("bow-zone", "nonsense"), ("shot-origin", 3), ("islands", "many")])
def test_a_house_rule_that_no_table_could_have_is_refused(parts, name, value):
    with pytest.raises(BadFileError, match=rf"friday\.match: settings: rules: {name}: got {value!r}"):
        settings_from(with_rules(parts, house={name: value}), WHERE)


def test_the_colours_of_a_hull_come_back_and_a_wrong_count_is_refused(parts):
    pieces = msgspec.json.decode(parts["pieces"])
    kept = [0.1, -0.25, -1.5, *[None] * 9]
    pieces[0]["hull_colours"] = kept
    back = settings_from({**parts, "pieces": msgspec.json.encode(pieces)}, WHERE)
    assert back.pieces[0].hull_colours == tuple(kept)
    assert back.pieces[1].hull_colours == ()
    pieces[0]["hull_colours"] = kept[:-1]
    with pytest.raises(BadFileError, match="colours of a hull"):
        settings_from({**parts, "pieces": msgspec.json.encode(pieces)}, WHERE)


def test_pieces_of_a_version_that_knew_no_colours_are_read(parts):
    pieces = msgspec.json.decode(parts["pieces"])
    for each in pieces:
        del each["hull_colours"]
    back = settings_from({**parts, "pieces": msgspec.json.encode(pieces)}, WHERE)
    assert settings_parts(back) == parts
