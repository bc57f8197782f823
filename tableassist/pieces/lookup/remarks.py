"""List what is odd about a catalogue's cards though each row is valid: to be reviewed, not rejected."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from tableassist.messages import Message, Text
from tableassist.pieces.catalogue import Catalogue, CrewCard, Nation, ShipCard
from tableassist.pieces.lookup.search import find_nation_of_ships, list_card_names, split_link
from tableassist.text_line import fold_name, squeeze_name


class RemarkKind(Enum):
    MORE_CANNONS = Message("more cannons than masts (flotillas and bombardiers have them on purpose)")
    FEWER_CANNONS = Message("fewer cannons than masts")
    MODEL_MASTS = Message("the hull model has another number of masts")
    NO_MODEL = Message("the hull model is not packaged")
    NO_NUMBER = Message("no number: known by the name instead")
    SHARED_NUMBER = Message("two cards of one number: the second has a longer key")
    REPRINT_DIFFERS = Message("the reprint differs from the first print")
    LOST_LINK = Message("the link names no card")
    MERCENARY = Message("nation and the keyword Mercenary disagree")


@dataclass(frozen=True, slots=True)
class Remark:
    kind: RemarkKind
    key: str
    name: str
    words: Text


def find_remarks(catalogue: Catalogue, model_masts: Mapping[str, int]) -> tuple[Remark, ...]:
    """`model_masts` counts the masts of each packaged hull model."""
    remarks = [
        *_cannon_remarks(catalogue),
        *_model_remarks(catalogue, model_masts),
        *_number_remarks(catalogue),
        *_reprint_remarks(catalogue),
        *_link_remarks(catalogue),
        *_mercenary_remarks(catalogue),
    ]
    order = list(RemarkKind)
    return tuple(sorted(remarks, key=lambda remark: order.index(remark.kind)))


def _cannon_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    for ship in catalogue.ships:
        cannons = len(ship.printed_cannons)
        if cannons != ship.masts:
            kind = RemarkKind.MORE_CANNONS if cannons > ship.masts else RemarkKind.FEWER_CANNONS
            yield Remark(
                kind,
                ship.key,
                ship.name,
                Message("{cannons} on {masts}", cannons=ship.cannons, masts=_count_masts(ship.masts)),
            )


def _model_remarks(catalogue: Catalogue, model_masts: Mapping[str, int]) -> Iterator[Remark]:
    for ship in catalogue.ships:
        has = model_masts.get(ship.model)
        if has is None:
            yield Remark(RemarkKind.NO_MODEL, ship.key, ship.name, ship.model)
        elif has != ship.masts:
            words = Message(
                "{model} has {has}, the card {masts}", model=ship.model, has=has, masts=_count_masts(ship.masts)
            )
            yield Remark(RemarkKind.MODEL_MASTS, ship.key, ship.name, words)


def _number_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    for card in catalogue.cards:
        if not card.number:
            yield Remark(RemarkKind.NO_NUMBER, card.key, card.name, card.card_set.title)
        elif card.variant:
            first = catalogue.card(f"{card.set}/{card.number}")
            words = Message("as well as {key} {name}", key=first.key, name=first.name) if first else ""
            yield Remark(RemarkKind.SHARED_NUMBER, card.key, card.name, words)


def _reprint_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    firsts = {(ship.set, fold_name(ship.name)): ship for ship in reversed(catalogue.ships)}
    for ship in catalogue.ships:
        first = firsts.get((ship.card_set.reprint_of or "", fold_name(ship.name)))
        if first is not None and (differences := _list_differences(first, ship)):
            words = Message("{differences} in {key}", differences=differences, key=first.key)
            yield Remark(RemarkKind.REPRINT_DIFFERS, ship.key, ship.name, words)


def _list_differences(first: ShipCard, again: ShipCard) -> tuple[Message, ...]:
    fields = ("nation", "points", "masts", "cargo", "base_move", "cannons", "keywords", "effects", "link")
    unlike = [field for field in fields if getattr(first, field) != getattr(again, field)]
    return tuple(
        Message(
            "{field} {now}, but {before}",
            field=field,
            now=str(getattr(again, field)),
            before=str(getattr(first, field)),
        )
        for field in unlike
    )


def _link_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    names = list_card_names(catalogue)
    linked: tuple[ShipCard | CrewCard, ...] = (*catalogue.ships, *catalogue.crew)
    for card in linked:
        lost = [name for name in split_link(card.link, names) if not _is_card_or_nation(name, names)]
        if lost:
            yield Remark(RemarkKind.LOST_LINK, card.key, card.name, ", ".join(lost))


def _is_card_or_nation(name: str, names: frozenset[str]) -> bool:
    """Return whether a name is part of a card's name, or means all ships of a nation."""
    squeezed = squeeze_name(fold_name(name))
    return find_nation_of_ships(name) is not None or any(squeezed in card_name for card_name in names)


def _mercenary_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    for ship in catalogue.ships:
        if ("Mercenary" in ship.keywords) != (ship.nation is Nation.MERCENARY):
            words = ", ".join((ship.nation, *ship.keywords))
            yield Remark(RemarkKind.MERCENARY, ship.key, ship.name, words)


def _count_masts(count: int) -> Message:
    return Message.plural("1 mast", "{count} masts", count=count)
