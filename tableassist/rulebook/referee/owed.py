"""What must be answered before play goes on, in words."""

from tableassist.messages import Message, template
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import name_of
from tableassist.rulebook.state.things import Duty, DutyKind


def owed(game: GameState) -> tuple[Duty, ...]:
    """All that is owed, the first to be answered first; those that may be left unanswered come last."""
    return tuple(sorted(game.duties, key=lambda each: not each.must))


def question_of(game: GameState, duty: Duty) -> Message:
    said = {"player": duty.player, "piece": _name(game, duty.piece), "other": _name(game, duty.other)}
    if duty.kind is DutyKind.MAST:
        return Message.plural(
            "{player}: which mast does {piece} lose?",
            "{player}: which {count} masts does {piece} lose?",
            count=duty.count,
            **said,
        )
    return Message(QUESTIONS[duty.kind], **said)


QUESTIONS = {
    DutyKind.TERRAIN: template("{player}: roll for {piece} on {other}"),
    DutyKind.ICEBERGS: template("{player}: roll for the icebergs"),
    DutyKind.DRIFT: template("{player}: roll which way {piece} drifts"),
    DutyKind.WHIRLPOOL: template("{player}: which mast, coin or crew does {piece} lose to the whirlpool?"),
    DutyKind.PRIZE: template("{player}: what does {piece} take from {other}?"),
    DutyKind.CREW: template("{player}: which crew of {piece} is eliminated?"),
    DutyKind.COIN: template("{player}: what is the coin {piece} worth?"),
    DutyKind.MYSTERIOUS: template("{player}: roll for {piece} at the mysterious island {other}"),
    DutyKind.BOARDING: template("{player}: does {piece} board {other}?"),
}


def _name(game: GameState, piece: str) -> str:
    terrain = game.terrain.get(piece)
    return terrain.name if terrain is not None else name_of(game, piece)
