"""Whole card games followed by the camera: what the desk makes of the cards it sees, against the truth.

The players say only what nobody can see: accusations, answers, passes, who was who. They answer what they are asked,
truthfully. What the camera does not notice they say in the end themselves, and it counts as missed.
"""

import multiprocessing
import time
from dataclasses import dataclass, field, replace

import numpy as np
from rich.table import Table

from bench import PROCESSES
from bench.card_game import SEEN_ACTS, card_game, seen_of
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.settling import LOOKS, NOTHING_FOLLOWED, CardsFollowed, follow_cards
from tableassist.pipeline.cards.strip import FAMILY
from tableassist.rulebook.play.log import Entry, Log, Source
from tableassist.sources import staged_card_game
from tableassist.store.game import CardGameFile
from tableassist.studio.cards.card_table import card_camera
from tableassist.studio.rendering.render import Studio
from tableassist.table.demo import ANSWERS, CardFollower, CardPlayers
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector

GAMES = {1: {}, 2: {"players": 3, "upcoming": True}, 3: {"players": 4, "hand": True}}
"""By seed: what is played."""
ASKED = 0.95
HEIGHT_PX = 720
REST_S, REST_FRAMES_PER_S, MOVE_FRAMES_PER_S = 2.4, 3.0, 1.25
"""While a hand is at the table fewer are taken. Each is searched whole, as a camera of 15 pictures a second has been by
the time that so few are taken here."""
PERFECT_REST_S = 12
"""Long enough for every question."""
PICTURE_S = 0.125
"""Between two pictures as the desk is told of them: with fewer than eight a second it books nothing unasked."""


@dataclass
class FollowedCards:
    """What became of the true acts."""

    alone: int = 0
    """Taken by themselves."""
    asked: int = 0
    """Proposed and confirmed."""
    told: int = 0
    missed: list = field(default_factory=list)
    wrong: list = field(default_factory=list)
    """Taken by themselves, and they did not happen."""
    wrongly_asked: list = field(default_factory=list)


def run(quick=False, tell=print, seeds=tuple(GAMES)):
    """Each game in a process of its own."""
    rows, asked = {}, [(seed, 3 if quick else None) for seed in (seeds[:1] if quick else seeds)]
    with multiprocessing.Pool(min(PROCESSES, len(asked))) as pool:
        for (seed, _), row in zip(asked, pool.imap(_one, asked), strict=True):
            rows[f"seed {seed}"] = row
            tell(line(f"seed {seed}", row))
    return {"games": rows}


def _one(asked):
    seed, acts = asked
    return follow_cards_game(seed, acts=acts)


def true_game(seed, **rules):
    game = card_game(seed, **rules)
    log = Log()
    for act in game.acts:
        log = log.append(Entry(0, act, Source.CAMERA if isinstance(act, SEEN_ACTS) else Source.PERSON))
    return game, CardGameFile(game.start, log)


def follow_cards_game(seed, *, acts=None, tell=None):
    """The figures of one game; `acts`: of its beginning only."""
    game, truth = true_game(seed, **GAMES.get(seed, {}))
    staged = staged_card_game(truth, seed, rest_s=REST_S)
    until_s = staged.film.duration_s if acts is None else staged.due_s[acts + 1]
    watcher = _Watcher(staged, tell or (lambda _: None))
    began, frames = time.process_time(), 0
    studio = Studio(card_camera(height_px=HEIGHT_PX))
    for number, t_s in enumerate(frame_times(staged)):
        if t_s > until_s:
            break
        image = studio.picture(staged.film.table_at(t_s), np.random.default_rng((seed, number)))
        watcher.see(Frame(image, round(t_s * 1e9), number, "studio"))
        frames += 1
    row = _row(game, watcher, whole=acts is None)
    return row | {"frames": frames, "cpu_s": round(time.process_time() - began)}


def follow_by_perfect_eye(seed, **rules):
    """The figures of one game without pictures: every table at rest is read, a second apart."""
    game, truth = true_game(seed, **rules)
    staged = staged_card_game(truth, seed, rest_s=PERFECT_REST_S)
    watcher = _Watcher(staged, lambda _: None)
    for at, each in enumerate(staged.tables):
        seen, start_s = seen_of(each.table), staged.film.time_of(f"state-{at}")
        for second in range(1, PERFECT_REST_S):
            t_ns = round((start_s + second) * 1e9)
            watcher.take(CardsFollowed(seen, round(start_s * 1e9), LOOKS, seen, is_new=second == 1), t_ns / 1e9)
    return _row(game, watcher, whole=True)


def frame_times(staged):
    """Many while the table rests, fewer while a hand is at it."""
    t_s, times = 0.0, []
    rests = [staged.film.time_of(f"state-{at}") for at in range(len(staged.tables))]
    while t_s < staged.film.duration_s:
        times.append(t_s)
        at_rest = any(start <= t_s < start + REST_S for start in rests)
        t_s += 1.0 / (REST_FRAMES_PER_S if at_rest else MOVE_FRAMES_PER_S)
    return times


class _Watcher:
    """Camera, desk and players at one table."""

    def __init__(self, staged, tell):
        start = staged.truth.start
        self.staged, self.tell = staged, tell
        rules = {name: getattr(start, name) for name in ("upcoming", "hand", "extended")}
        table = CardTableSettings("bench", CameraProfile("studio", None), start.players, **rules)
        self.follower, self.players = CardFollower(table), CardPlayers(staged)
        self.detector, self.state = TagDetector((FAMILY,)), NOTHING_FOLLOWED
        self.followed, self.read, self.last = FollowedCards(), 0, None
        self.left = list(staged.truth.log.entries)
        """True acts that are not in the log yet."""

    @property
    def desk(self):
        return self.follower.desk

    def see(self, frame):
        height, width = frame.image.shape[:2]
        seen = read_cards(
            tuple(self.detector.detect(frame.image)), self.follower.settings.camera.lens_for(width, height)
        )
        self.state = follow_cards(self.state, seen, frame.t_ns)
        self.take(self.state, frame.t_ns / 1e9)

    def take(self, state, t_s):
        """A camera gives more pictures than are drawn here: between two of them the table is seen as it was."""
        while self.last is not None and self.last[1] + PICTURE_S < t_s - 1e-6:
            self._take(replace(self.last[0], is_new=False), self.last[1] + PICTURE_S)
        self._take(state, t_s)

    def _take(self, state, t_s):
        self.last = state, t_s
        self.follower.see(state, round(t_s * 1e9))
        if self.desk is None:
            return
        self._compare(t_s)
        self._dismiss(t_s)
        self.players.speak(self.desk, t_s)
        self._compare(t_s)
        self._say_missed(t_s)

    def _dismiss(self, t_s):
        for proposal in self.desk.proposals:
            if not any(self.left and each.acts == (self.left[0].act,) for each in proposal.options):
                self.tell(f"{t_s:6.1f} WRONGLY ASKED {proposal.words}")
                self.followed.wrongly_asked.append(str(proposal.words))
                self.desk.dismiss(proposal.number)

    def _say_missed(self, t_s):
        """The table has rested with it, and the next act begins."""
        if not self.left or self.left[0].source is not Source.CAMERA:
            return
        true = self.left[0]
        if t_s > self.staged.due_s.get(true.number + 1, self.staged.film.duration_s - 0.5) + 1.0:
            self.tell(f"{t_s:6.1f} MISSED {true.act}")
            self.followed.missed.append(f"{true.act}")
            self.desk.say(true.act, t_ns=round(t_s * 1e9))
            self._compare(t_s, missed=True)

    def _compare(self, t_s, *, missed=False):
        entries = self.desk.log.entries
        for entry in entries[self.read :]:
            if isinstance(entry.act, ANSWERS):
                self.tell(f"{t_s:6.1f} {entry.act}")
                continue
            is_true = bool(self.left) and self.left[0].act == entry.act
            self.tell(f"{t_s:6.1f} {entry.source.value} {entry.act}{'' if is_true else ' WRONG'}")
            if not is_true:
                self.followed.wrong.append(f"{entry.act}")
                self.desk.strike(entry.number, by="a player")
                continue
            self.left.pop(0)
            if entry.source is Source.CAMERA:
                self.followed.asked += bool(entry.by)
                self.followed.alone += not entry.by
            else:
                self.followed.told += not missed
        self.read = len(self.desk.log.entries)


def _row(game, watcher, *, whole):
    followed = watcher.followed
    seen = followed.alone + followed.asked + len(followed.missed)
    end = watcher.desk.game.ending
    fame = {} if end is None else dict(end.score)
    ended = not whole or (end is not None and end.winners == game.end.ending.winners and end == game.end.ending)
    return {
        "acts": len(game.acts) - len(watcher.left),
        "seen": seen,
        "alone": followed.alone,
        "asked": followed.asked,
        "right": round((followed.alone + followed.asked) / max(1, seen), 4),
        "missed": followed.missed,
        "wrong": followed.wrong,
        "wrongly_asked": followed.wrongly_asked,
        "fouls": [str(each.judged.entry.act) for each in watcher.desk.refereed.fouls],
        "differences": [str(each.words) for each in watcher.desk.differences],
        "ended": ended,
        "fame": fame,
    }


def line(name, row):
    return (
        f"{name}: {row['acts']} acts, {row['seen']} of them to be seen: {row['alone']} taken by themselves, "
        f"{row['asked']} asked, {len(row['missed'])} missed, {len(row['wrong'])} wrong taken, "
        f"{len(row['wrongly_asked'])} wrong asked; {100 * row['right']:.1f} % proposed right; "
        f"winner and fame {'right' if row['ended'] else 'WRONG'} ({row['frames']} pictures, {row['cpu_s']} s)"
    )


def table(figures):
    out = Table(title="whole card games followed by the camera", title_justify="left")
    for column in ("game", "acts", "to be seen", "alone", "asked", "missed", "wrong", "right", "winner and fame"):
        out.add_column(column)
    for name, row in figures["games"].items():
        counts = (row["acts"], row["seen"], row["alone"], row["asked"], len(row["missed"]), len(row["wrong"]))
        out.add_row(name, *map(str, counts), f"{100 * row['right']:.1f} %", "right" if row["ended"] else "wrong")
    return out


def misses(figures):
    """What falls short."""
    for name, row in figures["games"].items():
        if row["right"] < ASKED:
            short = f"{100 * row['right']:.1f} % proposed right, asked {100 * ASKED:.0f} %"
            yield f"follow-cards, {name}: {short}; missed {row['missed']}"
        if row["wrong"]:
            yield f"follow-cards, {name}: wrong acts taken: {row['wrong']}"
        if not row["ended"]:
            yield f"follow-cards, {name}: another end than the game's: {row['fame']}"
