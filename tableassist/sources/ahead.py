"""Every frame of a source, read in a thread of its own while the one before is worked on."""

from collections.abc import Iterator
from queue import Queue
from threading import Event, Thread

from tableassist.capture import FrameSource
from tableassist.vision.camera.frame import Frame

AHEAD = 4


def read_ahead(source: FrameSource) -> Iterator[Frame]:
    """In order, none dropped, at most AHEAD waiting. Closes the source at the end."""
    waiting: Queue[Frame | Exception | None] = Queue(maxsize=AHEAD)
    stop = Event()

    def read_all() -> None:
        try:
            while not stop.is_set() and (frame := source.read()) is not None:
                waiting.put(frame)
            waiting.put(None)
        except Exception as problem:
            waiting.put(problem)  # raised where the frames are taken

    thread = Thread(target=read_all, name=f"reading {source.name}", daemon=True)
    thread.start()
    try:
        while (item := waiting.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        stop.set()
        while thread.is_alive():
            if not waiting.empty():
                waiting.get_nowait()
            thread.join(timeout=0.01)
        source.close()
