"""Whether a piece may be given an action now."""

from enum import StrEnum

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.changes.going_on import go_on
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.foul import Foul, foul, refused
from tableassist.rulebook.state.game import GameState, in_play, with_turn
from tableassist.rulebook.state.questions import can_sail, effects_of, is_abandoned, is_derelict, is_wrecked
from tableassist.rulebook.state.refusals import refuse_sailing
from tableassist.rulebook.state.things import Unit


class Action(StrEnum):
    MOVE = "move"
    SHOOT = "shoot"
    EXPLORE = "explore"
    REPAIR = "repair"
    UNTANGLE = "untangle"


CREATURE_ACTIONS = frozenset({Action.MOVE, Action.SHOOT, Action.UNTANGLE})
DERELICT_ACTIONS = frozenset({Action.EXPLORE, Action.REPAIR})


def not_hers(game: GameState, unit: Unit) -> Judgement | None:
    """Why this piece can do nothing now, action or not; None if nothing keeps it."""
    terms = game.edition.turn
    if unit.owner != game.player:
        words = Message("{name} is {owner}'s, and it is {player}'s turn", **_names(unit, game))
        return foul(Foul.NOT_YOUR_TURN, words, terms.own_fleet_section)
    if not in_play(unit) or is_abandoned(unit):
        return foul(Foul.OUT_OF_PLAY, Message("{name} is out of play", name=unit.name), terms.action_section)
    if is_wrecked(unit):
        return foul(Foul.OUT_OF_PLAY, Message("{name} is a wreck", name=unit.name), terms.action_section)
    return None


def no_action(game: GameState, unit: Unit, action: Action, *, derelict: bool = False) -> Judgement | None:
    """Why she may not be given this action now; None if she may. `derelict`: also where she is derelict."""
    return (
        not_hers(game, unit)
        or _wrong_kind(game, unit, action, derelict=derelict)
        or _too_late(game, unit)
        or _no_more(game, unit)
    )


def _wrong_kind(game: GameState, unit: Unit, action: Action, *, derelict: bool) -> Judgement | None:
    terms, said = game.edition.turn, {"name": unit.name}
    if unit.is_fort and action is not Action.SHOOT:
        return foul(
            Foul.WRONG_KIND, Message("{name} is a fort: it only shoots", **said), game.edition.setup.fort_section
        )
    if unit.is_creature and action not in CREATURE_ACTIONS:
        words = Message("{name} is a sea creature: it only moves and shoots", **said)
        return foul(Foul.WRONG_KIND, words, terms.creature_section)
    allowed = derelict or action in DERELICT_ACTIONS or _moves_derelict(game, unit, action)
    if not allowed and is_derelict(game, unit):
        words = Message("{name} is derelict: she may only explore or be repaired", **said)
        return foul(Foul.DERELICT, words, terms.derelict_section)
    return refused(refuse_sailing(game, unit, game.edition)) if action is Action.MOVE else None


def _moves_derelict(game: GameState, unit: Unit, action: Action) -> bool:
    """Oarsmen move a derelict (spanish-main, Placing Crew)."""
    return action in (Action.MOVE, Action.UNTANGLE) and can_sail(game, unit)


def _too_late(game: GameState, unit: Unit) -> Judgement | None:
    terms = game.edition
    if game.built_fort and game.reading("fort-goes-on") == "no":
        words = Message("a fort was built, which ends the turn's actions")
        return foul(Foul.TOO_LATE, words, terms.setup.fort_section)
    if unit.turn.turn_over:
        words = Message("terrain has ended {name}'s turn", name=unit.name)
        return foul(Foul.TURN_OVER, words, terms.terrain.trigger_section)
    return None


def _no_more(game: GameState, unit: Unit) -> Judgement | None:
    terms, given = game.edition.turn, len(unit.turn.actions)
    if not given:
        return None
    if terms.most_actions is not None and given >= terms.most_actions:
        words = Message("{name} has had {given} actions, and no piece gets more in a turn", name=unit.name, given=given)
        return foul(Foul.TOO_MANY_ACTIONS, words, terms.most_actions_section)
    if given >= (2 if Effect.EXTRA_ACTION in effects_of(game, unit) else 1):
        words = Message(
            "{name} has had her action of this turn ({action})", name=unit.name, action=unit.turn.actions[-1]
        )
        return foul(Foul.ALREADY_ACTED, words, terms.action_section)
    return None


def give_action(game: GameState, unit: Unit, action: Action) -> GameState:
    """The piece is given its action. What could follow the action before has lapsed."""
    after = go_on(game)
    if unit.turn.actions:
        after = show_crew(after, unit, Effect.EXTRA_ACTION)
    return with_turn(
        after, unit, actions=(*unit.turn.actions, action.value), shooting=False, fired=(), missed=frozenset()
    )


def _names(unit: Unit, game: GameState) -> dict[str, str]:
    return {"name": unit.name, "owner": unit.owner, "player": game.player}


def actions_left(game: GameState, unit: Unit) -> int:
    """How many actions of this turn she has still to come, whatever else may keep her."""
    if not_hers(game, unit) is not None or _too_late(game, unit) is not None:
        return 0
    most = 2 if Effect.EXTRA_ACTION in effects_of(game, unit) else 1
    limit = game.edition.turn.most_actions
    return max(0, (most if limit is None else min(most, limit)) - len(unit.turn.actions))
