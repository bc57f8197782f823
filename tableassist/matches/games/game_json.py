"""A refereed game as plain values, for JSON: an object for each act, and one for the game as it is then."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec.structs

from tableassist.messages import say
from tableassist.rulebook import PIRATES, GameState, RefereedAct, act_text
from tableassist.rulebook.acts import Contribute
from tableassist.rulebook.play import Judged, Judgement, Need, Offer
from tableassist.rulebook.referee import FaceDown, actions_left, is_revealed, outlook, score
from tableassist.rulebook.state import Duty, Unit, find_pinning_enemies, states_of
from tableassist.store.game import object_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who reads the JSON: one player, or by default the judge, who reads the file of the game anyway."""

    player: str = ""

    def hidden_in(self, game: GameState) -> FaceDown:
        return FaceDown(game, self.player, sees_all=not self.player)


JUDGE = Viewer()


def act_object(refereed: RefereedAct, viewer: Viewer = JUDGE) -> dict[str, Any]:
    """Names of crew in the act are those that the viewer knows once the act is done."""
    judged, game = refereed.judged, refereed.game
    act = viewer.hidden_in(game).shown_act(judged.entry.act)
    if viewer.player and isinstance(act, Contribute) and act.player != viewer.player:
        act = msgspec.structs.replace(act, values=(), unique=())
    shown = replace(judged, entry=replace(judged.entry, act=act))
    return {**judged_object(shown), "owed": [_duty(game, duty) for duty in PIRATES.duties(game)]}


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
    return {**about, "count": duty.count, "must": duty.must, "words": say(PIRATES.question(game, duty))}


def game_object(game: GameState, viewer: Viewer = JUDGE) -> dict[str, Any]:
    """Give the state of the game as the viewer may know it. Face-down coins are counted, never valued."""
    over, hidden = game.ending, viewer.hidden_in(game)
    ending = None if over is None else {"why": over.why, "winners": over.winners, "gold": dict(over.gold)}
    return {
        "turn": game.turn,
        "player": game.player,
        "phase": game.phase.value,
        "score": score(game),
        "starting_gold": game.starting_gold if is_revealed(game) else None,
        "ending": ending,
        "outlook": [say(words) for words in outlook(game, viewer.player or None)],
        "owed": [_duty(game, duty) for duty in PIRATES.duties(game)],
        "units": [_unit(game, each) for each in game.units.values()],
        "crew": [
            {"id": hidden.shown(member.id), "owner": member.owner, "at": member.at, "face_up": member.face_up}
            for member in game.crew.values()
        ],
        "coins": _coins(game),
        "islands": [
            {"id": each.id, "home": each.home, "explored_by": sorted(each.explored_by), "fort": each.fort}
            for each in game.islands.values()
        ],
        "offers": [
            offer_object(offer, hidden) for offer in PIRATES.offers(game) if viewer.player in ("", offer.player)
        ],
    }


def _unit(game: GameState, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "name": unit.name,
        "kind": unit.kind.value,
        "owner": unit.owner,
        "in_play": unit.in_play,
        "masts": unit.masts_standing,
        "docked": unit.docked_at,
        "pinned": find_pinning_enemies(game, unit),
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


def offer_object(offer: Offer[Any], hidden: FaceDown | None = None) -> dict[str, Any]:
    """Of an offer of either game. `hidden`: crew that is named to nobody who may take it."""
    act = offer.act if hidden is None else hidden.shown_act(offer.act)
    needs = [
        {"field": need.field, "choices": _choices(need, hidden), "least": need.least, "most": need.most}
        for need in offer.needs
    ]
    return {"player": offer.player, "text": act_text(act), "words": say(offer.words), "needs": needs}


def _choices(need: Need, hidden: FaceDown | None) -> list[Any]:
    if hidden is None:
        return list(need.choices)
    return [hidden.shown(choice) if isinstance(choice, str) else choice for choice in need.choices]
