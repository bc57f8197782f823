"""What the core says can be said in another language: all of it, and nothing is lost or mixed up on the way."""

from pathlib import Path

import pytest
from demo_moment import demo_drawing, demo_moment
from words_of_the_core import STAYS_ENGLISH, applies, fragments, stays_english

from tableassist.formats.case.file import read_case
from tableassist.overlay import words as drawn
from tableassist.pieces.catalogue import Nation
from tableassist.pieces.effects import Effect
from tableassist.pieces.mount import MountKind
from tableassist.rules.editions.complete import COMPLETE
from tableassist.rules.editions.settings import RuleSettings, with_house
from tableassist.rules.editions.too_close import POLICIES, too_close_policy
from tableassist.rules.engine.rule_list import RULES
from tableassist.runtime.capture_process import health_messages
from tableassist.runtime.capture_process.tag_source import CaptureState
from tableassist.runtime.recorder.space import space_words
from tableassist.ui.core_words import ALL_PHRASES
from tableassist.ui.language.language import speak
from tableassist.ui.language.translated import cited, retold, said, sentence
from tableassist.ui.rulings.words import rule_words
from tableassist.vision.calibration.verdict import CalibrationGrade
from tests.rules.case_rulings import rulings_of

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*/*.toml"))
ENGLISH = "en"


def lost(texts):
    """Those that no phrase makes, or that come out otherwise when they are said in English again."""
    return [text for text in dict.fromkeys(texts) if retold(text, ENGLISH) != text]


@pytest.fixture
def german():
    speak("de")
    yield
    speak("en")


def test_every_reason_and_reading_of_every_case_is_known():
    rulings = [ruling for file in CASES for ruling in rulings_of(read_case(file))]
    texts = [text for ruling in rulings for text in (ruling.reason, *(each.words for each in ruling.readings))]
    assert len(set(texts)) > 500
    assert lost(texts) == []


@pytest.mark.parametrize("moment", ["blocked", "cleared", "rammed"])
def test_all_that_the_demo_says_is_known(moment):
    moment = demo_moment(moment)
    state = moment.state
    badges = [badge.text for badge in demo_drawing(moment).badges if badge.text]
    assert badges
    assert lost([*(ruling.reason for ruling in state.rulings), *state.warnings, *badges]) == []


def test_every_fixed_word_of_the_core_is_in_a_phrase():
    unknown = [
        f"{module}:{line} {words}"
        for module, line, words in fragments()
        if not any(words in phrase for phrase in ALL_PHRASES) and not stays_english(module, words)
    ]
    assert unknown == []


def test_nothing_is_kept_english_that_is_gone():
    idle = [row for row in STAYS_ENGLISH if not any(applies(row, module, words) for module, _, words in fragments())]
    assert idle == []


def test_all_that_befalls_a_camera_is_known():
    name, trouble = "HD Webcam C920", "HD Webcam C920: is not plugged in; cameras found: none"
    healths = [
        health_messages.stalled(name),
        health_messages.silent(name),
        health_messages.not_opening(name),
        health_messages.away(trouble),
        health_messages.frozen(name),
        health_messages.black(name),
        health_messages.useless(name, CaptureState.FROZEN),
        health_messages.useless(name, CaptureState.BLACK),
        *(health_messages.crashed(name, code) for code in (None, 1, -11)),
        *(health_messages.given_up(name, code) for code in (None, 1, -11)),
        health_messages.broke(name, "KeyError: 'a fault of ours'"),
    ]
    assert lost(health.words for health in healths) == []


def test_a_full_disk_is_known():
    assert lost(space_words(free) for free in (100_000_000, 900_000_000)) == []


def test_all_that_a_drawing_says_is_known():
    filled = [template.format(count=3, name="Rat Island", seconds=7, words=drawn.RAMS) for template in drawn.TEMPLATES]
    several = drawn.JOINED.join(drawn.CONTACTS[:3])
    assert lost([*filled, several]) == []


@pytest.mark.usefixtures("german")
def test_every_rule_of_the_moment_has_a_german_name():
    names = {name for rule in RULES for name in rule.names}
    assert [name for name in names if rule_words(name) == name.replace("_", " ").capitalize()] == []


def test_words_of_lists_are_known():
    policies = [too_close_policy(with_house(RuleSettings(), {"too-close": choice})) for choice in POLICIES]
    texts = [*POLICIES.values(), *policies, too_close_policy(RuleSettings()), COMPLETE.title]
    texts += [*(effect.meaning for effect in Effect), *Nation, *MountKind, *CalibrationGrade]
    assert lost(texts) == []


@pytest.mark.usefixtures("german")
def test_names_and_numbers_pass_through():
    hidden = said("HMS Lord Walpole has been hidden for 4.5 s")
    assert "HMS Lord Walpole" in hidden
    assert "4.5 s" in hidden
    assert "hidden" not in hidden


@pytest.mark.usefixtures("german")
def test_parts_of_a_sentence_are_said_too():
    told = said("her bow touches the enemy's hull, but Revenge is ghostly")
    assert told == "ihr Bug berührt den gegnerischen Rumpf, aber Revenge ist geisterhaft"


@pytest.mark.usefixtures("german")
def test_what_nobody_knows_stays_english():
    assert said("the moon is full") == "the moon is full"
    assert said("her bow touches the shore, but the moon is full") == "her bow touches the shore, but the moon is full"


@pytest.mark.usefixtures("german")
def test_a_citation_keeps_the_titles_of_sections():
    assert cited("complete, Ram (Board); her ability") == "complete, Ram (Board); ihre Fähigkeit"


@pytest.mark.usefixtures("german")
def test_a_sentence_begins_with_a_capital_letter():
    assert sentence("out of range") == "Außer Reichweite"


def test_english_is_told_as_it_is():
    assert said("blocked by Rat Island") == "blocked by Rat Island"
