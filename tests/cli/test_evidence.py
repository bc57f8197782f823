"""From a recorded match to a zip, and from the zip to the same rulings: on another machine, with one command."""

import base64
import hashlib
import re
import zipfile

import cv2
import msgspec
import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches.evidence import Reader, checked_evidence, make_evidence, table_signing
from tableassist.matches.evidence.findings import EvidenceOutcome
from tableassist.messages import speaking
from tableassist.store.evidence import evidence_of, read_evidence, write_evidence
from tableassist.store.keys import TableKey
from tableassist.store.witness import sign_witness, write_witness
from tests.cli.demo_match import demo_match, demo_moments, write_demo_match

RAM = "ram:plantagenet:revenge"


@pytest.fixture(scope="module")
def dispute(tmp_path_factory):
    path = tmp_path_factory.mktemp("dispute") / "dispute.zip"
    make_evidence(demo_match(), "22.5", ruling=RAM, out=path, signing=table_signing())
    return path


def told(findings):
    return "\n".join(map(str, findings.lines))


def changed(path, to, **files):
    """The same evidence with other files in it, and a manifest that fits them."""
    read = read_evidence(path)
    about = {key: value for key, value in msgspec.to_builtins(read.manifest).items() if key not in ("files", "format")}
    write_evidence(to, evidence_of({**read.files, **files}, **about))
    return to


def test_it_holds_all_that_a_dispute_needs(dispute):
    with zipfile.ZipFile(dispute) as archive:
        names = set(archive.namelist())
        words = archive.read("ruling.txt").decode()
        pictures = {
            name: cv2.imdecode(np.frombuffer(archive.read(name), np.uint8), cv2.IMREAD_COLOR)
            for name in names
            if name.endswith(".png")
        }
    assert names >= {"manifest.json", "poses.json", "rulings.json", "versions.json", "table/table.toml"}
    assert {name: image.shape for name, image in pictures.items()} == {
        "frame.png": (720, 1280, 3),
        "rectified.png": (1400, 1400, 3),
    }
    assert "ram: HMS Plantagenet → Revenge: YES\n" in words
    assert "rule: complete, Ram" in words
    assert "overruled: NO, by Anne (2026-11-16T03:33:43+00:00)" in words


def test_the_rectified_picture_has_the_mats_tags_where_the_table_file_says(dispute):
    """A black corner of tag 0 at (30, 30) mm; 945 mm are 1400 pixels, with 15 mm of border."""
    image = cv2.imdecode(np.frombuffer(read_evidence(dispute).files["rectified.png"], np.uint8), cv2.IMREAD_GRAYSCALE)
    scale = 1400 / 945
    for x_mm, y_mm in ((30, 30), (885, 885), (885, 315)):
        x, y = (15 + x_mm) * scale, (930 - y_mm) * scale
        half = 22 * scale
        ring = [image[round(y + s * (half - 3)), round(x + t * (half - 3))] for s in (-1, 1) for t in (-1, 1)]
        paper = [image[round(y + s * (half + 4)), round(x + t * (half + 4))] for s in (-1, 1) for t in (-1, 1)]
        assert max(ring) + 60 < min(paper)


def test_another_machine_derives_the_same_from_the_picture(dispute):
    findings = checked_evidence(dispute, Reader())
    words = told(findings)
    assert findings.agrees, words
    assert "from the stored poses: 322 rulings, all the same to the last digit" in words
    assert "from the picture: 15 pieces measured again" in words
    assert "from the picture: 322 rulings derived again, the same to the last digit" in words
    assert re.search(rf"{RAM}: stated YES \(0\.\d\d ± 0\.\d\d mm\), again YES \(", words)
    assert f"taken on trust: overruled by Anne (2026-11-16T03:33:43+00:00): {RAM}: YES became NO" in words
    assert "taken on trust: plantagenet: base_move was changed" in words


def test_pictures_that_are_none_or_claim_too_much_are_told(dispute, tmp_path):
    frame = read_evidence(dispute).files["frame.png"]
    huge = frame[:16] + (60_000).to_bytes(4, "big") * 2 + frame[24:]
    for content, words in ((b"hello", "not a plain PNG picture"), (huge, "not a plain PNG picture")):
        with pytest.raises(Exception, match=words):
            checked_evidence(changed(dispute, tmp_path / "odd.zip", **{"frame.png": content}))


def test_a_table_with_more_questions_than_any_game_is_refused(dispute, tmp_path):
    pieces = msgspec.json.decode(read_evidence(dispute).files["settings/pieces.json"])
    many = [{**pieces[0], "id": f"p{number}"} for number in range(380)]
    files = {"settings/pieces.json": msgspec.json.encode(many), "poses.json": b"[]"}
    files["recorded.json"] = b'{"poses": [], "calls": []}'
    with pytest.raises(BadFileError, match="more than any game has"):
        checked_evidence(changed(dispute, tmp_path / "many.zip", **files))


def test_a_match_without_pictures_makes_evidence_that_proves_little(tmp_path):
    match = write_demo_match(tmp_path / "poses", video=False)
    make_evidence(match, "0:22.5", ruling=None, out=tmp_path / "e.zip", signing=table_signing())
    read = read_evidence(tmp_path / "e.zip")
    assert "frame.png" not in read.files
    findings = checked_evidence(tmp_path / "e.zip")
    assert findings.outcome is EvidenceOutcome.NOT_PROVEN
    assert "not proven: there is no picture: for where the pieces were there is only the sender's word" in told(
        findings
    )


def test_evidence_of_before_there_were_keys_is_still_read(dispute, tmp_path):
    """Format 1 had the poses of the match in poses.json, and overrulings without a time."""
    read = read_evidence(dispute)
    about = msgspec.to_builtins(read.manifest)
    files = {name: content for name, content in read.files.items() if name not in ("recorded.json", "changes.json")}
    files["poses.json"] = msgspec.json.encode(msgspec.json.decode(read.files["recorded.json"])["poses"])
    overrulings = msgspec.json.decode(read.files["overrulings.json"])
    files["overrulings.json"] = msgspec.json.encode([each["overruling"] for each in overrulings])
    old = {
        key: about[key] for key in ("made_by", "match_id", "match_name", "t_ns", "at_s", "wall", "ruling", "registered")
    }
    write_evidence(tmp_path / "old.zip", evidence_of(files, **old, format=1))
    findings = checked_evidence(tmp_path / "old.zip")
    assert findings.outcome is EvidenceOutcome.NOT_PROVEN, told(findings)
    assert "overruled by Anne (time not known)" in told(findings)


def test_mistakes_of_the_asker_are_told(tmp_path):
    with pytest.raises(BadRequestError, match="did you mean 'ram:plantagenet:revenge'"):
        make_evidence(demo_match(), "22.5", ruling="ram:plantagenet:revange", out=tmp_path / "e.zip")
    with pytest.raises(BadRequestError, match="--at: got 'soon', expected a time such as"):
        make_evidence(demo_match(), "soon", ruling=None, out=tmp_path / "e.zip")
    with pytest.raises(BadRequestError, match=r"got 2:00:00, but the match lasts 0:22\.5"):
        make_evidence(demo_match(), "2:00:00", ruling=None, out=tmp_path / "e.zip")
    assert not (tmp_path / "e.zip").exists()


def test_the_commands_sign_and_tell_whose_key(tmp_path):
    run = CliRunner().invoke
    made = run(app, ["new-key", str(tmp_path / "anne.pem")])
    assert made.exit_code == 0, made.output
    out = tmp_path / "signed.zip"
    signed = run(
        app, ["evidence", str(demo_match()), "--at", "22.5", "--out", str(out), "--sign", str(tmp_path / "anne.pem")]
    )
    assert signed.exit_code == 0, signed.output
    judged = run(app, ["judge-evidence", str(out), "--key", str(tmp_path / "anne.pub")])
    assert judged.exit_code == 0, judged.output
    assert "signed with the key of anne.pub" in judged.output
    bare = tmp_path / "bare.zip"
    made = run(app, ["evidence", str(demo_match()), "--at", "22.5", "--out", str(bare), "--no-sign"])
    assert "not signed" in made.output
    assert run(app, ["judge-evidence", str(bare)]).exit_code == 4
    assert run(app, ["judge-evidence", str(bare), "--signed"]).exit_code == 5


def test_evidence_made_in_german_agrees_wherever_it_is_read(tmp_path):
    with speaking("de"):
        made = make_evidence(demo_match(), "22.5", tmp_path / "a.zip", signing=table_signing())
    assert "warum: " in read_evidence(made.path).files["ruling.txt"].decode()
    findings = checked_evidence(made.path)
    assert findings.agrees, told(findings)


def test_the_reader_s_own_drawing_is_made_of_the_picture(dispute, tmp_path):
    out = tmp_path / "seen.png"
    done = CliRunner().invoke(app, ["judge-evidence", str(dispute), "--drawing", str(out)])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(dispute) as archive:
        plain = cv2.imdecode(np.frombuffer(archive.read("frame.png"), np.uint8), cv2.IMREAD_COLOR)
    drawn = cv2.imread(str(out))
    assert drawn.shape[1] >= plain.shape[1]
    again = CliRunner().invoke(app, ["judge-evidence", str(dispute), "--drawing", str(out)])
    assert isinstance(again.exception, BadRequestError), "nothing is written over"


def test_the_hubs_receipt_says_since_when_it_has_existed(dispute, tmp_path):
    hub, stranger = (TableKey(Ed25519PrivateKey.generate()) for _ in range(2))
    receipt, digest = tmp_path / "a.witness.json", hashlib.sha256(dispute.read_bytes()).hexdigest()
    write_witness(receipt, sign_witness("friday", digest, 1_900_000_000_000, hub))
    keys = {name: base64.b64encode(key.public).decode() for name, key in (("hub", hub), ("stranger", stranger))}
    command = ["judge-evidence", str(dispute), "--receipt", str(receipt)]
    done = CliRunner().invoke(app, [*command, "--hub", keys["hub"]])
    assert done.exit_code == 0, done.output
    assert "league friday had it by 2030-03-17 17:46:40 UTC" in " ".join(done.output.split())
    assert CliRunner().invoke(app, [*command, "--hub", keys["stranger"]]).exit_code == 5
    assert CliRunner().invoke(app, command).exit_code == 4, "no hub is known"
    alone = CliRunner().invoke(app, ["judge-evidence", str(dispute), "--hub", keys["hub"]])
    assert isinstance(alone.exception, BadRequestError)


def test_a_moment_that_was_argued_about_has_the_cameras_own_picture(tmp_path, dispute):
    moment = demo_moments()[-1]
    match = write_demo_match(tmp_path / "friday", video=True, still_of=moment)
    path = tmp_path / "own.zip"
    make_evidence(match, moment.state.t_ns, ruling=RAM, out=path, signing=table_signing())
    read = read_evidence(path)
    assert read.manifest.picture == "camera"
    frame = cv2.imdecode(np.frombuffer(read.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(frame, moment.frame.image)
    findings = checked_evidence(path)
    assert findings.agrees
    assert "the picture is said to be the camera's own, to the last bit" in told(findings)
    assert read_evidence(dispute).manifest.picture == "video"
    assert "out of the video" in told(checked_evidence(dispute))
