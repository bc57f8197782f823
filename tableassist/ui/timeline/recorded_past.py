"""The past as the record has it: a whole match, or the last minutes of a table that goes on."""

from collections.abc import Callable, Iterator
from pathlib import Path

from tableassist.matches.replay import Replay
from tableassist.messages import tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.chronicle import TURN_MARK
from tableassist.rulebook import Verdict, rule_named
from tableassist.rulebook.engine import LASTING
from tableassist.store.match import Note
from tableassist.store.match.blocks import RulingChange
from tableassist.table.notes import turn_words
from tableassist.ui.timeline.game_words import told_game
from tableassist.ui.timeline.past import Sign, SignKind, ToldGame
from tableassist.vision.camera.frame import Image
from tableassist.vision.localisation.tracking import Change, PieceEvent

CONTACTS = tuple(name for name, contact in LASTING.items() if contact.on_timeline)
MOST_SIGNS = 20_000
"""Days of play; the line shows as many as it has room for."""


class RecordedPast:
    """Belongs to one thread. `folder` tells where the record lies now: a memory that is kept moves."""

    def __init__(self, folder: Callable[[], Path], *, flush: Callable[[], object] | None = None) -> None:
        self._folder = folder
        self._flush = flush
        self._replay: Replay
        self._game: tuple[tuple[str, ...], ToldGame | None] = (), None
        """The acts as they were told last, and what the referee makes of them."""
        self._found: list[Sign] = []
        self._found_to = 0
        self._open(self._fresh_folder())

    def _open(self, folder: Path) -> None:
        self._replay = Replay(folder)
        self._game, self._found = ((), None), []
        self._found_to = self._replay.first_ns - 1 if self._replay.frame_count else 0

    def span(self) -> tuple[int, int]:
        self._renew()
        return (self._replay.first_ns, self._replay.last_ns) if self._replay.frame_count else (0, 0)

    def at(self, t_ns: int) -> Moment | None:
        if not self._replay.frame_count or t_ns > self._replay.last_ns:
            self._renew()
        return self._replay.at(t_ns) if self._replay.frame_count else None

    def beside(self, t_ns: int, frames: int) -> Moment | None:
        """At an end, the last one there is."""
        moment = self.at(t_ns)
        step = self._replay.after if frames > 0 else self._replay.before
        for _ in range(abs(frames)):
            following = None if moment is None else step(moment)
            if following is None:
                break
            moment = following
        return moment

    def signs(self) -> tuple[Sign, ...]:
        """Set by persons, as they stand now; found, as far as nobody has looked before."""
        replay = self._replay
        if not replay.frame_count:
            return ()
        new = (self._found_to + 1, replay.last_ns)
        names = {piece.id: piece.name for piece in replay.settings_at(replay.last_ns).pieces}
        contacts = replay.ruling_changes(new, rules=CONTACTS, after=Verdict.YES)
        self._found += [*_moves(replay.events(new), names), *_contacts(contacts, names)]
        self._found = [sign for sign in self._found if sign.t_ns >= replay.first_ns][-MOST_SIGNS:]
        self._found_to = replay.last_ns
        marks = [_mark(note) for note in replay.marks]
        turns = [Sign(t_ns, SignKind.TURN, turn_words(who)) for t_ns, who in replay.turns]
        edits = [Sign(note.t_ns, SignKind.EDIT, _words(note)) for note in replay.edits]
        standing = replay.overrulings[-1].standing if replay.overrulings else ()
        overruled = [
            Sign(max(each.t_ns, replay.first_ns), SignKind.OVERRULING, each.reason or tr("overruled"))
            for each in standing
        ]
        game = self.game()
        acts = () if game is None else game.signs()
        return tuple(sorted((*marks, *turns, *edits, *overruled, *acts, *self._found), key=lambda sign: sign.t_ns))

    def game(self) -> ToldGame | None:
        if not self._replay.frame_count:
            return None
        lines = tuple(note.words for note in self._replay.acts)
        if lines != self._game[0]:
            self._game = lines, told_game(self._replay)
        return self._game[1]

    def thumbnail(self, t_ns: int) -> Image | None:
        return self._replay.thumbnail(t_ns) if self._replay.frame_count else None

    def close(self) -> None:
        self._replay.close()

    def _renew(self) -> None:
        """Of a record that is closed nothing more comes."""
        if self._flush is None:
            return
        folder = self._fresh_folder()
        if folder == self._replay.folder:
            self._replay.refresh()
        else:
            self._replay.close()
            self._open(folder)

    def _fresh_folder(self) -> Path:
        if self._flush is not None:
            self._flush()
        return self._folder()


def _mark(note: Note) -> Sign:
    if note.words == TURN_MARK:
        return Sign(note.t_ns, SignKind.TURN, tr("Next turn"))
    return Sign(note.t_ns, SignKind.MARK, _words(note))


def _words(note: Note) -> str:
    return f"{note.words} ({note.by})" if note.by else note.words


def _moves(events: tuple[PieceEvent, ...], names: dict[str, str]) -> Iterator[Sign]:
    for event in events:
        if event.change is Change.SETTLED:
            name = names.get(event.piece, event.piece)
            yield Sign(event.t_ns, SignKind.MOVE, tr("{name} has moved", name=name))


def _contacts(changes: tuple[RulingChange, ...], names: dict[str, str]) -> Iterator[Sign]:
    for change in changes:
        asked = change.question
        subject, target = (names.get(each, each) for each in (asked.subject, asked.target))
        words = tr("{subject} {deed}", subject=subject, deed=rule_named(asked.rule).deed(target))
        yield Sign(change.t_ns, SignKind.CONTACT, words)
