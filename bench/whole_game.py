"""A whole game with its truth, from a seed: who sails where, shoots whom, loses which mast, brings which gold home.

The players here are simple: ships of war look for the enemy's, the others for treasure. What is kept of it is a script
for the studio, and the list of true acts, each with when it is done and how anybody could know of it.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from shapely import Point

from bench.game_table import HOMES, MAT_MM, PLAYERS, WILD, GameTable, game_table
from bench.game_waters import (
    Pose,
    Waters,
    bow_mm,
    good_ways,
    is_reachable,
    outline,
    rim_points,
    shots,
    way_onto,
    with_bow_at,
)
from tableassist.rulebook.referee.acts.boarding import Board, BoardingPrize, DeclineBoarding
from tableassist.rulebook.referee.acts.cargo import Explore
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import EndTurn

MOST_TURNS = 26
LEAST_ACTS = 30
SHOTS_A_TURN = 2
REACH_S, AFTER_S, THROW_S = 0.8, 3.4, 1.6
"""Before a ship is taken; until she counts as arrived; from a player's word to the die."""
GLIDE_MM_PER_S, TURN_RAD_PER_S = 55.0, 2.2


class How(StrEnum):
    SEEN = "seen"
    """The camera can see all of it."""
    ROLLED = "rolled"
    """A player says what is meant; the dice are seen."""
    TOLD = "told"
    """Nobody can see it."""


@dataclass(frozen=True)
class TrueAct:
    t_s: float
    """When it is done, or said."""
    act: object
    how: How


@dataclass(frozen=True)
class Sailed:
    """One ship in a hand: where she lies at each turning point, and when."""

    piece: str
    legs: tuple[tuple[Pose, Pose, float, float], ...]
    arm_deg: float

    @property
    def from_s(self):
        return self.legs[0][2]

    @property
    def to_s(self):
        return self.legs[-1][3]


@dataclass(frozen=True)
class Thrown:
    t_s: float
    values: tuple[int, ...]


@dataclass(frozen=True)
class MastOff:
    t_s: float
    piece: str
    mast: int
    arm_deg: float


@dataclass(frozen=True)
class Sunk:
    t_s: float
    piece: str
    arm_deg: float


@dataclass
class WholeGame:
    table: GameTable
    acts: list[TrueAct] = field(default_factory=list)
    sailed: list[Sailed] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    masts: list[MastOff] = field(default_factory=list)
    sunk: list[Sunk] = field(default_factory=list)
    gold: dict[str, int] = field(default_factory=dict)
    winner: str = ""
    duration_s: float = 0.0


def whole_game(seed, *, least_acts=LEAST_ACTS):
    """The first game from this seed on in which everything happens that a game should show."""
    for attempt in range(200):
        made = _Players(np.random.default_rng((seed, attempt))).played()
        if made is not None and _has_everything(made, least_acts):
            return made
    raise ValueError(f"seed {seed}: no game with everything in it")


def _has_everything(game, least_acts):
    kinds = Counter(type(each.act) for each in game.acts)
    return len(game.acts) >= least_acts and all(
        kinds[each] for each in (Move, Shoot, LoseMast, Board, Explore, EndTurn)
    )


class _Players:
    def __init__(self, rng):
        self.rng, self.t_s = rng, 2.0
        self.table = game_table(rng)
        self.game = WholeGame(self.table)
        self.at = dict(self.table.start)
        self.lost = {ship: set() for ship in self.table.ships}
        self.gone = set()
        self.docked = {each.id: HOMES[each.owner] for each in self.table.ships.values()}
        self.held = {ship: [] for ship in self.table.ships}
        self.coins = {island: list(some) for island, some in self.table.coins.items()}
        self.gold = dict.fromkeys(PLAYERS, 0)
        self.crew = dict(self.table.crew)
        self.touching = {ship: {island} for ship, island in self.docked.items()}
        self.pinned_on = {}
        self.rams = 0

    def played(self):
        """None where it comes to no end."""
        for turn in range(MOST_TURNS):
            player = PLAYERS[turn % 2]
            acted = self._turn(player)
            if not any(self.coins.values()) and not any(self.held[ship] for ship in self.held if ship not in self.gone):
                self.game.gold = dict(self.gold)
                self.game.winner = max(PLAYERS, key=lambda each: self.gold[each])
                self.game.duration_s = self.t_s + 1.0
                self._mark_turns()
                return None if self.gold[PLAYERS[0]] == self.gold[PLAYERS[1]] else self.game
            self._end(player, everybody=acted == set(self._fleet(player)))
        return None

    def _fleet(self, player):
        return [each.id for each in self.table.ships.values() if each.owner == player and each.id not in self.gone]

    def _turn(self, player):
        """Who has acted."""
        acted, there = set(), {ship: island for ship, island in self.docked.items() if island in WILD}
        fleet = self._fleet(player)
        for ship in sorted(fleet, key=lambda _: self.rng.random()):
            done = self._war(ship) if self.table.ships[ship].fights else self._trade(ship, there.get(ship))
            if done:
                acted.add(ship)
            if not any(self.coins.values()) and not any(self.held[each] for each in self.held if each not in self.gone):
                break
        return acted

    def _end(self, player, *, everybody):
        self._say(EndTurn(player), How.SEEN if everybody else How.TOLD, wait_s=0.0 if everybody else 0.6)

    def _mark_turns(self):
        """A turn's end is seen when the next player has sailed; where that player speaks first, it is told too."""
        acts = self.game.acts
        for number, each in enumerate(acts):
            if isinstance(each.act, EndTurn) and each.how is How.SEEN:
                follows = acts[number + 1]
                if isinstance(follows.act, Move):
                    acts[number] = TrueAct(follows.t_s, each.act, How.SEEN)
                else:
                    acts[number] = TrueAct(each.t_s, each.act, How.TOLD)

    def _say(self, act, how, *, wait_s=0.5):
        self.game.acts.append(TrueAct(self.t_s, act, how))
        self.t_s += wait_s

    # Treasure.

    def _trade(self, ship, began_at):
        if len(self.lost[ship]) == self.table.ships[ship].masts:
            return False
        if began_at is not None and self.coins[began_at]:
            taken = self.coins[began_at]
            self.coins[began_at] = []
            self.held[ship] += taken
            self._say(Explore(ship, began_at, tuple(name for name, _ in taken)), How.TOLD)
            return True
        goal = self._goal(ship)
        return goal is not None and self.docked.get(ship) != goal and self._sail_to(ship, goal)

    def _goal(self, ship):
        home = HOMES[self.table.ships[ship].owner]
        if self.held[ship]:
            return home
        taken = {self.docked.get(other) for other in self.docked if other != ship}
        free = [each for each in WILD if self.coins[each] and each not in taken]
        if not free:
            return None if self.docked.get(ship) == home else home
        x, y = self.at[ship].at(0.0)
        mine = {each: math.dist((x, y), self.at[each].at(0.0)) for each in free}
        others = [
            other
            for other in self._fleet(self.table.ships[ship].owner)
            if other != ship and not self.table.ships[other].fights
        ]
        # Two of one fleet do not run for the same island.
        for other in others:
            if other < ship and not self.held[other] and len(mine) > 1:
                mine.pop(min(mine, key=lambda each: math.dist(self.at[other].at(0.0), self.at[each].at(0.0))))
        return min(mine, key=mine.get)

    def _sail_to(self, ship, goal):
        model, waters = self.table.models[ship], self._waters(ship)
        move = self.table.ships[ship].move
        shore = waters.others[goal]
        aims = rim_points(shore.buffer(-6.0), 7.0)
        legs = way_onto(model, self.at[ship], move, waters, goal, aims=aims)
        if legs is not None and self._swings(ship, legs):
            self._sail(ship, legs, docks=goal)
            return True

        def far(end):
            return shore.distance(Point(end.at(bow_mm(model)))) + 0.15 * self._crowd(ship, end)

        return self._sail_one(ship, good_ways(model, self.at[ship], move, waters, far, most=6))

    def _sail_one(self, ship, ways):
        """The first that a hand can make."""
        legs = next((each for each in ways if self._swings(ship, each)), None)
        if legs is not None:
            self._sail(ship, legs)
        return legs is not None

    def _crowd(self, ship, end):
        """Ships keep out of each other's way."""
        return sum(
            max(0.0, 120.0 - math.dist(end.at(0.0), self.at[other].at(0.0)))
            for other in self.lost
            if other not in (ship, *self.gone)
        )

    # War.

    def _war(self, ship):
        me = self.table.ships[ship]
        foe = self._foe(ship)
        if len(self.lost[ship]) == me.masts or foe is None:
            return False
        guns = self._guns(ship, self.at[ship], foe)
        pinned = self.pinned_on.get(ship)
        can_ram = pinned is None and self.rams < 2 and len(self.lost[foe]) < self.table.ships[foe].masts
        if can_ram and self.game.masts and self.docked.get(ship) is None and self._ram(ship, foe):
            return True
        if guns and self.docked.get(ship) is None:
            self._shoot(ship, foe, guns)
            return True
        return pinned is None and self._approach(ship, foe)

    def _foe(self, ship):
        """The nearest enemy ship of war."""
        me = self.table.ships[ship]
        foes = [
            each.id
            for each in self.table.ships.values()
            if each.fights and each.owner != me.owner and each.id not in self.gone
        ]
        return min(foes, key=lambda each: math.dist(self.at[each].at(0.0), self.at[ship].at(0.0)), default=None)

    def _guns(self, ship, pose, foe):
        if self.docked.get(foe) == HOMES[self.table.ships[foe].owner]:
            return []
        if not is_reachable(pose, self._hull(foe)):
            return []
        me, model = self.table.ships[ship], self.table.models[ship]
        blockers = [self._hull(other) for other in self.at if other not in (ship, foe, *self.gone)]
        return shots(model, pose, me.cannons, self.lost[ship], self._hull(foe), blockers)

    def _approach(self, ship, foe):
        model, waters = self.table.models[ship], self._waters(ship)
        target = self._hull(foe)

        def cost(end):
            gap = target.distance(Point(end.at(0.0)))
            return abs(gap - 55.0) + (0.0 if gap > 35.0 else 60.0) + 0.05 * self._crowd(ship, end)

        ways = good_ways(model, self.at[ship], self.table.ships[ship].move, waters, cost, most=24)
        guns = {id(legs): len(self._guns(ship, legs[-1].end, foe)) for legs in ways}
        return self._sail_one(ship, sorted(ways, key=lambda legs: -guns[id(legs)]))

    def _ram(self, ship, foe):
        model, waters = self.table.models[ship], self._waters(ship)
        at, hull = self.at[foe], self._hull(foe)
        aims = [at.at(along) for along in (-8.0, 0.0, 6.0)]

        def square(legs):
            """Her bow on the other's side, not on a bow or stern."""
            turn = abs(math.remainder(legs[-1].end.heading - at.heading, math.pi))
            along = math.cos(at.heading) * (legs[-1].end.at(bow_mm(model))[0] - at.x) + math.sin(at.heading) * (
                legs[-1].end.at(bow_mm(model))[1] - at.y
            )
            return turn > math.radians(50.0) and abs(along) < 10.0

        legs = way_onto(model, self.at[ship], self.table.ships[ship].move, waters, foe, aims=aims, fits=square)
        if legs is None or not self._swings(ship, legs) or hull.distance(self._hull(ship)) < 5.0:
            return False
        self.rams += 1
        self._sail(ship, legs, rams=foe)
        self.pinned_on[ship] = foe
        self.t_s = max(self.t_s, self.game.sailed[-1].to_s + AFTER_S)
        self._board(ship, foe)
        return True

    def _board(self, ship, foe):
        mine, theirs = self.table.ships[ship].owner, self.table.ships[foe].owner
        if self.rng.random() < 0.25:
            self._say(DeclineBoarding(mine, ship), How.TOLD, wait_s=0.8)
            self._say(DeclineBoarding(theirs, foe), How.TOLD, wait_s=0.8)
            return
        masts = {each: self.table.ships[each].masts - len(self.lost[each]) for each in (ship, foe)}
        while True:
            roll, other = (int(each) for each in self.rng.integers(1, 7, 2))
            if roll + masts[ship] != other + masts[foe]:
                break
        self._say(Board(ship, foe, roll, other), How.ROLLED, wait_s=THROW_S)
        self._throw(roll)
        self._throw(other)
        winner, loser = (ship, foe) if roll + masts[ship] > other + masts[foe] else (foe, ship)
        if loser in self.crew:
            self._say(BoardingPrize(winner, crew=self.crew.pop(loser)), How.TOLD)

    def _throw(self, value):
        self.game.thrown.append(Thrown(self.t_s, (value,)))
        self.t_s += 3.0

    def _shoot(self, ship, foe, guns):
        self.t_s += 0.8
        for cannon in guns[:SHOTS_A_TURN]:
            if foe in self.gone:
                return
            roll = int(self.rng.integers(1, 7))
            self._say(Shoot(ship, foe, cannon, roll), How.ROLLED, wait_s=THROW_S)
            self._throw(roll)
            if roll > 1 and roll > self.table.ships[ship].cannons[cannon - 1][0]:
                self._hit(foe)

    def _hit(self, foe):
        model, me = self.table.models[foe], self.table.ships[foe]
        standing = [mast for mast in range(1, len(model.masts) + 1) if mast not in self.lost[foe]]
        arm = self._arm(foe, [self.at[foe]])
        self.t_s += 1.0
        if not standing:
            self.gone.add(foe)
            self.game.sunk.append(Sunk(self.t_s, foe, arm))
            self.pinned_on = {one: other for one, other in self.pinned_on.items() if foe not in (one, other)}
        else:
            mast = int(self.rng.choice(standing))
            self.lost[foe].add(mast)
            self.game.masts.append(MastOff(self.t_s, foe, mast, arm))
            if len(standing) > 1:
                self._say(LoseMast(foe, mast), How.SEEN, wait_s=0.0)
            else:
                self.pinned_on = {one: other for one, other in self.pinned_on.items() if other != me.id}
        self.t_s += 3.0

    # The table.

    def _hull(self, piece):
        return outline(self.table.models[piece], self.at[piece])

    def _waters(self, ship):
        others = {name: self._hull(name) for name in self.at if name != ship and name not in self.gone}
        return Waters(MAT_MM, others, frozenset(self.touching.get(ship, ())) - self.gone)

    def _swings(self, ship, legs):
        """Whether a hand can turn her about her bow without knocking over another ship."""
        model, turns = self.table.models[ship], []
        here = self.at[ship]
        for leg in legs:
            turns.append((here, leg.start))
            here = leg.end
        others = [self._hull(other) for other in self.lost if other != ship and other not in self.gone]
        return all(
            outline(model, pose).distance(other) > 0.02
            for one, two in turns
            for pose in _turned(model, one, two.heading)
            for other in others
        )

    def _sail(self, ship, legs, *, docks="", rams=""):
        model = self.table.models[ship]
        t_s, here, parts = self.t_s + REACH_S, self.at[ship], []
        for leg in legs:
            for pose in _turned(model, here, leg.start.heading)[1:]:
                t_s = _part(parts, here, pose, t_s)
                here = pose
            t_s = _part(parts, here, leg.end, t_s)
            here = leg.end
        self.game.sailed.append(Sailed(ship, tuple(parts), self._arm(ship, [each[1] for each in parts])))
        self.game.acts.append(TrueAct(t_s, Move(ship, docks=docks, bow_on=(rams,) if rams else ()), How.SEEN))
        self._arrived(ship, here, docks, rams)
        self.t_s = t_s + AFTER_S

    def _arrived(self, ship, here, docks, rams):
        self.at[ship] = here
        self.docked.pop(ship, None)
        for other in self.touching.pop(ship, set()):
            self.touching.get(other, set()).discard(ship)
        self.pinned_on = {one: other for one, other in self.pinned_on.items() if ship not in (one, other)}
        met = {each for each in (docks, rams) if each}
        if met:
            self.touching[ship] = met
        if rams:
            self.touching.setdefault(rams, set()).add(ship)
        if docks:
            self.docked[ship] = docks
        if docks in HOMES.values():
            self.gold[self.table.ships[ship].owner] += sum(value for _, value in self.held[ship])
            self.held[ship] = []

    def _arm(self, ship, poses):
        """The player leans so that the arm hides her flag, and other ships, as little as can be."""
        side = -90.0 if self.table.ships[ship].owner == PLAYERS[0] else 90.0
        others = [self.at[other].at(-15.0) for other in self.lost if other != ship and other not in self.gone]

        def hides(lean):
            arm = math.radians(side + lean)
            cost = 0.3 * abs(lean)
            for pose in poses:
                apart = abs(math.remainder(arm - pose.heading - math.pi, math.tau))
                cost += max(0.0, 60.0 - math.degrees(apart))
                for x, y in others:
                    along = (x - pose.x) * math.cos(arm) + (y - pose.y) * math.sin(arm)
                    across = abs((y - pose.y) * math.cos(arm) - (x - pose.x) * math.sin(arm))
                    cost += 15.0 if along > -20.0 and across < 45.0 else 0.0
            return cost

        return side + min(np.arange(-60.0, 61.0, 10.0).tolist(), key=hides)


def _turned(model, pose, heading):
    """Poses of a turn about the bow, in small steps, the first where she lies."""
    bow, turn = pose.at(bow_mm(model)), math.remainder(heading - pose.heading, math.tau)
    steps = max(1, math.ceil(abs(turn) / 0.35))
    return [pose] + [with_bow_at(model, bow, pose.heading + turn * step / steps) for step in range(1, steps + 1)]


def _part(parts, start, end, t_s):
    gone = math.dist((start.x, start.y), (end.x, end.y))
    turned = abs(math.remainder(end.heading - start.heading, math.tau))
    takes = max(0.08, gone / GLIDE_MM_PER_S, turned / TURN_RAD_PER_S)
    parts.append((start, end, t_s, t_s + takes))
    return t_s + takes
