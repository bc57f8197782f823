"""Why an act is not allowed: one code for each reason; and whether a piece may be given an action now."""

from enum import StrEnum

from tableassist.messages import Message, Text, template
from tableassist.pieces import Effect
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.referee.changes import go_on, show_crew
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.shooting.permission import NO_SHOT_OF_DERELICT
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import (
    can_sail,
    effects_of,
    fort_at,
    is_derelict,
    island_of,
)
from tableassist.rulebook.state.refusals import Refusal, refuse_docking, refuse_sailing
from tableassist.rulebook.state.things import Unit


class Foul(StrEnum):
    # The act itself
    UNKNOWN = "unknown"
    """It names a piece, player or coin that is not in the game, or a number that no die and no ship has."""
    WRONG_PHASE = "wrong-phase"
    GAME_OVER = "game-over"
    OWED = "owed"
    """Something else must be answered first."""
    NOT_OWED = "not-owed"
    """It answers what nobody asked."""
    NOT_IN_EDITION = "not-in-edition"
    OVERRULED = "overruled"
    """A judge has decided that it is not allowed."""
    # Whose turn, whose piece, which action
    NOT_YOUR_TURN = "not-your-turn"
    NOT_YOURS = "not-yours"
    OUT_OF_PLAY = "out-of-play"
    """Sunk, wrecked, abandoned, eliminated or not built."""
    ALREADY_ACTED = "already-acted"
    TOO_MANY_ACTIONS = "too-many-actions"
    TURN_OVER = "turn-over"
    """Terrain ended her turn."""
    WRONG_KIND = "wrong-kind"
    """Pieces of this kind are not given that action."""
    DERELICT = "derelict"
    TOO_LATE = "too-late"
    """It belongs to the beginning of the turn, or a fort was built and ends it."""
    # Moving
    PINNED = "pinned"
    TANGLED = "tangled"
    LOST = "lost"
    TOWED = "towed"
    ILLEGAL_MOVE = "illegal-move"
    NO_COME_ABOUT = "no-come-about"
    WRONG_EXIT = "wrong-exit"
    """She came out of fog or weeds elsewhere, or faces otherwise, than the edition says."""
    JUST_RAMMED = "just-rammed"
    MAY_NOT_DOCK = "may-not-dock"
    NOT_FRIENDLY_CURRENT = "not-friendly-current"
    NOT_ABLE = "not-able"
    """No card aboard lets her do that."""
    # Shooting
    OWN_FLEET = "own-fleet"
    TARGET_AT_HOME = "target-at-home"
    PROTECTED = "protected"
    NO_SUCH_CANNON = "no-such-cannon"
    MAST_GONE = "mast-gone"
    CANNON_FIRED = "cannon-fired"
    NO_SHOT = "no-shot"
    ONE_TARGET = "one-target"
    # Contact
    NO_CONTACT = "no-contact"
    NOT_JUST_MOVED = "not-just-moved"
    RAM_IS_AUTOMATIC = "ram-is-automatic"
    CANNOT_BE_RAMMED = "cannot-be-rammed"
    NO_RAM = "no-ram"
    """A boarding party follows a ram, and there was none."""
    ONE_PARTY = "one-party"
    DECIDES_FIRST = "decides-first"
    NOT_DERELICT = "not-derelict"
    # Islands and cargo
    NOT_DOCKED = "not-docked"
    NOT_WILD = "not-wild"
    NOT_DOCKED_AT_START = "not-docked-at-start"
    NOT_THERE = "not-there"
    """The coin or crew is somewhere else."""
    NO_ROOM = "no-room"
    TOO_EXPENSIVE = "too-expensive"
    MUST_TAKE_UNIQUE = "must-take-unique"
    MUST_UNLOAD = "must-unload"
    MAY_NOT_UNLOAD = "may-not-unload"
    """No text lets a ship put treasure ashore there."""
    MAST_STANDS = "mast-stands"
    MAST_REMOVED = "mast-removed"
    """A ram took it out of the game, by the table's reading."""
    ALREADY_TRIED = "already-tried"
    NOT_EXPLORED = "not-explored"
    FORT_THERE = "fort-there"
    NOT_ENOUGH_GOLD = "not-enough-gold"
    NO_CARGO = "no-cargo"
    """Sea creatures load nothing."""
    # Set-up
    NOT_FIRST_TO_PLACE = "not-your-placement"
    ALREADY_PLACED = "already-placed"
    """An island, ship or contribution that was placed or made before."""
    ISLAND_COUNT = "island-count"
    TERRAIN_COUNT = "terrain-count"
    SPACING = "spacing"
    HOME_TAKEN = "home-taken"
    NOT_THE_CHOOSER = "not-the-chooser"
    WRONG_NATION = "wrong-nation"
    TREASURE_COUNT = "treasure-count"
    TREASURE_GOLD = "treasure-gold"
    DUPLICATE = "duplicate"
    BUILD_TOTALS = "build-totals"
    """Fleets are built to different totals."""
    NOT_READY = "not-ready"
    NOT_AT_HOME = "not-at-home"


def foul(code: Foul, words: Message, section: Text) -> Judgement:
    return Judgement(Opinion.FOUL, (Reason(code.value, words, section),))


def foul_of_refusal(refusal: Refusal | None) -> Judgement | None:
    """The foul that a refusal makes of an act; None where nothing was refused."""
    return None if refusal is None else foul(Foul(refusal.code), refusal.words, refusal.section)


def judge_answer(answer: Verdict | None, code: Foul, words: Message, section: Text, *, unknown: Message) -> Judgement:
    """What the geometry makes of an act that depends on it alone."""
    match answer:
        case Verdict.YES:
            return FINE
        case Verdict.NO:
            return foul(code, words, section)
        case Verdict.TOO_CLOSE:
            return Judgement(Opinion.TOO_CLOSE, (Reason("too-close", unknown, section),))
    return Judgement(Opinion.NOT_KNOWN, (Reason("not-known", unknown, section),))


def why_not_dock(game: GameState, unit: Unit, place: str) -> Judgement | None:
    """What keeps her from docking there; None if nothing does."""
    island = game.islands.get(island_of(game, place))
    return foul_of_refusal(refuse_docking(game, unit, island, fort_at(game, place), game.edition))


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
        words = Message(
            "{name} is {owner}'s, and it is {player}'s turn", name=unit.name, owner=unit.owner, player=game.player
        )
        return foul(Foul.NOT_YOUR_TURN, words, terms.own_fleet_section)
    if not unit.in_play or unit.is_abandoned:
        return foul(Foul.OUT_OF_PLAY, Message("{name} is out of play", name=unit.name), terms.action_section)
    if unit.is_wrecked:
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
    terms = game.edition.turn
    if unit.is_fort and action is not Action.SHOOT:
        words = Message("{name} is a fort: it only shoots", name=unit.name)
        return foul(Foul.WRONG_KIND, words, game.edition.setup.fort_section)
    if unit.is_creature and action not in CREATURE_ACTIONS:
        words = Message("{name} is a sea creature: it only moves and shoots", name=unit.name)
        return foul(Foul.WRONG_KIND, words, terms.creature_section)
    # Oarsmen move a derelict (spanish-main, Placing Crew).
    is_moved = action in (Action.MOVE, Action.UNTANGLE) and can_sail(game, unit)
    if not (derelict or action in DERELICT_ACTIONS or is_moved) and is_derelict(game, unit):
        only = template("{name} is derelict: she may only explore or be repaired")
        words = Message(NO_SHOT_OF_DERELICT if action is Action.SHOOT else only, name=unit.name)
        return foul(Foul.DERELICT, words, terms.derelict_section)
    return foul_of_refusal(refuse_sailing(game, unit, game.edition)) if action is Action.MOVE else None


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
    return after.with_turn(
        unit, actions=(*unit.turn.actions, action.value), shooting=False, fired=(), missed=frozenset()
    )


def actions_left(game: GameState, unit: Unit) -> int:
    """How many actions of this turn she has still to come, whatever else may keep her."""
    if not_hers(game, unit) is not None or _too_late(game, unit) is not None:
        return 0
    most = 2 if Effect.EXTRA_ACTION in effects_of(game, unit) else 1
    limit = game.edition.turn.most_actions
    return max(0, (most if limit is None else min(most, limit)) - len(unit.turn.actions))
