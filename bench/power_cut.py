"""Kills and power cuts at 1080p: what is lost, and does what is left verify?

A recorder runs with a small library in front of the C library's fsync: it keeps a copy of each file of the match as it
was when it was synced last. At random moments the recorder is stopped (SIGSTOP). The files as they are then are what a
kill leaves. For a power cut, each page that was written since the last sync is there or not at random, new files and
lengths likewise, as a disk that reorders its writes leaves them. `python -m bench.power_cut [--moments N]`; needs a C
compiler.
"""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bench import record_staging
from bench.record_kill import FRAMES, FRAMES_PER_S, MOST_POSES_LOST_S, STAGE, TOLD
from tableassist.errors import TableAssistError
from tableassist.matches.replay import Replay
from tableassist.matches.verify import reader_keys, verify_match
from tableassist.store.keys import load_or_make_table_key
from tableassist.store.keys.table_key import FOLDER_VARIABLE

MOMENTS, EACH_RECORDER = 50, 10
BETWEEN_S = (0.4, 1.2)
PAGE = 4096
SHIM = r"""
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static int synced_name(int fd, char *path, char *name) {
    char link[64];
    const char *root = getenv("CUT_ROOT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (root == NULL || length <= 0) return 0;
    path[length] = 0;
    if (strncmp(path, root, strlen(root)) != 0) return 0;
    const char *slash = strrchr(path, '/');
    snprintf(name, PATH_MAX, "%s/%s", getenv("CUT_SHADOW"), slash + 1);
    return 1;
}

static void keep_names(const char *path, FILE *out) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL) fprintf(out, "%s\n", entry->d_name);
    if (folder) closedir(folder);
}

static void keep_content(const char *path, FILE *out) {
    char buffer[1 << 16];
    size_t count;
    FILE *in = fopen(path, "rb");
    while (in && (count = fread(buffer, 1, sizeof buffer, in)) > 0) fwrite(buffer, 1, count, out);
    if (in) fclose(in);
}

static int synced(int fd, const char *function) {
    char path[PATH_MAX], name[PATH_MAX + 8], part[PATH_MAX + 16];
    int (*real)(int) = dlsym(RTLD_NEXT, function);
    if (!synced_name(fd, path, name)) return real(fd);
    struct stat found;
    int is_folder = fstat(fd, &found) == 0 && S_ISDIR(found.st_mode);
    if (is_folder) strcat(name, ".names");
    pthread_mutex_lock(&one_at_a_time);
    snprintf(part, sizeof part, "%s.part", name);
    FILE *out = fopen(part, "wb");
    if (is_folder) keep_names(path, out); else keep_content(path, out);
    fclose(out);
    int answer = real(fd);
    rename(part, name);
    pthread_mutex_unlock(&one_at_a_time);
    return answer;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }
"""


def run(moments=MOMENTS, *, stage=STAGE, staged=None, rate=FRAMES_PER_S, between_s=BETWEEN_S, seed=5):
    """`staged`: frames of the stage that are there already, `rate` a second."""
    rng = np.random.default_rng(seed)
    before, rows = os.environ.get(FOLDER_VARIABLE), []
    with tempfile.TemporaryDirectory(prefix="power-cut-") as made:
        folder = Path(made)
        os.environ[FOLDER_VARIABLE] = str(folder / "keys")
        try:
            load_or_make_table_key(folder / "keys")
            shim, frames = _built(folder), folder / "frames.pickle"
            frames.write_bytes(pickle.dumps(staged or record_staging.staged_frames(stage, FRAMES, FRAMES_PER_S)))
            while len(rows) < moments:
                count = min(EACH_RECORDER, moments - len(rows))
                rows += _recorder(folder, shim, (frames, stage, rate), count, between_s, rng)
        finally:
            os.environ.pop(FOLDER_VARIABLE)
            if before is not None:
                os.environ[FOLDER_VARIABLE] = before
    return {kind: _figures([row[kind] for row in rows]) for kind in ("killed", "cut")}


def misses(figures):
    failed = []
    for kind, found in figures.items():
        if found["agree"] < found["moments"]:
            failed.append(f"{kind}: {found['agree']} of {found['moments']} agree: {found['problems'][:2]}")
        if found["most_poses_lost_s"] > MOST_POSES_LOST_S:
            failed.append(f"{kind}: {found['most_poses_lost_s']} s of poses lost, at most {MOST_POSES_LOST_S}")
    return failed


def _figures(rows):
    lost = [row["lost_s"] for row in rows if row["lost_s"] is not None]
    return {
        "moments": len(rows),
        "agree": sum(row["code"] == 0 for row in rows),
        "problems": [row["words"] for row in rows if row["code"] != 0],
        "median_poses_lost_s": round(float(np.median(lost)), 3) if lost else None,
        "most_poses_lost_s": round(max(lost), 3) if lost else float("inf"),
    }


def _built(folder):
    source, library = folder / "shim.c", folder / "shim.so"
    source.write_text(SHIM)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return library


def _recorder(folder, shim, asked, count, between_s, rng):
    """One recorder, and what a kill and a power cut leave of it at some moments."""
    match, shadow = folder / "running.match", folder / "synced"
    for each in (match, shadow):
        shutil.rmtree(each, ignore_errors=True)
    shadow.mkdir()
    frames, stage, rate = asked
    command = [sys.executable, "-m", "bench.record_kill", "--record", str(match), str(frames), stage, "2.0", str(rate)]
    environment = {"LD_PRELOAD": str(shim), "CUT_ROOT": str(match), "CUT_SHADOW": str(shadow)}
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), **environment}
    left, told = [], []
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        os.set_blocking(child.stdout.fileno(), False)
        while not told:
            time.sleep(0.1)
            told += _times(child)
        time.sleep(1.0)
        for number in range(count):
            time.sleep(rng.uniform(*between_s))
            child.send_signal(signal.SIGSTOP)
            time.sleep(0.05)
            told += _times(child)
            killed, cut = folder / f"killed-{number}.match", folder / f"cut-{number}.match"
            shutil.copytree(match, killed)
            _cut(match, shadow, cut, rng)
            left.append((killed, cut, told[-1]))
            child.send_signal(signal.SIGCONT)
        child.kill()
    shutil.rmtree(Path(os.environ[FOLDER_VARIABLE]) / "matches", ignore_errors=True)
    rows = [{"killed": _row(killed, last_ns), "cut": _row(cut, last_ns)} for killed, cut, last_ns in left]
    for killed, cut, _ in left:
        shutil.rmtree(killed)
        shutil.rmtree(cut)
    return rows


def _times(child):
    content = child.stdout.read() or b""
    return [value for (value,) in TOLD.iter_unpack(content[: len(content) // TOLD.size * TOLD.size])]


def _row(folder, last_ns):
    try:
        findings = verify_match(folder, reader_keys())
        with Replay(folder) as replay:
            lost_s = (last_ns - replay.last_ns) / 1e9
    except TableAssistError as problem:
        return {"code": 2, "words": str(problem), "lost_s": None}
    return {"code": int(findings.outcome), "words": [str(each.message) for each in findings.found], "lost_s": lost_s}


def _cut(match, shadow, cut, rng):
    """What the disk has of each file: all that was synced, and of the rest what it happened to write."""
    cut.mkdir()
    names = shadow / f"{match.name}.names"
    safe = set(names.read_text().split("\n")) if names.is_file() else set()
    for path in match.iterdir():
        old = shadow / path.name
        if path.name.endswith(("-shm", ".lock")) or (path.name not in safe and rng.random() < 0.5):
            continue
        before = old.read_bytes() if old.is_file() else b""
        (cut / path.name).write_bytes(_mixed(before, path.read_bytes(), rng))


def _mixed(before, now, rng):
    if len(now) < len(before):  # a file system cuts a file in one step: it has the old length or the new one
        size = len(now) if rng.random() < 0.5 else len(before)
    else:
        size = int(rng.integers(len(before), len(now) + 1))
    content = bytearray(before[:size].ljust(size, b"\0"))
    for at in range(0, size, PAGE):
        page = now[at : at + PAGE]
        if page and rng.random() < 0.5:
            end = min(size, at + len(page))
            content[at:end] = page[: end - at]
    return bytes(content)


def main():
    moments = int(sys.argv[sys.argv.index("--moments") + 1]) if "--moments" in sys.argv else MOMENTS
    figures = run(moments)
    print(figures)
    print("\n".join(misses(figures)) or "every figure holds")


if __name__ == "__main__":
    main()
