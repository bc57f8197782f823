"""One whole game by referee and oracle, act by act."""

import random
from dataclasses import dataclass, field

from tableassist.rulebook.referee.acts.act import verb_of
from tableassist.rulebook.referee.acts.table import AgreeToEnd
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.state.game import Phase
from tableassist.rulebook.state.new_game import new_game
from tests.rulebook.referee.contest.bots import Bot
from tests.rulebook.referee.contest.compare import by_oracle, by_referee, first_difference
from tests.rulebook.referee.contest.conserved import wrongly_changed
from tests.rulebook.referee.contest.illegal import near_miss, random_act
from tests.rulebook.referee.contest.starts import random_table
from tests.rulebook.referee.oracle.oracle import Oracle

TURNS = 400
"""Then the bots agree to end: spanish-main and revolution have no end where too much gold was lost or split in half."""


class DiffersError(AssertionError):
    """Referee and oracle part here."""


@dataclass
class Tally:
    games: int = 0
    acts: int = 0
    turns: int = 0
    offers: int = 0
    fouls: int = 0
    """Illegal acts that were tried, all of them fouls with the same reason."""
    by_why: dict = field(default_factory=dict)
    by_code: dict = field(default_factory=dict)
    by_verb: dict = field(default_factory=dict)


def play_game(edition, players, seed, tally, *, multiplayer=False, illegal=0.0, turns=TURNS):
    rng = random.Random(f"{edition} {players} {multiplayer} {seed}")
    table = random_table(rng, edition, players, multiplayer=multiplayer)
    contest = Contest(table, rng, tally)
    try:
        while contest.game.phase is Phase.PLAYING:
            contest.step(illegal)
            if contest.game.turn > turns:
                contest.both(AgreeToEnd(contest.game.player))
    except Exception as error:
        where = f"{edition}, {players} players, multiplayer {multiplayer}, seed {seed}"
        raise type(error)(f"{where}, act {len(contest.log)}: {error}") from error
    contest.check_coins()
    tally.games += 1
    tally.turns += contest.game.turn
    why = contest.game.ending.why
    tally.by_why[why] = tally.by_why.get(why, 0) + 1
    return contest


class Contest:
    def __init__(self, table, rng, tally):
        self.table, self.rng, self.tally = table, rng, tally
        self.game = new_game(table.start)
        self.oracle = Oracle(table.start)
        self.bot = Bot(rng, table)
        self.log = []
        self.turn_seen = 0
        self.last_was_foul = False
        self.agree_on_state(None)

    def step(self, illegal):
        if self.game.turn != self.turn_seen:
            self.turn_seen = self.game.turn
            for fact in self.bot.facts(self.game):
                self.both(fact)
        if self.rng.random() < 0.05:
            for fact in self.bot.facts(self.game):
                self.both(fact)
        found = offers(self.game)
        self.check_offers(found)
        while self.rng.random() < illegal:
            self.try_illegal(found)
        offer, act = self.bot.pick(self.game, found)
        self.both(act)
        self.check_choices(offer, act)

    def check_choices(self, offer, act):
        """What is offered stays allowed whatever is chosen of what the offer lists."""
        judged_apart = ("explore-ship", "build-fort")  # what is put together may be too much for a ship or a purse
        if all(each.choices for each in offer.needs) and verb_of(act) not in judged_apart and self.last_was_foul:
            raise DiffersError(f"chosen among what {offer} lists, and a foul: {act}")

    def check_offers(self, found):
        for offer in found:
            self.tally.offers += 1
            opinion, code = self.oracle.judge(offer.act)
            if opinion == "foul":
                raise DiffersError(f"offered, and by the oracle a foul ({code}): {offer.act}")

    def try_illegal(self, found):
        if self.rng.random() < 0.5:
            act = random_act(self.game, self.rng)
        else:
            act = near_miss(self.game, self.rng, self.bot.pick(self.game, found)[1])
        opinion, code = self.oracle.judge(act)
        if opinion != "foul":
            return
        self.agree_on_judgement(act, opinion, code)
        self.tally.fouls += 1
        self.tally.by_code[code] = self.tally.by_code.get(code, 0) + 1

    def agree_on_judgement(self, act, opinion, code):
        self.agree_by_card(act)
        judgement = judge_act(self.game, act)
        said = judgement.reasons[0].code if judgement.reasons else None
        if (judgement.opinion.value, said) != (opinion, code):
            raise DiffersError(f"{act}: referee {judgement.opinion.value} {said}, oracle {opinion} {code}")

    def agree_by_card(self, act):
        """Card text overrules the rules, but for what is owed and what is not there."""
        if self.rng.random() > 0.05:
            return
        judgement = judge_act(self.game, act, card="Swift")
        opinion, code = self.oracle.judge(act, card="Swift")
        if (judgement.opinion.value, judgement.reasons[0].code if judgement.reasons else None) != (opinion, code):
            raise DiffersError(f"by card {act}: referee {judgement}, oracle {opinion} {code}")

    def both(self, act):
        opinion, code = self.oracle.judge(act)
        self.agree_on_judgement(act, opinion, code)
        self.log.append(act)
        self.tally.acts += 1
        verb = verb_of(act)
        self.tally.by_verb[verb] = self.tally.by_verb.get(verb, 0) + 1
        self.last_was_foul = opinion == "foul"
        if self.last_was_foul:
            return
        before, self.game = self.game, fold(self.game, act)
        found = wrongly_changed(before, self.game, act, self.table.values)
        if found:
            raise DiffersError(found)
        self.oracle.do(act)
        self.agree_on_state(act)

    def agree_on_state(self, act):
        found = first_difference(by_referee(self.game), by_oracle(self.oracle.w))
        if found:
            raise DiffersError(f"after {act}: {found}")

    def check_coins(self):
        """Every coin of the beginning is still known, each in one place; those that were made are a ransom or the gold
        of a fort."""
        assert set(self.game.coins) == set(self.oracle.w.coins)
        made = set(self.game.coins) - {each.id for each in coins_of(self.table.start)}
        assert all(each.endswith(("-ransom", "-gold")) for each in made)
        assert {each.id for each in coins_of(self.table.start)} <= set(self.game.coins)
        places = {"", *self.game.units, *self.game.islands}
        assert all(each.at in places for each in self.game.coins.values())


def coins_of(start):
    for place in (*start.islands, *start.ships):
        yield from place.coins
