"""A photo of the table from a phone or from the screen: from its bytes to what people are told."""

import threading
from concurrent.futures import TimeoutError as FutureTimeoutError
from itertools import count
from typing import Protocol

from tableassist.errors import BadRequestError, TableAssistError
from tableassist.judging import JudgedPictures, Photo, photo_lines, read_photo
from tableassist.messages import Message, say
from tableassist.pipeline.table_settings import TableSettings
from tableassist.table.commands import Result
from tableassist.table.events import AnyEvent, PhotoTaken
from tableassist.table.fair_play import FairPlay
from tableassist.table.held_photos import PhotoOutcome, TakenPhoto
from tableassist.table.owner import Owner
from tableassist.table.seats import Seat
from tableassist.table.session import Chain
from tableassist.table.snapshot import TableSnapshot

OUTCOME_S = 120.0
"""A table without a camera measures a photo of 12 megapixels from nothing, on whatever computer."""
MAX_AGE_S = 3600.0
"""A photo that says it is older counts as this old: any move within the hour refuses it."""
_NO_ANSWER = Message("the table does not answer")


class PhotographedTable(Protocol):
    """What is needed of the running table."""

    settings: TableSettings
    owner: Owner
    newest_photo: TakenPhoto | None

    @property
    def chain(self) -> Chain | None: ...
    @property
    def snapshot(self) -> TableSnapshot: ...
    def publish(self, event: AnyEvent) -> None: ...


class TablePhotos:
    """Takes photos of one running table; safe from any thread."""

    def __init__(self, table: PhotographedTable) -> None:
        self._table = table
        self._reading = threading.Lock()
        """A photo of 12 megapixels takes a processor for seconds: one is read at a time."""
        self._numbers = count(1)

    def take(self, content: bytes, seat: Seat, *, age_s: float = 0.0) -> Result:
        """Judge the table again with a photo that was taken `age_s` ago. Takes seconds; never in the table's own
        thread."""
        try:
            return Result(words=self._take(content, seat, min(max(age_s, 0.0), MAX_AGE_S)))
        except TableAssistError as problem:
            return Result(refused=problem.message)
        except FutureTimeoutError:
            return Result(refused=_NO_ANSWER)

    def _take(self, content: bytes, seat: Seat, age_s: float) -> str:
        table = self._table
        if seat.only_watches:
            raise BadRequestError("spectators can only watch")
        if table.chain is None:
            raise BadRequestError("nothing looks at this table now, so a photo of it cannot be judged")
        if not self._reading.acquire(blocking=False):
            raise BadRequestError("another photo is being read: wait a moment, then send yours again")
        try:
            photo = read_photo(content, f"photo-{next(self._numbers)}", table.settings)
            outcome = table.chain.add_photo(photo.picture, age_s=age_s).result(OUTCOME_S)
        finally:
            self._reading.release()
        if outcome.refused or outcome.state is None:
            raise BadRequestError("{why}", why=outcome.refused or _NO_ANSWER)
        words = self._describe(outcome, photo, seat)
        frame = photo.picture.frame
        if outcome.moment is not None:
            taken = TakenPhoto(frame.camera, photo.content, frame.film_mm, outcome.moment)
            table.owner.call(lambda: self._publish(taken, seat.by))
        return words

    def _publish(self, taken: TakenPhoto, by: str) -> None:
        """In the table's own thread."""
        self._table.newest_photo = taken
        self._table.publish(PhotoTaken(taken.name, by))

    def _describe(self, outcome: PhotoOutcome, photo: Photo, seat: Seat) -> str:
        """What the photo adds. Where fair play hides rulings, players are told no more than that it is used."""
        assert outcome.state is not None
        is_open = seat.is_judge or self._table.snapshot.fair_play is FairPlay.OPEN
        judged = JudgedPictures(outcome.state, outcome.alone) if is_open else None
        note = [say(outcome.note)] if outcome.note else []
        return "\n".join(note + photo_lines(photo.picture.frame.camera, judged, self._table.settings))
