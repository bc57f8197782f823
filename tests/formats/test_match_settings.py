"""The settings of a match: back to the last digit, and nothing of a stranger's but one line."""

from pathlib import Path

import msgspec
import pytest

from tableassist.errors import BadFileError
from tableassist.formats.match.settings import settings_from, settings_parts
from tests.runtime.demo_match import demo_moments

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
