"""Forged evidence, made as a forger would make it: with zip, JSON and SHA-256 tools, and no code of tableassist.

Each forgery changes the files of an honest zip and says what must be told about it. `seal` makes a manifest that fits.
"""

import base64
import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import cv2
import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

DIFFERS, NOT_PROVEN, BAD_SIGNATURE, UNREADABLE = 3, 4, 5, 2
PREFIX = b"tableassist evidence 1\n"
MALLORY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"mallory").digest())


class Seal(Enum):
    """How the forger closes the zip again."""

    OWN_KEY = "signed with the forger's own key"
    UNSIGNED = "no signature, and no word of one"
    STRIPPED = "only signature.json taken out"
    LEFT = "the old signature left in it"
    RAW = "the manifest left as it was"


class Knows(Enum):
    """Who reads it."""

    NOBODY = "a stranger, who has never met the table"
    TABLE = "somebody who knows the table"
    NAMED_KEY = "somebody who demands the table's key with --key"


@dataclass(frozen=True)
class Forgery:
    name: str
    forge: Callable
    exit_code: int
    words: str
    seal: Seal = Seal.OWN_KEY
    reader: Knows = Knows.NOBODY


@dataclass
class Zip:
    """The files of an honest zip, and of another moment of the same match, to take from."""

    files: dict = field(repr=False)
    other: dict = field(repr=False)

    def json(self, name):
        return json.loads(self.files[name])

    def put(self, name, value):
        self.files[name] = json.dumps(value).encode()

    def edit(self, name, change):
        value = self.json(name)
        self.put(name, change(value) or value)

    def manifest(self, **changed):
        self.edit("manifest.json", lambda manifest: manifest | changed)


def read_zip(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_zip(path, files, twice=()):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (*files.items(), *twice):
            archive.writestr(name, content)
    return path


def sealed(files, seal):
    files = dict(files)
    signature = files.pop("signature.json", None)
    if seal is not Seal.RAW:
        manifest = json.loads(files.pop("manifest.json"))
        public = base64.b64encode(MALLORY.public_key().public_bytes_raw()).decode()
        manifest["files"] = {
            name: {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
            for name, content in sorted(files.items())
        }
        manifest["public_key"] = {Seal.OWN_KEY: public, Seal.UNSIGNED: ""}.get(seal, manifest["public_key"])
        files["manifest.json"] = json.dumps(manifest, indent=2).encode()
    if seal is Seal.OWN_KEY:
        signed = base64.b64encode(MALLORY.sign(PREFIX + files["manifest.json"])).decode()
        entry = {"algorithm": "ed25519", "public_key": public, "signature": signed}
        handovers = json.loads(signature).get("handovers") if signature else None
        files["signature.json"] = json.dumps(entry | ({"handovers": handovers} if handovers else {})).encode()
    elif seal in (Seal.LEFT, Seal.RAW) and signature is not None:
        files["signature.json"] = signature
    return files


def moved(piece, dx_mm, **more):
    def forge(held):
        def change(poses):
            for pose in poses:
                if pose["piece"] == piece:
                    pose["x_mm"] += dx_mm
                    pose.update(more)

        held.edit("poses.json", change)

    return forge


def yes_out_of_too_close(held):
    """The attack of old: two poses moved by 0.4 mm, no error left, and the verdict that the forger wants."""
    none = {"own": [[0.0] * 3] * 3, "shared": [[0.0]] * 3}
    moved("plantagenet", -0.4, **none)(held)
    moved("revenge", 0.4, **none)(held)
    close = any(each["verdict"] == "too_close" for each in held.json("rulings.json"))
    flipped("too_close" if close else "no", "yes")(held)


def covariance(times):
    def forge(held):
        def change(poses):
            for pose in poses:
                pose["own"] = [[each * times for each in row] for row in pose["own"]]
                pose["shared"] = [[each * times**0.5 for each in row] for row in pose["shared"]]

        held.edit("poses.json", change)

    return forge


def shared_errors_gone(held):
    """The whole of it is still as large, but nothing of it cancels between two ships."""

    def change(poses):
        for pose in poses:
            shared = np.array(pose["shared"])
            pose["own"] = (np.array(pose["own"]) + shared @ shared.T).tolist()
            pose["shared"] = [[0.0]] * 3

    held.edit("poses.json", change)


def mount_moved(held):
    def change(pieces):
        mount = next(each for each in pieces if each["id"] == "revenge")["mounts"][0]
        place = next(name for name in ("x_mm", "forward_mm", "at") if name in mount)
        mount[place] = mount[place] + 10.0

    held.edit("settings/pieces.json", change)


def mount_moved_and_declared(held):
    mount_moved(held)
    held.edit("changes.json", lambda changes: changes["pieces"].append("revenge: mounts"))


def hull_longer(held):
    def change(pieces):
        model = next(each for each in pieces if each["id"] == "revenge")["model"]
        model["hull"] = [[x * 1.2, y] for x, y in model["hull"]]

    held.edit("settings/pieces.json", change)


def lens_changed(held):
    held.edit("settings/camera.json", lambda camera: camera["lens"].update(fx=camera["lens"]["fx"] * 1.01))


def lens_changed_everywhere(held):
    lens_changed(held)
    name = next(name for name in held.files if name.startswith("table/packaged/calibration/"))
    text = held.files[name].decode()
    changed = re.sub(r"(?m)^(fx\s*=\s*)([0-9.]+)", lambda found: f"{found[1]}{float(found[2]) * 1.01!r}", text)
    assert changed != text
    held.files[name] = changed.encode()


def mat_tag_moved(held):
    held.edit("settings/mat.json", lambda mat: mat["tags"][0].update(x_mm=mat["tags"][0]["x_mm"] + 3.0))


def table_file_changed(held):
    text = held.files["table/table.toml"].decode()
    held.files["table/table.toml"] = text.replace("x_mm = 30.0, y_mm = 30.0", "x_mm = 33.0, y_mm = 30.0", 1).encode()


def edition_changed(held):
    held.edit("settings/rules.json", lambda rules: rules.update(edition={"name": "revolution"}))


def mast_lost(held):
    held.edit("settings/ledger.json", lambda ledger: ledger["masts_lost"].update(plantagenet=[1, 2]))


def table_renamed(held):
    held.manifest(table="Another table")


def picture_of_another_moment(held):
    held.files["frame.png"] = held.other["frame.png"]


def picture_retouched(held):
    """A ship's tag painted over: she is not seen any more, and her pose stays in the file."""
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    image[image.shape[0] // 3 : 2 * image.shape[0] // 3, image.shape[1] // 3 : 2 * image.shape[1] // 3] = 90
    held.files["frame.png"] = cv2.imencode(".png", image)[1].tobytes()


def picture_black(held):
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    held.files["frame.png"] = cv2.imencode(".png", np.zeros_like(image))[1].tobytes()


def picture_gone(held):
    for name in ("frame.png", "rectified.png"):
        held.files.pop(name)


def picture_never_there(held):
    picture_gone(held)
    held.manifest(picture="")


def from_above_replaced(held):
    held.files["rectified.png"] = held.other["rectified.png"]


def chunk_added(kind, content, before):
    """A chunk put into the picture from above, before the first one of another kind."""

    def forge(held):
        picture = held.files["rectified.png"]
        at = picture.index(before) - 4
        chunk = len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
        held.files["rectified.png"] = picture[:at] + chunk + picture[at:]

    return forge


def picture_with_a_tail(held):
    held.files["rectified.png"] += b"and what nobody signed"


def old_moment_as_new(held):
    """A true moment of the same match, said to be a minute later."""
    manifest = held.json("manifest.json")
    held.manifest(t_ns=manifest["t_ns"] + 60_000_000_000, at_s=manifest["at_s"] + 60, wall="2026-11-20T21:00:00+00:00")


def old_match_as_new(held):
    held.manifest(wall="2027-01-01T20:00:00+00:00", match_id="ffffffff", match_name="the final")


def flipped(was, becomes):
    def forge(held):
        def change(rulings):
            next(each for each in rulings if each["verdict"] == was)["verdict"] = becomes

        held.edit("rulings.json", change)

    return forge


def every_verdict_flipped(held):
    other = {"yes": "no", "no": "yes"}
    held.edit(
        "rulings.json", lambda all_: [each | {"verdict": other.get(each["verdict"], each["verdict"])} for each in all_]
    )


def distance_changed(held):
    def change(rulings):
        found = next(each for each in rulings if each["measured_mm"] is not None and each["verdict"] == "yes")
        found["measured_mm"] += 0.3

    held.edit("rulings.json", change)


def sigma_smaller(held):
    def change(rulings):
        for each in rulings:
            if each["sigma_mm"] is not None:
                each["sigma_mm"] /= 3

    held.edit("rulings.json", change)


def section_changed(held):
    held.edit("rulings.json", lambda rulings: rulings[0].update(citation="complete, Whatever I Say"))


def ruling_left_out(held):
    held.edit("rulings.json", lambda rulings: rulings[1:])


def piece_left_out(held):
    held.edit("poses.json", lambda poses: [each for each in poses if each["piece"] != "revenge"])


def pose_twice(held):
    held.edit("poses.json", lambda poses: poses.append(poses[0] | {"x_mm": poses[0]["x_mm"] + 4.0}))


def ruling_twice(held):
    held.edit("rulings.json", lambda rulings: rulings.append(rulings[0]))


def words_changed(held):
    words = held.files["ruling.txt"].decode()
    assert "HMS Plantagenet → Revenge: YES" in words
    held.files["ruling.txt"] = words.replace("Revenge: YES", "Revenge: NO").encode()


def record_opposite(held):
    def change(record):
        sure = (each for each in held.json("rulings.json") if (each["rule"], each["verdict"]) == ("docking", "yes"))
        ruling = next(sure)
        id_ = f"docking:{ruling['subject']}:{ruling['target']}"
        record["calls"] = [{"id": id_, "verdict": "no", "measured_mm": 9.0, "sigma_mm": 0.1}]

    held.edit("recorded.json", change)


def record_moved(held):
    held.edit("recorded.json", lambda record: record["poses"][0].update(x_mm=record["poses"][0]["x_mm"] + 5.0))


def record_seen_earlier(forge):
    """And every piece is said to have been hidden at the table, by a billionth of a second."""

    def also(held):
        forge(held)

        def change(record):
            for pose in record["poses"]:
                pose["seen_ns"] -= 1

        held.edit("recorded.json", change)

    return also


def words_in_no_language(held):
    held.manifest(language="xx")
    words_changed(held)


def words_beside_a_nudged_digit(held):
    """The stated rulings differ from the picture's by less than counts, and the words by more."""

    def change(rulings):
        found = next(each for each in rulings if each["measured_mm"] is not None)
        found["measured_mm"] += 1e-7

    held.edit("rulings.json", change)
    words_changed(held)


def number_in_a_reason(held):
    def change(rulings):
        for each in rulings:
            text = json.dumps(each["reason"])
            number = re.search(r"[0-9]+\.[0-9]+", text)
            if number is not None:
                each["reason"] = json.loads(text.replace(number.group(), str(float(number.group()) + 3.0)))
                return
        raise AssertionError("nothing to forge")

    held.edit("rulings.json", change)


def patch_from_above(held):
    """A ship painted over: thirteen pixels by fourteen of two million."""
    picture = cv2.imdecode(np.frombuffer(held.files["rectified.png"], np.uint8), cv2.IMREAD_COLOR)
    picture[700:713, 700:714] = 255 - picture[700:713, 700:714]
    held.files["rectified.png"] = cv2.imencode(".png", picture)[1].tobytes()


def record_without_error(held):
    def change(record):
        for pose in record["poses"]:
            pose.update(own=[[0.0] * 3] * 3, shared=[[0.0]] * 3)

    held.edit("recorded.json", change)


def overruling_added(held):
    def change(all_):
        ruling = next(each for each in held.json("rulings.json") if each["rule"] == "ram" and each["verdict"] == "no")
        made = "2026-11-13T20:00:00+00:00"
        all_.append(
            {
                "overruling": {"ruling": ruling, "verdict": "yes", "reason": "we agreed", "by": "Bert", "t_ns": 0},
                "made": made,
            }
        )

    held.edit("overrulings.json", change)


def overruling_gone(held):
    held.put("overrulings.json", [])


def overruling_by_another(held):
    held.edit("overrulings.json", lambda all_: all_[0]["overruling"].update(by="Mary"))


def other_version(held):
    held.edit("versions.json", lambda versions: versions.update(tableassist="9.9.9"))
    held.manifest(made_by="tableassist 9.9.9")


def other_version_and_moved(dx_mm):
    def forge(held):
        other_version(held)
        moved("plantagenet", dx_mm)(held)

    return forge


def format_of_tomorrow(held):
    held.manifest(format=99)


def nothing_was_seen(held):
    held.manifest(registered=False)
    held.put("rulings.json", [])


def table_files_gone(held):
    held.files = {name: content for name, content in held.files.items() if not name.startswith("table/")}


def settings_gone(held):
    held.files.pop("settings/ledger.json")


def left_out(name):
    def forge(held):
        held.files.pop(name)

    return forge


def older_format(held):
    """Of a time that had neither keys nor the record beside the picture: less would be asked of it."""
    manifest = held.json("manifest.json")
    for name in ("table", "language", "earlier"):
        manifest.pop(name)
    held.put("manifest.json", manifest | {"format": 1})
    held.put("overrulings.json", [])


def older_format_and_moved(held):
    older_format(held)
    moved("plantagenet", 0.1)(held)


def signature_of_another(held):
    held.files["signature.json"] = held.other["signature.json"]


def handover_made_up(held):
    """As if the table's key had handed over to the forger's."""
    signature = held.json("signature.json")
    old, new, when = signature["public_key"], base64.b64encode(MALLORY.public_key().public_bytes_raw()).decode(), "now"
    said = b"tableassist key handover 1\n" + f"{old}\n{new}\n{when}\n".encode()
    signed = base64.b64encode(MALLORY.sign(said)).decode()
    signature["handovers"] = [{"old": old, "new": new, "when": when, "signature": signed}]
    held.put("signature.json", signature)


# What is added, where no one would check it


def added(name, content=b"{}"):
    def forge(held):
        held.files[name] = content

    return forge


def said_twice(name, text, other):
    """The same name a second time in one object: one program takes the first, another the last."""

    def forge(held):
        plain = held.files[name].decode()
        at = plain.index(text)
        held.files[name] = (plain[:at] + other + ", " + plain[at:]).encode()

    return forge


def table_said_twice(held):
    name = json.dumps(held.json("manifest.json")["table"])
    said_twice("manifest.json", f'"table": {name}', '"table": "Another table"')(held)


def unread_word_of_the_manifest(held):
    held.manifest(verdict_of_the_judge="YES")


def unread_word_of_a_ruling(held):
    held.edit("rulings.json", lambda rulings: rulings[0].update(judge="I saw it: YES"))


def unread_word_of_an_overruling(held):
    held.edit("overrulings.json", lambda all_: all_[0].update(judge="I saw it"))


def unread_word_of_the_settings(held):
    held.edit("settings/rules.json", lambda rules: rules.update(judge="I saw it"))


def versions_that_tell_a_story(held):
    held.edit("versions.json", lambda versions: versions.update(judge="this was looked at, and is right"))


def made_by_another(held):
    held.manifest(made_by="tableassist 9.9.9, checked by the league")


def neither_kind_of_picture(held):
    held.manifest(picture="the referee's own eye")


def earlier_picture_of_nothing(held):
    at = str(held.json("manifest.json")["t_ns"] - 1_000_000_000)
    held.files[f"earlier/{at}.png"] = held.other["frame.png"]
    held.manifest(earlier={at: []})


def earlier_picture_of_a_ship_in_sight(held):
    """It says that she lay elsewhere, and was hidden later."""
    at = str(held.json("manifest.json")["t_ns"] - 1_000_000_000)
    held.files[f"earlier/{at}.png"] = held.other["frame.png"]
    held.manifest(earlier={at: ["plantagenet"]})
    moved("plantagenet", 25.0)(held)


def a_time_that_is_none(held):
    held.manifest(wall="on the evening that we all remember")


def long_words(held):
    held.manifest(match_name="see page two: " + "she was rammed " * 200)


def _edited_pose(change):
    def forge(held):
        held.edit("poses.json", lambda poses: change(next(each for each in poses if each["piece"] == "plantagenet")))

    return forge


def other_tags(held):
    _edited_pose(lambda pose: pose.update(tags=[pose["tags"][0] + 1, *pose["tags"][1:]]))(held)


def smaller_residual(held):
    _edited_pose(lambda pose: pose.update(residual_px=pose["residual_px"] / 3))(held)


def read_at_another_time(held):
    _edited_pose(lambda pose: pose.update(t_ns=pose["t_ns"] - 5_000_000_000))(held)


def nothing_taken_on_trust(held):
    def change(poses):
        for pose in poses:
            pose.update(masts_not_shown=[], hull_may_be_off_mm=0.0, identity_not_shown=False)

    held.edit("poses.json", change)


def more_taken_on_trust(held):
    _edited_pose(lambda pose: pose.update(hull_may_be_off_mm=9.0))(held)


def heading_turned(held):
    _edited_pose(lambda pose: pose.update(heading_rad=pose["heading_rad"] + 0.05))(held)


def two_ships_exchanged(held):
    def change(poses):
        one, other = (next(each for each in poses if each["piece"] == name) for name in ("plantagenet", "revenge"))
        one["piece"], other["piece"] = "revenge", "plantagenet"

    held.edit("poses.json", change)


def a_doubt_made_up(held):
    _edited_pose(lambda pose: pose.update(doubt="cannot be there"))(held)


def record_emptied(held):
    held.put("recorded.json", {"poses": [], "calls": []})


def record_without_the_call(held):
    held.edit("recorded.json", lambda record: record.update(calls=[]))


def record_without_a_ship(held):
    held.edit("recorded.json", lambda record: record.update(poses=record["poses"][1:]))


def record_turned(held):
    held.edit("recorded.json", lambda record: record["poses"][0].update(heading_rad=1.0))


def reading_changed(held):
    """Another verdict of a reading of the rules."""

    def change(rulings):
        found = next((each for each in rulings if each.get("readings")), None)
        if found is None:
            found = rulings[0]
            found["readings"] = [{"words": "as we always play it", "verdict": "yes"}]
        else:
            found["readings"][0]["verdict"] = "no" if found["readings"][0]["verdict"] == "yes" else "yes"

    held.edit("rulings.json", change)


def house_rule_made_up(held):
    held.edit("rulings.json", lambda rulings: rulings[0].update(house=["we agreed before"]))


def probability_changed(held):
    def change(rulings):
        found = next(each for each in rulings if each.get("probability") is not None)
        found["probability"] = 1.0 - found["probability"] if found["probability"] != 0.5 else 0.9

    held.edit("rulings.json", change)


def limit_changed(held):
    def change(rulings):
        found = next(each for each in rulings if each["limit_mm"])
        found["limit_mm"] += 5.0

    held.edit("rulings.json", change)


def asked_of_another_ruling(held):
    held.manifest(ruling="ram:revenge:plantagenet")


def asked_of_nothing(held):
    held.manifest(ruling="ram:plantagenet:kraken")


def words_in_another_language(held):
    held.manifest(language="de")


def words_with_a_note(held):
    held.files["ruling.txt"] += b"\nAnd the league has confirmed it.\n"


def short_ruler_longer(held):
    held.edit("settings/rules.json", lambda rules: rules["ruler"].update(short_mm=rules["ruler"]["short_mm"] * 1.1))


def island_moved_in_the_table(held):
    text = held.files["table/table.toml"].decode()
    assert "[[pieces]]" in text
    held.files["table/table.toml"] = text.replace("[[pieces]]", '[[pieces]]\nnote = "she was here"', 1).encode()


def table_name_changed_everywhere(held):
    """The name under which a known table's key is asked for."""
    held.manifest(table="Another table")
    held.put("settings/name.json", "Another table")


def plate_of_another_ship(held):
    def change(pieces):
        one, other = (next(each for each in pieces if each["id"] == name) for name in ("plantagenet", "revenge"))
        one["mounts"], other["mounts"] = other["mounts"], one["mounts"]

    held.edit("settings/pieces.json", change)


def confirmations_made_up(held):
    """A person is said to have confirmed what no picture shows."""
    held.put("settings/confirmations.json", {"plantagenet": {"masts": [1], "nonsense": True}})


def picture_mirrored(held):
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    held.files["frame.png"] = cv2.imencode(".png", np.ascontiguousarray(image[:, ::-1]))[1].tobytes()


def picture_scaled(held):
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    held.files["frame.png"] = cv2.imencode(".png", cv2.resize(image, None, fx=1.01, fy=1.01))[1].tobytes()


def ship_shifted_in_the_picture(held):
    """The middle of the picture ten pixels to the right: the poses stay as they were."""
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    image[200:520, 410:810] = image[200:520, 400:800].copy()
    held.files["frame.png"] = cv2.imencode(".png", image)[1].tobytes()


def with_transparency(held):
    """Viewers blend away what the program still reads."""
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    alpha = np.full(image.shape[:2], 255, np.uint8)
    alpha[200:500, 300:900] = 0
    held.files["frame.png"] = cv2.imencode(".png", np.dstack([image, alpha]))[1].tobytes()


def _packed_rows(picture):
    """Of a PNG: what stands before the rows, the rows, and what stands behind them."""
    at, rows, first, last = 8, b"", None, 0
    while at < len(picture):
        size, kind = int.from_bytes(picture[at : at + 4], "big"), picture[at + 4 : at + 8]
        if kind == b"IDAT":
            first, rows, last = first or at, rows + picture[at + 8 : at + 8 + size], at + 12 + size
        at += 12 + size
    return picture[:first], rows, picture[last:]


def _chunk(kind, content):
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")


def words_behind_the_rows(held):
    """Within the picture's own packing, after its last row."""
    before, rows, after = _packed_rows(held.files["rectified.png"])
    held.files["rectified.png"] = before + _chunk(b"IDAT", rows + b"what nobody signed") + after


def more_rows_than_the_picture_has(held):
    before, rows, after = _packed_rows(held.files["rectified.png"])
    packed = zlib.compress(zlib.decompress(rows) + bytes(5000))
    held.files["rectified.png"] = before + _chunk(b"IDAT", packed) + after


def two_heads_of_a_picture(held):
    picture = held.files["rectified.png"]
    head = picture[8:33]
    held.files["rectified.png"] = picture[:33] + head + picture[33:]


def a_photograph_under_a_pictures_name(held):
    image = cv2.imdecode(np.frombuffer(held.files["frame.png"], np.uint8), cv2.IMREAD_COLOR)
    held.files["frame.png"] = cv2.imencode(".jpg", image)[1].tobytes()


def drawing_that_lies(held):
    held.files["overlay.png"] = held.other["frame.png"]


def drawing_of_an_older_format(held):
    """A picture for people, with a drawing that lies."""
    held.manifest(format=2)
    held.files["overlay.png"] = held.other["frame.png"]


def nothing(_held):
    """Every file is true; only who vouches for it is not."""


SIGNATURE_WORDS = "signature: "
FORGERIES = (
    Forgery("two poses by 0.4 mm, no error, YES", yes_out_of_too_close, DIFFERS, "plantagenet is"),
    Forgery("one pose by 0.1 mm", moved("plantagenet", 0.1), DIFFERS, "plantagenet is"),
    Forgery("one pose by 30 mm", moved("plantagenet", 30.0), DIFFERS, "plantagenet is"),
    Forgery("covariance zero", covariance(0.0), DIFFERS, "too small"),
    Forgery("covariance halved", covariance(0.5), DIFFERS, "too small"),
    Forgery("covariance four times", covariance(4.0), DIFFERS, "too large"),
    Forgery("shared errors made each piece's own", shared_errors_gone, DIFFERS, "from the stored poses it is"),
    Forgery("a mount by 10 mm in the settings", mount_moved, DIFFERS, "revenge: mounts is not as the table file"),
    Forgery("a mount by 10 mm, declared as a change", mount_moved_and_declared, DIFFERS, "revenge"),
    Forgery("a hull longer", hull_longer, DIFFERS, "revenge: model is not as the table file"),
    Forgery("the lens in the settings", lens_changed, DIFFERS, "settings/camera.json is not what the table file"),
    Forgery("the lens in settings and table file", lens_changed_everywhere, DIFFERS, "of its error"),
    Forgery("a tag of the mat in the settings", mat_tag_moved, DIFFERS, "settings/mat.json is not what the table file"),
    Forgery("the table file alone", table_file_changed, DIFFERS, "settings/mat.json is not what the table file"),
    Forgery("another edition", edition_changed, DIFFERS, "from the stored poses it is"),
    Forgery("masts lost in the ledger", mast_lost, DIFFERS, "the ledger"),
    Forgery("the manifest's table renamed", table_renamed, DIFFERS, "calls the table Another table"),
    Forgery("the picture of another moment", picture_of_another_moment, DIFFERS, "from where the picture shows it"),
    Forgery("the picture retouched", picture_retouched, DIFFERS, "is not to be seen in the pictures"),
    Forgery("a black picture", picture_black, DIFFERS, "whether the mat was made out"),
    Forgery("the picture taken out", picture_gone, DIFFERS, "says that there is a picture"),
    Forgery("the picture taken out, said never to have been", picture_never_there, NOT_PROVEN, "there is no picture"),
    Forgery("a picture that moves", chunk_added(b"acTL", bytes(8), b"IDAT"), UNREADABLE, "not a plain PNG picture"),
    Forgery("a text in a picture", chunk_added(b"tEXt", b"a\0b", b"IEND"), UNREADABLE, "not a plain PNG picture"),
    Forgery("bytes after a picture", picture_with_a_tail, UNREADABLE, "not a plain PNG picture"),
    Forgery("another picture from above", from_above_replaced, DIFFERS, "rectified.png is not cut out"),
    Forgery("an old moment as a new one", old_moment_as_new, DIFFERS, "when it was last seen"),
    Forgery("an old match as a new one, unsigned", old_match_as_new, NOT_PROVEN, "not signed", Seal.UNSIGNED),
    Forgery("an old match as a new one", old_match_as_new, BAD_SIGNATURE, "not that of", reader=Knows.TABLE),
    Forgery("one YES to NO", flipped("yes", "no"), DIFFERS, "stated NO, the picture says YES"),
    Forgery("one NO to YES", flipped("no", "yes"), DIFFERS, "stated YES, the picture says NO"),
    Forgery("every verdict turned round", every_verdict_flipped, DIFFERS, "the picture says"),
    Forgery("a distance by 0.3 mm", distance_changed, DIFFERS, "its numbers, words or section"),
    Forgery("sigmas a third", sigma_smaller, DIFFERS, "its numbers, words or section"),
    Forgery("another section of the rules", section_changed, DIFFERS, "its numbers, words or section"),
    Forgery("a ruling left out", ruling_left_out, DIFFERS, "stated not asked"),
    Forgery("a piece left out", piece_left_out, DIFFERS, "revenge is in the pictures and was left out"),
    Forgery("a piece twice", pose_twice, DIFFERS, "titan is in it twice"),
    Forgery("a ruling twice", ruling_twice, DIFFERS, "is in it twice"),
    Forgery("the words for people", words_changed, DIFFERS, "ruling.txt does not say"),
    Forgery("the record says the opposite", record_opposite, DIFFERS, "called NO at the table"),
    Forgery("the opposite, hidden", record_seen_earlier(record_opposite), NOT_PROVEN, "called NO at the table, when"),
    Forgery("5 mm, hidden", record_seen_earlier(record_moved), NOT_PROVEN, "at the table titan was not seen"),
    Forgery("words in no language", words_in_no_language, NOT_PROVEN, "in a language that this version does not speak"),
    Forgery("words beside a nudged digit", words_beside_a_nudged_digit, DIFFERS, "ruling.txt does not say"),
    Forgery("a number in a reason", number_in_a_reason, DIFFERS, "its numbers, words or section"),
    Forgery("a patch of the picture from above", patch_from_above, DIFFERS, "rectified.png is not cut out"),
    Forgery("the record's pose by 5 mm", record_moved, DIFFERS, "at the table titan was measured"),
    Forgery("the record's covariance zero", record_without_error, DIFFERS, "too small"),
    Forgery("an overruling made up, unsigned", overruling_added, NOT_PROVEN, "not signed", Seal.UNSIGNED),
    Forgery("an overruling made up", overruling_added, BAD_SIGNATURE, "not that of", reader=Knows.TABLE),
    Forgery("an overruling taken out", overruling_gone, BAD_SIGNATURE, "does not hold", Seal.LEFT),
    Forgery("an overruling by another", overruling_by_another, BAD_SIGNATURE, "not that of", reader=Knows.TABLE),
    Forgery("another version, moved by 0.1 mm", other_version_and_moved(0.1), NOT_PROVEN, "plantagenet is"),
    Forgery("another version, moved by 30 mm", other_version_and_moved(30.0), DIFFERS, "plantagenet is"),
    Forgery("a format of tomorrow", format_of_tomorrow, UNREADABLE, "made by a later version"),
    Forgery("nothing was seen, it says", nothing_was_seen, DIFFERS, "whether the mat was made out"),
    Forgery("without the table file", table_files_gone, NOT_PROVEN, "no table file"),
    Forgery("without the record", left_out("recorded.json"), NOT_PROVEN, "recorded.json was left out"),
    Forgery("without the changes", left_out("changes.json"), DIFFERS, "plantagenet: base_move is not as the table"),
    Forgery("without the view from above", left_out("rectified.png"), NOT_PROVEN, "rectified.png was left out"),
    Forgery("without the words", left_out("ruling.txt"), DIFFERS, "ruling.txt does not say"),
    Forgery("as of an older format", older_format, BAD_SIGNATURE, "not that of", reader=Knows.TABLE),
    Forgery("as of an older format, moved by 0.1 mm", older_format_and_moved, NOT_PROVEN, "plantagenet is"),
    Forgery("without the ledger", settings_gone, UNREADABLE, "settings/ledger.json is missing"),
    Forgery("poses changed, sums left", moved("titan", 1.0), UNREADABLE, "poses.json was changed", Seal.RAW),
    Forgery("poses changed, signature left", moved("titan", 1.0), BAD_SIGNATURE, "does not hold", Seal.LEFT),
    Forgery("the signature taken out", nothing, BAD_SIGNATURE, "the signature is gone", Seal.STRIPPED),
    Forgery("unsigned, to a stranger", nothing, NOT_PROVEN, "not signed", Seal.UNSIGNED),
    Forgery("unsigned, table known", nothing, BAD_SIGNATURE, "which you know, signs", Seal.UNSIGNED, Knows.TABLE),
    Forgery("unsigned, key demanded", nothing, BAD_SIGNATURE, "was required", Seal.UNSIGNED, Knows.NAMED_KEY),
    Forgery("signed by another, table known", nothing, BAD_SIGNATURE, "not that of", reader=Knows.TABLE),
    Forgery("signed by another, key demanded", nothing, BAD_SIGNATURE, "none of the keys", reader=Knows.NAMED_KEY),
    Forgery("the signature of another zip", signature_of_another, BAD_SIGNATURE, "does not hold", Seal.LEFT),
    Forgery("a handover made up", handover_made_up, BAD_SIGNATURE, "not that of", reader=Knows.TABLE),
    Forgery("a drawing that lies", drawing_that_lies, UNREADABLE, "which evidence of format 4 has not"),
    Forgery("a drawing that lies, as of format 2", drawing_of_an_older_format, NOT_PROVEN, "overlay.png, which"),
    Forgery("a file of settings that nothing reads", added("settings/judge.json"), UNREADABLE, "only those of evid"),
    Forgery("a file beside the table's", added("table/judge.toml", b"a = 1"), DIFFERS, "does not refer to it"),
    Forgery("a packaged model nobody named", added("table/packaged/models/x.toml", b"a = 1"), DIFFERS, "does not ref"),
    Forgery("a page", added("read-me.html"), UNREADABLE, "only those of evidence"),
    Forgery("a file in no folder of ours", added("extra/poses.json"), UNREADABLE, "only those of evidence"),
    Forgery("an earlier picture without a name", added("earlier/soon.png"), UNREADABLE, "earlier/soon.png"),
    Forgery("an earlier picture that stands for nothing", earlier_picture_of_nothing, DIFFERS, "stands for no piece"),
    Forgery("an earlier place of a ship in sight", earlier_picture_of_a_ship_in_sight, DIFFERS, "plantagenet"),
    Forgery("the table named twice", table_said_twice, UNREADABLE, "twice in one place", Seal.RAW),
    Forgery("a verdict twice", said_twice("rulings.json", '"verdict"', '"verdict": "yes"'), UNREADABLE, "twice in one"),
    Forgery("a pose's x twice", said_twice("poses.json", '"x_mm"', '"x_mm": 1.0'), UNREADABLE, "twice in one place"),
    Forgery("a word of the manifest's own", unread_word_of_the_manifest, UNREADABLE, "manifest.json"),
    Forgery("a word in a ruling", unread_word_of_a_ruling, UNREADABLE, "got 'judge', which nothing"),
    Forgery("a word in an overruling", unread_word_of_an_overruling, UNREADABLE, "got 'judge', which nothing"),
    Forgery("a word in the settings", unread_word_of_the_settings, DIFFERS, "settings/rules.json: got 'judge'"),
    Forgery("versions that tell a story", versions_that_tell_a_story, NOT_PROVEN, "versions.json names something"),
    Forgery("made by another program", made_by_another, DIFFERS, "name different versions"),
    Forgery("a picture of no kind", neither_kind_of_picture, DIFFERS, "whether the picture is the camera's own"),
    Forgery("a time that is none", a_time_that_is_none, UNREADABLE, "wall"),
    Forgery("a name of a page's length", long_words, UNREADABLE, "manifest.json"),
    Forgery("read by other tags", other_tags, DIFFERS, "by which tags"),
    Forgery("read better than it was", smaller_residual, DIFFERS, "how well it was read"),
    Forgery("read at another time", read_at_another_time, DIFFERS, "when and how well it was read"),
    Forgery("nothing taken on trust", nothing_taken_on_trust, DIFFERS, "what was taken on trust"),
    Forgery("more taken on trust", more_taken_on_trust, DIFFERS, "what was taken on trust"),
    Forgery("a heading by 3 degrees", heading_turned, DIFFERS, "plantagenet is"),
    Forgery("two ships exchanged", two_ships_exchanged, DIFFERS, "of its error"),
    Forgery("a doubt made up", a_doubt_made_up, DIFFERS, "the doubt about it"),
    Forgery("the record emptied", record_emptied, NOT_PROVEN, "its place at the table is not stated"),
    Forgery("the record without the call", record_without_the_call, NOT_PROVEN, "what was called at the table"),
    Forgery("the record without a ship", record_without_a_ship, NOT_PROVEN, "its place at the table is not stated"),
    Forgery("the record's ship turned", record_turned, DIFFERS, "at the table titan was measured"),
    Forgery("another answer of a reading", reading_changed, DIFFERS, "its numbers, words or section"),
    Forgery("a house rule made up", house_rule_made_up, DIFFERS, "its numbers, words or section"),
    Forgery("another probability", probability_changed, DIFFERS, "its numbers, words or section"),
    Forgery("another limit", limit_changed, DIFFERS, "its numbers, words or section"),
    Forgery("about another ruling", asked_of_another_ruling, DIFFERS, "ruling.txt does not say"),
    Forgery("about a ruling that is not there", asked_of_nothing, DIFFERS, "ruling.txt does not say"),
    Forgery("words said to be German", words_in_another_language, DIFFERS, "ruling.txt does not say"),
    Forgery("words with a note", words_with_a_note, DIFFERS, "ruling.txt does not say"),
    Forgery("a longer ruler", short_ruler_longer, DIFFERS, "from the stored poses it is"),
    Forgery("a note in the table file", island_moved_in_the_table, DIFFERS, "the table file cannot be read"),
    Forgery("the table's name, not in its file", table_name_changed_everywhere, DIFFERS, "settings/name.json"),
    Forgery("the plate of another ship", plate_of_another_ship, DIFFERS, "mounts is not as the table file"),
    Forgery("a confirmation made up", confirmations_made_up, UNREADABLE, "confirmations"),
    Forgery("the picture mirrored", picture_mirrored, DIFFERS, "whether the mat was made out"),
    Forgery("the picture larger", picture_scaled, UNREADABLE, "made for 1280x720"),
    Forgery("the middle of the picture shifted", ship_shifted_in_the_picture, DIFFERS, "from where the picture shows"),
    Forgery("a picture that viewers blend away", with_transparency, UNREADABLE, "not a plain PNG picture"),
    Forgery("words behind a picture's rows", words_behind_the_rows, UNREADABLE, "not a plain PNG picture"),
    Forgery("more rows than the picture has", more_rows_than_the_picture_has, UNREADABLE, "not a plain PNG picture"),
    Forgery("a picture with two heads", two_heads_of_a_picture, UNREADABLE, "not a plain PNG picture"),
    Forgery("a JPEG under a PNG's name", a_photograph_under_a_pictures_name, UNREADABLE, "not a plain PNG picture"),
)
