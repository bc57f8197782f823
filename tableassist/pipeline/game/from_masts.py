"""Masts that are gone or back, as acts: the mast that a hit takes, a repair, or a correction that is asked about."""

from collections.abc import Iterable

from tableassist.messages import Message
from tableassist.pipeline.game.proposal import Proposal, ProposalKind, ProposedActs
from tableassist.pipeline.hull_looks import MastContradiction
from tableassist.rulebook import GameState, Phase
from tableassist.rulebook.acts import Correct, CorrectionKind, LoseMast, Repair
from tableassist.rulebook.play import Opinion
from tableassist.rulebook.referee import judge_act
from tableassist.rulebook.state import DutyKind
from tableassist.vision.hull.masts import MastSeen

SEEN, LIKELY, MAYBE = 0.995, 0.8, 0.5


def proposed_mast(
    game: GameState, seen: MastContradiction, beside: Iterable[MastContradiction], t_ns: int
) -> Proposal | None:
    """`beside`: all that are seen now. More masts gone than the hits took are asked about."""
    unit = game.units.get(seen.piece)
    if game.phase is not Phase.PLAYING or unit is None or not unit.in_play or not 1 <= seen.mast <= unit.card.masts:
        return None
    option = _gone(game, seen, beside) if seen.seen is MastSeen.GONE else _back(game, seen)
    return Proposal(ProposalKind.MAST, seen.piece, t_ns, (option,))


def _gone(game: GameState, seen: MastContradiction, beside: Iterable[MastContradiction]) -> ProposedActs:
    said = {"name": game.units[seen.piece].name, "mast": seen.mast}
    owed = sum(each.count for each in game.duties if (each.kind, each.piece) == (DutyKind.MAST, seen.piece))
    if not owed:
        words = Message("{name}'s mast {mast} is gone, but no hit was entered", **said)
        return ProposedActs((Correct(seen.piece, CorrectionKind.MAST_LOST, str(seen.mast)),), words, MAYBE)
    gone = {each.mast for each in beside if each.piece == seen.piece and each.seen is MastSeen.GONE}
    words = Message("{name} loses mast {mast}", **said)
    return ProposedActs((LoseMast(seen.piece, seen.mast),), words, SEEN if len(gone) <= owed else MAYBE)


def _back(game: GameState, seen: MastContradiction) -> ProposedActs:
    said = {"name": game.units[seen.piece].name, "mast": seen.mast}
    repair = Repair(seen.piece, seen.mast)
    if judge_act(game, repair).opinion is Opinion.FINE:
        return ProposedActs((repair,), Message("{name}'s mast {mast} is repaired", **said), LIKELY)
    words = Message("{name}'s mast {mast} is standing, but the game says it was lost", **said)
    return ProposedActs((Correct(seen.piece, CorrectionKind.MAST_BACK, str(seen.mast)),), words, MAYBE)
