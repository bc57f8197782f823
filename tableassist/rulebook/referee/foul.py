"""Why an act is not allowed: one code for each reason, the same in every edition."""

from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.refusals import Refusal


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


def refused(refusal: Refusal | None) -> Judgement | None:
    """The foul that a refusal makes of an act; None where nothing was refused."""
    return None if refusal is None else foul(Foul(refusal.code), refusal.words, refusal.section)


def measured(answer: Verdict | None, code: Foul, words: Message, section: Text, *, unknown: Message) -> Judgement:
    """What the geometry makes of an act that depends on it alone."""
    match answer:
        case Verdict.YES:
            return FINE
        case Verdict.NO:
            return foul(code, words, section)
        case Verdict.TOO_CLOSE:
            return Judgement(Opinion.TOO_CLOSE, (Reason("too-close", unknown, section),))
    return Judgement(Opinion.NOT_KNOWN, (Reason("not-known", unknown, section),))
