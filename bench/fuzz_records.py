"""What is read of a match that somebody sends: its folder, its zip, its score, a piece of evidence."""

import io
import sqlite3
import tempfile
import zipfile
import zlib
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from bench import fuzz_mutators as ways
from bench.fuzz_demo import demo_moments
from tableassist.matches.evidence import checked_evidence
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.matches.replay.check import checked_moments
from tableassist.sources import demo_table_path
from tableassist.store.evidence import MadeEdit, TableChanges, evidence_of, moment_files, recorded, write_evidence
from tableassist.store.match.folder import DATABASE
from tableassist.store.match_library import export_match, import_match
from tableassist.store.table import bundle_of

DOCS = Path(__file__).parents[1] / "docs"
ABOUT = {
    "made_by": "fuzz",
    "match_id": "1",
    "match_name": "x",
    "t_ns": 0,
    "at_s": 0.0,
    "wall": "2026-11-13T20:00:00+00:00",
}
ABOUT |= {"ruling": None, "registered": True}
NASTY = (None, 0, -1, 2**62, 1.5, float("inf"), "", "x", "\n\x1b[2J", b"", b"\x00" * 40, b"\xff" * 900, "9" * 3000)
MOST_MOMENTS = 4
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    ValueError,
    KeyError,
    OSError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    UserWarning,
)
"""A zip that was spoiled before it came here."""


@cache
def match_seeds():
    """The database of a short match, closed."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        recorder = Recorder(Path(name) / "short.match", bundle_of(demo_table_path()), video=False)
        for moment in demo_moments():
            recorder.take(moment)
        recorder.mark("here")
        recorder.close()
        return ((recorder.folder / DATABASE).read_bytes(),)


@cache
def match_zip_seeds():
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name) / "short.match"
        folder.mkdir()
        (folder / DATABASE).write_bytes(match_seeds()[0])
        return (export_match(folder, Path(name) / "short.zip").read_bytes(),)


@cache
def evidence_seeds():
    moment = demo_moments()[-1]
    changes = TableChanges(
        pieces=["titan: mounts"], edits=[MadeEdit("2026-11-13T20:00:00+00:00", "turn of the Pirates")]
    )
    then = recorded(moment.state, (), None)
    files = moment_files(moment, None, (), moment.state.rulings[:3], changes=changes, then=then)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        write_evidence(Path(name) / "x.zip", evidence_of(files, **ABOUT))
        return ((Path(name) / "x.zip").read_bytes(),)


@cache
def score_seeds():
    """The examples of the format's own page."""
    blocks = (DOCS / "pcn.md").read_text("utf-8").split("```pcn\n")[1:]
    return tuple(block.split("```")[0].encode() for block in blocks)


def read_match(path):
    """All that a replay shows of its first moments, judged again."""
    folder = path.parent / "spoiled.match"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    (folder / DATABASE).symlink_to(path)
    with Replay(folder) as replay:
        return list(islice(checked_moments(replay), MOST_MOMENTS)), replay.facts, replay.started


def read_match_zip(path):
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=path.parent) as root:
        taken = import_match(path, Path(root))
        assert taken.parent == Path(root)
        return taken


def judge_evidence(path):
    """Covariances that no camera gives make numpy warn, which is no more than a line on the terminal."""
    with np.errstate(all="ignore"):
        return checked_evidence(path)


def row_changed(data, rng, _seeds):
    """One value of one row: the database stays sound, and what it says does not."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        path = Path(name) / "x.db"
        path.write_bytes(data)
        try:
            with closing(sqlite3.connect(path)) as database:
                tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                table = tables[rng.integers(len(tables))]
                columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
                column = columns[rng.integers(len(columns))]
                rows = database.execute(f'SELECT rowid, "{column}" FROM "{table}"').fetchall()
                rowid, old = rows[rng.integers(len(rows))]
                database.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (_spoiled(old, rng), rowid))
                database.commit()
        except (sqlite3.Error, ValueError, OverflowError):
            return ways.bits_flipped(data, rng, _seeds)
        return path.read_bytes()


def _spoiled(old, rng):
    if isinstance(old, bytes) and rng.random() < 0.7:
        return ways.spoiled((old,), ways.BYTES, rng)
    if isinstance(old, str) and rng.random() < 0.7:
        return ways.spoiled((old.encode(),), ways.JSON, rng).decode("utf-8", "replace")
    return NASTY[rng.integers(len(NASTY))]


def inside_changed(data, rng, _seeds):
    """One file inside the evidence, with the manifest's sums put right."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            files = {name: packed.read(name) for name in packed.namelist() if name != "manifest.json"}
        name = sorted(files)[rng.integers(len(files))]
        files[name] = ways.spoiled((files[name],), ways.JSON, rng)
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            write_evidence(Path(folder) / "x.zip", evidence_of(files, **ABOUT))
            return (Path(folder) / "x.zip").read_bytes()
    except UNREADABLE:
        return ways.bits_flipped(data, rng, _seeds)


def entry_renamed(data, rng, _seeds):
    """Of any zip: an entry that would lie elsewhere, or be something else."""
    names = (
        "../out.txt",
        "/etc/out.txt",
        "a/../../out",
        "C:\\out",
        "con",
        "x" * 3000,
        "short.match/../../x",
        "a\\b",
        "",
    )
    made = io.BytesIO()
    try:
        packed_soon = zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
        with zipfile.ZipFile(io.BytesIO(data)) as packed, packed_soon as out:
            victim = int(rng.integers(len(packed.namelist())))
            for number, entry in enumerate(packed.infolist()):
                content = packed.read(entry)
                if number == victim and rng.random() < 0.5:
                    entry = zipfile.ZipInfo(names[rng.integers(len(names))] or entry.filename)  # noqa: PLW2901
                    entry.external_attr = int(rng.choice((0, 0o120777 << 16, 0o040755 << 16, 0o010644 << 16)))
                elif number == victim:
                    content += bytes(int(rng.choice((10, 20_000_000))))
                out.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=1)
    except UNREADABLE:
        return ways.bits_flipped(data, rng, _seeds)
    return made.getvalue()


MATCH = (*ways.BYTES, *(row_changed,) * 12)
ZIP = (*ways.BYTES, *(entry_renamed,) * 6)
EVIDENCE = (*ways.BYTES, *(entry_renamed,) * 3, *(inside_changed,) * 10)
