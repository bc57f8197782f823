"""The table for a narrow screen: the row from top to bottom, space 1 on top."""

from tableassist.messages import say, tr
from tableassist.overlay.cards.drawing import CardBox, RowDrawing, RowText
from tableassist.overlay.cards.fitting import LETTER, fitted, wrapped
from tableassist.overlay.cards.row_words import (
    NATION_INKS,
    RowMark,
    card_title,
    fame_words,
    nation_words,
    pile_words,
    player_lines,
)
from tableassist.overlay.drawing import Ink
from tableassist.rulebook.cardgame import CardGame
from tableassist.rulebook.cardgame.cards import nation_of

WIDTH, MARGIN, GAP = 600.0, 10.0, 6.0
INSIDE = WIDTH - 2 * MARGIN
SHIP_HEIGHT, CARD_HEIGHT = 62.0, 48.0
SIZE, SMALL = 25.0, 20.0
NAME_WIDTH = 388.0
Part = CardBox | RowText


def tall_row(game: CardGame, marks: tuple[RowMark, ...] = ()) -> RowDrawing:
    """`marks`: where the camera sees something else."""
    page = _Page()
    told = {each.space: each for each in marks}
    page.heading(tr("Space 1 is the front of the row"))
    for space, ship in enumerate(game.row, start=1):
        page.ship(game, space, ship, told.get(space))
    adventures, movements = pile_words(game)
    page.heading(adventures)
    for number, card in enumerate(game.adventures):
        page.card(card, tr("active") if number == 0 else tr("then"), Ink.ISLAND)
    page.heading(movements)
    for card in game.open:
        page.card(card, tr("open") if card else "", Ink.NEUTRAL)
    if game.movement_discards:
        page.card(game.movement_discards[-1], tr("discarded"), Ink.NEUTRAL)
    page.heading(tr("Players"))
    page.players(game)
    return page.drawing()


class _Page:
    """Grows downwards."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._y = 0.0

    def drawing(self) -> RowDrawing:
        boxes = tuple(each for each in self._parts if isinstance(each, CardBox))
        words = tuple(each for each in self._parts if isinstance(each, RowText))
        return RowDrawing(WIDTH, self._y + MARGIN, boxes, words)

    def heading(self, words: str) -> None:
        self._y += 30.0
        self._parts.append(RowText(MARGIN, self._y, fitted(words, INSIDE, SMALL), SMALL, from_left=True))
        self._y += 8.0

    def ship(self, game: CardGame, space: int, ship: str, mark: RowMark | None) -> None:
        y, damaged, name = self._y, ship in game.damaged, say(game.ship_name(ship))
        size = max(SMALL * 0.8, min(SIZE, NAME_WIDTH / (LETTER * max(1, len(name)))))
        ink = NATION_INKS[nation_of(ship)]
        self._parts += [
            CardBox(MARGIN, y, INSIDE, SHIP_HEIGHT, ink, hatched=damaged, ship=ship),
            RowText(MARGIN + 26.0, y + 40.0, str(space), SIZE, bold=True),
            RowText(58.0, y + 28.0, fitted(name, NAME_WIDTH, size), size, bold=True, from_left=True),
            RowText(58.0, y + 53.0, _side(ship, damaged=damaged), SMALL, bold=damaged, from_left=True),
            RowText(WIDTH - MARGIN - 70.0, y + 40.0, fame_words(game, ship), SIZE, bold=True),
        ]
        self._y += SHIP_HEIGHT + GAP
        if mark is not None:
            self._parts.append(CardBox(MARGIN - 3.0, y - 3.0, INSIDE + 6.0, SHIP_HEIGHT + 6.0, Ink.BLOCKED))
            self._parts.append(RowText(58.0, self._y + 16.0, fitted(mark.words, INSIDE - 50.0, SMALL), SMALL,
                                       bold=True, from_left=True))  # fmt: skip
            self._y += 28.0

    def card(self, card: str, told: str, ink: Ink) -> None:
        self._parts.append(CardBox(MARGIN, self._y, INSIDE, CARD_HEIGHT, ink if card else Ink.NOT_SEEN))
        title = fitted(card_title(card), 380.0, SIZE) if card else "-"
        self._parts.append(RowText(24.0, self._y + 32.0, title, SIZE, bold=True, from_left=True))
        self._parts.append(RowText(WIDTH - MARGIN - 70.0, self._y + 32.0, told, SMALL))
        self._y += CARD_HEIGHT + GAP

    def players(self, game: CardGame) -> None:
        for each in player_lines(game):
            lines = wrapped(", ".join(each.told), INSIDE - 24.0, SMALL, 3)
            height = 44.0 + 25.0 * len(lines)
            self._parts.append(CardBox(MARGIN, self._y, INSIDE, height, Ink.CLEAR if each.is_turn else Ink.NEUTRAL))
            name = tr("{player}: to act", player=each.name) if each.is_turn else each.name
            self._parts.append(
                RowText(24.0, self._y + 30.0, fitted(name, INSIDE - 24.0, SIZE), SIZE, bold=True, from_left=True)
            )
            for number, line in enumerate(lines, start=1):
                self._parts.append(RowText(24.0, self._y + 30.0 + 25.0 * number, line, SMALL, from_left=True))
            self._y += height + GAP


def _side(ship: str, *, damaged: bool) -> str:
    return tr("{nation}, damaged", nation=nation_words(ship)) if damaged else nation_words(ship)
