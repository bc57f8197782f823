"""What files say of a table that no camera sees: players, owners, homes, masts, states, crew.

Table files, recorded matches and kept games have it in this form; `table_state` makes the state of a game of it.
"""

from collections.abc import Mapping

import msgspec

from tableassist.messages import template
from tableassist.pieces import Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import CrewCard
from tableassist.rulebook import GameState
from tableassist.rulebook.state import CrewMember, conditions_to_note
from tableassist.store.files.toml_file import pick
from tableassist.store.files.toml_sift import Sifted
from tableassist.store.table.entry import PieceEntry, TableEntry
from tableassist.store.table.pieces import find_card
from tableassist.store.table.problem import Findings


class TableNotes(msgspec.Struct, frozen=True):
    """Pieces and players are named by their ids; nothing here knows a shape."""

    players: tuple[str, ...] = ()
    owners: Mapping[str, str] = {}
    """Piece to the player who commands it."""
    masts_lost: Mapping[str, frozenset[int]] = {}
    """Piece to the masts that are off, 1 foremost."""
    homes: Mapping[str, str] = {}
    """Island to the player whose home it is."""
    fleets: Mapping[str, str] = {}
    """Piece to the player who brought it; a captured piece has another owner."""
    states: Mapping[str, frozenset[PieceState]] = {}
    """Piece to what it is in; by the key of a crew card, whether its ability is cancelled."""
    crews: Mapping[str, tuple[str, ...]] = {}
    """Piece to the catalogue keys of the crew aboard."""
    towed_by: Mapping[str, str] = {}
    """Towed piece to the ship that tows her."""
    turn: str | None = None
    """The player whose turn it is; None where nobody keeps count."""


def notes_of(state: GameState) -> TableNotes:
    """Write down what a file keeps of a state. Crew are kept by their cards; tokens ashore are pieces."""
    crew = [each for each in state.crew.values() if each.at in state.units]
    cancelled = {_crew_key(each): frozenset({PieceState.CANCELLED}) for each in crew if each.cancelled}
    crews: dict[str, tuple[str, ...]] = {}
    for each in crew:
        crews[each.at] = (*crews.get(each.at, ()), _crew_key(each))
    return TableNotes(
        players=state.players,
        owners=state.owners,
        masts_lost=state.masts_lost,
        homes=state.homes,
        fleets={key: each.card.owner for key, each in state.units.items() if each.card.owner},
        states={**conditions_to_note(state), **cancelled},
        crews=crews,
        towed_by=state.towed_by,
        turn=state.player_in_turn,
    )


def _crew_key(member: CrewMember) -> str:
    return member.card.card or member.card.id


def read_notes(entry: TableEntry, pieces: tuple[Piece, ...], sifted: Sifted, findings: Findings) -> TableNotes:
    """Take what the table file says."""
    players = _players(entry, sifted, findings)
    for piece in entry.pieces:
        where = sifted.where(piece)
        for field, owner in (("owner", piece.owner), ("captured_by", piece.captured_by)):
            if owner is not None:
                with findings.caught(f"{where}.{field}"):
                    pick(findings.path, f"{where}.{field}", owner, players)
    fleets = {piece.id: piece.owner for piece in entry.pieces if piece.owner is not None}
    held = {piece.id: piece.captured_by for piece in entry.pieces if piece.captured_by is not None}
    return TableNotes(
        players=players,
        owners={**fleets, **held},
        masts_lost={piece.id: frozenset(piece.masts_lost) for piece in entry.pieces if piece.masts_lost},
        homes=_homes(entry, pieces, sifted, findings),
        fleets=fleets,
        states={piece.id: frozenset(piece.state) for piece in entry.pieces if piece.state},
        crews={piece.id: crew for piece in entry.pieces if (crew := _crew(piece, sifted, findings))},
        towed_by=_tows(entry, sifted, findings),
    )


def _players(entry: TableEntry, sifted: Sifted, findings: Findings) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for player in entry.players:
        if player.name in names:
            where = f"{sifted.where(player)}.name"
            findings.error(where, "got '{name}' a second time, expected each once", name=player.name)
        names[player.name] = None
    return tuple(names)


def _homes(entry: TableEntry, pieces: tuple[Piece, ...], sifted: Sifted, findings: Findings) -> dict[str, str]:
    """A piece whose shape is not known, which has been told, may be an island."""
    known = {piece.id for piece in pieces}
    islands = [piece.id for piece in pieces if piece.model.kind is PieceKind.ISLAND]
    islands += [piece.id for piece in entry.pieces if piece.id not in known]
    homes: dict[str, str] = {}
    for player in entry.players:
        field = f"{sifted.where(player)}.homes"
        for home in player.homes:
            with findings.caught(field):
                homes[pick(findings.path, field, home, islands)] = player.name
    return homes


def _tows(entry: TableEntry, sifted: Sifted, findings: Findings) -> dict[str, str]:
    tows: dict[str, str] = {}
    for piece in entry.pieces:
        if piece.towed_by is not None:
            field = f"{sifted.where(piece)}.towed_by"
            with findings.caught(field):
                others = [each.id for each in entry.pieces if each.id != piece.id]
                tows[piece.id] = pick(findings.path, field, piece.towed_by, others)
    return tows


def _crew(piece: PieceEntry, sifted: Sifted, findings: Findings) -> tuple[str, ...]:
    aboard = []
    for index, key in enumerate(piece.crew):
        field = f"{sifted.where(piece)}.crew[{index}]"
        card = find_card(key, findings, field)
        if isinstance(card, CrewCard):
            aboard.append(card.key)
        elif card is not None:
            what = template("got '{key}', {name}, a {kind}; expected crew")
            findings.error(field, what, key=card.key, name=card.name, kind=card.kind)
    return tuple(aboard)
