"""Where the camera sees other cards than the record has."""

from tableassist.messages import tr
from tableassist.overlay.cards.row_words import RowMark
from tableassist.pipeline.card_game.differences import CardDifference, DifferenceKind
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.rulebook.cardgame import CardGame


def row_marks(game: CardGame, seen: CardsSeen | None, differences: tuple[CardDifference, ...]) -> tuple[RowMark, ...]:
    """The spaces of the row in which something else lies."""
    if seen is None or seen.reason is not None:
        return ()
    marks = []
    faces = {each.about for each in differences if each.kind is DifferenceKind.FACE}
    spaces = {each.about for each in differences if each.kind is DifferenceKind.SPACE}
    for space in seen.spaces:
        if str(space.space) in spaces and space.ship is not None:
            marks.append(RowMark(space.space, tr("seen: {ship}", ship=game.ship_name(space.ship))))
        elif space.ship in faces:
            side = tr("seen: damaged") if space.damaged else tr("seen: undamaged")
            marks.append(RowMark(space.space, side))
    return tuple(marks)
