"""Tables of a league that play a scripted game through the real outbox and link: no camera, no window.

For one computer many of them fit into one process, a few threads each. `python -m bench.league_table` plays some at a
broker and hub that run already, and prints what each has told.
"""

import argparse
import hashlib
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from tableassist.rulebook.play.log import Entry, Log
from tableassist.rulebook.referee.referee import fold
from tableassist.rulebook.state.new_game import new_game
from tableassist.store.game import lines_of
from tableassist.store.judgement_json import RulingRow
from tableassist.store.league import LeagueTableState, Membership, PlayerShown, read_join_code
from tableassist.store.league_records import ActSaid, DisputeRaised, MatchBegun, ResultSaid, RulingMade
from tableassist.table.hub_link import HubLink, MatchFeed, Outbox, TableHealth, joined
from tests.rulebook.referee.contest.play import Tally, play_game

RULING_EVERY, DISPUTE_EVERY = 8, 60
"""Acts between two rulings that somebody asks for, and between two calls for the judge."""
EVIDENCE_BYTES = 400_000
PLAN_BYTES = 22_000
"""As large as the plan of the demo's table."""


@dataclass(frozen=True)
class Script:
    """A game that was played to its end by the referee's bots."""

    lines: tuple[str, ...]
    players: tuple[str, ...]
    turns: tuple[str, ...]
    """Whose turn it is after each act."""
    gold: dict[str, int]
    winner: str


def script_of(seed, edition="complete"):
    contest = play_game(edition, 2, seed, Tally())
    start, acts = contest.table.start, contest.log
    log = Log(tuple(Entry(number, act) for number, act in enumerate(acts, 1)))
    game, turns = new_game(start), []
    for act in acts:
        game = fold(game, act)
        turns.append(game.player)
    ending = game.ending
    gold = {} if ending is None else dict(ending.gold)
    winner = ending.winners[0] if ending is not None and len(ending.winners) == 1 else ""
    players = tuple(each.name for each in start.players)
    return Script(tuple(lines_of(start, log).splitlines()), players, tuple(turns), gold, winner)


@dataclass
class SimulatedTable:
    """Plays its script once, an act every `act_s` seconds, in a thread of its own; commands are answered."""

    membership: Membership
    folder: Path
    script: Script
    act_s: float
    evidence_bytes: int = EVIDENCE_BYTES
    commands: list = field(default_factory=list)
    disputes: int = 0
    rulings: int = 0
    say_s: list = field(default_factory=list)
    """How long each act took the table."""
    pictures: int = 0
    picture_bytes: int = 0

    def __post_init__(self):
        self.outbox = Outbox(self.folder)
        self.link = self._new_link()
        self.feed = MatchFeed(self.link)
        self._done = 0
        self._shown = -1
        self._random = random.Random(self.membership.table)
        self._thread = threading.Thread(target=self._play, daemon=True)

    @property
    def match(self):
        return self.feed.match

    def start(self):
        begun = MatchBegun(self.membership.table, self.script.players, "complete", program="simulated")
        self.feed.follow(self.script.lines[:1], begun)
        self.link.tell_health(TableHealth(self.feed.match, self.membership.table))
        self.link.start()
        self._thread.start()

    def go_offline(self):
        """Plays on; what it says waits in the outbox."""
        self.link.close()

    def go_online(self):
        self.link = self.feed._link = self._new_link()
        self.link.tell_health(TableHealth(self.feed.match, self.membership.table))
        self.link.start()

    def _new_link(self):
        return HubLink(self.membership, self.outbox, on_command=self._obey, picture=self._picture)

    def wait_played(self, timeout_s=None):
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def wait_confirmed(self, timeout_s):
        until = time.monotonic() + timeout_s
        while (self.outbox.waiting() or self.outbox.missing_evidence()) and time.monotonic() < until:
            time.sleep(0.05)
        return not self.outbox.waiting() and not self.outbox.missing_evidence()

    @property
    def said(self):
        """Records that the hub must have."""
        return self.outbox.match(self.feed.match).next_number - 1

    def close(self):
        self.link.close()
        self.outbox.close()

    def _play(self):
        script, next_s = self.script, time.monotonic() + self._random.random() * self.act_s
        for number, line in enumerate(script.lines[1:], 1):
            time.sleep(max(0.0, next_s - time.monotonic()))
            next_s += self.act_s
            begun = time.perf_counter()
            self.feed.act(ActSaid(line, f"act {number}", script.turns[number - 1]), lambda: script.lines)
            self.say_s.append(time.perf_counter() - begun)
            self._done = number
            if number % RULING_EVERY == 0:
                self.feed.say(RulingMade(_ruling(number), f"range {number}", number * 1000))
                self.rulings += 1
            if number % DISPUTE_EVERY == 0:
                self._dispute(number)
        self.feed.say(ResultSaid(script.gold, script.winner))
        self.feed.say(ResultSaid(script.gold, script.winner, script.players))

    def _dispute(self, number):
        data = self._random.randbytes(self.evidence_bytes)
        sha256 = hashlib.sha256(data).hexdigest()
        about = f"d-{self.feed.match[:8]}-{number}", f"is act {number} right?", number * 1000, _ruling(number), "bot"
        self.link.dispute(self.feed.match, DisputeRaised(*about, sha256, len(data)), data)
        self.disputes += 1

    def _obey(self, command):
        self.commands.append(command)
        self.link.answer(self.feed.match, command.id, done=True)

    def _picture(self):
        if self._done == self._shown:
            return None
        self._shown = done = self._done
        plan = tuple(
            f'<path class="i-mat-edge" d="M{done}.0,{place}.0L{"9" * 200}Z"/>' for place in range(PLAN_BYTES // 250)
        )
        players = tuple(PlayerShown(name, 0, 5) for name in self.script.players)
        wall_ms = time.time_ns() // 1_000_000
        turn = self.script.turns[done - 1] if done else ""
        state = LeagueTableState(self.feed.match, wall_ms, self.membership.table, players, turn, acts=done,
                           mat_mm=(915.0, 915.0), plan=plan)  # fmt: skip
        self.pictures += 1
        self.picture_bytes += len(msgspec.json.encode(state))
        return state


def _ruling(number):
    verdict = "too-close" if number % 3 == 0 else "yes"
    return RulingRow(
        f"shot:a:b:{number}", "shot", "a", "b", 1, verdict, 100.0, 101.0, 0.4, 0.5, "p. 1", "near", (), (), ()
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", default="127.0.0.1:8750")
    parser.add_argument("--codes", nargs="+", required=True, help="one for each table")
    parser.add_argument("--act-s", type=float, default=1.0)
    asked = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="league-tables-"))
    members = [joined(asked.hub, read_join_code(code)) for code in asked.codes]
    tables = [
        SimulatedTable(each, root / each.table, script_of(seed), asked.act_s) for seed, each in enumerate(members)
    ]
    for each in tables:
        each.start()
    for each in tables:
        each.wait_played()
        whole = each.wait_confirmed(120.0)
        slow_ms = 1000 * sorted(each.say_s)[int(0.99 * len(each.say_s))]
        facts = {"table": each.membership.table, "records": each.said, "confirmed": whole, "say_p99_ms": slow_ms}
        print(msgspec.json.encode(facts).decode())
        each.close()


if __name__ == "__main__":
    main()
