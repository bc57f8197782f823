"""Forged matches: each is named, and none agrees. Honest ones all do."""

import shutil

import pytest

from tableassist.errors import BadFileError
from tableassist.matches.verify import MatchOutcome, reader_keys, verify_match
from tableassist.store.keys import load_or_make_table_key, public_pem, remembered, write_known_tables
from tableassist.store.match.chain import Standing
from tests.forgeries import matches
from tests.forgeries.honest_match import record_with_notes
from tests.matches.demo_match import demo_moments

UNCHAINED = {"chain_stripped", "made_to_look_old", "a_page_added", "a_folder_added"}
"""Which leaves what an older version would have written, or adds what no part of the match is: not proven."""
UNREADABLE = {"a_hundred_indexes_more", "a_view_for_a_table", "a_trigger"}
"""Which no reader of ours opens at all."""
NEVER_SEEN_THROUGH = {"chain_made_anew_honest_rows_another_key"}
"""By somebody who has never met the table: the first key that comes under its name is taken for its own."""
OF_THE_CHAIN = (
    matches.signature_stripped,
    matches.chain_stripped,
    matches.made_to_look_old,
    matches.signed_by_another_key,
    matches.chain_made_anew_without_the_key,
    matches.chain_made_anew_and_signed_by_another_key,
    matches.chain_made_anew_honest_rows_another_key,
    matches.end_cut_off_as_if_killed,
    matches.end_cut_off_and_the_head_with_it,
    matches.end_cut_off_and_the_head_rewritten,
    matches.never_closed,
)
GRAVE = (Standing.DIFFERS, Standing.WRONG_SIGNER)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Two honest matches, the computer that recorded them, an opponent's, who knows the table, and a stranger's."""
    root = tmp_path_factory.mktemp("forged")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEASSIST_KEY_FOLDER", str(root / "here"))
        record_with_notes(root / "honest", demo_moments()[:40:2])
        record_with_notes(root / "other", demo_moments()[30:70:2])
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
        return verify_match(folder, reader_keys())

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
    assert findings.moments == 20


@pytest.mark.parametrize("forge", [*matches.ALONE, *matches.WITH_ANOTHER], ids=lambda forge: forge.__name__)
def test_a_forged_match_is_named_by_an_opponent_who_knows_the_table(world, verified, tmp_path, forge):
    folder = forged(world, tmp_path, forge)
    if forge.__name__ in UNREADABLE:
        with pytest.raises(BadFileError, match="not a match of tableassist"):
            verified(folder, "opponent")
        return
    findings = verified(folder, "opponent")
    if forge.__name__ in UNCHAINED:
        assert findings.outcome is MatchOutcome.NOT_PROVEN, told(findings)
    else:
        assert findings.outcome in (MatchOutcome.DIFFERS, MatchOutcome.WRONG_SIGNER), told(findings)
        assert any(each.standing in GRAVE for each in findings.found), "and said in words"


@pytest.mark.parametrize("forge", OF_THE_CHAIN, ids=lambda forge: forge.__name__)
def test_the_computer_that_recorded_a_match_sees_that_its_chain_is_another(world, verified, tmp_path, forge):
    findings = verified(forged(world, tmp_path, forge), "here")
    assert findings.outcome in (MatchOutcome.DIFFERS, MatchOutcome.WRONG_SIGNER), told(findings)


@pytest.mark.parametrize("forge", OF_THE_CHAIN, ids=lambda forge: forge.__name__)
def test_a_stranger_is_fooled_only_by_a_whole_new_chain_under_a_new_key(world, verified, tmp_path, forge):
    findings = verified(forged(world, tmp_path, forge), "stranger")
    if forge.__name__ in NEVER_SEEN_THROUGH:
        assert findings.outcome is MatchOutcome.AGREES
        assert any("a table that is new to you" in line for line in told(findings))
    else:
        assert findings.outcome is not MatchOutcome.AGREES, told(findings)


def test_a_key_that_is_named_must_be_that_of_the_table(world, tmp_path):
    own, other = tmp_path / "own.pub", tmp_path / "other.pub"
    own.write_bytes(public_pem(load_or_make_table_key(world / "here").public))
    other.write_bytes(public_pem(load_or_make_table_key(world / "stranger").public))
    for key, outcome in ((own, MatchOutcome.AGREES), (other, MatchOutcome.WRONG_SIGNER)):
        findings = verify_match(world / "honest.match", reader_keys((key,)))
        assert findings.outcome is outcome, told(findings)
    stripped = forged(world, tmp_path, matches.chain_stripped)
    for reader in (reader_keys((own,)), reader_keys(is_signature_demanded=True)):
        assert verify_match(stripped, reader).outcome is MatchOutcome.WRONG_SIGNER
