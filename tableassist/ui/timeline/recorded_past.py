"""The past as the record has it: a whole match, or the last minutes of a table that goes on."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.matches import CardPast, card_past_of, game_of_match, happenings_of_match
from tableassist.matches.replay import Replay
from tableassist.messages import say, sentence, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.chronicle import TURN_MARK
from tableassist.rulebook import Verdict, referee_game, rule_named
from tableassist.rulebook.cardgame import CardGame, RefereedCardAct
from tableassist.rulebook.engine import LASTING
from tableassist.rulebook.referee import Happening, score
from tableassist.store.game_words import (
    came_of,
    card_act_words,
    fame_of_players,
    happening_words,
    judged_words,
    revealed_owners,
)
from tableassist.store.match import Note
from tableassist.store.match.blocks import RulingChange
from tableassist.table.notes import turn_words
from tableassist.ui.timeline.past import Sign, SignKind, ToldAct, ToldGame
from tableassist.vision.camera.frame import Image
from tableassist.vision.localisation.tracking import Change, PieceEvent


def told_card_game(past: CardPast, replay: Replay) -> ToldGame:
    """Fame is a player's as far as the record says whose the ships are: at the end, or as pirates were revealed."""
    refereed = past.whole
    owners = revealed_owners(refereed.game)
    times = past.times_ns
    acts, last = [], replay.first_ns
    for each in refereed.acts:
        last = max(last, times.get(each.number, last))
        acts.append(_told(each, replay.frame_time(last), owners))
    return ToldGame(refereed.game.players, _fame(refereed.start, owners), tuple(acts), is_of_cards=True)


def _told(each: RefereedCardAct, t_ns: int, owners: Mapping[str, str]) -> ToldAct:
    entry = each.judged.entry
    said = [card_act_words(entry.act, each.game.start.names), *judged_words(each.judged)]
    if not each.is_unanswered:
        said += came_of(each.before, each.game)
    words = ". ".join(sentence(part) for part in said)
    kind = SignKind.FOUL if each.is_unanswered else None
    if each.game.ending is not None and each.before.ending is None:
        kind = SignKind.END
    return ToldAct(t_ns, each.before.turn, each.before.player, kind, words, _fame(each.game, owners))


def _fame(game: CardGame, owners: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(fame_of_players(game, owners).values())


def told_game(replay: Replay) -> ToldGame | None:
    """None where the record keeps no game."""
    try:
        cards = card_past_of(replay)
        game = game_of_match(replay)
    except BadFileError as problem:
        return ToldGame(problem=say(problem.message))
    if cards is not None:
        return told_card_game(cards, replay)
    if game is None:
        return None
    refereed = referee_game(game.start, game.log)
    players = tuple(each.name for each in game.start.players)
    acts = tuple(_told_act(each, replay, players) for each in happenings_of_match(replay, game, refereed))
    return ToldGame(players, _of_all(score(refereed.start), players), acts)


def _told_act(each: Happening, replay: Replay, players: tuple[str, ...]) -> ToldAct:
    """At the time of the frame that is shown then: who goes there sees it done."""
    return ToldAct(
        t_ns=replay.frame_time(replay.first_ns + each.t_ns),
        turn=each.turn,
        player=each.before.player if each.turn else "",
        kind=None if each.kind is None else SignKind(each.kind.value),
        words=happening_words(each),
        gold=_of_all(each.gold, players),
    )


def _of_all(gold: dict[str, int], players: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(gold.get(player, 0) for player in players)


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
