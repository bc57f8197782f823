"""States of tables for tests: what people note of pieces, and what they correct."""

from dataclasses import replace

import msgspec.structs

from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
from tableassist.store.table.notes import TableNotes, notes_of
from tableassist.store.table.table_state import table_state
from tableassist.table.commands import CorrectNotes


def state_of(pieces, players=("A", "B"), owners=None, rules=None, **notes):
    """A table of these pieces without a refereed game; each belongs to its owner unless somebody else is named."""
    if owners is None:
        owners = {piece.id: piece.owner for piece in pieces if piece.owner}
    made = TableNotes(players, owners, **{name: value for name, value in notes.items() if value})
    return table_state(pieces, made, rules or RuleSettings())


def with_notes(scene, rules=None, **changes):
    """The scene with more noted of its pieces: states, crews, homes."""
    pieces = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    notes = msgspec.structs.replace(notes_of(scene.state), **changes)
    return replace(scene, state=table_state(pieces, notes, rules or RuleSettings()))


def corrected(state, *corrections):
    for each in corrections:
        state = each.fold(state)
    return state


def settings_with(settings, *corrections):
    return replace(settings, state=corrected(settings.state, *corrections))


def mast_lost(piece, mast):
    return Correct(piece, CorrectionKind.MAST_LOST, str(mast))


def turn_of(player):
    return Correct(player, CorrectionKind.TURN)


def note(session, correction):
    """Correct the notes of a table as people at its screen do."""
    return session.dispatch(CorrectNotes(correction.piece, correction.what, correction.value))


def captured(piece, player):
    return Correct(piece, CorrectionKind.OWNER, player)


def begun(piece, state):
    return Correct(piece, CorrectionKind.STATE, str(state))
