"""What a reader sees of the game: score, acts, what is owed, and for a player what may be done."""

from collections.abc import Sequence
from typing import Any

from tableassist.formats.score.act_words import act_words
from tableassist.formats.score.result_words import ending_words, phase_words, score_words
from tableassist.messages import say, sentence
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
from tableassist.services.referee.game_json import game_object, offer_object
from tableassist.web.board import GamePosted
from tableassist.web.seats import Role, Seat

LAST_ACTS = 30


def game_section(posted: GamePosted, seat: Seat, rulings: Sequence[Ruling]) -> dict[str, Any]:
    """Coins that lie face down are counted, never told."""
    game = posted.refereed.game
    told = {key: value for key, value in game_object(game).items() if key != "offers"}
    acts = posted.refereed.acts
    return {
        **told,
        "phase_words": phase_words(game),
        "score_words": [say(each) for each in score_words(game)],
        "ending_words": "" if game.ending is None else sentence(ending_words(game.ending)),
        "outlook": [sentence(each) for each in outlook(game)],
        "acts": [_act(each, before) for each, before in zip(acts, [None, *acts], strict=False)][-LAST_ACTS:],
        "owed": [_owed(game, index, seat) for index in range(len(game.duties))],
        "proposals": [] if seat.role is Role.SPECTATOR else [_proposal(each) for each in posted.proposals],
        "armed": _armed(posted, seat),
        "free_roll": list(posted.free_roll),
        "undo_asked_by": posted.undo_asked_by,
        "offers": _offers(game, seat, rulings),
    }


def _act(each: RefereedAct, _before: RefereedAct | None) -> dict[str, Any]:
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


def _owed(game: Game, index: int, seat: Seat) -> dict[str, Any]:
    duty = owed(game)[index]
    mine = seat.is_judge or duty.player == seat.player
    return {"player": duty.player, "must": duty.must, "mine": mine, "words": say(question_of(game, duty))}


def _proposal(proposal: Proposal) -> dict[str, Any]:
    options = [{"words": sentence(each.words)} for each in proposal.options]
    return {"number": proposal.number, "kind": proposal.kind.value, "piece": proposal.piece, "options": options}


def _armed(posted: GamePosted, seat: Seat) -> dict[str, Any] | None:
    armed = posted.armed
    if armed is None:
        return None
    mine = seat.is_judge or armed.offer.player == seat.player
    return {"words": sentence(armed.offer.words), "player": armed.offer.player, "mine": mine}


def _offers(game: Game, seat: Seat, rulings: Sequence[Ruling]) -> list[dict[str, Any]]:
    if seat.role is Role.SPECTATOR:
        return []
    mine = (each for each in offers(game, rulings) if seat.is_judge or each.player == seat.player)
    return [_offer(game, each) for each in mine]


def _offer(game: Game, offer: Offer) -> dict[str, Any]:
    names = names_of(game)
    first = getattr(offer.act, offer.act.__struct_fields__[0])
    told = offer_object(offer)
    needs = [{**need, "names": [names.get(str(each), str(each)) for each in need["choices"]]} for need in told["needs"]]
    return {
        **told,
        "words": sentence(offer.words),
        "needs": [each for each in needs if each["choices"]],
        "text": act_text(offer.act),
        "ship": first if first in game.units else "",
    }
