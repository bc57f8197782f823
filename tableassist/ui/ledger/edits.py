"""Edits of the ledger that are more than one event, or made in several places. No widgets."""

from dataclasses import replace

from tableassist.ledger.ledger import CrewAboard, Ledger, MastLost, MastRepaired, TurnBegun, apply
from tableassist.messages import tr
from tableassist.pieces.catalogue import CardKind, Catalogue, CrewCard
from tableassist.pieces.catalogue_search import CardQuery, Found, find_cards
from tableassist.pieces.piece import Piece
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.ledger.words import upright_words
from tableassist.ui.session.session import Session
from tableassist.ui.session.words import turn_words

MOST_FOUND = 40
"""Cards that a list shows; whoever wants another types more of its name."""


def with_crew_aboard(settings: TableSettings, piece: str, card: CrewCard) -> TableSettings:
    """The rules learn what the card does with the crew: a table that began without crew knows no cards."""
    rules = settings.rules
    if card.key not in rules.crew_nations:
        rules = replace(
            rules,
            crew_effects={**rules.crew_effects, card.key: card.effects},
            crew_nations={**rules.crew_nations, card.key: card.nation.value},
        )
    return replace(settings, rules=rules, ledger=apply(settings.ledger, CrewAboard(piece, card.key)))


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


def _is_hers(hit: Found, piece: Piece) -> bool:
    return isinstance(hit.card, CrewCard) and is_able(hit.card, piece)


def next_player(ledger: Ledger) -> str | None:
    """Whose turn comes after this one; the first player's where nobody has kept count. None without players."""
    if not ledger.players:
        return None
    if ledger.turn not in ledger.players:
        return ledger.players[0]
    return ledger.players[(ledger.players.index(ledger.turn) + 1) % len(ledger.players)]


def begin_next_turn(session: Session) -> None:
    player = next_player(session.settings.ledger)
    if player is not None:
        session.edit(TurnBegun(player), turn_words(player))


def note_mast(session: Session, piece: Piece, number: int, *, stands: bool) -> None:
    event = MastRepaired(piece.id, number) if stands else MastLost(piece.id, number)
    said = {"piece": piece.name, "upright": upright_words(piece, number)}
    words = tr("{upright} of {piece} repaired", **said) if stands else tr("{upright} of {piece} lost", **said)
    session.edit(event, words)
