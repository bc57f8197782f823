"""A cannon as it shoots now: how far it reaches with all effects, and how to say so."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Cannon, CannonRange, Piece
from tableassist.rules.edition import ShotOrigin
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece

EXTRA_RANK = 3
"""Of a musketeer's gun: 3S (spanish-main, Placing Crew; revolution and complete leave it to the card)."""


@dataclass(frozen=True, slots=True)
class Gun:
    """One question of range may have several: a musketeer's gun shoots from whichever mast is best."""

    cannon: Cannon
    reach: CannonRange
    """With the effects that turn S into L, but not doubled: what a card means by a cannon of S or L range."""
    limit_mm: float
    plain_mm: float
    """The reach that is not doubled."""
    needs_6: bool
    """Beyond `plain_mm` only a 6 hits, and all cannons of the ship shoot so or none (ruling on D21)."""
    words: str
    """Its reach and where it begins, after "within" or "out of"."""


def cannons_now(shooter: PlacedPiece, effects: frozenset[Effect]) -> tuple[tuple[Cannon, ...], ...]:
    """Each cannon that may be asked about, with the places it can shoot from: one, but for a musketeer's gun."""
    printed = tuple((cannon,) for cannon in shooter.cannons_standing)
    if Effect.EXTRA_3S_CANNON_ANY_MAST not in effects:
        return printed
    return (*printed, extra_cannons(shooter.piece))


def extra_cannons(piece: Piece) -> tuple[Cannon, ...]:
    """A musketeer's gun at each mast, also where the mast is gone."""
    number = max((each.number for each in piece.cannons), default=0) + 1
    masts = range(1, piece.model.upright_count + 1)
    return tuple(Cannon(mast, EXTRA_RANK, CannonRange.SHORT, number) for mast in masts)


def numbers_now(piece: Piece, lost: frozenset[int], effects: frozenset[Effect]) -> Iterator[int]:
    """The same cannons by number, for a piece that nobody sees."""
    yield from (each.number for each in piece.cannons if each.mast is None or each.mast not in lost)
    if Effect.EXTRA_3S_CANNON_ANY_MAST in effects and piece.model.upright_count:
        yield extra_cannons(piece)[0].number


def gun_of(
    shooter: PlacedPiece,
    cannon: Cannon,
    effects: frozenset[Effect],
    settings: RuleSettings,
    *,
    broadsides: bool = False,
) -> Gun:
    """`broadsides`: as one of a broadsides attack, which takes all cannons down to S and knows no other ability."""
    is_extra = shooter.piece.cannon(cannon.number) is None
    reach, doubled, needs_6 = cannon.reach, False, False
    if broadsides:
        reach = CannonRange.SHORT
    elif effects and not is_extra:
        if Effect.ALL_CANNONS_L in effects:
            reach = CannonRange.LONG
        doubled = Effect.DOUBLE_RANGE in effects
        needs_6 = Effect.DOUBLE_RANGE_NEEDS_6 in effects and not doubled
    ruler, model = settings.ruler, shooter.piece.model
    plain_mm = ruler.reach_mm(reach)
    times = 2 if doubled or needs_6 else 1
    post = (
        Post.FLAG if model.kind is PieceKind.FORT else Post.SEGMENT if model.segments else settings.edition.shot_origin
    )
    gone = is_extra and cannon.mast not in shooter.masts_standing
    return Gun(
        cannon=cannon,
        reach=reach,
        limit_mm=times * plain_mm,
        plain_mm=plain_mm,
        needs_6=needs_6,
        words=_words(reach, times, ruler.name, plain_mm, cannon.mast, cannon.shots, post, is_extra, gone),
    )


class Post(StrEnum):
    """What carries a cannon, where it is no mast."""

    FLAG = "flag"
    SEGMENT = "segment"


@lru_cache(maxsize=1024)
def _words(
    reach: CannonRange,
    times: int,
    ruler: str,
    plain_mm: float,
    mast: int | None,
    shots: int,
    post: Post | ShotOrigin,
    is_extra: bool,
    gone: bool,
) -> str:
    """There are few of them, and they are asked for thousands of times a second."""
    limit = f"{'+'.join([reach.value] * times)} ({ruler}, {times * plain_mm:g} mm) from"
    if mast is None:
        return f"{limit} her hull cannon"
    if isinstance(post, Post):
        return f"{limit} {post} {mast}"
    words = f"{limit} the {post} of mast {mast}"
    if is_extra:
        return f"{words}{', which is gone' if gone else ''}, for the extra gun"
    return f"{words}, two shots" if shots == 2 else words
