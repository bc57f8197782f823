"""Whether an act speaks of pieces, players and dice that there are."""

from collections.abc import Container

from tableassist.messages import Message
from tableassist.play.judgement import Judgement
from tableassist.referee.acts.act import Act
from tableassist.referee.foul import Foul, foul
from tableassist.referee.state.game import Game
from tableassist.rules.ruling.ruling import Verdict

DIE_SIDES = 6
PLAYER = frozenset({"player", "owner"})
DIE = frozenset({"roll", "enemy_roll"})
UNIT = frozenset({"ship", "derelict", "other", "fort", "bow_on", "bow_to_bow", "touches_bow_of"})
SHOOTER_OR_TARGET = frozenset({"target"})
ISLAND = frozenset({"island"})
TERRAIN = frozenset({"terrain", "whirlpool", "iceberg", "current"})
COIN = frozenset({"coin", "coins", "pay"})
CREW = frozenset({"crew"})
PLACE = frozenset({"docks", "piece", "subject"})
THING = frozenset({"take", "give", "thing"})
ANYTHING = frozenset({"touches"})
MAY_BE_NEW = {"lay-terrain": {"terrain"}, "ram": {"roll"}}
"""What names nothing that must be there: a new fog bank, a ram without a die."""
OTHERWISE = {"whirl": {"to": "terrain"}, "move-crew": {"to": "place"}, "assign-crew": {"to": "place"}}


def unknown(game: Game, act: Act) -> Judgement | None:
    """The first name that is not in the game, or a die that shows no such number."""
    verb = str(act.__struct_config__.tag)
    skipped = MAY_BE_NEW.get(verb, set())
    for field in act.__struct_fields__:
        value = getattr(act, field)
        if field in skipped or value in ("", (), None) or (verb, field, value) == ("boarding-prize", "crew", "any"):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            if not _is_known(game, verb, field, each):
                words = Message("'{value}' is no {what} in this game", value=each, what=field.replace("_", " "))
                return foul(Foul.UNKNOWN, words, game.edition.turn.action_section)
    return None


def _is_known(game: Game, verb: str, field: str, value: object) -> bool:
    if isinstance(value, Verdict):
        return True  # an answer, whatever the field names in another act
    if field in DIE:
        return isinstance(value, int) and 1 <= value <= DIE_SIDES
    groups = _groups(game, verb, OTHERWISE.get(verb, {}).get(field, field))
    return groups is None or any(value in each for each in groups)


def _groups(game: Game, verb: str, field: str) -> tuple[Container[str], ...] | None:
    """Where the name must be found; None for what is no name."""
    if field == "ship" and verb == "shoot":
        return game.units, game.crew
    table = (
        (PLAYER, (game.order,)),
        (UNIT, (game.units,)),
        (
            SHOOTER_OR_TARGET,
            (game.units, game.crew, game.islands, game.terrain) if verb == "fact" else (game.units, game.crew),
        ),
        (ISLAND, (game.islands,)),
        (TERRAIN, (game.terrain,)),
        (COIN, (game.coins,)),
        (CREW, (game.crew,)),
        (
            PLACE | {"place"},
            (game.units, game.islands, game.crew, game.order)
            if verb == "correct"
            else (game.units, game.islands, game.crew),
        ),
        (THING, (game.coins, game.crew)),
        (ANYTHING, (game.units, game.islands, game.terrain)),
    )
    return next((groups for names, groups in table if field in names), None)
