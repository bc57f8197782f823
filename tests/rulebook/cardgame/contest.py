"""One whole card game by engine and oracle, act by act. Readings, rules, orders and acts are random."""

import random
from collections import Counter

from tests.rulebook.cardgame.illegal import random_foul
from tests.rulebook.cardgame.oracle.box import PAPER
from tests.rulebook.cardgame.oracle.decks import ADVENTURES, MOVEMENTS, READINGS, SHIPS, kind_of
from tests.rulebook.cardgame.oracle.ending import lost_cards, public_state
from tests.rulebook.cardgame.oracle.oracle import Oracle

NAMES = ["Anne", "Mary", "Jack", "Grace"]
WEIGHTS = {"play": 12, "repair": 2, "accuse": 2, "pass": 3}
FOULS = 6
"""Illegal acts that are tried in a game, and two more after its end."""


class DiffersError(AssertionError):
    """Engine and oracle part here."""


def new_tally():
    return {name: Counter() for name in ("counts", "fouls", "verbs", "movements", "adventures", "seen")}


def random_start(rng):
    players = NAMES[: rng.choice([2, 3, 4])]
    dealt = rng.sample(SHIPS, 9)
    each = 3 if len(players) == 2 else 2
    return {
        "game": "card",
        "players": players,
        "first": rng.choice(players),
        "upcoming": rng.random() < 0.5,
        "hand": rng.random() < 0.5,
        "extended": rng.random() < 0.3,
        "readings": {key: rng.choice(values) for key, values in READINGS.items() if rng.random() < 0.8},
        "row": rng.sample(SHIPS, 9),
        "damaged": sorted(rng.sample(SHIPS, rng.choice([0, 0, 0, 2, 9]))),
        "adventures": rng.sample(ADVENTURES, len(ADVENTURES)),
        "movements": rng.sample(MOVEMENTS, len(MOVEMENTS)),
        "shuffles": [rng.sample(MOVEMENTS, len(MOVEMENTS)) for _ in range(5)],
        "pirates": {player: dealt[i * each : (i + 1) * each] for i, player in enumerate(players)},
    }


def first_difference(engine, oracle, leave_out=()):
    for key in [*oracle, *(key for key in engine if key not in oracle)]:
        if key not in leave_out and engine.get(key) != oracle.get(key):
            return f"{key}: engine {engine.get(key)!r}, oracle {oracle.get(key)!r}"
    return None


def as_key(act):
    """The same for acts that say the same: two neighbours may be named in either order."""
    return (
        act["act"],
        act.get("player"),
        act.get("movement"),
        tuple(sorted(act.get("ships", ()))),
        act.get("accused"),
        act.get("pirate"),
        act.get("discard"),
        act.get("yes"),
        act.get("card"),
    )


def pick(rng, legal):
    by_verb = {}
    for act in legal:
        by_verb.setdefault(act["act"], []).append(act)
    verbs = list(by_verb)
    return rng.choice(by_verb[rng.choices(verbs, [WEIGHTS[each] for each in verbs])[0]])


def play_game(seed, tally, engine_of):
    """`engine_of(start)` has `state()`, `offers()`, and `act(act)`, which does it and returns the code of the
    foul that it was, None where it was none."""
    rng = random.Random(f"card {seed}")
    start = random_start(rng)
    contest = Contest(start, rng, tally, engine_of(start))
    try:
        contest.play()
    except Exception as error:
        raise type(error)(f"seed {seed}, act {len(contest.log)}: {error}") from error
    return contest


class Contest:
    def __init__(self, start, rng, tally, engine):
        self.start, self.rng, self.tally, self.engine = start, rng, tally, engine
        self.oracle = Oracle(start)
        self.log = []
        self.compare("the set-up")

    def play(self):
        w = self.oracle.w
        while not w["over"]:
            legal = self.oracle.legal()
            self.compare_offers(legal)
            if self.rng.random() < FOULS / 25:
                self.try_foul(legal)
            self.both(pick(self.rng, legal))
            if len(self.log) > len(ADVENTURES):
                raise DiffersError("each turn takes an adventure, and there are 58")
        self.compare_offers([])
        for _ in range(2):
            self.try_foul([])
        self.count_the_end()

    def both(self, act):
        w = self.oracle.w
        self.log.append(act)
        self.tally["counts"]["acts"] += 1
        self.tally["verbs"][act["act"]] += 1
        self.tally["adventures"][kind_of(w["lane"][0])] += 1
        if act["act"] == "play":
            self.tally["movements"][kind_of(act["movement"])] += 1
        if self.oracle.foul(act) is not None:
            raise DiffersError(f"{act}: the oracle lists it, and calls it a foul: {self.oracle.foul(act)}")
        code = self.engine.act(act)
        if code is not None:
            raise DiffersError(f"{act}: engine foul {code}, oracle fine")
        self.oracle.do(act)
        self.compare(act)

    def try_foul(self, legal):
        """Something that is not allowed is a foul for the same reason, and changes nothing."""
        w = self.oracle.w
        act = random_foul(w, self.rng, pick(self.rng, legal) if legal else None)
        code = self.oracle.foul(act)
        if (code is None) != (as_key(act) in {as_key(each) for each in legal}):
            raise DiffersError(f"{act}: the oracle's list and its judgement ({code}) differ")
        if code is None:
            return
        said = self.engine.act(act)
        if said != code:
            raise DiffersError(f"{act}: engine {said or 'fine'}, oracle {code}")
        self.tally["counts"]["illegal_acts"] += 1
        self.tally["fouls"][code] += 1
        self.compare(f"the foul {act}")

    def compare(self, after):
        missing = lost_cards(self.oracle.w)
        if missing:
            raise DiffersError(f"after {after}: {missing} are not all there")
        found = first_difference(self.engine.state(), public_state(self.oracle.w))
        if found:
            raise DiffersError(f"after {after}: {found}")

    def compare_offers(self, legal):
        offered, wanted = {as_key(each) for each in self.engine.offers()}, {as_key(each) for each in legal}
        self.tally["counts"]["offers"] += len(wanted)
        if offered != wanted:
            raise DiffersError(f"offered only {offered - wanted}, legal only {wanted - offered}")

    def count_the_end(self):
        w, seen = self.oracle.w, self.tally["seen"]
        self.tally["counts"]["games"] += 1
        seen[f"{len(w['players'])} players"] += 1
        for rule in ("upcoming", "hand", "extended"):
            seen[rule] += w[rule]
        seen["neither advanced rule"] += not (w["upcoming"] or w["hand"])
        seen["both advanced rules"] += w["upcoming"] and w["hand"]
        fame = [card for cards in (*w["fame"].values(), *w["taken"].values()) for card in cards]
        seen["fame without a card at the end"] += PAPER in fame
        seen["reshuffled"] += len(w["shuffles"]) < len(self.start["shuffles"])
        scores = sorted(w["score"].values())
        seen["tie for the most fame"] += scores[-1] == scores[-2]
        seen["one winner"] += len(w["winners"]) == 1
