"""The demo's card game as files: the film, a picture after each act, the game as it was followed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tableassist.errors import BadFileError
from tableassist.messages import Message, Text
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.settling import NOTHING_FOLLOWED, CardsFollowed, follow_cards
from tableassist.pipeline.cards.strip import FAMILY
from tableassist.process import Progress
from tableassist.sources import card_demo_source, card_demo_table, card_demo_truth, read_ahead, staged_card_game
from tableassist.store.export import write_mp4
from tableassist.store.files import encoded, write_bytes_safely
from tableassist.store.game_words import card_act_words, ending_words_of_cards
from tableassist.studio import StudioSource
from tableassist.table.demo.card_follower import CardFollower
from tableassist.table.demo.card_players import CardPlayers
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.tags.reader import TagReader

FRAMES_PER_S: Final = 5.0


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
        acts = tuple(card_act_words(each.judged.entry.act, desk.start.names) for each in desk.refereed.acts)
        return acts if desk.game.ending is None else (*acts, ending_words_of_cards(desk.game.ending))


def write_card_demo(out: Path, seed: int, *, progress: Progress) -> tuple[tuple[Path, ...], tuple[Text, ...]]:
    """The files that were written, the video first; and what happened, in words."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFileError("{path}: cannot be made a folder: {problem}", path=out, problem=problem.strerror) from None
    files = _Files(out)
    video = out / "demo.mp4"
    source = card_demo_source(live=False, seed=seed, frames_per_s=FRAMES_PER_S)
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
