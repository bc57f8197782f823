"""Honest evidence by the hundred, which must all agree, and every forgery of the tests, of which none may.

Matches of the demo's game go through the whole live chain and the recorder, with stills, edits of the ledger,
overrulings, and some cut off as by a kill. Out of each, moments at random become evidence and are judged again, by the
table's owner, by somebody who meets it for the first time, and by somebody who knows it.
"""

import shutil
import tempfile
import time
from pathlib import Path

import numpy as np

from tableassist.errors import BadFileError
from tableassist.matches.evidence import Reader, checked_evidence, make_evidence
from tableassist.matches.evidence.make import Signing
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.messages import speaking
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game, stage_table_text
from tableassist.store.keys import load_or_make_table_key, public_pem
from tableassist.store.table import bundle_of
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader
from tests.forgeries.evidence_forgeries import FORGERIES, Knows, Zip, read_zip, sealed, write_zip
from tests.table_states import mast_lost, settings_with

BUNDLES = 200
STAGES = ("demo", "demo", "demo", "demo-1080p")
PIECES_OF_A_GAME = 8
"""Matches: each is so long a part of the demo's game."""
FRAMES, RATE, GAME_S = 40, 10.0, 42.0
NS = 1_000_000_000


def run(bundles=BUNDLES, *, frames=FRAMES, matches=PIECES_OF_A_GAME, seed=23, show=print):
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory(prefix="evidence-") as made:
        folder = Path(made)
        key = load_or_make_table_key(folder / "keys")
        rows = []
        for number in range(matches):
            match = _match(folder / f"m{number}", number, matches, frames, rng)
            count = bundles * (number + 1) // matches - bundles * number // matches
            rows += [_honest(folder, match, key, rng, len(rows) + each) for each in range(count)]
            show(f"{len(rows)} bundles, {sum(row['code'] == 0 for row in rows)} agree")
        forged = _forged(folder, key)
    return {
        "bundles": len(rows),
        "agree": sum(row["code"] == 0 for row in rows),
        "others": [row["told"] for row in rows if row["code"] != 0][:10],
        "with_hidden_pieces": sum(row["earlier"] > 0 for row in rows),
        "with_stills": sum(row["still"] for row in rows),
        "with_overrulings": sum(row["overruled"] for row in rows),
        "calls_of_the_table_not_in_the_picture": sum(row["bolder"] for row in rows),
        "make_s": round(float(np.median([row["make_s"] for row in rows])), 2),
        "judge_s": round(float(np.median([row["judge_s"] for row in rows])), 2),
        "forgeries": len(forged),
        "forgeries_that_agree": [name for name, (code, _) in forged.items() if code == 0],
        "forgeries_with_another_code": [name for name, (code, asked) in forged.items() if code != asked],
    }


def misses(figures):
    kinds = ("forgeries_that_agree", "forgeries_with_another_code")
    failed = [f"evidence: {what}: {figures[what]}" for what in kinds if figures[what]]
    if figures["agree"] < figures["bundles"]:
        count = f"{figures['agree']} of {figures['bundles']}"
        failed.append(f"evidence: {count} honest bundles agree: {figures['others'][:2]}")
    return failed


def _match(path, number, matches, frames, rng):
    """A part of the game. Every third match is left as a kill would leave it."""
    stage = find_stage(STAGES[number % len(STAGES)])
    settings, studio = demo_settings(stage), Studio(stage.camera)
    game, reader = stage_game(settings), TagReader(settings.tag_families)
    recorder = Recorder(path, bundle_of(demo_table_path(), stage_table_text(stage)))
    state, began, standing = first_state(settings), GAME_S * (number + rng.uniform(0, 0.5)) / matches, ()
    for at in range(frames):
        if at == frames // 2:
            settings = settings_with(settings, mast_lost("titan", 1))
            recorder.note_edit("HMS Titan has lost mast 1")
        image = studio.picture(game.table_at(began + at / RATE), rng)
        frame = Frame(image, round((began + at / RATE) * NS), at, "studio")
        state = step(state, frame, settings, reader.read)
        moment = Moment(frame, state, settings)
        recorder.take(moment)
        if rng.random() < 0.2:
            recorder.keep_picture(moment)
            standing = (*standing, *_overruling(state, rng))
            recorder.note_overrulings(standing)
        recorder.flush(30.0)
    if number % 3 == 2:
        killed = path.with_name(f"{path.name}-killed.match")
        shutil.copytree(recorder.folder, killed)
        recorder.close()
        return killed
    recorder.close()
    return recorder.folder


def _overruling(state, rng):
    decided = [each for each in state.rulings if each.verdict in (Verdict.YES, Verdict.NO)]
    if not decided or rng.random() < 0.5:
        return ()
    ruling = decided[rng.integers(len(decided))]
    other = Verdict.NO if ruling.verdict is Verdict.YES else Verdict.YES
    return (Overruling(ruling, other, "we looked from the side", "Anne", state.t_ns),)


def _honest(folder, match, key, rng, number):
    with Replay(match) as replay:
        t_ns = int(rng.integers(replay.first_ns, replay.last_ns + 1))
        stills = list(replay.overrulings[-1].standing) if replay.overrulings else []
        if stills and rng.random() < 0.3:
            t_ns = stills[rng.integers(len(stills))].t_ns
        rulings = [each.id for each in replay.at(t_ns).state.rulings if each.verdict is not Verdict.NOT_SEEN]
    asked = str(rng.choice(rulings)) if rulings and rng.random() < 0.5 else None
    path, began = folder / f"{number}.zip", time.perf_counter()
    with speaking("de" if number % 4 == 3 else "en"):
        make_evidence(match, t_ns, path, ruling=asked, signing=Signing(key))
    made = time.perf_counter()
    own = key.public if number % 3 == 0 else None
    # New to one reader in three; the third has met it before.
    readers = folder / ("known" if number % 3 == 1 else f"reader-{number}")
    readers.mkdir(exist_ok=True)
    findings = checked_evidence(path, Reader(own=own, is_signature_demanded=True), readers)
    judged, told, files = time.perf_counter(), [str(line) for line in findings.lines], read_zip(path)
    path.unlink()
    return {
        "code": int(findings.outcome),
        "told": [line for line in told if line.startswith(("differs", "not proven", "signature"))],
        "earlier": sum(name.startswith("earlier/") for name in files),
        "still": b'"picture": "camera"' in files["manifest.json"],
        "overruled": len(files["overrulings.json"]) > 5,
        "bolder": any("calls were made" in line for line in told),
        "make_s": made - began,
        "judge_s": judged - made,
    }


def _forged(folder, key):
    """The forgeries of the tests: name to the exit code and the one that it must be."""
    from tests.cli.demo_match import demo_match  # noqa: PLC0415  it takes a while to make

    reader = folder / "forged-reader"
    reader.mkdir()
    for name, at, asked in (("dispute", "22.5", "ram:plantagenet:revenge"), ("early", "1.0", None)):
        make_evidence(demo_match(), at, folder / f"{name}.zip", ruling=asked, signing=Signing(key))
    checked_evidence(folder / "dispute.zip", Reader(), reader)
    (folder / "table.pub").write_bytes(public_pem(key.public))
    return {
        forgery.name: (_code(forgery, folder, reader, folder / f"forger-{at}"), forgery.exit_code)
        for at, forgery in enumerate(FORGERIES)
    }


def _code(forgery, folder, reader, own):
    held = Zip(read_zip(folder / "dispute.zip"), read_zip(folder / "early.zip"))
    forgery.forge(held)
    path = write_zip(folder / "forged.zip", sealed(held.files, forgery.seal))
    own.mkdir()
    keys = (folder / "table.pub",) if forgery.reader is Knows.NAMED_KEY else ()
    if forgery.reader is Knows.TABLE:
        shutil.copytree(reader, own, dirs_exist_ok=True)
    try:
        return int(checked_evidence(path, Reader(keys=keys), own).outcome)
    except BadFileError:
        return 2
