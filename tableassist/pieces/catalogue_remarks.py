"""What is odd about a catalogue's cards though each row is sound: to be looked at, not refused."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message, Text, template
from tableassist.pieces.catalogue import Catalogue, CrewCard, Nation, ShipCard
from tableassist.pieces.name_matching import fold, squeeze


class RemarkKind(StrEnum):
    MORE_CANNONS = template("more cannons than masts (flotillas and bombardiers have them on purpose)")
    FEWER_CANNONS = template("fewer cannons than masts")
    MODEL_MASTS = template("the hull model has another number of masts")
    NO_MODEL = template("the hull model is not packaged")
    NO_NUMBER = template("no number: known by the name instead")
    SHARED_NUMBER = template("two cards of one number: the second has a longer key")
    REPRINT_DIFFERS = template("the reprint differs from the first print")
    LOST_LINK = template("the link names no card")
    MERCENARY = template("nation and the keyword Mercenary disagree")


@dataclass(frozen=True, slots=True)
class Remark:
    kind: RemarkKind
    key: str
    name: str
    words: Text


def remarks(catalogue: Catalogue, model_masts: Mapping[str, int]) -> tuple[Remark, ...]:
    """`model_masts` counts the masts of each packaged hull model."""
    found = [
        *_cannon_remarks(catalogue),
        *_model_remarks(catalogue, model_masts),
        *_number_remarks(catalogue),
        *_reprint_remarks(catalogue),
        *_link_remarks(catalogue),
        *_mercenary_remarks(catalogue),
    ]
    order = list(RemarkKind)
    return tuple(sorted(found, key=lambda remark: order.index(remark.kind)))


def _cannon_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    for ship in catalogue.ships:
        cannons = len(ship.printed_cannons)
        if cannons != ship.masts:
            kind = RemarkKind.MORE_CANNONS if cannons > ship.masts else RemarkKind.FEWER_CANNONS
            yield Remark(
                kind,
                ship.key,
                ship.name,
                Message("{cannons} on {masts}", cannons=ship.cannons, masts=_masts(ship.masts)),
            )


def _model_remarks(catalogue: Catalogue, model_masts: Mapping[str, int]) -> Iterator[Remark]:
    for ship in catalogue.ships:
        has = model_masts.get(ship.model)
        if has is None:
            yield Remark(RemarkKind.NO_MODEL, ship.key, ship.name, ship.model)
        elif has != ship.masts:
            words = Message(
                "{model} has {count}, the card {masts}", model=ship.model, count=has, masts=_masts(ship.masts)
            )
            yield Remark(RemarkKind.MODEL_MASTS, ship.key, ship.name, words)


def _number_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    for card in catalogue.cards:
        if not card.number:
            yield Remark(RemarkKind.NO_NUMBER, card.key, card.name, card.card_set.title)
        elif card.variant:
            first = catalogue.card(f"{card.set}/{card.number}")
            words = Message("beside {key} {name}", key=first.key, name=first.name) if first else ""
            yield Remark(RemarkKind.SHARED_NUMBER, card.key, card.name, words)


def _reprint_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    firsts = {(ship.set, fold(ship.name)): ship for ship in reversed(catalogue.ships)}
    for ship in catalogue.ships:
        first = firsts.get((ship.card_set.reprint_of or "", fold(ship.name)))
        if first is not None and (unlike := _differences(first, ship)):
            words = Message("{differences} in {key}", differences=unlike, key=first.key)
            yield Remark(RemarkKind.REPRINT_DIFFERS, ship.key, ship.name, words)


def _differences(first: ShipCard, again: ShipCard) -> tuple[Message, ...]:
    fields = ("nation", "points", "masts", "cargo", "base_move", "cannons", "keywords", "effects", "link")
    unlike = [field for field in fields if getattr(first, field) != getattr(again, field)]
    return tuple(
        Message(
            "{field} {now}, but {first}", field=field, now=str(getattr(again, field)), first=str(getattr(first, field))
        )
        for field in unlike
    )


def _link_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    names = {squeeze(fold(card.name)) for card in catalogue.cards}
    linked: tuple[ShipCard | CrewCard, ...] = (*catalogue.ships, *catalogue.crew)
    for card in linked:
        lost = [name for name in linked_names(card.link, names) if not _known(name, names)]
        if lost:
            yield Remark(RemarkKind.LOST_LINK, card.key, card.name, ", ".join(lost))


def linked_names(link: str, known: set[str]) -> tuple[str, ...]:
    """A link's names, parted at commas and `and`, but not where a known name has a comma itself."""
    if not link or squeeze(fold(link)) in known:
        return (link,) if link else ()
    parts = [part for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", link) if part]
    names: list[str] = []
    for part in parts:
        if names and squeeze(fold(names[-1] + part)) in known:
            names[-1] = f"{names[-1]}, {part}"
        else:
            names.append(part)
    return tuple(names)


def _known(name: str, names: set[str]) -> bool:
    """`Sao Feng` stands for `Captain Sao Feng`, and `All Viking ships` for a nation."""
    if re.fullmatch(rf"all ({'|'.join(nation.value for nation in Nation)}) ships", name, re.IGNORECASE):
        return True
    squeezed = squeeze(fold(name))
    return any(squeezed in other for other in names)


def _mercenary_remarks(catalogue: Catalogue) -> Iterator[Remark]:
    for ship in catalogue.ships:
        if ("Mercenary" in ship.keywords) != (ship.nation is Nation.MERCENARY):
            words = ", ".join((ship.nation, *ship.keywords))
            yield Remark(RemarkKind.MERCENARY, ship.key, ship.name, words)


def _masts(count: int) -> Message:
    return Message.plural("1 mast", "{count} masts", count=count)
