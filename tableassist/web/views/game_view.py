"""What a reader sees of the game: score, acts, what is owed, and for a player what may be done."""

from collections.abc import Sequence
from typing import Any

from tableassist.formats.score.act_words import act_words
from tableassist.formats.score.result_words import ending_words, phase_words, score_words
from tableassist.messages import say, sentence, tr
from tableassist.pipeline.game.proposal import Proposal
from tableassist.play.log import Source
from tableassist.referee.acts.text import act_text
from tableassist.referee.ending.outlook import outlook
from tableassist.referee.offering.offer import Offer
from tableassist.referee.offers import offers
from tableassist.referee.owed import owed, question_of
from tableassist.referee.refereed import RefereedAct, names_of
from tableassist.referee.state.game import Game
from tableassist.rules.ruling.ruling import Ruling
from tableassist.scene.scene import are_the_same
from tableassist.services.referee.game_json import game_object, offer_object
from tableassist.web.board import GamePosted
from tableassist.web.commands import TYPED
from tableassist.web.seats import Role, Seat

LAST_ACTS = 30
MOST_KEPT = 4
"""Sets of rulings whose offers are kept: players see others than the judge."""


class GameView:
    """For one language. What all seats see of a game is made once for each of its states, and its offers once for what
    the camera rules. Coins that lie face down are counted, never told."""

    def __init__(self) -> None:
        self._of: GamePosted | None = None
        self._common: dict[str, Any] = {}
        self._offers: list[tuple[Sequence[Ruling], list[dict[str, Any]]]] = []

    def section(self, posted: GamePosted, seat: Seat, rulings: Sequence[Ruling]) -> dict[str, Any]:
        if posted is not self._of:
            self._common = _common(posted)
            if self._of is None or posted.refereed is not self._of.refereed:
                self._offers = []
            self._of = posted
        return {
            **self._common,
            "you": seat.player,
            "owed": [{**each, "mine": _is_mine(each, seat)} for each in self._common["owed"]],
            "proposals": [] if seat.role is Role.SPECTATOR else self._common["proposals"],
            "armed": _armed(posted, seat),
            "offers": self._offers_for(posted, seat, rulings),
        }

    def _offers_for(self, posted: GamePosted, seat: Seat, rulings: Sequence[Ruling]) -> list[dict[str, Any]]:
        if seat.role is Role.SPECTATOR:
            return []
        every = next((made for of, made in self._offers if of is rulings or are_the_same(of, rulings)), None)
        if every is None:
            game = posted.refereed.game
            every = [_offer(game, each) for each in offers(game, rulings)]
            self._offers = [(rulings, every), *self._offers[: MOST_KEPT - 1]]
        return [each for each in every if _is_mine(each, seat)]


def _common(posted: GamePosted) -> dict[str, Any]:
    """The same for every seat."""
    game = posted.refereed.game
    told = {key: value for key, value in game_object(game).items() if key != "offers"}
    return {
        **told,
        "phase_words": phase_words(game),
        "score_words": [say(each) for each in score_words(game)],
        "ending_words": "" if game.ending is None else sentence(ending_words(game.ending)),
        "outlook": [sentence(each) for each in outlook(game)],
        "acts": [_act(each) for each in posted.refereed.acts[-LAST_ACTS:]],
        "owed": [
            {"player": duty.player, "must": duty.must, "words": say(question_of(game, duty))} for duty in owed(game)
        ],
        "proposals": [_proposal(each) for each in posted.proposals],
        "free_roll": list(posted.free_roll),
        "undo_asked_by": posted.undo_asked_by,
    }


def _is_mine(told: dict[str, Any], seat: Seat) -> bool:
    return seat.is_judge or told["player"] == seat.player


def _act(each: RefereedAct) -> dict[str, Any]:
    entry, judgement = each.judged.entry, each.judged.judgement
    reasons = [{"words": sentence(reason.words), "section": say(reason.section)} for reason in judgement.reasons]
    return {
        "number": entry.number,
        "words": say(act_words(entry.act, names_of(each.game))),
        "by": entry.by,
        "seen": entry.source is Source.CAMERA,
        "opinion": judgement.opinion.value,
        "stands": entry.stands,
        "took_effect": each.judged.took_effect,
        "reasons": reasons,
    }


def _proposal(proposal: Proposal) -> dict[str, Any]:
    options = [{"words": sentence(each.words)} for each in proposal.options]
    return {"number": proposal.number, "kind": proposal.kind.value, "piece": proposal.piece, "options": options}


def _armed(posted: GamePosted, seat: Seat) -> dict[str, Any] | None:
    armed = posted.armed
    if armed is None:
        return None
    mine = seat.is_judge or armed.offer.player == seat.player
    die = next((each.field for each in armed.missing_dice), "")
    return {"words": sentence(armed.offer.words), "player": armed.offer.player, "mine": mine, "die": die}


def _offer(game: Game, offer: Offer) -> dict[str, Any]:
    names = names_of(game) | {coin: tr("Coin {number}", number=place) for place, coin in enumerate(game.coins, start=1)}
    first = getattr(offer.act, offer.act.__struct_fields__[0])
    told = offer_object(offer)
    needs = [{**need, "names": [names.get(str(each), str(each)) for each in need["choices"]]} for need in told["needs"]]
    return {
        **told,
        "words": sentence(offer.words),
        "needs": [each for each in needs if each["choices"] or each["field"] == TYPED],
        "text": act_text(offer.act),
        "ship": first if first in game.units else "",
    }
