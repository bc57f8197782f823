"""Whole games followed by the camera: what the desk makes of what it sees, against the truth.

The players say only what nobody can see: at whom a cannon is aimed, which coins are taken, that a turn is over though
ships are left. They answer what they are asked, truthfully. What the camera does not notice they say in the end
themselves, so that the game can go on, and it counts as missed.
"""

import multiprocessing
import tempfile
import time
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
from rich.table import Table

from bench import PROCESSES
from bench.game_stage import faults_of_truth, frame_times, staged_game
from bench.game_table import game_start
from bench.whole_game import How, whole_game
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.moves.found_moves import MoveWatch, watch_moves
from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.boarding import Board
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.store.table import read_table
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.table.game import GameDesk
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader

SEEDS = (1, 2, 3)
STAGE = "leaning"
"""Whose camera is taken: 1080p, 30 degrees off the vertical."""
ASKED = 0.95
PATIENCE_S = 15.0
"""After so long players say what the camera has not noticed: the next player's arm may be before it for a while."""
AHEAD = 8
"""So many true acts ahead one may be noticed: two hands are faster than one camera."""


@dataclass
class Followed:
    """What became of each true act, by its number."""

    alone: dict = field(default_factory=dict)
    """Taken by itself."""
    asked: dict = field(default_factory=dict)
    """Proposed and confirmed."""
    missed: list = field(default_factory=list)
    wrong: list = field(default_factory=list)
    """Taken by itself, and it did not happen."""
    wrongly_asked: list = field(default_factory=list)
    told: int = 0


def run(quick=False, tell=print, seeds=SEEDS):
    """Each game in a process of its own."""
    rows, asked = {}, [(seed, 3 if quick else None) for seed in (seeds[:1] if quick else seeds)]
    with multiprocessing.Pool(min(PROCESSES, len(asked))) as pool:
        for (seed, _), row in zip(asked, pool.imap(_one, asked), strict=True):
            rows[f"seed {seed}"] = row
            tell(line(f"seed {seed}", row))
    return {"games": rows}


def _one(asked):
    seed, turns = asked
    return follow_game(seed, turns=turns)


def follow_game(seed, *, turns=None, tell=None):
    """The figures of one game; `turns`: of its beginning only."""
    game = whole_game(seed)
    with tempfile.TemporaryDirectory(prefix="game-") as made:
        path = Path(made) / "table.toml"
        path.write_text(game.table.text, encoding="utf-8")
        settings, start = read_table(path), game_start(game.table, path)
    faults = faults_of_truth(game, start)
    if faults:
        raise ValueError(f"seed {seed}: {faults}")
    until_s = None if turns is None else _end_of_turn(game, turns)
    watcher = _Watcher(game, settings, start, tell or (lambda _: None))
    began, frames = time.process_time(), 0
    staged, studio = staged_game(game, settings, seed), Studio(stage_named(STAGE).camera)
    for number, t_s in enumerate(frame_times(game)):
        if until_s is not None and t_s > until_s:
            break
        image = studio.picture(staged.table_at(t_s), np.random.default_rng((seed, number)))
        watcher.see(Frame(image, round(t_s * 1e9), number, "studio"))
        frames += 1
    return _row(game, watcher, until_s) | {"frames": frames, "cpu_s": round(time.process_time() - began)}


def _end_of_turn(game, turns):
    ends = [each.t_s for each in game.acts if type(each.act).__name__ == "EndTurn"]
    return ends[turns - 1]


class _Watcher:
    """Camera, desk and players at one table."""

    def __init__(self, game, settings, start, tell):
        self.game, self.settings, self.tell = game, settings, tell
        self.desk = GameDesk(start)
        self.state, self.reader = first_state(settings), TagReader(settings.tag_families)
        self.watch, self.followed = MoveWatch(), Followed()
        self.left = dict(enumerate(game.acts))
        """True acts that are not in the log yet."""
        self.spoken = set()
        """Those among them that a player has begun: what is still missing is a die."""
        self.read = 0
        """Entries of the log that have been compared."""

    def see(self, frame):
        t_ns = frame.t_ns
        settings = replace(self.settings, state=self.desk.game)
        self.state = step(self.state, frame, settings, partial(self.reader.read, t_ns=t_ns))
        self.watch, found = watch_moves(self.watch, self.state, settings)
        if found:
            self.desk.take_moves(found)
            self._compare(t_ns)
        roll = self.state.dice.roll
        if roll is not None and None not in roll.values:
            self.desk.take_rolls(roll.values, min(die.certainty for die in roll.dice), t_ns)
            self._compare(t_ns)
        self.desk.take_masts(mast_contradictions(self.state.fits, self.desk.game), t_ns)
        self._compare(t_ns)
        self._answer(t_ns)
        self._speak(t_ns)

    # The players.

    def _speak(self, t_ns):
        """What is due now; what comes later waits until all before it is known."""
        t_s = t_ns / 1e9
        for number in sorted(self.left):
            true = self.left.get(number)
            if true is None:  # what was said just now let the desk take this one, too
                continue
            if true.t_s > t_s:
                return
            if true.how is How.TOLD:
                self.tell(f"{t_s:6.1f} told {true.act}")
                self.desk.say(true.act, t_ns=t_ns)
                self.followed.told += 1
            elif true.how is How.ROLLED and number not in self.spoken:
                # There may be no such button yet, while a hand is before the ship.
                if self._choose(true.act, t_ns) or t_s - true.t_s > PATIENCE_S:
                    self.spoken.add(number)
                return
            elif t_s - true.t_s > PATIENCE_S:
                self.tell(f"{t_s:6.1f} MISSED {true.act}")
                self.followed.missed.append(f"{true.act}")
                self.desk.disarm()
                self.desk.say(true.act, t_ns=t_ns)
            else:
                return
            self._compare(t_ns)

    def _choose(self, act, t_ns):
        offers = [
            each for each in self.desk.offers(self.state.rulings) if _key(each.act, dice=False) == _key(act, dice=False)
        ]
        self.tell(f"{t_ns / 1e9:6.1f} chosen {act}{'' if offers else ' NOT OFFERED'}")
        if offers:
            self.desk.choose(offers[0], t_ns=t_ns)
        return bool(offers)

    def _answer(self, t_ns):
        """What is true, but not yet at the turn, is left open: what comes before it is still to be noticed."""
        for proposal in self.desk.proposals:
            right = [number for number, each in enumerate(proposal.options) if self._are_next(each.acts)]
            if not right and any(self._are_true(each.acts) for each in proposal.options):
                continue
            self.tell(f"{t_ns / 1e9:6.1f} asked {proposal.words}: {right}")
            if right:
                self.desk.accept(proposal.number, right[0], by="a player")
            else:
                self.followed.wrongly_asked.append(str(proposal.words))
                self.desk.dismiss(proposal.number)
            self._compare(t_ns)
            return

    def _are_true(self, acts):
        near = [_key(each.act) for _, each in sorted(self.left.items())[:AHEAD]]
        return all(_key(act) in near for act in acts if not isinstance(act, Fact))

    def _are_next(self, acts):
        asked = [_key(act) for act in acts if not isinstance(act, Fact)]
        return asked == [_key(each.act) for _, each in sorted(self.left.items())[: len(asked)]]

    # What is compared.

    def _compare(self, t_ns):
        entries = self.desk.log.entries
        for entry in entries[self.read :]:
            if isinstance(entry.act, Fact):
                continue
            found = next(
                (n for n, each in sorted(self.left.items())[:AHEAD] if _key(each.act) == _key(entry.act)), None
            )
            by_camera = entry.source is Source.CAMERA
            self.tell(f"{t_ns / 1e9:6.1f} log {entry.source.value} {entry.act}{'' if found is not None else ' WRONG'}")
            if found is None:
                self.followed.wrong.append(f"{entry.act}")
                continue
            true = self.left.pop(found)
            if by_camera and true.how is not How.TOLD:
                (self.followed.asked if entry.by else self.followed.alone)[found] = true
            elif by_camera:
                self.followed.told += 1
        self.read = len(entries)


def _key(act, *, dice=True):
    """What must be right of an act; what follows from it, or is measured anyway, is left out."""
    if isinstance(act, Move):
        return "move", act.ship, act.docks, tuple(sorted(act.bow_on)), act.come_about, act.over_edge, act.terrain
    if isinstance(act, Shoot):
        return "shoot", act.ship, act.target, act.cannon, act.roll if dice else 0
    if isinstance(act, Board):
        return "board", act.ship, act.target, *((act.roll, act.enemy_roll) if dice else ())
    return act


def _row(game, watcher, until_s):
    followed, desk = watcher.followed, watcher.desk
    asked = [each for each in game.acts if until_s is None or each.t_s <= until_s]
    seen = sum(each.how is not How.TOLD for each in asked)
    right = len(followed.alone) + len(followed.asked)
    end = desk.game.ending
    return {
        "acts": len(asked),
        "seen": seen,
        "alone": len(followed.alone),
        "asked": len(followed.asked),
        "right": round(right / seen, 4) if until_s is None else round(right / max(1, right + len(followed.missed)), 4),
        "missed": followed.missed,
        "wrong": followed.wrong,
        "wrongly_asked": followed.wrongly_asked,
        "fouls": [str(each.judged.entry.act) for each in desk.refereed.fouls],
        "ended": until_s is not None or (end is not None and end.winners == (game.winner,) and end.gold == game.gold),
        "gold": dict(end.gold) if end is not None else {},
    }


def line(name, row):
    return (
        f"{name}: {row['acts']} acts, {row['seen']} of them to be seen: {row['alone']} taken by themselves, "
        f"{row['asked']} asked, {len(row['missed'])} missed, {len(row['wrong'])} wrong taken, "
        f"{len(row['wrongly_asked'])} wrong asked; {100 * row['right']:.1f} % proposed right; "
        f"winner and gold {'right' if row['ended'] else 'WRONG'} ({row['frames']} pictures, {row['cpu_s']} s)"
    )


def table(figures):
    out = Table(title="whole games followed by the camera", title_justify="left")
    for column in ("game", "acts", "to be seen", "alone", "asked", "missed", "wrong", "right", "winner and gold"):
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
            yield f"follow, {name}: {short}; missed {row['missed']}"
        if row["wrong"]:
            yield f"follow, {name}: wrong acts taken: {row['wrong']}"
        if not row["ended"]:
            yield f"follow, {name}: another end than the game's: {row['gold']}"
