"""What a reader sees of a card table: the row as SVG, what was done, what is owed, and for a player what may be done.

Only what lies open leaves the table: no hand, no pirate that is not face up, no card of a pile.
"""

from typing import Any

from tableassist.messages import say, sentence, tr
from tableassist.overlay.cards.row_svg import row_svg
from tableassist.overlay.cards.tall_row import tall_row
from tableassist.rulebook import Source, act_text
from tableassist.rulebook.cardgame import CARD_GAME, CardGame, CardOffer, RefereedCardAct, public_state
from tableassist.store.game_words import came_of, card_act_words, ending_words_of_cards
from tableassist.table import CardsSnapshot, Seat, TableSnapshot
from tableassist.table.game import BETWEEN
from tableassist.table.offer_choices import choices_of, offer_words
from tableassist.table.visibility import card_offers_to, may_act

LAST_ACTS = 30


class CardView:
    """For one language. What all seats see is made once for each state of the game."""

    def __init__(self) -> None:
        self._of: CardsSnapshot | None = None
        self._common: dict[str, Any] = {}
        self._plan: tuple[list[float], list[str]] = [], []

    def sections(self, posted: TableSnapshot, cards: CardsSnapshot, seat: Seat) -> dict[str, Any]:
        if cards is not self._of:
            drawing = tall_row(cards.refereed.game, cards.marks)
            self._plan = [drawing.width, drawing.height], row_svg(drawing)
            self._common = _common(cards)
            self._of = cards
        size, parts = self._plan
        table = {
            "name": posted.name,
            "calls": list(posted.calls),
            "cards": True,
            "mat_mm": size,
            "hidden": False,
            "judged": True,
            "warnings": [tr("The table does not match the record.")] if cards.marks else [],
            "pieces": [],
        }
        return {"table": table, "plan": parts, "rulings": [], "question": None, "game": self._game(cards, seat)}

    def _game(self, cards: CardsSnapshot, seat: Seat) -> dict[str, Any]:
        watches, game = seat.only_watches, cards.refereed.game
        return {
            **self._common,
            "you": seat.player,
            "owed": [{**each, "mine": may_act(seat, each["player"])} for each in self._common["owed"]],
            "proposals": [] if watches else self._common["proposals"],
            "offers": [] if watches else [_offer(game, offer) for offer in card_offers_to(game, seat)],
        }


def _common(cards: CardsSnapshot) -> dict[str, Any]:
    """The same for every seat."""
    game = cards.refereed.game
    ending = game.ending
    whose = tr("Turn {turn}: it is {player}'s turn.", turn=game.turn, player=game.player)
    fame = {player: game.taken[player].total for player in game.players} if ending is None else dict(ending.score)
    return {
        **public_state(game),
        "kind": "card",
        "phase_words": tr("The game is over.") if game.ended else whose,
        "ending_words": "" if ending is None else sentence(ending_words_of_cards(ending)),
        "score": fame,
        "units": [],
        "armed": None,
        "free_roll": [],
        "outlook": [],
        "acts": [_act(act) for act in cards.refereed.acts[-LAST_ACTS:]],
        "owed": [
            {"player": duty.player, "must": True, "words": sentence(CARD_GAME.question(game, duty))}
            for duty in CARD_GAME.duties(game)
        ],
        "proposals": [
            {
                "number": proposal.number,
                "kind": proposal.kind.value,
                "piece": proposal.piece,
                "options": [{"words": sentence(option.words)} for option in proposal.options],
            }
            for proposal in cards.proposals
        ],
        **_undo_request(cards),
    }


def _undo_request(cards: CardsSnapshot) -> dict[str, Any]:
    request = cards.undo_request
    act = None if request is None else next((act for act in cards.refereed.acts if act.number == request.entry), None)
    if request is None or act is None:
        return {"undo_asked_by": "", "undo_request": None}
    words = sentence(card_act_words(act.judged.entry.act, act.game.start.names))
    return {
        "undo_asked_by": request.player,
        "undo_request": {"player": request.player, "entry": request.entry, "words": words},
    }


def _act(each: RefereedCardAct) -> dict[str, Any]:
    entry, judgement = each.judged.entry, each.judged.judgement
    came = () if each.is_unanswered else tuple(came_of(each.before, each.game))
    return {
        "number": entry.number,
        "words": sentence(card_act_words(entry.act, each.game.start.names)),
        "came": [sentence(words) for words in came],
        "by": entry.by,
        "seen": entry.source is Source.CAMERA,
        "opinion": judgement.opinion.value,
        "stands": entry.stands,
        "took_effect": each.judged.took_effect,
        "reasons": [{"words": sentence(why.words), "section": say(why.section)} for why in judgement.reasons],
    }


def _offer(game: CardGame, offer: CardOffer) -> dict[str, Any]:
    needs = []
    for need in offer.needs:
        choices = choices_of(game, need)
        one = need.field != "pirates"
        needs.append({
            "field": need.field,
            "choices": [BETWEEN.join(each) if isinstance(each, tuple) else each for each, _ in choices],
            "names": [words for _, words in choices],
            "least": 1 if one else need.least,
            "most": 1 if one else need.most,
        })  # fmt: skip
    return {
        "player": offer.player,
        "words": offer_words(game, offer),
        "needs": needs,
        "text": act_text(offer.act),
        "ship": "",
    }
