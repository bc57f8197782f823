"""Which of a folder's files anybody opens, as the kernel tells it: Qt reads files where Python sees nothing of it."""

import ctypes
import os
import struct

IN_OPEN = 0x20
_EVENT = struct.Struct("iIII")


class OpenedFiles:
    """Linux only."""

    def __init__(self, folder):
        libc = ctypes.CDLL(None, use_errno=True)
        self._fd = libc.inotify_init1(os.O_NONBLOCK)
        watched = libc.inotify_add_watch(self._fd, os.fsencode(folder), IN_OPEN)
        assert min(self._fd, watched) >= 0, os.strerror(ctypes.get_errno())

    def names(self):
        """Since the last time this was asked."""
        try:
            data = os.read(self._fd, 65_536)
        except BlockingIOError:
            return set()
        found, at = set(), 0
        while at < len(data):
            *_, length = _EVENT.unpack_from(data, at)
            at += _EVENT.size + length
            found.add(data[at - length : at].rstrip(b"\0").decode())
        return found - {""}

    def close(self):
        os.close(self._fd)
