"""What a reader sees of a card table: the row as SVG, what was done, what is owed, and for a player what may be done.

Only what lies open leaves the table: no hand, no pirate that is not face up, no card of a pile.
"""

from typing import Any

from tableassist.formats.cardgame.act_words import card_act_words
from tableassist.formats.cardgame.came_words import came_of, ending_words_of_cards
from tableassist.messages import say, sentence, tr
from tableassist.overlay.cards.row_svg import row_svg
from tableassist.overlay.cards.tall_row import tall_row
from tableassist.rulebook.cardgame.acts import Accuse, PassTurn, PlayMovement
from tableassist.rulebook.cardgame.offers import CardOffer, card_offers
from tableassist.rulebook.cardgame.owed import card_question, cards_owed
from tableassist.rulebook.cardgame.refereed import RefereedCardAct
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.cardgame.views import public_state
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.text import act_text
from tableassist.services.cards.offer_choices import choices_of, offer_words, plays_and_others
from tableassist.web.board import CardsPosted, Posted
from tableassist.web.seats import Role, Seat

LAST_ACTS = 30
BETWEEN = "+"
"""Between ships that one press chooses."""


class CardView:
    """For one language. What all seats see is made once for each state of the game."""

    def __init__(self) -> None:
        self._of: CardsPosted | None = None
        self._common: dict[str, Any] = {}
        self._plan: tuple[list[float], list[str]] = [], []

    def sections(self, posted: Posted, cards: CardsPosted, seat: Seat) -> dict[str, Any]:
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
            "warnings": [tr("The table does not lie as the record has it.")] if cards.marks else [],
            "pieces": [],
        }
        return {"table": table, "plan": parts, "rulings": [], "question": None, "game": self._game(cards, seat)}

    def _game(self, cards: CardsPosted, seat: Seat) -> dict[str, Any]:
        watches = seat.role is Role.SPECTATOR
        return {
            **self._common,
            "you": seat.player,
            "owed": [{**each, "mine": may_act(seat, each["player"])} for each in self._common["owed"]],
            "proposals": [] if watches else self._common["proposals"],
            "offers": [] if watches else [_offer(cards.refereed.game, each) for each in offers_to(cards, seat)],
        }


def may_act(seat: Seat, player: str) -> bool:
    """What nobody in particular has to tell, anybody may."""
    return seat.is_judge or player in ("", seat.player)


def offers_to(cards: CardsPosted, seat: Seat) -> tuple[CardOffer, ...]:
    """What the seat may do. Cards of a hand are named to its owner only, and not even to the judge."""
    game = cards.refereed.game
    plays, others = plays_and_others(game, card_offers(game))
    return tuple(
        each for each in (*plays, *others)
        if may_act(seat, each.player) and not (game.start.hand and seat.is_judge and _names_hand(each))
    )  # fmt: skip


def _names_hand(offer: CardOffer) -> bool:
    act = offer.act
    return isinstance(act, PlayMovement) or (isinstance(act, Accuse | PassTurn) and bool(act.discard))


def _common(cards: CardsPosted) -> dict[str, Any]:
    """The same for every seat."""
    game = cards.refereed.game
    ending = game.ending
    whose = tr("Turn {turn}: it is {player}'s turn.", turn=game.turn, player=game.player)
    fame = {each: game.taken[each].total for each in game.players} if ending is None else dict(ending.score)
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
        "acts": [_act(each) for each in cards.refereed.acts[-LAST_ACTS:]],
        "owed": [
            {"player": duty.player, "must": True, "words": sentence(card_question(game, duty))}
            for duty in cards_owed(game)
        ],
        "proposals": [
            {
                "number": each.number,
                "kind": each.kind.value,
                "piece": each.piece,
                "options": [{"words": sentence(option.words)} for option in each.options],
            }
            for each in cards.proposals
        ],
        "undo_asked_by": cards.undo_asked_by,
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
