"""Tries the bundles in dist/ as a player who has nothing else, each in a fresh minimal Debian: `make bundle` calls it.

A user with an empty home, and no Python on the path. The package is installed by apt, so that Qt's libraries must come
by its dependencies; the plain archive gets the libraries of a desktop, and nothing else. Needs root, debootstrap, Xvfb,
ImageMagick and Debian's packages. Each step with its time goes to dist/bundle-test.log, what it printed too; the first
that fails ends it. `package` or `archive` as its word: only that one.
"""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
BASE, CLEAN = ROOT / "build" / "clean-root-base", ROOT / "build" / "clean-root"
DIST = ROOT / "dist"
LOG = DIST / "bundle-test.log"
SUITE = "bookworm"
DESKTOP = ("fonts-dejavu-core", "libdbus-1-3", "libegl1", "libfontconfig1", "libgl1", "libglib2.0-0", "libx11-xcb1")
"""What any desktop has, and a bare Debian lacks: all that the archive's READ-ME asks for."""
PATIENCE_S = 900.0
SHOWN_BYTES = 150_000
"""A screen with the table on it takes so much as PNG; a grey one takes a tenth."""
MOUNTS = ("proc", "dev/shm", "tmp/.X11-unix")


AS_PLAYER = ("chroot", "--userspec=player:player", str(CLEAN))
INSTALL = ("apt-get", "install", "-qq", "-y", "--no-install-recommends")


class Bundle:
    """One bundle in its clean root."""

    def __init__(self, command: str) -> None:
        self.command = command

    def argv(self, *words: str, **environment: str) -> list[str]:
        given = {"HOME": "/home/player", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **environment}
        line = 'cd "$HOME" && exec "$@"'
        settings = [f"{name}={value}" for name, value in given.items()]
        return [*AS_PLAYER, "env", "-i", *settings, "sh", "-c", line, "sh", *words]

    def run(self, *words: str) -> str:
        done = subprocess.run(
            self.argv(self.command, *words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        note(f"$ tableassist {' '.join(words)}\n{done.stdout}")
        if done.returncode != 0:
            raise SystemExit(f"FAILED: tableassist {' '.join(words)} ended with {done.returncode}; see {LOG}")
        return done.stdout

    @contextmanager
    def started(self, *words: str, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
        with LOG.open("ab") as log:
            log.write(f"$ tableassist {' '.join(words)} &\n".encode())
            log.flush()
            process = subprocess.Popen(self.argv(self.command, *words, **environment), stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def main() -> None:
    if os.geteuid() != 0:
        raise SystemExit("try_in_clean_root: needs root, for debootstrap and chroot")
    LOG.write_text("", "utf-8")
    package, archive = next(DIST.glob("*.deb")), next(DIST.glob("*-linux-*.tar.gz"))
    if not (BASE / "usr").is_dir():
        call("debootstrap", "--variant=minbase", SUITE, str(BASE))
    wanted = sys.argv[1:] or ["package", "archive"]
    try:
        if "package" in wanted:
            try_package(package)
        if "archive" in wanted:
            try_archive(archive)
    finally:
        unmount()
    tell("\nAll steps passed.")


def try_package(package: Path) -> None:
    with clean_root():
        tell(f"\n{package.name}, {package.stat().st_size / 1e6:.0f} MB")
        shutil.copy(package, CLEAN / "tmp" / package.name)
        timed("apt install", lambda: in_root(*INSTALL, f"/tmp/{package.name}"))
        try_bundle(Bundle("tableassist"), "package")
        timed("apt remove", lambda: in_root("apt-get", "remove", "-qq", "-y", "tableassist"))
        left = list((CLEAN / "usr").rglob("*tableassist*"))
        check(not left, f"nothing is left in /usr: {left[:3]}")


def try_archive(archive: Path) -> None:
    with clean_root():
        tell(f"\n{archive.name}, {archive.stat().st_size / 1e6:.0f} MB")
        in_root(*INSTALL, *DESKTOP)
        folder = CLEAN / "home" / "player" / "any folder"
        folder.mkdir()
        timed("unpack", lambda: call("tar", "-xzf", str(archive), "-C", str(folder)))
        check(not list((CLEAN / "usr" / "lib").glob("python3*")), "there is no Python in this root")
        name = next(folder.iterdir()).name
        try_bundle(Bundle(f"/home/player/any folder/{name}/bin/tableassist"), "archive")


def try_bundle(bundle: Bundle, kind: str) -> None:
    no_python = subprocess.run(bundle.argv("sh", "-c", "command -v python3 python"), capture_output=True, check=False)
    check(not no_python.stdout, "no Python on the path")
    for _ in ("first start", "second start"):
        timed(f"--version, {_}", lambda: bundle.run("--version"))
    doctor = timed("doctor", lambda: bundle.run("doctor"))
    check("MISSING" not in doctor, "doctor misses nothing")
    check("numpy" in timed("licences", lambda: bundle.run("licences")), "licences lists its parts")
    timed("window", lambda: show_window(bundle, DIST / f"bundle-window-{kind}.png"))
    timed("demo --no-window", lambda: bundle.run("demo", "--no-window", "--out", "demo-out"))
    seen = ("demo-out/camera-1-blocked.png", "--table", "demo-out/table.toml")
    check('"verdict"' in timed("judge", lambda: bundle.run("judge", *seen, "--json")), "judge gives verdicts")
    timed("print kit", lambda: bundle.run("print", "kit", "--table", "demo-out/table.toml", "--out", "kit.pdf"))
    check((CLEAN / "home/player/kit.pdf").read_bytes().startswith(b"%PDF"), "the kit is a PDF")
    timed("record", lambda: bundle.run("record", "studio:demo", "--seconds", "5", "--out", "night.match"))
    timed("verify", lambda: bundle.run("verify", "night.match"))
    timed("evidence", lambda: bundle.run("evidence", "night.match", "--at", "0:01", "--out", "moment.zip"))
    timed("serve a match", lambda: fetch_page(bundle))


def fetch_page(bundle: Bundle) -> None:
    with bundle.started("serve", "night.match", "--port", "8791") as server:

        def page() -> bool:
            try:
                with urllib.request.urlopen("http://127.0.0.1:8791/", timeout=5) as answer:
                    return b"<html" in answer.read()
            except OSError:
                return False

        wait_for(page, "the page of the match", server)


def show_window(bundle: Bundle, picture: Path) -> None:
    read_end, write_end = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1500x950x24", "-nolisten", "tcp", "-ac"],
        pass_fds=[write_end], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write_end)
    try:
        with os.fdopen(read_end) as told:
            display = f":{told.readline().strip()}"
        start = time.monotonic()
        with bundle.started("watch", "studio:demo", DISPLAY=display) as window:
            wait_for(lambda: has_capture_process(window.pid), "the capture process", window)
            tell(f"        {time.monotonic() - start:6.1f} s  capture process runs")
            wait_for(lambda: grabbed(display, picture) > SHOWN_BYTES, "the table on the screen", window)
            tell(f"        {time.monotonic() - start:6.1f} s  table on the screen: {picture.name}")
    finally:
        screen.terminate()
        screen.wait()


def grabbed(display: str, picture: Path) -> int:
    call("env", f"DISPLAY={display}", "import", "-window", "root", str(picture))
    return picture.stat().st_size


def has_capture_process(parent: int) -> bool:
    """It is another start of the same program."""
    listed = subprocess.run(["ps", "-o", "args=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return "--multiprocessing-fork" in listed.stdout


def wait_for(condition: Callable[[], bool], what: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if process.poll() is not None:
            raise SystemExit(f"FAILED: the program ended with {process.returncode} before {what} was there; see {LOG}")
        if time.monotonic() > end:
            raise SystemExit(f"FAILED: {what} is not there after {PATIENCE_S:g} s; see {LOG}")
        time.sleep(0.2)


@contextmanager
def clean_root() -> Iterator[None]:
    unmount()
    if str(CLEAN) in Path("/proc/mounts").read_text("utf-8"):
        raise SystemExit(f"FAILED: something is still mounted below {CLEAN}")
    shutil.rmtree(CLEAN, ignore_errors=True)
    call("cp", "-a", str(BASE), str(CLEAN))
    shutil.copy("/etc/resolv.conf", CLEAN / "etc" / "resolv.conf")
    Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)
    for name in MOUNTS:
        (CLEAN / name).mkdir(parents=True, exist_ok=True)
    call("mount", "-t", "proc", "proc", str(CLEAN / "proc"))
    call("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(CLEAN / "dev/shm"))
    call("mount", "--bind", "/tmp/.X11-unix", str(CLEAN / "tmp/.X11-unix"))
    in_root("useradd", "--create-home", "player")
    in_root("apt-get", "-qq", "update")
    yield
    unmount()


def unmount() -> None:
    for name in MOUNTS:
        subprocess.run(["umount", str(CLEAN / name)], stderr=subprocess.DEVNULL, check=False)


def in_root(*words: str) -> None:
    call("chroot", str(CLEAN), "env", "DEBIAN_FRONTEND=noninteractive", *words)


def call(*words: str) -> None:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        note(done.stdout)
        raise SystemExit(f"FAILED: {' '.join(words)}\n{done.stdout[-2000:]}")


def timed(what: str, act: Callable[[], str | None]) -> str:
    start = time.monotonic()
    said = act()
    tell(f"ok      {time.monotonic() - start:6.1f} s  {what}")
    return said or ""


def check(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"FAILED: {what}; see {LOG}")
    tell(f"ok                {what}")


def tell(words: str) -> None:
    print(words, flush=True)
    note(f"{words}\n")


def note(words: str) -> None:
    with LOG.open("a", encoding="utf-8") as log:
        log.write(words)


if __name__ == "__main__":
    sys.exit(main())
