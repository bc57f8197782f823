"""The ledger in words, and the corrections that people make in several places."""

from collections.abc import Iterable

from tableassist.messages import Message, say, tr
from tableassist.pieces import Cannon, CannonRange, Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import CardKind, Catalogue, CrewCard
from tableassist.pieces.lookup import CardQuery, FoundCard, find_cards
from tableassist.rulebook import GameState
from tableassist.rulebook.acts import CorrectionKind
from tableassist.table.commands import CorrectNotes
from tableassist.table.notes import upright_words
from tableassist.ui.session.session import Session

STATES_OF = {
    PieceKind.SHIP: (
        PieceState.DERELICT,
        PieceState.ON_FIRE,
        PieceState.PINNED,
        PieceState.TANGLED,
        PieceState.LOST,
        PieceState.SUBMERGED,
        PieceState.GHOSTLY,
        PieceState.WRECKED,
        PieceState.SUNK,
    ),
    PieceKind.SEA_CREATURE: (
        PieceState.SUBMERGED,
        PieceState.PINNED,
        PieceState.TANGLED,
        PieceState.LOST,
        PieceState.SUNK,
    ),
    PieceKind.FORT: (PieceState.ABANDONED, PieceState.ON_FIRE, PieceState.SUNK),
}
"""What each kind of piece can be in; the others can be in nothing."""


def uprights_word(piece: Piece) -> str:
    if piece.model.masts:
        return tr("Masts, front to back")
    return tr("Segments, front to back") if piece.model.segments else tr("Flags")


def cannons_short(cannons: Iterable[Cannon]) -> str:
    """As on the card: "3S"."""
    return " ".join(f"{each.rank}{each.reach.value}" for each in cannons)


def mast_spoken(piece: Piece, number: int, *, stands: bool) -> str:
    """For reading aloud: "Mast 2, cannon of rank 3 and short range, standing"."""
    cannons = [each for each in piece.cannons if each.mast == number]
    guns = [
        tr("cannon of rank {rank} and short range", rank=each.rank)
        if each.reach is CannonRange.SHORT
        else tr("cannon of rank {rank} and long range", rank=each.rank)
        for each in cannons
    ]
    state = tr("standing") if stands else tr("gone")
    return ", ".join((upright_words(piece, number), *guns, state))


def crew_words(card: CrewCard, *, able: bool) -> str:
    """One line for a list."""
    line = tr(
        "{name}  ·  {nation}  ·  {points}  ·  {key}",
        name=card.name,
        nation=card.nation.words,
        points=Message.plural("1 point", "{count} points", count=card.points),
        key=card.key,
    )
    return line if able else tr("{crew}  ·  of another nation: does nothing aboard", crew=line)


def crew_effect_words(card: CrewCard, *, able: bool) -> str:
    """What it does to measuring and shooting."""
    if not able:
        return tr("{name} is of a different nation from the ship and does nothing aboard.", name=card.name)
    if not card.effects:
        return tr("{name} does not affect measuring.", name=card.name)
    return f"{card.name}: {' '.join(say(effect.meaning) for effect in card.effects)}"


def owner_note(state: GameState, piece: str) -> str:
    unit = state.units.get(piece)
    if unit is None or unit.card.owner in ("", unit.owner):
        return ""
    return tr("captured from {player}", player=unit.card.owner)


MOST_FOUND = 40
"""Cards that a list shows; whoever wants another types more of its name."""


def is_able(card: CrewCard, piece: Piece) -> bool:
    """Crew of another nation than the ship's do nothing aboard (all editions, Placing Crew). Where the ship's is not
    known, the table is believed."""
    return piece.nation is None or card.nation.value == piece.nation


def found_crew(catalogue: Catalogue, words: str, piece: Piece) -> tuple[CrewCard, ...]:
    """Best first; of equals, those of her own nation."""
    if not words.strip():
        return ()
    hits = find_cards(catalogue, CardQuery(words=words, kind=CardKind.CREW, released_only=True))
    ranked = sorted(hits, key=lambda hit: (hit.match, hit.slips, not _is_hers(hit, piece)))
    cards = [hit.card for hit in ranked if isinstance(hit.card, CrewCard)]
    # The same hand was printed in many sets; one of them is enough to choose from.
    alike = {(card.name, card.nation, card.points, card.effects): card for card in reversed(cards)}
    return tuple(card for card in cards if card in alike.values())[:MOST_FOUND]


def _is_hers(hit: FoundCard, piece: Piece) -> bool:
    return isinstance(hit.card, CrewCard) and is_able(hit.card, piece)


def next_player(state: GameState) -> str | None:
    """Whose turn comes after this one; the first player's where nobody has kept count. None without players."""
    players, now = state.players, state.player_in_turn
    if not players:
        return None
    return players[(players.index(now) + 1) % len(players)] if now in players else players[0]


def begin_next_turn(session: Session) -> None:
    player = next_player(session.settings.state)
    if player is not None:
        session.ask(CorrectNotes(player, CorrectionKind.TURN))


def note_mast(session: Session, piece: Piece, number: int, *, stands: bool) -> None:
    what = CorrectionKind.MAST_BACK if stands else CorrectionKind.MAST_LOST
    session.ask(CorrectNotes(piece.id, what, str(number)))
