"""Who may say an act: the owner picks the lost mast, the winner the prize, the player in turn gives the actions."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import Entry, Judgement, Source
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.cargo import Reveal
from tableassist.rulebook.referee.acts.fighting import BoardingPrize, LoseCrew, LoseMast
from tableassist.rulebook.referee.acts.sailing import DriftIceberg
from tableassist.rulebook.referee.acts.table import AgreeToEnd, Correct, Fact, Overrule
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.things import DutyKind

ANSWERS = {LoseMast: DutyKind.MAST, LoseCrew: DutyKind.CREW, BoardingPrize: DutyKind.PRIZE}
"""Acts by which somebody answers what is owed, and by whom it is owed is in the duty."""
OF_ANYBODY = (Fact, Correct, AgreeToEnd, Overrule)
"""What is seen, put right, agreed and decided, no player says for a fleet."""


def player_who_says(game: GameState, act: AnyAct) -> str:
    """The player for whose fleet the act is said; whose turn it is, where it names no fleet."""
    first = str(getattr(act, act.__struct_fields__[0]))
    kind = ANSWERS.get(type(act))
    if kind is not None:
        owed = (each.player for each in game.duties if (each.kind, each.piece) == (kind, first))
        return next(owed, _owner(game, first))
    if isinstance(act, Reveal):
        return next((each.player for each in game.duties if each.piece == first), game.player)
    if isinstance(act, DriftIceberg):
        return game.player
    return first if first in game.order else _owner(game, first)


def _owner(game: GameState, piece: str) -> str:
    unit, member = game.units.get(piece), game.crew.get(piece)
    if unit is not None:
        return unit.owner
    return member.owner if member is not None else game.player


def find_wrong_speaker(game: GameState, entry: Entry[AnyAct]) -> Judgement | None:
    """A foul where a player said what is another's to say. What the camera saw, and what nobody in particular or no
    player of the game said, such as a judge, is not asked about."""
    act = entry.act
    if entry.by not in game.order or entry.source is Source.CAMERA or isinstance(act, OF_ANYBODY):
        return None
    player = player_who_says(game, act)
    if player == entry.by:
        return None
    words = Message("that is for {player} to say, not for {other}", player=player, other=entry.by)
    return foul(Foul.NOT_YOURS, words, game.edition.turn.own_fleet_section)
