"""Evidence from strangers: what is not as it was written is refused, in one line, and nothing is unpacked."""

import hashlib
import io
import re
import stat
import warnings
import zipfile
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches.evidence import checked_evidence
from tableassist.messages import Message
from tableassist.pipeline.judge import judged
from tableassist.rulebook.ruling import Ruling
from tableassist.scene.unverified import Unverified
from tableassist.store.evidence import (
    Evidence,
    Member,
    evidence_of,
    key_words,
    moment_files,
    read_evidence,
    read_moment,
    signature_of,
    signed,
    write_evidence,
)
from tableassist.store.evidence.poses import poses_json, read_poses
from tableassist.store.keys import make_key, read_private_key, read_public_key
from tableassist.vision.localisation.tracking import Tracks
from tests.ui.demo_moment import demo_moment

ABOUT = {
    "made_by": "tableassist test",
    "match_id": "1",
    "match_name": "friday",
    "t_ns": 0,
    "at_s": 1.5,
    "wall": "2026-11-13T20:00:00+00:00",
    "ruling": None,
    "registered": True,
}


def made(**changed) -> Evidence:
    """Without pictures: small. `changed` files by name, dots for slashes."""
    moment = demo_moment("rammed")
    files = moment_files(moment, None, (), moment.state.rulings[:3])
    return evidence_of({**files, **changed}, **{**ABOUT, "t_ns": moment.state.t_ns})


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = tmp_path_factory.mktemp("evidence") / "good.zip"
    write_evidence(path, made())
    return path


def zipped(path, *entries):
    """(name or ZipInfo, content)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a name comes twice
        for name, content in entries:
            archive.writestr(name, content)
    return path


def refused(path, words):
    with pytest.raises(BadFileError, match=words) as problem:
        read_evidence(path)
    assert str(problem.value).isprintable()
    assert len(str(problem.value)) < 500


def test_what_was_written_is_read_back_to_the_last_digit(good):
    moment = demo_moment("rammed")
    read = read_moment(read_evidence(good), good)
    assert read.rulings == tuple(map(Ruling.spell_out, moment.state.rulings))
    for piece, pose in moment.state.tracks.poses.items():
        assert read.at.poses[piece].pose == pose.pose
        assert np.array_equal(read.at.poses[piece].own, pose.own)
        assert np.array_equal(read.at.poses[piece].shared, pose.shared)
    assert [piece.id for piece in read.settings.pieces] == [piece.id for piece in moment.settings.pieces]


def unmeasured():
    """The moment as if its first piece had been seen and not believed."""
    moment = demo_moment("rammed")
    piece = moment.state.scene.pieces[0].id
    tracks = Tracks({each: track for each, track in moment.state.tracks.tracks.items() if each != piece})
    reasons = {piece: Message("seen, but not believed: {problem}", problem="tag 7 looks lifted")}
    scene = moment.settings.scene(tracks.poses, tracks.seen_ns, moment.state.t_ns, reasons=reasons)
    return replace(moment, state=judged(replace(moment.state, tracks=tracks, scene=scene), moment.settings)), piece


def test_what_is_taken_on_trust_goes_with_it_and_the_same_calls_rest_on_it_again(tmp_path):
    moment = demo_moment("rammed")
    piece, tracks = moment.state.scene.pieces[0], moment.state.tracks
    on_trust = {piece.id: Unverified((1,), 100.0, (1.5, -0.7))}
    scene = moment.settings.scene(tracks.poses, tracks.seen_ns, moment.state.t_ns, unverified=on_trust)
    moment = replace(moment, state=judged(replace(moment.state, scene=scene), moment.settings))
    about = [each for each in moment.state.rulings if each.conditions][:1]
    files = moment_files(moment, None, (), about)
    assert re.search(rf"(YES|NO) if .*{piece.name}", files["ruling.txt"].decode())
    write_evidence(tmp_path / "trusted.zip", evidence_of(files, **{**ABOUT, "t_ns": moment.state.t_ns}))
    told = " ".join(map(str, checked_evidence(tmp_path / "trusted.zip").lines))
    assert "all the same to the last digit" in told


def test_why_a_piece_was_not_measured_goes_with_it_and_is_judged_again_in_the_same_words(tmp_path):
    moment, piece = unmeasured()
    about = [each for each in moment.state.rulings if each.subject == piece][:1]
    files = moment_files(moment, None, (), about)
    assert "NOT MEASURED" in files["ruling.txt"].decode()
    assert "is not measured: seen, but not believed: tag 7 looks lifted" in files["ruling.txt"].decode()
    write_evidence(tmp_path / "lifted.zip", evidence_of(files, **{**ABOUT, "t_ns": moment.state.t_ns}))
    told = " ".join(map(str, checked_evidence(tmp_path / "lifted.zip").lines))
    assert "all the same to the last digit" in told
    stranger = {**files, "missing.json": b'{"nobody": "gone"}'}
    write_evidence(tmp_path / "odd.zip", evidence_of(stranger, **{**ABOUT, "t_ns": moment.state.t_ns}))
    with pytest.raises(BadFileError, match="'nobody' that is not on the table"):
        checked_evidence(tmp_path / "odd.zip")


def test_the_same_evidence_is_the_same_bytes(tmp_path, good):
    write_evidence(tmp_path / "again.zip", made())
    assert (tmp_path / "again.zip").read_bytes() == good.read_bytes()


def test_the_words_name_the_rule_and_what_was_measured():
    told = made().files["ruling.txt"].decode()
    ruling = demo_moment("rammed").state.rulings[0]
    assert str(ruling.citation) in told
    assert ruling.id in told


@pytest.mark.parametrize("name", ["poses.json", "rulings.json", "settings/ledger.json", "ruling.txt"])
def test_a_changed_file_is_noticed(tmp_path, good, name):
    with zipfile.ZipFile(good) as archive:
        entries = [(each, archive.read(each)) for each in archive.namelist()]
    changed = [(each, content + b" " if each == name else content) for each, content in entries]
    refused(zipped(tmp_path / "a.zip", *changed), f"{name} was changed")
    refused(zipped(tmp_path / "b.zip", *(e for e in entries if e[0] != name)), f"{name} is missing")
    refused(zipped(tmp_path / "c.zip", *entries, ("table/more.toml", b"")), "table/more.toml is not in the manifest")


@pytest.mark.parametrize(
    "name",
    ["../evil.json", "/etc/passwd", "settings/../../evil.json", "table/..\\evil.toml", "C:evil.toml", "table//a.toml",
     "settings/run.sh", "evil.exe", "table/a\x1b[31m.toml", "table/" + "a" * 300 + ".toml"],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(tmp_path, name):
    refused(zipped(tmp_path / "slip.zip", (name, b"x")), "expected only those of evidence, each once")


def test_links_folders_doubles_and_odd_packing_are_refused(tmp_path):
    link = zipfile.ZipInfo("settings/mat.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    refused(zipped(tmp_path / "link.zip", (link, b"/etc/passwd")), "a folder or a link")
    refused(zipped(tmp_path / "twice.zip", (Member.MANIFEST, b"{}"), (Member.MANIFEST, b"{}")), "each once")
    odd = zipfile.ZipInfo(Member.MANIFEST)
    odd.compress_type = zipfile.ZIP_LZMA
    refused(zipped(tmp_path / "lzma.zip", (odd, b"{}")), "compressed in an unusual way")
    refused(zipped(tmp_path / "none.zip"), "no manifest.json in it")


def test_bombs_are_refused_before_they_go_off(tmp_path):
    refused(zipped(tmp_path / "ratio.zip", ("frame.png", bytes(50_000_000))), "got 50000000 bytes, expected at most")
    many = [(f"table/{number}.toml", b"") for number in range(601)]
    refused(zipped(tmp_path / "many.zip", *many), "got 601 files, expected at most 600")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("frame.png", bytes(30_000_000))
    raw = content.getvalue().replace((30_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    (tmp_path / "liar.zip").write_bytes(raw)
    refused(tmp_path / "liar.zip", "not a zip that can be read|was changed|got more than|no manifest")


def test_files_that_are_no_zip_are_told(tmp_path):
    refused(tmp_path / "none.zip", "no such file")
    (tmp_path / "text.zip").write_text("hello")
    refused(tmp_path / "text.zip", "not a zip that can be read")
    refused(tmp_path, "cannot be read")


def test_a_manifest_of_another_kind_is_told(tmp_path):
    refused(zipped(tmp_path / "a.zip", (Member.MANIFEST, b"[" * 100_000)), "manifest.json: not in tableassist's format")
    plain = msgspec.json.decode(made().manifest_bytes)
    later = msgspec.json.encode({**plain, "format": 5})
    refused(
        zipped(tmp_path / "b.zip", ("manifest.json", later)), "made by a later version of tableassist: got format 5"
    )
    refused(
        zipped(tmp_path / "c.zip", (Member.MANIFEST, msgspec.json.encode({**plain, "format": 0}))), "got 0, expected 4"
    )


def test_three_hundred_damaged_zips_are_read_or_refused_in_one_line(tmp_path, good):
    rng = np.random.default_rng(3)
    raw, path, refusals = np.frombuffer(good.read_bytes(), np.uint8), tmp_path / "damaged.zip", 0
    for _ in range(300):
        damaged = raw.copy()
        for at in rng.integers(0, len(raw), rng.integers(1, 6)):
            damaged[at] ^= np.uint8(1 << rng.integers(8))
        cut = len(raw) if rng.random() < 0.7 else int(rng.integers(len(raw)))
        path.write_bytes(damaged[:cut].tobytes())
        try:
            read_moment(read_evidence(path), path)
        except BadFileError as problem:
            refusals += str(problem).isprintable()
    assert refusals > 250


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (Member.POSES, b"[]]"),
        (Member.POSES, b'[{"piece": "titan"}]'),
        (Member.POSES, b"[" * 5000),
        (Member.RULINGS, b'{"a": 1}'),
        (Member.RULINGS, b"[1]"),
        ("settings/pieces.json", b"[]  x"),
        ("settings/mat.json", b'{"width_mm": 1e300}'),
        ("settings/rules.json", b'{"edition": {"name": {}}}'),
        ("versions.json", b'{"tableassist": 5}'),
    ],
)
def test_content_that_is_not_ours_is_told_though_its_hash_is_right(tmp_path, name, content):
    path = tmp_path / "odd.zip"
    write_evidence(path, made(**{name: content}))
    with pytest.raises(BadFileError) as problem:
        read_moment(read_evidence(path), path)
    assert str(problem.value).isprintable()


@pytest.mark.parametrize(
    ("field", "value"),
    [("own", [[1.0], [1.0], [1.0]]), ("own", [[-1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]), ("shared", [[1.0], [1.0], []]),
     ("heading_rad", 9.0), ("x_mm", 1e12)],
)  # fmt: skip
def test_poses_beyond_reason_are_told(field, value):
    state = demo_moment("rammed").state
    [first, *_] = msgspec.json.decode(poses_json(state.tracks, state.scene))
    with pytest.raises(BadFileError, match="not in tableassist's format"):
        read_poses(msgspec.json.encode([{**first, field: value}]), "here")


def test_a_piece_that_is_not_on_the_table_is_told(tmp_path):
    entries = msgspec.json.decode(made().files[Member.POSES])
    entries[0]["piece"] = "flying-dutchman"
    path = tmp_path / "stranger.zip"
    write_evidence(path, made(**{Member.POSES: msgspec.json.encode(entries)}))
    with pytest.raises(BadFileError, match="'flying-dutchman' that is not on the table"):
        read_moment(read_evidence(path), path)


def signed_by(path, **changed):
    key = read_private_key(path)
    moment = demo_moment("rammed")
    files = {**moment_files(moment, None, (), moment.state.rulings[:3]), **changed}
    return signed(evidence_of(files, **ABOUT, public_key=key_words(key.public)), key)


def test_a_signature_tells_whose_key_and_that_nothing_was_changed(tmp_path):
    anne, mary = (make_key(tmp_path / f"{name}.pem") for name in ("anne", "mary"))
    assert stat.S_IMODE((tmp_path / "anne.pem").stat().st_mode) == 0o600
    path = tmp_path / "signed.zip"
    write_evidence(path, signed_by(tmp_path / "anne.pem"))
    found = signature_of(read_evidence(path), path)
    assert found.holds
    assert found.public == read_public_key(anne) != read_public_key(mary)
    assert signature_of(made(), path) is None
    # Signed, but not by the one whom the manifest names.
    assert not signature_of(signed(made(), read_private_key(tmp_path / "anne.pem")), path).holds


def test_a_signature_of_other_evidence_does_not_hold(tmp_path):
    make_key(tmp_path / "anne.pem")
    signature = signed_by(tmp_path / "anne.pem").signature
    other = signed_by(tmp_path / "anne.pem", **{"versions.json": b'{"tableassist": "9"}'})
    assert not signature_of(Evidence(other.manifest, other.files, other.manifest_bytes, signature), tmp_path).holds
    for odd in (b"{}", b"[" * 9000, b'{"algorithm": "rsa", "public_key": "", "signature": ""}'):
        with pytest.raises(BadFileError, match="not in tableassist's format"):
            signature_of(Evidence(other.manifest, other.files, other.manifest_bytes, odd), tmp_path)


def test_keys_that_are_none_are_told_and_none_is_written_over(tmp_path):
    make_key(tmp_path / "anne.pem")
    with pytest.raises(BadRequestError, match="never overwritten"):
        make_key(tmp_path / "anne.pem")
    (tmp_path / "odd.pem").write_text("hello")
    with pytest.raises(BadFileError, match="not a private key"):
        read_private_key(tmp_path / "odd.pem")
    with pytest.raises(BadFileError, match="not a private key"):
        read_private_key(tmp_path / "anne.pub")
    with pytest.raises(BadFileError, match="cannot be read"):
        read_private_key(tmp_path / "none.pem")


def test_the_manifest_lists_each_file_by_its_sha256():
    evidence = made()
    for name, content in evidence.files.items():
        assert evidence.manifest.files[name].sha256 == hashlib.sha256(content).hexdigest()
