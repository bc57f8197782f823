"""The demo of the card game: the game as its camera sees it, its players, and the match that is written of it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tableassist.errors import BadFileError, TableAssistError
from tableassist.messages import Message, Text, sentence
from tableassist.pipeline.card_game.proposal import CARD_POLICIES, CardProposalKind
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.settling import NOTHING_FOLLOWED, CardsFollowed, follow_cards
from tableassist.pipeline.cards.strip import FAMILY
from tableassist.pipeline.game.policy import SURE, Policy
from tableassist.process import Progress
from tableassist.rulebook import Source
from tableassist.rulebook.cardgame import AnyCardAct, CardDuty, CardDutyKind, judge_card_act
from tableassist.rulebook.cardgame.actions import AnswerAccusation, OwnUp, RevealPirates, TurnUp
from tableassist.sources import (
    FRAMES_PER_S,
    StagedCardGame,
    card_demo_source,
    card_demo_table,
    card_demo_truth,
    read_ahead,
    staged_card_game,
)
from tableassist.store.export import write_mp4
from tableassist.store.files import encoded, write_bytes_safely
from tableassist.store.game import CardGameFile
from tableassist.store.game_words import card_act_words, ending_words_of_cards
from tableassist.studio import StudioSource
from tableassist.table.events import Problem
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.card_game import TableCardGame
from tableassist.table.game.controller import keep_nothing
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.tags.reader import TagReader


class CardFollower:
    """For one thread."""

    def __init__(
        self,
        settings: CardTableSettings,
        *,
        resumed: CardGameFile | None = None,
        on_begin: Callable[[CardDesk], None] = lambda _desk: None,
        policies: Mapping[CardProposalKind, Policy] = CARD_POLICIES,
        keep: Callable[[str], None] = keep_nothing,
    ) -> None:
        """`resumed`: a game that was kept. `on_begin`: called when a new one begins, before anything is said in it."""
        self.settings = settings
        self.desk: CardDesk | None = None
        self.not_ready: Message | None = Message("waiting until the table is at rest")
        """Why no game has begun; None once one has."""
        self._on_begin, self._policies, self._keep = on_begin, policies, keep
        if resumed is not None:
            self.not_ready = None
            self.desk = CardDesk(resumed.start, resumed.log, policies=policies, keep=keep)

    def see(self, followed: CardsFollowed, t_ns: int) -> None:
        """After each picture. Times are the match's."""
        if self.desk is None:
            self._begin(followed)
        if self.desk is not None:
            self.desk.take_cards(followed, t_ns)

    def _begin(self, followed: CardsFollowed) -> None:
        if followed.settled is None or followed.is_waiting:
            return
        self.not_ready = self.settings.not_ready(followed.settled)
        if self.not_ready is None:
            start = self.settings.start(followed.settled)
            self.desk = CardDesk(start, policies=self._policies, keep=self._keep)
            self._on_begin(self.desk)


ANSWERS: Final = (AnswerAccusation, OwnUp, RevealPirates, TurnUp)


@dataclass(slots=True)
class CardPlayers:
    """They know the truth: they say what is due and not to be seen, and answer what they are asked."""

    staged: StagedCardGame
    said: list[AnyCardAct] = field(default_factory=list)

    def speak(self, desk: CardDesk, t_s: float, *, t_ns: int | None = None) -> None:
        """`t_s`: of the film. `t_ns`: the match's time, where it is another."""
        t_ns = round(t_s * 1e9) if t_ns is None else t_ns
        for duty in desk.owed():
            if (answer := self._answer(duty)) is not None:
                self._say(desk, answer, t_ns)
        due = self.next_act(desk)
        if due is None:
            return
        number, act, source = due
        if source is Source.PERSON and t_s >= self.staged.due_s[number] and not judge_card_act(desk.game, act).is_foul:
            self._say(desk, act, t_ns)
        for proposal in desk.proposals:
            right = [place for place, each in enumerate(proposal.options) if each.acts == (act,)]
            if right:
                desk.accept(proposal.number, right[0], by=getattr(act, "player", ""))
            elif proposal.certainty >= SURE:
                # Asked only because the pictures come too slowly: the cards on the table are as the camera says.
                desk.accept(proposal.number)

    def next_act(self, desk: CardDesk) -> tuple[int, AnyCardAct, Source] | None:
        """Its number in the truth, from 1; None when all are in the log."""
        done = sum(not isinstance(each.act, ANSWERS) for each in desk.log.entries_that_count)
        entries = self.staged.truth.log.entries
        return (done + 1, entries[done].act, entries[done].source) if done < len(entries) else None

    def _say(self, desk: CardDesk, act: AnyCardAct, t_ns: int) -> None:
        self.said.append(act)
        desk.say(act, by=getattr(act, "player", ""), t_ns=t_ns)

    def _answer(self, duty: CardDuty) -> AnyCardAct | None:
        """Nobody but the players knows; what lies on the table the camera tells."""
        pirates = self.staged.truth.start.pirates
        match duty.kind:
            case CardDutyKind.ANSWER:
                return AnswerAccusation(duty.player, duty.ship in pirates[duty.player])
            case CardDutyKind.MUTINY:
                owner = next((player for player, ships in pirates.items() if duty.ship in ships), "")
                return OwnUp(owner, duty.ship)
            case CardDutyKind.REVEAL:
                return RevealPirates(duty.player, pirates[duty.player])
            case _:
                return None


class CardDemoPlayers:
    """Give up for good once a person begins or opens another game."""

    def __init__(
        self, game: TableCardGame, settings: CardTableSettings, on_begin: Callable[[], object] = lambda: None
    ) -> None:
        self._game, self._settings = game, settings
        self.on_begin = on_begin
        self._staged = staged_card_game(card_demo_truth())
        self._players = CardPlayers(self._staged)
        self._desk: CardDesk | None = None
        self._lap = -1

    def see(self, frame_number: int) -> None:
        """Look at each picture, after the game has seen its cards."""
        if self._game.desk is not self._desk:
            return
        laps, at_s = divmod(frame_number / FRAMES_PER_S, self._staged.film.duration_s)
        if int(laps) != self._lap and self._is_laid_out(at_s):
            self._begin(int(laps))
        if self._desk is not None:
            self._players.speak(self._desk, at_s, t_ns=self._game.now_ns)

    def close(self) -> None:
        """Abandon their own game; it is not resumed."""
        if self._desk is not None and self._game.desk is self._desk:
            with suppress(TableAssistError):
                self._game.abandon()

    def _is_laid_out(self, at_s: float) -> bool:
        """Before anything has happened, and once the camera has seen it so."""
        followed = self._game.followed
        if followed is None or followed.settled is None or followed.is_waiting:
            return False
        as_laid = followed.settled.row == self._staged.truth.start.row
        return as_laid and at_s < self._staged.due_s[1] and self._settings.not_ready(followed.settled) is None

    def _begin(self, lap: int) -> None:
        self._lap = lap
        seen = self._game.seen
        assert seen is not None
        try:
            if self._desk is not None:
                self._game.abandon()
            self._game.begin(self._settings.start(seen))
        except TableAssistError as problem:  # a full disk: the demo goes on without its game
            self._game.session.publish(Problem(sentence(problem.message)))
            self._desk = self._game.desk
            return
        self._players = CardPlayers(self._staged)
        self._desk = self._game.desk
        self.on_begin()


WRITTEN_FRAMES_PER_S: Final = 5.0


@dataclass(slots=True)
class CardDemoFollower:
    """Follows the demo's card game picture by picture; its players say their part at its time."""

    follower: CardFollower = field(default_factory=lambda: CardFollower(card_demo_table()))
    _players: CardPlayers = field(default_factory=lambda: CardPlayers(staged_card_game(card_demo_truth())))
    _reader: TagReader = field(default_factory=lambda: TagReader((FAMILY,)))
    _followed: CardsFollowed = NOTHING_FOLLOWED

    def see(self, frame: Frame) -> None:
        lens = self.follower.settings.camera.lens_for(frame.width_px, frame.height_px)
        self._followed = follow_cards(self._followed, read_cards(self._reader.read(frame.image), lens), frame.t_ns)
        self.follower.see(self._followed, frame.t_ns)
        if self.follower.desk is not None:
            self._players.speak(self.follower.desk, frame.t_ns / 1e9)

    @property
    def acts(self) -> int:
        desk = self.follower.desk
        return 0 if desk is None else len(desk.refereed.acts)

    def words(self) -> tuple[Text, ...]:
        """The acts that were followed, and who has won."""
        desk = self.follower.desk
        if desk is None:
            return ()
        acts = tuple(card_act_words(act.judged.entry.act, desk.start.names) for act in desk.refereed.acts)
        return acts if desk.game.ending is None else (*acts, ending_words_of_cards(desk.game.ending))


def write_card_demo(out: Path, seed: int, *, progress: Progress) -> tuple[tuple[Path, ...], tuple[Text, ...]]:
    """The files that were written, the video first; and what happened, in words."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFileError("{path}: cannot be made a folder: {problem}", path=out, problem=problem.strerror) from None
    files = _Files(out)
    video = out / "demo.mp4"
    source = card_demo_source(live=False, seed=seed, frames_per_s=WRITTEN_FRAMES_PER_S)
    write_mp4(video, files.played(source, progress))
    return (video, *files.finished()), files.follower.words()


@dataclass(slots=True)
class _Files:
    out: Path
    follower: CardDemoFollower = field(default_factory=CardDemoFollower)
    _written: list[Path] = field(default_factory=list)

    def played(self, source: StudioSource, progress: Progress) -> Iterator[tuple[int, Image]]:
        duration_s = staged_card_game(card_demo_truth()).film.duration_s
        for frame in read_ahead(source):
            before = self.follower.acts
            self.follower.see(frame)
            if self.follower.acts > before:
                self._write(f"camera-{len(self._written) + 1}.png", encoded(frame.image))
            yield frame.t_ns, frame.image
            progress(Message("playing the game"), min(1.0, frame.t_ns / 1e9 / duration_s))

    def finished(self) -> tuple[Path, ...]:
        desk = self.follower.follower.desk
        if desk is not None:
            self._write("game.jsonl", "".join(f"{line}\n" for line in desk.lines()).encode("utf-8"))
        return tuple(self._written)

    def _write(self, name: str, data: bytes) -> None:
        path = self.out / name
        write_bytes_safely(path, data)
        self._written.append(path)
