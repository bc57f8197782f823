"""Forged matches: each is named, and none agrees. Honest ones all do."""

import shutil

import pytest

from tableassist.formats.match.chain.finding import Standing
from tableassist.formats.signing.known_tables import remembered, write_known_tables
from tableassist.formats.signing.table_key import load_or_make_table_key
from tableassist.services.verify.findings import MatchOutcome
from tableassist.services.verify.verify import reader_keys, verify_match
from tests.forgeries import matches
from tests.forgeries.honest_match import record_with_notes
from tests.runtime.demo_match import demo_moments

NEVER_SEEN_THROUGH = {"chain_made_anew_honest_rows_another_key"}
"""By somebody who has never met the table: the first key that comes under its name is taken for its own."""
GRAVE = (Standing.DIFFERS, Standing.WRONG_SIGNER)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Two honest matches, the computer that recorded them, that of an opponent who knows the table, and a stranger's."""
    root = tmp_path_factory.mktemp("forged")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEASSIST_KEY_FOLDER", str(root / "here"))
        record_with_notes(root / "honest")
        record_with_notes(root / "other", demo_moments()[30:66])
    key = load_or_make_table_key(root / "here")
    for name in ("opponent", "stranger"):
        load_or_make_table_key(root / name)
    settings = demo_moments()[0].settings
    write_known_tables(root / "opponent", remembered((), name=settings.name, public=key.public, when="2026-01-01"))
    return root


@pytest.fixture
def verified(world, tmp_path, monkeypatch):
    def verify(folder, who):
        keys = shutil.copytree(world / who, tmp_path / who, dirs_exist_ok=True)
        monkeypatch.setenv("TABLEASSIST_KEY_FOLDER", str(keys))
        return verify_match(folder, reader_keys(), lambda checked, replay: None)

    return verify


def told(findings):
    return [str(each.message) for each in findings.found]


def forged(world, tmp_path, forge):
    folder = shutil.copytree(world / "honest.match", tmp_path / "forged.match")
    forge(folder, world / "other.match") if forge in matches.WITH_ANOTHER else forge(folder)
    return folder


@pytest.mark.parametrize("who", ["here", "opponent", "stranger"])
@pytest.mark.parametrize("name", ["honest", "other"])
def test_an_honest_match_agrees_wherever_it_is_verified(world, verified, who, name):
    findings = verified(world / f"{name}.match", who)
    assert findings.outcome is MatchOutcome.AGREES, told(findings)
    assert findings.moments == 36


@pytest.mark.parametrize("forge", (*matches.ALONE, *matches.WITH_ANOTHER), ids=lambda forge: forge.__name__)
def test_a_forged_match_is_named_by_an_opponent_who_knows_the_table(world, verified, tmp_path, forge):
    findings = verified(forged(world, tmp_path, forge), "opponent")
    assert findings.outcome in (MatchOutcome.DIFFERS, MatchOutcome.WRONG_SIGNER), told(findings)
    assert findings.differing or [each for each in findings.found if each.standing in GRAVE]
    print(forge.__name__, int(findings.outcome), told(findings))
