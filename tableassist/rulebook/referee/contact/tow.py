"""Tows: a derelict is taken in tow after a move, and joins the fleet of her tower."""

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.judgement import FINE, Judgement
from tableassist.rulebook.predicates.towing import refuse_tow
from tableassist.rulebook.referee.actions import Action, not_hers
from tableassist.rulebook.referee.acts.cargo import CastOff, Tow
from tableassist.rulebook.referee.changes.crew import as_ransom
from tableassist.rulebook.referee.changes.sinking import RANSOM, forgotten
from tableassist.rulebook.referee.changes.tow_lines import let_go
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.state.game import GameState, in_play, with_crew, with_unit
from tableassist.rulebook.state.questions import bow_touches, can_sail, has, is_derelict, is_tangled, is_wrecked
from tableassist.rulebook.state.unit import NOBODY, Unit


def judge_tow(game: GameState, act: Tow) -> Judgement:
    unit, other = game.units[act.ship], game.units[act.derelict]
    section, said = game.edition.contact.tow_section, {"name": unit.name, "other": other.name}
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.is_ship:
        return foul(Foul.WRONG_KIND, Message("{name} cannot tow", **said), section)
    if Action.MOVE.value not in unit.turn.actions:
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


def towable(game: GameState, unit: Unit, other: Unit) -> bool:
    """Any derelict but the one that she tows already, or an own flotilla, which only moves when she is towed."""
    if other.card.id in (unit.card.id, *unit.towing) or not in_play(other):
        return False
    refusal = refuse_tow(
        is_derelict=is_derelict(game, other),
        is_own_flotilla=has(other, "Flotilla") and other.owner == unit.owner,
        tower_can_move=can_sail(game, unit),
        is_submarine=has(other, "Submarine"),
        is_wreck=is_wrecked(other),
        may_tow_wreck=game.reading("tow-wreck") == "yes",
        is_in_tow=bool(other.towed_by),
        may_take_from_tower=game.reading("tow-from-tower") == "yes",
        is_in_weeds=is_tangled(other) or any(_is_weeds(game, each) for each in other.terrain),
        may_tow_out_of_weeds=bool(game.start.house.get("tow-out-of-weeds", True)),
    )
    return refusal is None


def _is_weeds(game: GameState, terrain: str) -> bool:
    piece = game.terrain.get(terrain)
    return piece is not None and piece.kind is PieceKind.SARGASSO_SEA


def fold_tow(game: GameState, act: Tow) -> GameState:
    """The derelict's bow is put to the tower's stern; she, her crew and treasure change fleets, and a plan to scuttle
    her fails if it was an opponent's."""
    unit, other = game.units[act.ship], game.units[act.derelict]
    after = let_go(forgotten(game, act.derelict), act.derelict)
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
        states=other.states - {PieceState.TANGLED, PieceState.PINNED, PieceState.WRECKED},
        withheld=_withheld(game, other, unit.owner),
    )
    return _crew_changes_fleet(after, act.derelict, unit.owner)


def _withheld(game: GameState, derelict: Unit, captor: str) -> frozenset[str]:
    """Coins that stay her owner's: where the text does not name treasure (spanish-main, Tow) and the table reads it
    so. In her first owner's hands again all of it is his."""
    if game.edition.contact.tow_takes_treasure or game.reading("prize-treasure") == "captors":
        return NOBODY
    if captor == derelict.card.owner:
        return NOBODY
    if captor == derelict.owner:
        return derelict.withheld
    return frozenset(each.id for each in game.coins_at(derelict.id))


def _crew_changes_fleet(game: GameState, ship: str, owner: str) -> GameState:
    after = game
    for member in game.crew_at(ship):
        if member.owner == owner:
            continue
        if RANSOM in member.card.keywords and game.reading("ransom-by-tow") == "yes":
            after = as_ransom(after, member, to=ship)
        else:
            after = with_crew(after, member, owner=owner)
    return after


def judge_cast_off(game: GameState, act: CastOff) -> Judgement:
    unit = game.units[act.ship]
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.towing:
        words = Message("{name} tows nobody", name=unit.name)
        return foul(Foul.NOT_OWED, words, game.edition.contact.tow_section)
    return FINE


def fold_cast_off(game: GameState, act: CastOff) -> GameState:
    """She lets go of those she tows; one who is towed herself stays so."""
    after, unit = game, game.units[act.ship]
    for each in unit.towing:
        after = with_unit(after, after.units[each], towed_by="")
    return with_unit(after, unit, towing=())
