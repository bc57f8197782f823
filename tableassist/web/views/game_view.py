"""What a reader sees of the game: score, acts, what is owed, and for a player what may be done."""

from collections.abc import Sequence
from typing import Any

from tableassist.matches.games import game_object, offer_object
from tableassist.messages import say, sentence, tr
from tableassist.pipeline.game.proposal import Proposal
from tableassist.rulebook import PIRATES, GameState, Offer, RefereedAct, Ruling, Source
from tableassist.rulebook.acts import Contribute
from tableassist.rulebook.referee import FaceDown, names_of, outlook
from tableassist.scene.placed_piece import are_the_same
from tableassist.store.game_words import act_words, ending_words, phase_words, score_words
from tableassist.table import GameSnapshot, Seat
from tableassist.table.commands import TYPED
from tableassist.table.game import DIE_WORDS, die_source, owner_of
from tableassist.table.visibility import hidden_from

LAST_ACTS = 30
MOST_KEPT = 4
"""Sets of rulings whose offers are kept: players see others than the judge."""


class GameView:
    """For one language. What all seats see of a game is made once for each of its states, and its offers once for what
    the camera rules. Coins that lie face down are counted, never told."""

    def __init__(self) -> None:
        self._of: GameSnapshot | None = None
        self._common: dict[str, Any] = {}
        self._told: dict[Seat | None, dict[str, Any]] = {}
        self._offers: list[tuple[Sequence[Ruling], bool, list[dict[str, Any]]]] = []

    def section(self, posted: GameSnapshot, seat: Seat, rulings: Sequence[Ruling]) -> dict[str, Any]:
        if posted is not self._of:
            self._common, self._told = _common(posted), {}
            if self._of is None or posted.refereed is not self._of.refereed:
                self._offers = []
            self._of = posted
        return {
            **self._common,
            **self._acts_and_crew_for(posted, seat),
            "you": seat.player,
            "owed": [{**each, "mine": _is_mine(each, seat)} for each in self._common["owed"]],
            "proposals": [] if seat.only_watches else self._proposals_for(seat),
            "armed": _pending_pick(posted, seat),
            **_undo_request(posted, seat),
            "offers": self._offers_for(posted, seat, rulings),
        }

    def _proposals_for(self, seat: Seat) -> list[dict[str, Any]]:
        return [{**each, "mine": not each["player"] or _is_mine(each, seat)} for each in self._common["proposals"]]

    def _acts_and_crew_for(self, posted: GameSnapshot, seat: Seat) -> dict[str, Any]:
        """The acts and the crew, without what is hidden from the seat; made once where nothing is."""
        game = posted.refereed.game
        whose = seat if game.crew or _has_contributed(posted) or outlook(game, seat.player) != outlook(game) else None
        if whose not in self._told:
            self._told[whose] = _acts_and_crew(posted, seat)
        return self._told[whose]

    def _offers_for(self, posted: GameSnapshot, seat: Seat, rulings: Sequence[Ruling]) -> list[dict[str, Any]]:
        if seat.only_watches:
            return []
        game = posted.refereed.game
        to_judge = seat.is_judge and bool(game.crew)
        kept = (
            made
            for of, judge, made in self._offers
            if judge == to_judge and (of is rulings or are_the_same(of, rulings))
        )
        every = next(kept, None)
        if every is None:
            every = [_offer(game, offer, _hidden_crew(game, offer, seat)) for offer in PIRATES.offers(game, rulings)]
            self._offers = [(rulings, to_judge, every), *self._offers[: MOST_KEPT - 1]]
        return [each for each in every if _is_mine(each, seat)]


def _common(posted: GameSnapshot) -> dict[str, Any]:
    """The same for every seat."""
    game = posted.refereed.game
    told = {key: value for key, value in game_object(game).items() if key not in ("offers", "crew", "outlook")}
    return {
        **told,
        "phase_words": phase_words(game),
        "score_words": [say(word) for word in score_words(game)],
        "ending_words": "" if game.ending is None else sentence(ending_words(game.ending)),
        "owed": [
            {"player": duty.player, "must": duty.must, "words": say(PIRATES.question(game, duty))}
            for duty in PIRATES.duties(game)
        ],
        "proposals": [_proposal(game, proposal) for proposal in posted.proposals],
        "free_roll": list(posted.free_roll),
    }


def _acts_and_crew(posted: GameSnapshot, seat: Seat) -> dict[str, Any]:
    game = posted.refereed.game
    hidden = hidden_from(game, seat)
    crew = [
        {"id": hidden.shown(member.id), "owner": member.owner, "at": member.at, "face_up": member.face_up}
        for member in game.crew.values()
    ]
    return {
        "acts": [_act(act, hidden, seat) for act in posted.refereed.acts[-LAST_ACTS:]],
        "crew": crew,
        "outlook": [sentence(each) for each in outlook(game, None if seat.only_watches else seat.player)],
    }


def _has_contributed(posted: GameSnapshot) -> bool:
    return any(isinstance(act.judged.entry.act, Contribute) for act in posted.refereed.acts[-LAST_ACTS:])


def _hidden_crew(game: GameState, offer: Offer, seat: Seat) -> FaceDown:
    """From the one who may take the offer, unless the judge reads it."""
    return FaceDown(game, offer.player, sees_all=seat.is_judge)


def _act_words(each: RefereedAct, hidden: FaceDown, seat: Seat) -> str:
    act = each.judged.entry.act
    if isinstance(act, Contribute) and not seat.is_judge and seat.player != act.player:
        return tr("{player} contributes {count} coins", player=act.player, count=len(act.values) + len(act.unique))
    return say(act_words(act, {**names_of(each.game), **hidden.names}))


def _is_mine(told: dict[str, Any], seat: Seat) -> bool:
    return seat.is_judge or told["player"] == seat.player


def _act(each: RefereedAct, hidden: FaceDown, seat: Seat) -> dict[str, Any]:
    entry, judgement = each.judged.entry, each.judged.judgement
    reasons = [{"words": sentence(reason.words), "section": say(reason.section)} for reason in judgement.reasons]
    return {
        "number": entry.number,
        "words": _act_words(each, hidden, seat),
        "by": entry.by,
        "seen": entry.source is Source.CAMERA,
        "die": "" if die_source(entry) is None else say(DIE_WORDS[entry.source]),
        "rolled_by": entry.rolled_by,
        "opinion": judgement.opinion.value,
        "stands": entry.stands,
        "took_effect": each.judged.took_effect,
        "reasons": reasons,
    }


def _proposal(game: GameState, proposal: Proposal) -> dict[str, Any]:
    options = [{"words": sentence(option.words)} for option in proposal.options]
    about = {"number": proposal.number, "kind": proposal.kind.value, "piece": proposal.piece}
    return {**about, "player": owner_of(game, proposal), "options": options}


def _undo_request(posted: GameSnapshot, seat: Seat) -> dict[str, Any]:
    """Who asks for an undo, and of which act, in the words that the seat may read."""
    request = posted.undo_request
    act = None if request is None else next((act for act in posted.refereed.acts if act.number == request.entry), None)
    if request is None or act is None:
        return {"undo_asked_by": "", "undo_request": None}
    words = _act_words(act, hidden_from(posted.refereed.game, seat), seat)
    return {
        "undo_asked_by": request.player,
        "undo_request": {"player": request.player, "entry": request.entry, "words": words},
    }


def _pending_pick(posted: GameSnapshot, seat: Seat) -> dict[str, Any] | None:
    armed = posted.armed
    if armed is None:
        return None
    mine = seat.is_judge or armed.offer.player == seat.player
    die = next((each.field for each in armed.missing_dice), "")
    return {"words": sentence(armed.offer.words), "player": armed.offer.player, "mine": mine, "die": die}


def _offer(game: GameState, offer: Offer, hidden: FaceDown) -> dict[str, Any]:
    coins = {coin: tr("Coin {number}", number=place) for place, coin in enumerate(game.coins, start=1)}
    names = {**names_of(game), **coins, **hidden.names}
    first = getattr(offer.act, offer.act.__struct_fields__[0])
    told = offer_object(offer, hidden)
    needs = [
        {**need, "names": [names.get(str(choice), str(choice)) for choice in need["choices"]]} for need in told["needs"]
    ]
    return {
        **told,
        "words": sentence(offer.words),
        "needs": [each for each in needs if each["choices"] or each["field"] == TYPED],
        "ship": first if first in game.units else "",
    }
