"""A script run again in a process of its own under a virtual screen, where there is one."""

import os
import shutil
import subprocess
import sys

INSIDE = "BENCH_INSIDE_SCREEN"


def on_virtual_screen(module, size, inside):
    """`inside`: what the script does there, with the arguments that it was given."""
    if os.environ.get(INSIDE) or shutil.which("Xvfb") is None:
        inside()
        return
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    try:
        with os.fdopen(read_end) as told:
            display = f":{told.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", INSIDE: "1"}
        subprocess.run([sys.executable, "-m", module, *sys.argv[1:]], env=environment, check=True)
    finally:
        server.terminate()
        server.wait(20)
