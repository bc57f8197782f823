"""What may stand where a file is expected: folders, pipes, devices, links that go round in a circle."""

import os
import socket
from contextlib import suppress


def clear(path):
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    path.unlink(missing_ok=True)


def folder(path):
    path.mkdir()


def pipe(path):
    """Nobody writes into it: to open it the usual way waits for ever."""
    os.mkfifo(path)


def endless_device(path):
    path.symlink_to("/dev/zero")


def empty_device(path):
    path.symlink_to("/dev/null")


def terminal(path):
    path.symlink_to("/dev/tty")


def link_to_itself(path):
    path.symlink_to(path)


def link_to_nothing(path):
    path.symlink_to(path.with_name("nobody-made-this"))


def link_out_of_the_folder(path):
    path.symlink_to("/etc/passwd")


def unreadable(path):
    path.write_bytes(b"format = 1\n")
    path.chmod(0)


def listener(path):
    """A socket of this computer."""
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def nothing(_path):
    pass


def empty_file(path):
    path.write_bytes(b"")


def long_file(path):
    """Hollow: 3 GB that take no room."""
    with path.open("wb") as file:
        file.truncate(3_000_000_000)


PLACES = (
    *(folder, pipe, endless_device, empty_device, terminal, link_to_itself, link_to_nothing, link_out_of_the_folder),
    *(unreadable, listener, nothing, empty_file, long_file),
)


def stand_there(path, place):
    clear(path)
    place(path)


def named_places(folder_path):
    """For names inside files to lead to."""
    for name, place in (("fifo", pipe), ("loop", link_to_itself), ("zero", endless_device), ("folder", folder)):
        with suppress(FileExistsError):
            place(folder_path / f"{name}.toml")
    with suppress(FileExistsError):
        (folder_path / "out.toml").symlink_to("/etc/passwd")
