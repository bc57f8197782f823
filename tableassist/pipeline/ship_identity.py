"""Ships that may not be the ones that their plates name, and what is said of them.

A ship with another's plate, or with her tag half a turn round, has a sound place and a wrong name: every answer about
her is about another ship. Such a ship is not measured until a person says who she is.
"""

from collections.abc import Collection, Iterable, Mapping, Set
from functools import lru_cache
from types import MappingProxyType

from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, Piece, PieceModel
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.pipeline.table_settings import TableSettings
from tableassist.scene.facts import Fact
from tableassist.vision.hull.appearance import HullAppearance
from tableassist.vision.hull.colour_match import ColourMatch, match_colours
from tableassist.vision.hull.identity import MIN_LEAD_MM2, IdentityVerdict
from tableassist.vision.hull.masts import MastSeen

MAX_TRUSTED_SIGMA_MM = 0.6
"""A model that is known worse is itself an estimate, and its edge no measure of shapes."""
MAX_ALIKE_MM = 2.5
"""Hulls that differ by less in length and width are told apart by their colours, if at all."""
MAX_LIKELY_SQUARES = 11.3
"""Chi-squared of a hull's offset from under its plate, three degrees of freedom: 1 % of upright ships are farther."""
MIN_OPEN_LEAD_MM2 = -20.0
"""Lead of the best other explanation below which the silhouette speaks for the ship. Of 348 ships with their own plates
the edge took three to lie the other way round, at -30 to -115; one that did so truly was at -10."""
MAX_LOW_TAG_MM = 25.0
"""Decks are up to 9 mm above the mat, staffs carry their plates 50 to 60 mm up."""
Facts = Mapping[str, Set[Fact]]
"""By piece: what people have confirmed."""
TURNED_ROUND = Message("has its tag on the wrong way round: its hull lies half a turn from where the tag says")
ANOTHER_OR_TURNED = Message(
    "does not look like the ship that its plate names: is it another ship, or is its tag on the wrong way round?"
)
PLATE_MOVED = template("has its plate on another ship: it was swapped, and now stands where {other}'s plate stood")
HULL_LEFT_BEHIND = Message("has its plate on another ship: its own hull still lies where the plate stood before")
NOTHING_SWAPPED: Mapping[str, str] = MappingProxyType({})
ANOTHER_SHIP = Message(
    "does not look like the ship under its plate, which seems to be another ship: are two plates swapped?"
)


@lru_cache(maxsize=4)
def ships_by_model(settings: TableSettings) -> tuple[Piece, ...]:
    """One ship for each model on the table that can carry a plate."""
    ships: list[Piece] = []
    for piece in settings.pieces:
        is_ship = piece.model.kind in SAILING_KINDS and bool(piece.mounts)
        if is_ship and not any(is_same_shape(piece.model, ship.model) for ship in ships):
            ships.append(piece)
    return tuple(ships)


def is_same_shape(one: PieceModel, other: PieceModel) -> bool:
    return one.hull == other.hull and one.masts == other.masts


def tags_vouch_for(piece: Piece, fit: PieceFit) -> bool:
    """Whether two of her tags agree, one of them low on her hull.

    A flag may be put on the wrong staff, or the wrong way round. A plate that is glued to the hull or under it stays
    with her: after such a mistake the two would lie on different ships, or half a turn apart, and give no common pose.
    On 99 path-traced ships under their own plates the silhouette alone took 5 for another ship, and left 28 open.
    """
    if fit.pose is None or fit.problem is not None:
        return False
    heights_mm = [mount.z_mm for mount in piece.mounts if mount.tag in fit.pose.tags]
    return len(heights_mm) > 1 and min(heights_mm) < MAX_LOW_TAG_MM


def kept_appearance(piece: Piece) -> HullAppearance | None:
    """The colours that her hull showed on the jig."""
    return _appearance(piece.hull_colours) if piece.hull_colours else None


@lru_cache(maxsize=512)
def _appearance(colours: tuple[float | None, ...]) -> HullAppearance:
    return HullAppearance.from_numbers(colours)


def weigh_colours(piece: Piece, seen: HullAppearance | None, ships: Iterable[Piece]) -> ColourMatch:
    """Tell the ship by her colours among those on the table that look like her in shape."""
    sisters = {
        ship.id: kept
        for ship in ships
        if ship is not piece and _are_alike(ship.model, piece.model) and (kept := kept_appearance(ship)) is not None
    }
    return match_colours(seen, kept_appearance(piece), sisters)


def _are_alike(one: PieceModel, other: PieceModel) -> bool:
    """Whether a silhouette hardly tells them apart: the same masts, and hulls of about the same length and width."""
    if len(one.masts) != len(other.masts):
        return False
    sizes = [[max(part) - min(part) for part in zip(*model.hull, strict=True)] for model in (one, other)]
    return all(abs(a - b) < MAX_ALIKE_MM for a, b in zip(*sizes, strict=True))


def identity_doubts(
    fits: Mapping[str, PieceFit],
    settings: TableSettings,
    confirmed: Facts,
    hull_under: Mapping[str, str] = NOTHING_SWAPPED,
    left_behind: Collection[str] = (),
) -> dict[str, Text]:
    """Why ships are not who their plates say, by id, to be read after the name; not where a person has said who.

    `hull_under` names the ship under each plate that was seen to change ships (`plate_history`); `left_behind` are the
    ships whose hulls stayed where they were when their plates went elsewhere (`bare_hulls`).
    """
    names = {piece.id: piece.name for piece in settings.pieces}
    doubts: dict[str, Text] = {}
    for piece in settings.pieces:
        if Fact.IDENTITY in confirmed.get(piece.id, ()):
            continue
        if piece.id in hull_under:
            doubts[piece.id] = Message(PLATE_MOVED, other=names[hull_under[piece.id]])
            continue
        if piece.id in left_behind:
            doubts[piece.id] = HULL_LEFT_BEHIND
            continue
        fit = fits.get(piece.id)
        if fit is None or fit.hull is None or tags_vouch_for(piece, fit):
            continue
        doubt = _doubt(piece, fit.hull, settings) or _two_oddities(piece, fit, fit.hull)
        if doubt is not None:
            doubts[piece.id] = doubt
    return doubts


def perhaps_exchanged(fits: Mapping[str, PieceFit], settings: TableSettings, confirmed: Facts) -> frozenset[str]:
    """Ships that may carry a plate that was exchanged, because another plate is on a ship of their model.

    A plate on another ship leaves that ship's own plate to be somewhere: on a hull that may look much like the one
    that the plate names. A swap is then no longer one chance in a hundred, so such ships must stand out clearly.
    """
    models = [
        model
        for piece, fit in fits.items()
        if fit.hull is not None and Fact.IDENTITY not in confirmed.get(piece, ())
        for model in fit.hull.identity.candidates
    ]
    if not models:
        return frozenset()
    return frozenset(
        piece.id
        for piece in settings.pieces
        if (fit := fits.get(piece.id)) is not None
        and fit.hull is not None
        and not fit.hull.is_recalled
        and fit.hull.identity.lead_mm2 > -MIN_LEAD_MM2
        and not tags_vouch_for(piece, fit)
        and any(is_same_shape(piece.model, model) for model in models)
    )


def _doubt(piece: Piece, hull: HullSeen, settings: TableSettings) -> Message | None:
    # The hull's edge alone may show that she lies the other way round, where the silhouette has not told.
    is_open = _may_be_doubted_by_edge(piece, hull)
    if hull.identity.verdict is IdentityVerdict.TURNED or (is_open and hull.look.turned):
        return TURNED_ROUND
    if hull.identity.may_be_turned:
        return ANOTHER_OR_TURNED
    if hull.identity.verdict is IdentityVerdict.OTHER:
        model = hull.identity.looks_like
        alike = [ship.name for ship in settings.pieces if model is not None and is_same_shape(ship.model, model)]
        return _looks_like(alike[0] if len(alike) == 1 else None)
    if hull.colours.verdict is IdentityVerdict.OTHER:
        return _looks_like(next((ship.name for ship in settings.pieces if ship.id == hull.colours.looks_like), None))
    return None


def _two_oddities(piece: Piece, fit: PieceFit, hull: HullSeen) -> Message | None:
    """Two things wrong at once are rarely a coincidence, and usually another ship: a lean with masts gone, a hull of
    another size in another place."""
    gone = tuple(mast for mast, seen in hull.masts.items() if seen is MastSeen.GONE and mast in hull.standing)
    if gone and isinstance(fit.problem, Message) and "lean_deg" in fit.problem.params:
        form = template(
            "leans, and mast {masts} seems to be off: is it another ship, or is its tag on the wrong way round?"
        )
        return Message(form, masts=gone)
    look = hull.look
    if _may_be_doubted_by_edge(piece, hull) and not look.fits_by_shape and look.squared_sigmas > MAX_LIKELY_SQUARES:
        return ANOTHER_SHIP
    return None


def _may_be_doubted_by_edge(piece: Piece, hull: HullSeen) -> bool:
    """Whether the edge of a hull may say who she is: her model is known well, and the silhouette does not speak for
    her. Where the two contradict each other, the picture does not tell."""
    is_open = hull.identity.verdict is IdentityVerdict.UNKNOWN and hull.identity.lead_mm2 > MIN_OPEN_LEAD_MM2
    return is_open and piece.model.sigma_mm <= MAX_TRUSTED_SIGMA_MM


def _looks_like(other: str | None) -> Message:
    if other is None:
        return ANOTHER_SHIP
    return Message("seems to have its plate on another ship: the one under it looks like {other}", other=other)
