"""Forged evidence is named for what it is, each with its exit code, and none agrees. Honest evidence does."""

import shutil

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.cli.terminal import painter
from tableassist.errors import BadFileError
from tableassist.formats.match.settings import settings_parts
from tableassist.formats.signing.key_file import public_pem
from tableassist.formats.signing.table_key import load_or_make_table_key
from tableassist.services.evidence import judge
from tableassist.services.evidence.derive import derived
from tableassist.services.evidence.judge import checked_evidence
from tableassist.services.evidence.make import Signing, make_evidence
from tableassist.services.evidence.signer import Reader
from tests.cli.demo_match import demo_match
from tests.forgeries.evidence_forgeries import FORGERIES, Knows, Seal, Zip, read_zip, sealed, write_zip

RAM = "ram:plantagenet:revenge"


@pytest.fixture(scope="module", autouse=True)
def measured_once():
    """Measure the same pictures under the same settings once: most forgeries leave both alone."""
    states = {}

    def remembered(picture, earlier, settings):
        pictures = tuple((one.image.tobytes(), one.t_ns, one.pieces) for one in (picture, *earlier))
        asked = pictures, tuple(sorted(settings_parts(settings).items()))
        if asked not in states:
            states[asked] = derived(picture, earlier, settings)
        return states[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "derived", remembered)
        yield


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """The dispute, another moment, and what a reader has who knows the table."""
    folder = tmp_path_factory.mktemp("honest")
    key = load_or_make_table_key(folder / "keys")
    for name, at in (("dispute", "22.5"), ("early", "1.0")):
        ruling = RAM if name == "dispute" else None
        make_evidence(demo_match(), at, folder / f"{name}.zip", painter=painter(), ruling=ruling, signing=Signing(key))
    (folder / "table.pub").write_bytes(public_pem(key.public))
    (folder / "reader").mkdir()
    met = checked_evidence(folder / "dispute.zip", Reader(), folder / "reader")
    assert met.agrees, "\n".join(map(str, met.lines))
    return folder


def reading(forgery, honest, tmp_path):
    """Who reads it, and his list of tables."""
    if forgery.reader is Knows.NAMED_KEY:
        return Reader(keys=(honest / "table.pub",)), tmp_path
    if forgery.reader is Knows.TABLE:
        shutil.copytree(honest / "reader", tmp_path, dirs_exist_ok=True)
    return Reader(), tmp_path


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda each: each.name)
def test_a_forgery_is_named_and_does_not_agree(forgery, honest, tmp_path):
    held = Zip(read_zip(honest / "dispute.zip"), read_zip(honest / "early.zip"))
    forgery.forge(held)
    path = write_zip(tmp_path / "forged.zip", sealed(held.files, forgery.seal))
    try:
        findings = checked_evidence(path, *reading(forgery, honest, tmp_path))
        code, told = int(findings.outcome), [str(line) for line in findings.lines]
    except BadFileError as problem:
        code, told = 2, [str(problem)]
    assert code == forgery.exit_code, "\n".join(told)
    prefixes = {3: ("differs: ",), 4: ("not proven: ",), 5: ("signature: ",), 2: ("",)}[code]
    assert any(forgery.words in line for line in told if line.startswith((*prefixes, "taken on trust"))), told


def test_forty_sorts_of_forgery_and_every_seal():
    assert len({each.name for each in FORGERIES}) == len(FORGERIES) >= 40
    assert {each.seal for each in FORGERIES} == set(Seal)
    assert {each.reader for each in FORGERIES} == set(Knows)


def test_the_forger_s_tools_leave_an_honest_zip_as_it_was(honest, tmp_path):
    """Else a forgery might be found out by its wrapping alone."""
    files = read_zip(honest / "dispute.zip")
    path = write_zip(tmp_path / "again.zip", sealed(files, Seal.OWN_KEY))
    findings = checked_evidence(path, Reader(), tmp_path)
    assert findings.agrees, "\n".join(map(str, findings.lines))
    assert any("a table that is new to you" in str(line) for line in findings.lines)


def test_the_command_ends_with_the_code_and_says_so(honest, tmp_path):
    held = Zip(read_zip(honest / "dispute.zip"), {})
    next(each for each in FORGERIES if each.name == "one YES to NO").forge(held)
    path = write_zip(tmp_path / "forged.zip", sealed(held.files, Seal.OWN_KEY))
    done = CliRunner().invoke(app, ["judge-evidence", str(path)])
    assert done.exit_code == 3, done.output
    assert "It does NOT agree" in done.output
    done = CliRunner().invoke(app, ["judge-evidence", str(path), "--key", str(honest / "table.pub")])
    assert done.exit_code == 5, done.output
    done = CliRunner().invoke(app, ["judge-evidence", str(honest / "dispute.zip"), "--key", str(honest / "table.pub")])
    assert done.exit_code == 0, done.output
    assert "It agrees." in done.output
