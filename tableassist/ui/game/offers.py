"""What may be done now and by whom, as buttons, ship by ship."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec.structs
from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import tr
from tableassist.rulebook import GameState, Offer
from tableassist.rulebook.acts import EndTurn
from tableassist.rulebook.play import Offer as OfferOf
from tableassist.rulebook.state import name_of
from tableassist.ui.game.pickers import AskedFields, OfferCard
from tableassist.ui.game.words import ShipLine
from tableassist.ui.widgets.controls import WrapButton, column
from tableassist.ui.widgets.plain import PlainLabel


class ShipList(QWidget):
    chosen = pyqtSignal(str)
    """The ship's id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[ShipLine, ...] = ()
        self._widgets: list[QWidget] = []
        self.buttons: dict[str, WrapButton] = {}
        self._column = column(on=self, margins=0, spacing=4)

    def show_ships(self, lines: tuple[ShipLine, ...], selected: str | None) -> None:
        if lines != self._shown:
            self._shown = lines
            self._make(lines)
        for piece, button in self.buttons.items():
            button.setChecked(piece == selected)

    def _make(self, lines: tuple[ShipLine, ...]) -> None:
        for widget in self._widgets:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._widgets, self.buttons = [], {}
        owner = None
        for line in lines:
            if line.owner != owner:
                owner = line.owner
                self._add(PlainLabel(owner, look="heading", wraps=True))
            words = tr("{ship}: {state}", ship=line.name, state=line.state) if line.state else line.name
            button = WrapButton(words, line.more)
            if line.can_act:
                button.make_bold()
            button.setCheckable(True)
            button.setObjectName("ship")
            button.clicked.connect(lambda _on, piece=line.piece: self.chosen.emit(piece))
            self.buttons[line.piece] = button
            self._add(button)

    def _add(self, widget: QWidget) -> None:
        self._widgets.append(widget)
        self._column.addWidget(widget)
        widget.show()  # at once: it may be given the focus


LIKELY: Final = ("lose-mast", "board", "ram", "shoot", "broadside", "unload", "explore", "explore-ship", "move")
"""Acts that are offered because of where a ship is now, by their tags, the likeliest first."""
SELDOM: Final = ("move-crew", "mark-island", "scuttle")
"""Possible at any time, and hardly ever meant."""
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


def by_subject(game: GameState, offers: Iterable[Offer], selected: str | None = None) -> OfferGroups:
    """Ship by ship, the likeliest first: she who is selected, then who has begun to act, then by what she can do. Of
    hers, what the camera sees to be possible comes before what is possible at any time."""
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(subject_of(offer), []).append(offer)
    for group in groups.values():
        group.sort(key=_weight)

    def rank(subject: str) -> tuple[bool, bool, bool, int]:
        unit = game.units.get(subject)
        has_begun = unit is not None and bool(unit.turn.actions)
        return subject != selected, unit is None, not has_begun, _weight(groups[subject][0])

    return tuple((name_of(game, subject), tuple(groups[subject])) for subject in sorted(groups, key=rank))


def _weight(offer: Offer) -> int:
    """Below zero: hangs on where ships are now, so that it is offered because it can be meant."""
    kind = str(type(offer.act).__struct_config__.tag)
    if kind in LIKELY:
        return LIKELY.index(kind) - len(LIKELY)
    return 1 + SELDOM.index(kind) if kind in SELDOM else 0


def split_ending(offers: Iterable[Offer]) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
    """What may be done, and what ends the turn."""
    offers = tuple(offers)
    return (
        tuple(offer for offer in offers if not isinstance(offer.act, EndTurn)),
        tuple(offer for offer in offers if isinstance(offer.act, EndTurn)),
    )


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
            if heading:
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
