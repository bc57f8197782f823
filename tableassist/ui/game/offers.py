"""What may be done now, as buttons, ship by ship."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec.structs
from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import tr
from tableassist.rulebook import GameState, Offer
from tableassist.rulebook.play import Offer as OfferOf
from tableassist.rulebook.state import name_of
from tableassist.ui.game.acting.offer_card import AskedFields, OfferCard
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel

OfferGroups = tuple[tuple[str, tuple[OfferOf[Any], ...]], ...]


def subject_of(offer: Offer) -> str:
    """Who acts: a piece or a player."""
    return str(getattr(offer.act, offer.act.__struct_fields__[0]))


def names_piece(offer: Offer, piece: str) -> bool:
    """Whether it is about this piece: she acts, or something is done to her."""
    values = msgspec.structs.astuple(offer.act)
    return any(value == piece or (isinstance(value, tuple) and piece in value) for value in values)


def shown_offers(game: GameState, offers: Iterable[Offer], selected: str | None) -> tuple[Offer, ...]:
    """Those about the selected piece, where there are any, and what the player may do beside."""
    offers = tuple(offers)
    about = tuple(each for each in offers if selected is not None and names_piece(each, selected))
    if not about:
        return offers
    return tuple(each for each in offers if each in about or subject_of(each) in game.order)


def by_subject(game: GameState, offers: Iterable[Offer]) -> OfferGroups:
    """Ship by ship."""
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(subject_of(offer), []).append(offer)
    return tuple((name_of(game, subject), tuple(group)) for subject, group in groups.items())


class OfferList(QWidget):
    chosen = pyqtSignal(object, object)
    """The Offer, and what was picked for its fields."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[OfferGroups, str] = ((), "")
        self._widgets: list[QWidget] = []
        self.cards: list[OfferCard] = []
        self._column = column(on=self, margins=0, spacing=4)

    def show_offers(
        self,
        groups: OfferGroups,
        fields: AskedFields,
        nothing: str,
        words: Callable[[OfferOf[Any]], str] = lambda _offer: "",
    ) -> None:
        """`groups`: headings, and the offers below each. `nothing`: what is told where there are none. `words`: of an
        offer, instead of its own."""
        if (groups, nothing) == self._shown:
            return
        self._shown = groups, nothing
        for widget in self._widgets:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._widgets, self.cards = [], []
        for heading, offers in groups:
            self._add(PlainLabel(heading, look="heading", wraps=True))
            for offer in offers:
                self._add_card(offer, fields, words(offer))
        if not groups:
            self._add(PlainLabel(nothing or tr("No action is possible now."), look="caption", wraps=True))

    def _add_card(self, offer: OfferOf[Any], fields: AskedFields, words: str) -> None:
        card = OfferCard(offer, fields, words=words)
        card.chosen.connect(self.chosen)
        card.opened.connect(self._open_only)
        self.cards.append(card)
        self._add(card)

    def _add(self, widget: QWidget) -> None:
        self._widgets.append(widget)
        self._column.addWidget(widget)
        widget.show()  # at once: it may be given the focus

    def _open_only(self, opened: OfferCard) -> None:
        for card in self.cards:
            if card is not opened and card.is_open:
                card.close_pickers()
