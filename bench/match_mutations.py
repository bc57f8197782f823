"""Match folders that were cut, flipped or made up by somebody: each is refused in one line, or opens read-only. No
traceback, no hang; and `verify` does not say that one agrees of which a row or a picture is another.
`python -m bench.match_mutations [--count N]`.
"""

import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
import zlib
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import av
import msgspec
import numpy as np

from tableassist.errors import TableAssistError
from tableassist.matches.replay import Replay
from tableassist.matches.replay.check import checked_moments
from tableassist.matches.report.battle_report import report_of
from tableassist.matches.verify import MatchOutcome, reader_keys, verify_match
from tableassist.store.keys import key_folder
from tableassist.store.match import still_times
from tableassist.store.match.blocks.poses import packed_poses, unpacked_poses
from tableassist.store.match.stills import STILL_FILES
from tableassist.store.match_library import export_match, import_match, match_card, note_mark
from tableassist.store.report import report_page
from tableassist.store.table import settings_of
from tableassist.ui.painting.pictures import PicturePainter
from tableassist.ui.timeline.recorded_past import RecordedPast
from tests.matches.demo_match import mutation_matches

COUNT = 2000
LONGEST_S = 20.0
TIMERS = ((signal.ITIMER_PROF, LONGEST_S), (signal.ITIMER_REAL, 15 * LONGEST_S))
"""Of the processor; and of the clock, for what waits for ever. Other programs may take the processor."""
MOST_LETTERS = 1000
ODD_NUMBERS = (None, -1, 0, 1, 7, 2**31, 2**62, -(2**62), 1e300, float("inf"))
ODD_TEXTS = (
    "",
    "x",
    "[]",
    "{}",
    "\x00\x1b[31m\n",
    "é" * 999,
    "../../etc/passwd",
    "[" * 5000,
    "1" * 5000,
    '{"name": 1e999}',
)
ODD_CELLS = (*ODD_NUMBERS, *ODD_TEXTS, b"", b"\xff" * 99)
ODD_VALUES = (None, True, -1, 0, 1, 5, 10**6, 2**60, -(2**60), 0.5, 1e9, -1e9, 1e-300, "", "x", "\x1b[2J", [], {}, b"")
DATABASE, LOG, VIDEO = "match.sqlite", "match.sqlite-wal", "video-0001.mp4"


class HungError(Exception):
    pass


def run(count=COUNT, *, closed, unclosed, seed=5):
    """`closed` and `unclosed`: folders of matches to start from."""
    draw = random.Random(seed)
    shutil.rmtree(key_folder() / "matches", ignore_errors=True)  # that one of them was closed later
    outcomes = {"opened": 0, "agrees": 0, "refused": 0}
    problems, slowest = [], 0.0
    with tempfile.TemporaryDirectory(prefix="match-mutations-") as made:
        for number in range(count):
            folder = Path(made) / "mutated.match"
            honest = draw.choice((closed, unclosed))
            shutil.copytree(honest, folder)
            name = _mutated(folder, draw)
            began = time.monotonic()
            outcome = _used(folder, honest, Path(made))
            slowest = max(slowest, time.monotonic() - began)
            if outcome in outcomes:
                outcomes[outcome] += 1
            else:
                problems.append(f"{number} {name}: {outcome}")
            shutil.rmtree(folder, ignore_errors=True)
    return {"mutations": count, **outcomes, "slowest_s": round(slowest, 1), "problems": problems}


def misses(figures):
    return [f"match: {problem}" for problem in figures["problems"]]


def _used(folder, honest, made):
    """As a window, a list and a command would."""
    for name in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(name, _hung)
    for timer, limit_s in TIMERS:
        signal.setitimer(timer, limit_s)
    try:
        card = match_card(folder)
        if card.problem:
            return _fine(str(card.problem)) or "refused"
        _look_at(folder)
        agrees = verify_match(folder, reader_keys()).outcome is MatchOutcome.AGREES
        changed = _was_changed(honest, folder) if agrees else None
        _tell(folder)
        _travel(folder, made)
        return changed or ("agrees" if agrees else "opened")
    except TableAssistError as problem:
        return _fine(str(problem)) or "refused"
    except HungError:
        return "hung"
    except BaseException:
        return "traceback: " + " | ".join(traceback.format_exc().strip().splitlines()[-3:])
    finally:
        for timer, _ in TIMERS:
            signal.setitimer(timer, 0.0)


def _was_changed(honest, folder):
    """What is another than in the honest match; None where only bytes are that mean nothing. A log that was cut is that
    of a match that was killed a little earlier: then nothing is looked at."""
    log = [(each / LOG).read_bytes() if (each / LOG).is_file() else b"" for each in (honest, folder)]
    if log[0] != log[1] and log[0]:
        return None
    if _rows(honest) != _rows(folder):
        return "a row was changed, and it agrees"
    stills = [{path.name: path.read_bytes() for path in each.glob(STILL_FILES)} for each in (honest, folder)]
    if stills[0] != stills[1]:
        return "a still was changed, and it agrees"
    if not log[0] and _film(honest) != _film(folder):
        return "the video was changed, and it agrees"
    return None


def _rows(folder):
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: sorted(database.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}


def _film(folder):
    """Its pictures; of a file that cannot be decoded, as far as it can."""
    found = []
    with suppress(av.FFmpegError, OSError), av.open(str(folder / VIDEO)) as film:
        found += [(frame.pts, frame.to_ndarray().tobytes()) for frame in film.decode(video=0)]
    return found


def _hung(_signal, _frame):
    raise HungError


def _fine(words):
    """None where it is one line that can be read."""
    return (
        None if words and len(words) <= MOST_LETTERS and words.isprintable() else f"not one clear line: {words[:200]!r}"
    )


def _look_at(folder):
    with Replay(folder) as replay:
        if replay.frame_count == 0:
            return
        for t_ns in (replay.first_ns, (replay.first_ns + replay.last_ns) // 2, replay.last_ns):
            moment = replay.at(t_ns)
            replay.after(moment)
            replay.before(moment)
            replay.thumbnail(t_ns)
            replay.settings_at(t_ns)
            replay.wall_at(t_ns)
        for t_ns in still_times(folder):
            replay.at(t_ns)
        _ = (replay.marks, replay.edits, replay.overrulings, replay.started)
        replay.events()
        replay.ruling_changes()
        bundle = replay.bundle
        if bundle is not None:
            settings_of(bundle)
        for _ in zip(checked_moments(replay), range(6), strict=False):
            pass


def _tell(folder):
    """What the time line, a report and a score make of it; and a note is set."""
    past = RecordedPast(lambda: folder)
    try:
        past.signs()
    finally:
        past.close()
    with Replay(folder) as replay:
        if replay.frame_count:
            report_page(report_of(replay, PicturePainter()))
    note_mark(folder, "seen", t_ns=0, wall_ms=0)


def _travel(folder, made):
    out, library = made / "out.zip", made / "library"
    try:
        shutil.rmtree(import_match(export_match(folder, out), library))
    finally:
        out.unlink(missing_ok=True)


def _mutated(folder, draw):
    mutate = draw.choice(MUTATIONS)
    with suppress(sqlite3.Error):  # what SQLite itself would not write
        mutate(folder, draw)
    return mutate.__name__


def _file(folder, draw):
    files = [folder / name for name in (DATABASE, DATABASE, DATABASE, LOG, VIDEO) if (folder / name).is_file()]
    return draw.choice([*files, *sorted(folder.glob(STILL_FILES))])


def cut(folder, draw):
    path = _file(folder, draw)
    content = path.read_bytes()
    path.write_bytes(content[: draw.randrange(len(content) + 1)])


def flip_bits(folder, draw):
    path = _file(folder, draw)
    content = bytearray(path.read_bytes())
    for _ in range(draw.choice((1, 3, 30, 300))):
        content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    path.write_bytes(content)


def flip_header(folder, draw):
    path = folder / DATABASE
    content = bytearray(path.read_bytes())
    content[draw.randrange(100)] = draw.randrange(256)
    content[draw.randrange(4096)] = draw.randrange(256)
    path.write_bytes(content)


def overwrite(folder, draw):
    path = _file(folder, draw)
    content = bytearray(path.read_bytes())
    start = draw.randrange(len(content))
    rubbish = draw.choice((bytes(5000), b"\xff" * 5000, draw.randbytes(5000)))
    content[start : start + 5000] = rubbish[: len(content) - start]
    path.write_bytes(content)


def swap_pages(folder, draw):
    path = folder / DATABASE
    content = bytearray(path.read_bytes())
    pages = len(content) // 4096
    one, other = (4096 * draw.randrange(pages) for _ in range(2))
    content[one : one + 4096], content[other : other + 4096] = (
        content[other : other + 4096],
        content[one : one + 4096],
    )
    path.write_bytes(content)


def take_away(folder, draw):
    _file(folder, draw).unlink()


def put_a_folder_there(folder, draw):
    path = _file(folder, draw)
    path.unlink()
    path.mkdir()


def put_a_link_there(folder, draw):
    path = draw.choice([folder / VIDEO, *sorted(folder.glob(STILL_FILES))])
    path.unlink(missing_ok=True)
    path.symlink_to(draw.choice(("/etc/passwd", "/dev/zero", "/nowhere", str(folder / DATABASE))))


def _database(folder):
    return sqlite3.connect(folder / DATABASE, isolation_level=None)


def change_cell(folder, draw):
    """Any cell to anything."""
    database = _database(folder)
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = draw.choice(tables)
    column = draw.choice([row[1] for row in database.execute(f"PRAGMA table_info({table})")])
    value = draw.choice((*ODD_CELLS, draw.randbytes(200)))
    database.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (value,))
    database.close()


def change_schema(folder, draw):
    database = _database(folder)
    database.execute(
        draw.choice(
            (
                "CREATE VIEW harmless AS SELECT * FROM meta",
                "CREATE TRIGGER harmless AFTER INSERT ON marks BEGIN DELETE FROM meta; END",
                "CREATE TABLE another (x)",
                "DROP TABLE meta",
                "DROP TABLE blocks",
                "ALTER TABLE marks ADD COLUMN more",
                "CREATE INDEX fast ON blocks (first_ns)",
                "PRAGMA user_version = 1",
                "PRAGMA user_version = 99",
                "PRAGMA user_version = 0",
                "DELETE FROM parts",
                "DELETE FROM settings",
                "DELETE FROM words",
                "DELETE FROM meta WHERE key = 'match_id'",
                "DELETE FROM blocks WHERE id = (SELECT min(id) FROM blocks)",
                "UPDATE blocks SET id = id + 1000000",
                "UPDATE blocks SET chapter = chapter + id",
                "UPDATE blocks SET frame_count = 9999",
                "UPDATE segments SET file = '../' || file",
                "UPDATE segments SET number = 9, file = 'video-0009.mp4'",
                "UPDATE segments SET width_px = 100000, height_px = 100000",
                "INSERT INTO files VALUES ('../../evil.toml', '', x'00')",
                "INSERT INTO files VALUES ('table.toml', '', zeroblob(30000000))",
                "UPDATE files SET content = x'5b5b5b'",
                "UPDATE blocks SET frames = zeroblob(100000000)",
            )
        )
    )
    database.close()


def change_block(folder, draw):
    """A blob that unpacks, and says something else."""
    database = _database(folder)
    column = draw.choice(("frames", "poses", "registrations"))
    rows = database.execute(f"SELECT id, {column} FROM blocks WHERE length({column}) > 0").fetchall()
    if rows:
        number, content = draw.choice(rows)
        value = msgspec.msgpack.decode(zlib.decompress(content))
        changed = _changed(value, draw, draw.randrange(1, 4))
        database.execute(
            f"UPDATE blocks SET {column} = ? WHERE id = ?", (zlib.compress(msgspec.msgpack.encode(changed)), number)
        )
    database.close()


def change_settings(folder, draw):
    database = _database(folder)
    rows = database.execute("SELECT sha256, content FROM parts").fetchall()
    name, content = draw.choice(rows)
    try:
        value = _changed(msgspec.json.decode(content), draw, draw.randrange(1, 4))
        database.execute("UPDATE parts SET content = ? WHERE sha256 = ?", (msgspec.json.encode(value), name))
    except msgspec.DecodeError:
        database.execute("UPDATE parts SET content = ? WHERE sha256 = ?", (content[: draw.randrange(99)], name))
    database.close()


def put_odd_poses(folder, draw):
    """Well packed, and beyond reason."""
    database = _database(folder)
    number, count, content = database.execute(
        "SELECT id, pose_count, poses FROM blocks WHERE pose_count > 0 ORDER BY id"
    ).fetchone()
    poses = list(unpacked_poses(content, count, "a block"))
    place = draw.randrange(len(poses))
    pose = poses[place]
    odd = draw.choice((np.nan, np.inf, 1e200, 1e9, -1e5, 0.0))
    shape = draw.choice(("own", "shared", "place"))
    if shape == "place":
        poses[place] = replace(pose, pose=replace(pose.pose, x_mm=odd))
    elif shape == "own":
        poses[place] = replace(pose, own=np.full((3, 3), odd))
    else:
        poses[place] = replace(pose, shared=np.full(pose.shared.shape, odd))
    with np.errstate(all="ignore"):
        database.execute("UPDATE blocks SET poses = ? WHERE id = ?", (packed_poses(poses), number))
    database.close()


def put_a_bomb(folder, draw):
    """A few kilobytes that unpack to a hundred megabytes."""
    database = _database(folder)
    column = draw.choice(("frames", "poses", "registrations"))
    database.execute(f"UPDATE blocks SET {column} = ?", (_bomb(),))
    database.close()


_BOMB = []


def _bomb():
    if not _BOMB:
        _BOMB.append(zlib.compress(bytes(100_000_000), 6))
    return _BOMB[0]


def _changed(value, draw, times):
    """A list or dict with some value in it replaced, dropped or doubled."""
    for _ in range(times):
        value = _changed_once(value, draw)
    return value


def _changed_once(value, draw):
    inside = isinstance(value, dict | list) and value and draw.random() < 0.9
    if inside and isinstance(value, dict):
        key = draw.choice(list(value))
        changed = {} if draw.random() < 0.1 else {key: _changed_once(value[key], draw)}
        return {**{name: each for name, each in value.items() if name != key}, **changed}
    if inside:
        place, way = draw.randrange(len(value)), draw.random()
        there = [] if way < 0.1 else [value[place]] * 50 if way < 0.2 else [_changed_once(value[place], draw)]
        return [*value[:place], *there, *value[place + 1 :]]
    if isinstance(value, float):
        return draw.choice((0.0, -value, value * 2, value * 1e3, 1e9, -1.0, 1e-12, None))
    return draw.choice(ODD_VALUES)


MUTATIONS = (
    cut,
    flip_bits,
    flip_bits,
    flip_header,
    overwrite,
    swap_pages,
    take_away,
    put_a_folder_there,
    put_a_link_there,
    change_cell,
    change_cell,
    change_schema,
    change_schema,
    change_block,
    change_block,
    change_settings,
    change_settings,
    put_odd_poses,
    put_a_bomb,
)


def main():
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else COUNT
    with tempfile.TemporaryDirectory(prefix="matches-") as made:
        closed, unclosed = mutation_matches(Path(made))
        figures = run(count, closed=closed, unclosed=unclosed)
    print({name: figure for name, figure in figures.items() if name != "problems"})
    print("\n".join(misses(figures)) or "every figure holds")


if __name__ == "__main__":
    main()
