"""Tows: a derelict is taken in tow after a move, and joins the fleet of her tower."""

from tableassist.messages import Message
from tableassist.play.judgement import FINE, Judgement
from tableassist.referee.actions import Action, not_hers
from tableassist.referee.acts.cargo import CastOff, Tow
from tableassist.referee.changes.sinking import forgotten
from tableassist.referee.foul import Foul, foul, measured
from tableassist.referee.questions import bow_touches, has, is_derelict, is_wrecked
from tableassist.referee.state.game import Game, in_play, with_crew, with_unit
from tableassist.referee.state.unit import NOBODY, Unit


def judge_tow(game: Game, act: Tow) -> Judgement:
    unit, other = game.units[act.ship], game.units[act.derelict]
    section, said = game.edition.contact.tow_section, {"name": unit.name, "other": other.name}
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.is_ship:
        return foul(Foul.WRONG_KIND, Message("{name} cannot tow", **said), section)
    if Action.MOVE.value not in unit.actions:
        return foul(Foul.NOT_JUST_MOVED, Message("{name} has had no move action in this turn", **said), section)
    if not towable(game, unit, other):
        return foul(Foul.NOT_DERELICT, Message("{other} is no derelict that {name} could tow", **said), section)
    if unit.towing and game.reading("tows-at-once") == "one":
        return foul(Foul.ALREADY_TRIED, Message("{name} tows another ship", **said), section)
    return measured(
        bow_touches(game, act.derelict, act.ship),
        Foul.NO_CONTACT,
        Message("{name} does not touch {other}'s bow", **said),
        section,
        unknown=Message("whether {name} touches {other}'s bow is not settled", **said),
    )


def towable(game: Game, unit: Unit, other: Unit) -> bool:
    """Any derelict that nobody tows, or an own flotilla, which only moves when she is towed."""
    if other.card.id == unit.card.id or not in_play(other) or other.towed_by or is_wrecked(other):
        return False
    if other.tangled_in and not game.start.house.get("tow-out-of-weeds", False):
        return False
    return is_derelict(other) or (has(other, "Flotilla") and other.owner == unit.owner)


def fold_tow(game: Game, act: Tow) -> Game:
    """The derelict's bow is put to the tower's stern; she, her crew and treasure change fleets, and a plan to scuttle
    her fails if it was an opponent's."""
    unit, other = game.units[act.ship], game.units[act.derelict]
    after = forgotten(game, act.derelict)
    after = with_unit(after, after.units[act.ship], towing=(*unit.towing, act.derelict))
    after = with_unit(
        after,
        after.units[act.derelict],
        towed_by=act.ship,
        owner=unit.owner,
        docked_at="",
        scuttling=other.scuttling and other.owner == unit.owner,
        rammed=NOBODY,
        terrain=NOBODY,
        tangled_in="",
        lost_in="",
    )
    return _crew_changes_fleet(after, act.derelict, unit.owner)


def _crew_changes_fleet(game: Game, ship: str, owner: str) -> Game:
    after = game
    for member in game.crew_at(ship):
        if member.owner != owner:
            after = with_crew(after, member, owner=owner)
    return after


def judge_cast_off(game: Game, act: CastOff) -> Judgement:
    unit = game.units[act.ship]
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.towing:
        words = Message("{name} tows nobody", name=unit.name)
        return foul(Foul.NOT_OWED, words, game.edition.contact.tow_section)
    return FINE


def fold_cast_off(game: Game, act: CastOff) -> Game:
    """She lets go of those she tows; one who is towed herself stays so."""
    after, unit = game, game.units[act.ship]
    for each in unit.towing:
        after = with_unit(after, after.units[each], towed_by="")
    return with_unit(after, unit, towing=())
