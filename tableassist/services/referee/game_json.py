"""A refereed game as plain values, for JSON: an object for each act, and one for the game as it is then."""

from typing import Any

from tableassist.formats.game.record import object_of
from tableassist.messages import say
from tableassist.rulebook.play.game import Judged, Offer
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.rulebook.referee.ending import is_revealed, outlook, score
from tableassist.rulebook.referee.foul import actions_left
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import owed, question_of
from tableassist.rulebook.referee.refereed import RefereedAct
from tableassist.rulebook.state.game import GameState, in_play
from tableassist.rulebook.state.questions import pinned_on, states_of
from tableassist.rulebook.state.things import Duty, Unit


def act_object(each: RefereedAct) -> dict[str, Any]:
    return {**judged_object(each.judged), "owed": [_duty(each.game, duty) for duty in owed(each.game)]}


def judged_object(judged: Judged[Any]) -> dict[str, Any]:
    """Of an act of either game."""
    entry = judged.entry
    return {
        "number": entry.number,
        "act": object_of(entry),
        "text": act_text(entry.act),
        **_judgement(judged.judgement),
        "took_effect": judged.took_effect,
        "no_longer_holds": judged.no_longer_holds,
    }


def _judgement(judgement: Judgement) -> dict[str, Any]:
    reasons = [
        {"code": each.code, "words": say(each.words), "section": say(each.section)} for each in judgement.reasons
    ]
    return {"opinion": judgement.opinion.value, "reasons": reasons}


def _duty(game: GameState, duty: Duty) -> dict[str, Any]:
    about = {"kind": duty.kind.value, "player": duty.player, "piece": duty.piece, "other": duty.other}
    return {**about, "count": duty.count, "must": duty.must, "words": say(question_of(game, duty))}


def game_object(game: GameState) -> dict[str, Any]:
    """Of coins that nobody has turned over only their number is told."""
    over = game.ending
    ending = None if over is None else {"why": over.why, "winners": over.winners, "gold": dict(over.gold)}
    return {
        "turn": game.turn,
        "player": game.player,
        "phase": game.phase.value,
        "score": score(game),
        "starting_gold": game.starting_gold if is_revealed(game) else None,
        "ending": ending,
        "outlook": [say(each) for each in outlook(game)],
        "owed": [_duty(game, duty) for duty in owed(game)],
        "units": [_unit(game, each) for each in game.units.values()],
        "crew": [
            {"id": each.id, "owner": each.owner, "at": each.at, "face_up": each.face_up} for each in game.crew.values()
        ],
        "coins": _coins(game),
        "islands": [
            {"id": each.id, "home": each.home, "explored_by": sorted(each.explored_by), "fort": each.fort}
            for each in game.islands.values()
        ],
        "offers": [offer_object(each) for each in offers(game)],
    }


def _unit(game: GameState, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "name": unit.name,
        "kind": unit.kind.value,
        "owner": unit.owner,
        "in_play": in_play(unit),
        "masts": unit.masts_standing,
        "docked": unit.docked_at,
        "pinned": pinned_on(game, unit),
        "lost": unit.lost_in,
        "tangled": unit.tangled_in,
        "towed_by": unit.towed_by,
        "tows": unit.towing,
        "sunk": unit.gone,
        "states": sorted(each.value for each in states_of(game, unit)),
        "actions": unit.turn.actions,
        "actions_left": actions_left(game, unit),
    }


def _coins(game: GameState) -> dict[str, Any]:
    """By place. Gold that is no longer a coin (halves of a split) is `gold`."""
    places: dict[str, Any] = {}
    for coin in game.coins.values():
        if coin.at:
            place = places.setdefault(coin.at, {"count": 0, "known": [], "gold": 0})
            place["count"] += 1
            if coin.face_up and coin.value is not None:
                place["known"].append(coin.value)
    for where, gold in game.gold.items():
        places.setdefault(where, {"count": 0, "known": [], "gold": 0})["gold"] += gold
    return places


def offer_object(offer: Offer[Any]) -> dict[str, Any]:
    needs = [
        {"field": each.field, "choices": each.choices, "least": each.least, "most": each.most} for each in offer.needs
    ]
    return {"player": offer.player, "text": act_text(offer.act), "words": say(offer.words), "needs": needs}
