"""Checks of fleets: homes, points, and what a player may bring only once."""

from collections.abc import Iterator

from tableassist.formats.catalogue.file import packaged_catalogue
from tableassist.formats.table.entry import PieceEntry, PlayerEntry
from tableassist.formats.table.file import ReadTable
from tableassist.formats.table.problem import Findings
from tableassist.messages import Message, all_of, template
from tableassist.pieces.catalogue import Card, CrewCard, Rarity, ShipCard
from tableassist.pieces.name_matching import fold


def check_fleets(read: ReadTable, findings: Findings) -> None:
    _check_homes(read, findings)
    _check_same_limits(read, findings)
    for player in read.entry.players:
        pieces = [piece for piece in read.entry.pieces if piece.owner == player.name]
        _check_points(player, pieces, read, findings)
        if read.settings.rules.edition.setup.no_duplicates:
            _check_duplicates(player, pieces, read, findings)


def _check_homes(read: ReadTable, findings: Findings) -> None:
    homes: dict[str, str] = {}
    for player in read.entry.players:
        field = f"{read.sifted.where(player)}.homes"
        for home in player.homes:
            other = homes.setdefault(home, player.name)
            if other != player.name:
                what = template("got '{home}', already the home of {other}; expected one player for each home island")
                findings.error(field, what, home=home, other=other)
        if not player.homes:
            findings.warn(field, "got none, expected the home island of {name}", name=player.name)


def _limit(player: PlayerEntry, read: ReadTable) -> float | None:
    """What somebody has set; None where only the edition recommends something."""
    return player.points_limit if player.points_limit is not None else read.settings.rules.points_limit


def _check_same_limits(read: ReadTable, findings: Findings) -> None:
    limits = {limit for player in read.entry.players if (limit := _limit(player, read)) is not None}
    if len(limits) > 1:
        got = all_of([Message("{points:g}", points=limit) for limit in sorted(limits)])
        section = read.settings.rules.edition.setup.fleet_section
        what = template("got points limits of {got}, expected the same for all fleets ({section})")
        findings.warn("players", what, got=got, section=section)


def _check_points(player: PlayerEntry, pieces: list[PieceEntry], read: ReadTable, findings: Findings) -> None:
    total = fleet_points(pieces, read)
    limit, edition = _limit(player, read), read.settings.rules.edition.setup
    where, name = read.sifted.where(player), player.name
    if limit is not None and total > limit:
        what = template("got a fleet of {total:g} points for {name}, expected at most {limit:g} (points_limit)")
        findings.error(where, what, total=total, name=name, limit=limit)
    elif limit is None and total > edition.build_total:
        what = template(
            "got a fleet of {total:g} points for {name}, expected {limit} as recommended ({section}), or a points_limit"
        )
        findings.warn(where, what, total=total, name=name, limit=edition.build_total, section=edition.fleet_section)


def fleet_points(pieces: list[PieceEntry], read: ReadTable) -> float:
    """Ships and their crew; forts cost gold, not points."""
    made = {piece.id: piece.points for piece in read.settings.pieces}
    crews = read.settings.ledger.crews
    aboard = (packaged_catalogue().card(key) for piece in pieces for key in crews.get(piece.id, ()))
    crew = sum(card.points for card in aboard if isinstance(card, CrewCard))
    return sum(made.get(piece.id, 0.0) for piece in pieces) + crew


def _brought(pieces: list[PieceEntry], read: ReadTable) -> Iterator[tuple[Card, str]]:
    """The cards in a player's fleet, and where the table file says so."""
    keys = {piece.id: piece.card for piece in read.settings.pieces}
    for piece in pieces:
        where = read.sifted.where(piece)
        named = [(keys.get(piece.id), f"{where}.card")]
        named += [(key, f"{where}.crew[{index}]") for index, key in enumerate(piece.crew)]
        for key, field in named:
            card = packaged_catalogue().card(key) if key is not None else None
            if card is not None:
                yield card, field


def _check_duplicates(player: PlayerEntry, pieces: list[PieceEntry], read: ReadTable, findings: Findings) -> None:
    """Generic crew may come in any number. Reprints are the same ship or character under another number."""
    first: dict[tuple[object, ...], str] = {}
    section = read.settings.rules.edition.setup.fleet_section
    for card, field in _brought(pieces, read):
        if isinstance(card, CrewCard) and card.rarity is Rarity.GENERIC:
            continue
        masts = card.masts if isinstance(card, ShipCard) else None
        other = first.setdefault((card.kind, fold(card.name), card.nation, masts), field)
        if other != field:
            said = {"name": card.name, "key": card.key, "player": player.name, "other": other, "kind": card.kind}
            what = template(
                "got {name} ({key}) a second time for {player}, after {other}; expected each {kind} once "
                "({section}, The No-Duplicates Rule)"
            )
            findings.error(field, what, section=section, **said)
