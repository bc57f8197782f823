"""Forged evidence is named for what it is, each with its exit code, and none agrees. Honest evidence does."""

import json
import shutil
import zipfile

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadFileError
from tableassist.matches.evidence import Reader, checked_evidence, judge, make_evidence
from tableassist.matches.evidence.derive import derived
from tableassist.matches.evidence.make import Signing
from tableassist.store.keys import load_or_make_table_key, public_pem, read_known_tables
from tableassist.store.match import settings_parts
from tests.cli.demo_match import demo_match
from tests.forgeries import matches
from tests.forgeries.evidence_forgeries import FORGERIES, Knows, Seal, Zip, read_zip, sealed, write_zip

RAM = "ram:plantagenet:revenge"


@pytest.fixture(scope="module", autouse=True)
def measured_once():
    """Measure the same pictures under the same settings once: most forgeries leave both alone."""
    states = {}

    def remembered(picture, earlier, settings, views=()):
        if views:  # of a second camera or a phone: no forgery here has one
            return derived(picture, earlier, settings, views)
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
        make_evidence(demo_match(), at, folder / f"{name}.zip", ruling=ruling, signing=Signing(key))
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


@pytest.mark.parametrize("where", ["before", "after", "between"])
def test_bytes_that_belong_to_no_file_of_the_zip_are_refused(honest, tmp_path, where):
    """Another program would find a second zip, a page or a picture there."""
    plain = (honest / "dispute.zip").read_bytes()
    at = {"before": 0, "after": len(plain), "between": plain.index(b"PK\1\2")}[where]
    path = tmp_path / "stuffed.zip"
    path.write_bytes(plain[:at] + b"what nobody signed" + plain[at:])
    with pytest.raises(BadFileError):
        checked_evidence(path)


@pytest.mark.parametrize("at", [8, 14, 22], ids=["packing", "sum", "size"])
def test_a_zip_whose_headers_say_something_else_than_its_list_is_refused(honest, tmp_path, at):
    """One program reads the header before a file, another the list at the end: each would show another file."""
    content = bytearray((honest / "dispute.zip").read_bytes())
    content[at] ^= 1
    path = tmp_path / "two-tongued.zip"
    path.write_bytes(bytes(content))
    with pytest.raises(BadFileError, match="not where and what the list at the zip's end says"):
        checked_evidence(path)


def test_a_zip_with_a_comment_or_an_extra_field_is_refused(honest, tmp_path):
    for change in (
        lambda archive, _: setattr(archive, "comment", b"she rammed"),
        lambda _, entry: setattr(entry, "extra", b"\xca\xfe\x04\x00ramm"),
    ):
        path = tmp_path / "noted.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in read_zip(honest / "dispute.zip").items():
                entry = zipfile.ZipInfo(name)
                change(archive, entry)
                archive.writestr(entry, content)
        with pytest.raises(BadFileError):
            checked_evidence(path)


def test_a_key_is_learnt_only_from_evidence_that_agrees(honest, tmp_path):
    files = read_zip(honest / "dispute.zip")
    del files["rectified.png"]
    findings = checked_evidence(write_zip(tmp_path / "less.zip", sealed(files, Seal.OWN_KEY)), Reader(), tmp_path)
    assert int(findings.outcome) == 4
    assert read_known_tables(tmp_path) == ()


def test_evidence_cut_from_a_bent_match_says_so_and_its_signature_covers_it(tmp_path):
    match = shutil.copytree(demo_match(), tmp_path / "bent.match")
    matches.one_verdict_flipped(match)
    path, key = tmp_path / "bent.zip", load_or_make_table_key(tmp_path / "keys")
    make_evidence(match, "22.5", path, ruling=RAM, signing=Signing(key))
    findings = checked_evidence(path)
    told = [str(line) for line in findings.lines]
    assert int(findings.outcome) == 4, told
    assert any(line.startswith("not proven: of the match that it is cut from: ") and "changed" in line for line in told)
    files = read_zip(path)
    stated = json.loads(files["manifest.json"])
    files["manifest.json"] = json.dumps({**stated, "match_doubts": []}).encode()
    assert int(checked_evidence(write_zip(tmp_path / "clean.zip", files)).outcome) == 5


def test_a_hundred_and_twenty_sorts_of_forgery_and_every_seal():
    assert len({each.name for each in FORGERIES}) == len(FORGERIES) >= 120
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
