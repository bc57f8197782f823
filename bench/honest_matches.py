"""Honest matches, of every kind and end, killed ones among them: each must agree. And killed ones of which somebody
cuts off as much as their log lets him: how many seconds is that? `python -m bench.honest_matches [--count N]`.
"""

import os
import pickle
import shutil
import struct
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

from bench import record_kill
from tableassist.errors import BadFileError
from tableassist.matches.recording import save_unfinished, start_replay_buffer
from tableassist.matches.recording.recorder import MOST_CUT_OFF_S
from tableassist.matches.verify import MatchOutcome, reader_keys, verify_match
from tableassist.store.keys import key_folder, load_or_make_table_key
from tableassist.store.keys.table_key import FOLDER_VARIABLE
from tableassist.store.match.chain import check_chain
from tableassist.store.match.folder import DATABASE
from tableassist.store.match_library import export_match, import_match, note_mark
from tests.forgeries.honest_match import note_all, record_with_notes
from tests.matches.demo_match import FRAMES_PER_S, demo_bundle, demo_moments, take_all_of

COUNT = 50
LOG_HEADER, LOG_FRAME = 32, struct.Struct(">II16x")


def run(count=COUNT, *, between_s=(1.0, 9.0), seed=3):
    rng = np.random.default_rng(seed)
    before = os.environ.get(FOLDER_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="honest-matches-") as made:
        os.environ[FOLDER_VARIABLE] = str(Path(made) / "keys")
        try:
            frames = Path(made) / "frames.pickle"
            frames.write_bytes(pickle.dumps([moment.frame for moment in demo_moments()[:40]]))
            rows = [
                _one(Path(made), KINDS[number % len(KINDS)], number, frames, rng, between_s) for number in range(count)
            ]
        finally:
            _restore(before)
    cut_s = [row["cut_s"] for row in rows if row["cut_s"] is not None]
    return {
        "matches": count,
        "agree": sum(row["agrees"] for row in rows),
        "killed": sum(row["killed"] for row in rows),
        "kinds": {kind: sum(row["kind"] == kind for row in rows) for kind in dict.fromkeys(KINDS)},
        "problems": [row["words"] for row in rows if not row["agrees"]],
        "log_cuts": sum(row["cuts"] for row in rows),
        "most_cut_off_s": round(max(cut_s, default=0.0), 2),
    }


def misses(figures):
    failed = [f"honest match: {problem}" for problem in figures["problems"]]
    if figures["most_cut_off_s"] > MOST_CUT_OFF_S:
        failed.append(
            f"honest match: {figures['most_cut_off_s']} s can be cut off a killed one, at most {MOST_CUT_OFF_S}"
        )
    return failed


def _restore(before):
    if before is None:
        os.environ.pop(FOLDER_VARIABLE, None)
    else:
        os.environ[FOLDER_VARIABLE] = before


def _one(made, kind, number, frames, rng, between_s):
    folder = made / f"{kind}-{number}.match"
    row = {"kind": kind, "killed": kind.startswith("killed"), "cut_s": None, "cuts": 0}
    if row["killed"]:
        record_kill._killed(folder, frames, "demo", rng.uniform(*between_s), 3.0, FRAMES_PER_S)
        row["cut_s"], row["cuts"] = _cut_off(folder, made)
    folder = MAKERS[kind](folder, made)
    findings = verify_match(folder, reader_keys())
    words = [str(each.message) for each in findings.found]
    agrees = findings.outcome is MatchOutcome.AGREES and findings.moments > 0
    shutil.rmtree(folder, ignore_errors=True)
    return {**row, "agrees": agrees, "words": f"{kind} {number}: {findings.differing} moments differ; {words}"}


def _as_it_is(folder, _made):
    return folder


def _resumed(folder, _made):
    return record_with_notes(folder, demo_moments()[:20:2], go_on=True)


def _saved(folder, made):
    return save_unfinished(folder, made / f"saved-{folder.stem}")


def _noted(folder, _made):
    note_mark(folder, "then it went dark", t_ns=1, wall_ms=2, by="Anne", key=load_or_make_table_key(key_folder()))
    return folder


def _sent(folder, made):
    return import_match(export_match(folder, made / f"{folder.stem}.zip"), made / "library")


def _closed(folder, _made):
    return record_with_notes(folder, demo_moments()[:60:2])


def _poses(folder, _made):
    return record_with_notes(folder, demo_moments()[:60:2], video=False)


def _closed_and_sent(folder, made):
    return _sent(_noted(_closed(folder, made), made), made)


def _kept(folder, made):
    recorder = start_replay_buffer(demo_bundle(), root=made / "cache", keep_s=3.0, segment_s=1.0)
    for moment in demo_moments()[:40:2]:
        take_all_of(recorder, moment)
    recorder.keep(folder)
    for moment in demo_moments()[40:60:2]:
        take_all_of(recorder, moment)
    note_all(recorder, demo_moments()[58])
    recorder.close()
    return folder


MAKERS = {
    "killed": _as_it_is,
    "killed, resumed": _resumed,
    "killed, saved": _saved,
    "killed, noted in": _noted,
    "killed, sent": _sent,
    "closed": _closed,
    "closed, noted in, sent": _closed_and_sent,
    "poses only": _poses,
    "kept": _kept,
}
KINDS = (*MAKERS, "killed")


def _cut_off(folder, made):
    """The most that can be cut off by cutting the log, which holds the last heads; and in how many ways it was tried.
    Each such cut is an honest match of a little earlier: nobody can tell it from one."""
    whole = check_chain(folder).chain.last
    log = (folder / f"{DATABASE}-wal").read_bytes() if (folder / f"{DATABASE}-wal").is_file() else b""
    most_s, ways = 0.0, _commits(log)
    for end in (0, *ways):
        cut = shutil.copytree(folder, made / "cut.match", ignore=shutil.ignore_patterns("*.mp4", "*-shm"))
        (cut / f"{DATABASE}-wal").write_bytes(log[:end])
        with suppress(BadFileError):  # a match of which nothing is left
            left = check_chain(cut).chain.last
            if left is not None and whole is not None:
                most_s = max(most_s, (whole.until_ns - max(left.until_ns, whole.first_ns)) / 1e9)
        shutil.rmtree(cut)
    return most_s, len(ways) + 1


def _commits(log):
    """Where each transaction of the log ends."""
    if len(log) < LOG_HEADER:
        return []
    page = int.from_bytes(log[8:12], "big")
    starts = range(LOG_HEADER, len(log) - page - LOG_FRAME.size + 1, page + LOG_FRAME.size)
    return [at + LOG_FRAME.size + page for at in starts if LOG_FRAME.unpack_from(log, at)[1]]


def main():
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else COUNT
    figures = run(count)
    print(figures)
    print("\n".join(misses(figures)) or "every figure holds")


if __name__ == "__main__":
    main()
