"""What a card's ability does to measuring and shooting, as a closed list that the rules read.

A card may do more than its effects say: they name only what changes a distance, a line, a shot or a contact.
Ask with `Effect.LOF_NOT_BLOCKED_BY_SHIPS in card.effects`. S and L are the lengths of the table's ruler.
"""

from enum import StrEnum

from tableassist.messages import Message, template


class EffectTopic(StrEnum):
    """Which question a referee asks when the effect matters."""

    MOVE = template("move")
    RANGE = template("range")
    LINE_OF_FIRE = template("line of fire")
    TARGET = template("target")
    SHOT = template("shot")
    DOCKING = template("docking")
    CONTACT = template("contact")
    BOARDING = template("boarding")
    TERRAIN = template("terrain")
    REPAIR = template("repair")
    ABILITY = template("ability")


class Effect(StrEnum):
    """The value is the code in the catalogue's files."""

    BASE_MOVE_PLUS_S = "base_move_plus_S"
    PLUS_S_WITHOUT_CARGO = "plus_S_without_cargo"
    PLUS_L_WITH_ALL_MASTS = "plus_L_with_all_masts"
    PLUS_L_WITH_CAPTAIN = "plus_L_with_captain"
    S_WHEN_FULL = "S_when_full"
    DERELICT_MOVES_S = "derelict_moves_S"
    NEVER_DERELICT = "never_derelict"
    MOVES_S_AFTER_LOADING = "moves_S_after_loading"
    MOVE_AND_SHOOT = "move_and_shoot"

    ALL_CANNONS_L = "all_cannons_L"
    DOUBLE_RANGE = "double_range"
    DOUBLE_RANGE_NEEDS_6 = "double_range_needs_6"

    LOF_NOT_BLOCKED_BY_SHIPS = "lof_not_blocked_by_ships"

    NOT_HIT_BY_L_CANNONS = "not_hit_by_L_cannons"
    NOT_HIT_BY_FORTS = "not_hit_by_forts"
    NOT_SHOT_WITHIN_S = "not_shot_within_S"
    NOT_SHOT_WHILE_DOCKED = "not_shot_while_docked"
    SHOOTS_SUBMERGED_WITHIN_S = "shoots_submerged_within_S"

    CANNON_REROLLS_MISS = "cannon_rerolls_miss"
    CANNONS_STAY = "cannons_stay_without_masts"
    PLUS_1_WITHIN_S = "plus_1_within_S"
    MARINE = "marine"
    EXTRA_3S_CANNON_ANY_MAST = "extra_3S_cannon_any_mast"
    SPECIAL_SHOT_WITHIN_S = "special_shot_within_S"

    DOCKS_AT_ENEMY_HOME = "docks_at_enemy_home"
    DOCK_AND_EXPLORE = "dock_and_explore"
    MARKS_ISLAND_WITHIN_S = "marks_island_within_S"

    CANNOT_BE_PINNED = "cannot_be_pinned"
    RAM_TAKES_NO_MAST = "ram_takes_no_mast"
    TAKES_TREASURE_BY_TOUCH = "takes_treasure_by_touch"

    BOARDS_WITHIN_S = "boards_within_S"
    BOARDING_PLUS_1 = "boarding_plus_1"

    IGNORES_TERRAIN = "ignores_terrain"
    PLACES_FOG_WITHIN_S = "places_fog_within_S"

    REPAIRS_ANYWHERE = "repairs_anywhere"

    CANCELS_WITHIN_S = "cancels_within_S"
    FOREIGN_CREW_ACTS = "foreign_crew_acts"
    EXTRA_ACTION = "extra_action"

    @property
    def topic(self) -> EffectTopic:
        return next(topic for topic, notes in _NOTES.items() if self in notes)

    @property
    def meaning(self) -> Message:
        """What it changes for the referee, in one or two sentences."""
        return _MEANINGS[self]


_NOTES: dict[EffectTopic, dict[Effect, Message]] = {
    EffectTopic.MOVE: {
        Effect.BASE_MOVE_PLUS_S: Message("One more S segment in every move of the ship that carries this card."),
        Effect.PLUS_S_WITHOUT_CARGO: Message(
            "One more S segment while her holds are empty; none as soon as she loads."
        ),
        Effect.PLUS_L_WITH_ALL_MASTS: Message("One more L segment while all her masts are standing."),
        Effect.PLUS_L_WITH_CAPTAIN: Message("One more L segment while a captain is aboard."),
        Effect.S_WHEN_FULL: Message("Her whole move is a single S while her holds are full."),
        Effect.DERELICT_MOVES_S: Message(
            "Without a mast she still moves S, so being derelict does not fix her in place."
        ),
        Effect.NEVER_DERELICT: Message(
            "She is never derelict: without masts she still moves and can take every action as before."
        ),
        Effect.MOVES_S_AFTER_LOADING: Message(
            "After loading treasure she may move S in the same turn, in addition to her action."
        ),
    },
    EffectTopic.SHOT: {
        Effect.MOVE_AND_SHOOT: Message(
            "She may move and then shoot in one action: ranges and lines are measured from where the move ended, "
            "before any free turn on the stern."
        ),
        Effect.CANNON_REROLLS_MISS: Message(
            "A cannon that missed may roll again. Nothing is measured again: same cannon, same target, same line."
        ),
        Effect.CANNONS_STAY: Message("Her cannons shoot on from where their masts stood when the masts are gone."),
        Effect.PLUS_1_WITHIN_S: Message("+1 on a cannon's roll at a target within S."),
        Effect.MARINE: Message(
            "A separate gun, from any mast's place, in a separate shoot action. Two such crew have two guns."
        ),
        Effect.EXTRA_3S_CANNON_ANY_MAST: Message(
            "One more shot of rank 3 and S range, from any mast's place, also where the mast is gone. "
            "Nothing lengthens its range."
        ),
        Effect.SPECIAL_SHOT_WITHIN_S: Message(
            "A special shot (firepot, chainshot, stinkpot ...) at a target within S."
        ),
    },
    EffectTopic.RANGE: {
        Effect.ALL_CANNONS_L: Message("Every cannon reaches L, also those printed S."),
        Effect.DOUBLE_RANGE: Message("Every cannon reaches twice its printed range: S+S or L+L."),
        Effect.DOUBLE_RANGE_NEEDS_6: Message(
            "Cannons may shoot at up to twice their printed range; beyond the printed range only a 6 hits."
        ),
    },
    EffectTopic.LINE_OF_FIRE: {
        Effect.LOF_NOT_BLOCKED_BY_SHIPS: Message(
            "Other ships do not stop her lines of fire. Islands, fog and her own sails still do."
        ),
    },
    EffectTopic.TARGET: {
        Effect.NOT_HIT_BY_L_CANNONS: Message(
            "Cannons of L range cannot hit her, however near they are; cannons of S range can."
        ),
        Effect.NOT_HIT_BY_FORTS: Message("Cannons of forts cannot hit her."),
        Effect.NOT_SHOT_WITHIN_S: Message(
            "Ships within S of her may not shoot at her: a minimum range as well as a maximum."
        ),
        Effect.NOT_SHOT_WHILE_DOCKED: Message("While she is docked, at any island, she cannot be shot at."),
        Effect.SHOOTS_SUBMERGED_WITHIN_S: Message(
            "She may shoot at a submerged piece that is within S; for others a submerged piece is no target."
        ),
    },
    EffectTopic.DOCKING: {
        Effect.DOCKS_AT_ENEMY_HOME: Message("She may dock at an opponent's home island, where others may not."),
        Effect.DOCK_AND_EXPLORE: Message(
            "She may explore an island in the same action that docks her: contact at the move's end is enough."
        ),
        Effect.MARKS_ISLAND_WITHIN_S: Message(
            "She may choose an island within S without touching it; what happens there is on the card."
        ),
    },
    EffectTopic.CONTACT: {
        Effect.CANNOT_BE_PINNED: Message("She moves on freely when a bow touches her: contact does not pin her."),
        Effect.RAM_TAKES_NO_MAST: Message("A ram takes no mast from her. The contact counts as usual otherwise."),
        Effect.TAKES_TREASURE_BY_TOUCH: Message("She may take a treasure from an enemy ship that she touches."),
    },
    EffectTopic.BOARDING: {
        Effect.BOARDS_WITHIN_S: Message("She may board a ship up to S away instead of one she touches."),
        Effect.BOARDING_PLUS_1: Message("+1 on her boarding roll. Nothing changes in measuring."),
    },
    EffectTopic.TERRAIN: {
        Effect.IGNORES_TERRAIN: Message("Touching terrain does nothing to her; she moves as on open sea."),
        Effect.PLACES_FOG_WITHIN_S: Message(
            "She may lay a fog bank with its centre within S of her; from then on it blocks lines of fire."
        ),
    },
    EffectTopic.REPAIR: {
        Effect.REPAIRS_ANYWHERE: Message("She may repair at sea, without touching home or a fort."),
    },
    EffectTopic.ABILITY: {
        Effect.CANCELS_WITHIN_S: Message(
            "She may cancel one ability of a ship within S, so an effect listed there may be off for the turn."
        ),
        Effect.FOREIGN_CREW_ACTS: Message("Crew of other nations use their abilities aboard her."),
        Effect.EXTRA_ACTION: Message("She may be given a second action in a turn. Nothing changes in measuring."),
    },
}
_MEANINGS = {effect: meaning for notes in _NOTES.values() for effect, meaning in notes.items()}

NOT_IN_CATALOGUE = frozenset(
    {
        Effect.NEVER_DERELICT,
        Effect.MOVES_S_AFTER_LOADING,
        Effect.CANNONS_STAY,
        Effect.PLUS_1_WITHIN_S,
        Effect.MARINE,
        Effect.TAKES_TREASURE_BY_TOUCH,
        Effect.FOREIGN_CREW_ACTS,
        Effect.EXTRA_ACTION,
    }
)
"""What cards do and the catalogue's list does not tell of them: a table file says on which."""
