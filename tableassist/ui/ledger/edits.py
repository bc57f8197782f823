"""Corrections that are made in several places, and crew that comes aboard. No widgets."""

from tableassist.pieces import Piece
from tableassist.pieces.catalogue import CardKind, Catalogue, CrewCard
from tableassist.pieces.lookup import CardQuery, FoundCard, find_cards
from tableassist.rulebook import GameState
from tableassist.rulebook.acts import CorrectionKind
from tableassist.table.commands import CorrectNotes
from tableassist.ui.session.session import Session

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
