"""The table as it lies, for a wide window: the row from left to right, space 1 at the right."""

from collections.abc import Iterable, Iterator

from tableassist.messages import say, tr
from tableassist.overlay.cards.drawing import CardBox, RowDrawing, RowText
from tableassist.overlay.cards.fitting import fitted, fitting_size, wrapped
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

WIDTH, HEIGHT, MARGIN, GAP = 1180.0, 580.0, 16.0, 9.0
SPACES = 9
CARD_WIDTH = (WIDTH - 2 * MARGIN - (SPACES - 1) * GAP) / SPACES
CARD_HEIGHT = 164.0
ROW_TOP, CARDS_TOP, CARDS_HEIGHT, PLAYERS_TOP = 46.0, 304.0, 100.0, 424.0
LINE = 1.22
Part = CardBox | RowText


def wide_row(game: CardGame, marks: tuple[RowMark, ...] = (), picked: frozenset[str] = frozenset()) -> RowDrawing:
    """`marks`: where the camera sees something else; `picked`: ships that are chosen for an act."""
    parts = [*_row(game, {each.space: each for each in marks}, picked), *_adventures(game), *_movements(game)]
    parts += _players(game)
    return RowDrawing(
        WIDTH,
        HEIGHT,
        tuple(each for each in parts if isinstance(each, CardBox)),
        tuple(each for each in parts if isinstance(each, RowText)),
    )


def _row(game: CardGame, marks: dict[int, RowMark], picked: frozenset[str]) -> Iterator[Part]:
    yield RowText(WIDTH - MARGIN - CARD_WIDTH / 2, 20.0, tr("front"), 15.0)
    yield RowText(MARGIN + CARD_WIDTH / 2, 20.0, tr("back"), 15.0)
    for space, ship in enumerate(game.row, start=1):
        left = WIDTH - MARGIN - space * CARD_WIDTH - (space - 1) * GAP
        yield RowText(left + CARD_WIDTH / 2, ROW_TOP - 8.0, str(space), 16.0, bold=True)
        yield from _ship(game, ship, left, picked=ship in picked)
        mark = marks.get(space)
        if mark is not None:
            yield CardBox(left - 4.0, ROW_TOP - 4.0, CARD_WIDTH + 8.0, CARD_HEIGHT + 8.0, Ink.BLOCKED)
            size = fitting_size(mark.words, CARD_WIDTH, 14.0, 10.5)
            for number, line in enumerate(wrapped(mark.words, CARD_WIDTH, size, 3)):
                y = ROW_TOP + CARD_HEIGHT + 20.0 + 16.0 * number
                yield RowText(left + CARD_WIDTH / 2, y, line, size, bold=True)


def _ship(game: CardGame, ship: str, left: float, *, picked: bool) -> Iterator[Part]:
    damaged, middle = ship in game.damaged, left + CARD_WIDTH / 2
    ink = NATION_INKS[nation_of(ship)]
    yield CardBox(left, ROW_TOP, CARD_WIDTH, CARD_HEIGHT, ink, hatched=damaged, ship=ship)
    if picked:
        yield CardBox(left + 4.0, ROW_TOP + 4.0, CARD_WIDTH - 8.0, CARD_HEIGHT - 8.0, Ink.EVIDENCE)
    name = say(game.ship_name(ship))
    size = fitting_size(name, CARD_WIDTH - 8.0, 19.0, 11.5)
    for number, line in enumerate(wrapped(name, CARD_WIDTH - 8.0, size, 3)):
        yield RowText(middle, ROW_TOP + 28.0 + 23.0 * number, line, size, bold=True)
    yield RowText(middle, ROW_TOP + 106.0, nation_words(ship), 15.0)
    if damaged:
        yield RowText(middle, ROW_TOP + 126.0, tr("damaged"), 16.0, bold=True)
    yield RowText(middle, ROW_TOP + 152.0, fame_words(game, ship), 18.0, bold=True)


def _adventures(game: CardGame) -> Iterator[Part]:
    half = WIDTH / 2 - MARGIN - 12.0
    yield from _heading(MARGIN, pile_words(game)[0])
    cards = [(card, tr("active") if number == 0 else tr("then")) for number, card in enumerate(game.adventures)]
    cards += [("", "")] * game.adventures_to_turn_up
    yield from _cards(MARGIN, half, cards, Ink.ISLAND, places=max(2, game.start.adventures_out))


def _movements(game: CardGame) -> Iterator[Part]:
    left, half = WIDTH / 2 + 12.0, WIDTH / 2 - MARGIN - 12.0
    yield from _heading(left, pile_words(game)[1])
    cards = [(card, tr("open") if card else "") for card in game.open]
    top = game.movement_discards[-1] if game.movement_discards else ""
    yield from _cards(left, half, [*cards, (top, tr("discarded"))], Ink.NEUTRAL, places=len(cards) + 1)


def _heading(left: float, words: str) -> Iterator[Part]:
    yield RowText(left, CARDS_TOP - 12.0, words, 16.0, from_left=True)


def _cards(left: float, width: float, cards: Iterable[tuple[str, str]], ink: Ink, *, places: int) -> Iterator[Part]:
    each_width = min(170.0, (width - (places - 1) * GAP) / places)
    for number, (card, told) in enumerate(cards):
        x = left + number * (each_width + GAP)
        yield CardBox(x, CARDS_TOP, each_width, CARDS_HEIGHT, ink if card else Ink.NOT_SEEN)
        yield RowText(x + each_width / 2, CARDS_TOP + CARDS_HEIGHT - 12.0, told, 14.0)
        title = card_title(card) if card else ""
        size = fitting_size(title, each_width - 8.0, 18.0, 12.0)
        for line_number, line in enumerate(wrapped(title, each_width - 8.0, size, 3)):
            yield RowText(x + each_width / 2, CARDS_TOP + 28.0 + 22.0 * line_number, line, size, bold=True)


def _players(game: CardGame) -> Iterator[Part]:
    lines = player_lines(game)
    width = (WIDTH - 2 * MARGIN - (len(lines) - 1) * GAP) / len(lines)
    for number, each in enumerate(lines):
        left = MARGIN + number * (width + GAP)
        yield CardBox(
            left, PLAYERS_TOP, width, HEIGHT - PLAYERS_TOP - MARGIN, Ink.CLEAR if each.is_turn else Ink.NEUTRAL
        )
        name = tr("{player}: to act", player=each.name) if each.is_turn else each.name
        yield RowText(
            left + 12.0, PLAYERS_TOP + 28.0, fitted(name, width - 24.0, 20.0), 20.0, bold=True, from_left=True
        )
        y = PLAYERS_TOP + 52.0
        for told in each.told:
            for line in wrapped(told, width - 24.0, 16.0, 2):
                yield RowText(left + 12.0, y, line, 16.0, from_left=True)
                y += 16.0 * LINE
