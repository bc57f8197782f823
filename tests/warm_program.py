"""Run commands of the program in processes that need not import everything first.

Importing numpy, OpenCV, scipy, Qt and our own modules takes a new interpreter more than a second of processor time,
many times what most commands take. A server imports them once and forks for each command: the command still has its
own process, environment, working folder, standard streams and exit code. Tests of the start itself, of what is
imported when, and of the interpreter's own settings start a new interpreter instead.
"""

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND_TIMEOUT_S = 300
REQUEST_BYTES = 1 << 20
PRELOADED_PACKAGES = tuple(
    f"tableassist.{name}" for name in ("cli", "setup", "matches", "judging", "sources", "studio", "process")
)


def run_program(*arguments, cwd, env, text=True):
    """Run `tableassist ARGUMENTS` as `subprocess.run` would, its output captured."""
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr, open(os.devnull) as stdin:  # noqa: PTH123
        request = {"argv": list(map(str, arguments)), "cwd": str(cwd), "env": dict(env)}
        returncode = _server().run(request, (stdin, stdout, stderr))
        streams = []
        for stream in (stdout, stderr):
            stream.seek(0)
            streams.append(stream.read().decode() if text else stream.read())
    return subprocess.CompletedProcess(arguments, returncode, *streams)


@cache
def _server():
    server = _Server()
    atexit.register(server.close)
    return server


class _Server:
    """The client's end of a server of this module, one for each process of the tests."""

    def __init__(self):
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.warm_program", str(other.fileno())],
                cwd=ROOT, pass_fds=[other.fileno()], env={**os.environ, "PYTHONPATH": str(ROOT)},
            )  # fmt: skip

    def run(self, request, streams):
        socket.send_fds(self._socket, [json.dumps(request).encode()], [stream.fileno() for stream in streams])
        pid = int(self._socket.recv(REQUEST_BYTES))
        self._socket.settimeout(COMMAND_TIMEOUT_S)
        try:
            return int(self._socket.recv(REQUEST_BYTES))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            self._socket.settimeout(None)
            self._socket.recv(REQUEST_BYTES)
            raise

    def close(self):
        self._socket.close()
        self._process.wait()


def _serve(channel):
    """Fork for each request until the tests close their end; answer with the child's id, then its exit code."""
    while True:
        request, descriptors, _, _ = socket.recv_fds(channel, REQUEST_BYTES, 3)
        if not request:
            return
        pid = os.fork()
        if pid == 0:
            channel.close()
            _become_command(json.loads(request), descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)
        channel.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        channel.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become_command(request, descriptors):
    for stream, descriptor in enumerate(descriptors):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "utf-8").partition(":")
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    for name, descriptor, strictness in (("stdout", 1, "strict"), ("stderr", 2, "backslashreplace")):
        raw = io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False))
        setattr(sys, name, io.TextIOWrapper(raw, encoding, errors or strictness, line_buffering=os.isatty(descriptor)))
    # As after `python -m tableassist`: the words of usage name the program by these.
    sys.modules["__main__"].__package__ = "tableassist"
    sys.argv = [str(ROOT / "tableassist" / "__main__.py"), *request["argv"]]
    from tableassist.cli import main

    main()


def _preload():
    for name in PRELOADED_PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(module.name)
    importlib.import_module("tableassist.ui.shell.program")
    gc.collect()
    gc.freeze()  # a child that looks for garbage would else copy every page


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as served:
        _preload()
        _serve(served)
