"""Tows: a derelict is taken in tow after a move, and joins the fleet of her tower."""

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import Action, not_hers
from tableassist.rulebook.referee.acts.cargo import CastOff, Tow
from tableassist.rulebook.referee.changes.crew import as_ransom
from tableassist.rulebook.referee.changes.sinking import RANSOM, forget_facts_about
from tableassist.rulebook.referee.changes.tow_lines import let_go
from tableassist.rulebook.referee.foul import Foul, foul, measured, refused
from tableassist.rulebook.state.game import GameState, in_play, with_crew, with_unit
from tableassist.rulebook.state.questions import bow_touches, is_tangled
from tableassist.rulebook.state.refusals import refuse_tow
from tableassist.rulebook.state.things import NOBODY, Unit


def judge_tow(game: GameState, act: Tow) -> Judgement:
    unit, other = game.units[act.ship], game.units[act.derelict]
    section, said = game.edition.contact.tow_section, {"name": unit.name, "other": other.name}
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.is_ship:
        return foul(Foul.WRONG_KIND, Message("{name} cannot tow", **said), section)
    if Action.MOVE.value not in unit.turn.actions:
        return foul(Foul.NOT_JUST_MOVED, Message("{name} has had no move action in this turn", **said), section)
    if other.card.id in (unit.card.id, *unit.towing) or not in_play(other):
        return foul(Foul.NOT_DERELICT, Message("{other} is no derelict that {name} could tow", **said), section)
    in_weeds = is_tangled(other) or any(_is_weeds(game, each) for each in other.terrain)
    refusal = refuse_tow(game, unit, other, game.edition, game.start.house, is_in_weeds=in_weeds)
    bad = refused(refusal)
    if bad is None and unit.towing and game.reading("tows-at-once") == "one":
        bad = foul(Foul.ALREADY_TRIED, Message("{name} tows another ship", **said), section)
    return bad or measured(
        bow_touches(game, act.derelict, act.ship),
        Foul.NO_CONTACT,
        Message("{name} does not touch {other}'s bow", **said),
        section,
        unknown=Message("whether {name} touches {other}'s bow is not settled", **said),
    )


def _is_weeds(game: GameState, terrain: str) -> bool:
    piece = game.terrain.get(terrain)
    return piece is not None and piece.kind is PieceKind.SARGASSO_SEA


def fold_tow(game: GameState, act: Tow) -> GameState:
    """The derelict's bow is put to the tower's stern; she, her crew and treasure change fleets, and a plan to scuttle
    her fails if it was an opponent's."""
    unit, other = game.units[act.ship], game.units[act.derelict]
    after = let_go(forget_facts_about(game, act.derelict), act.derelict)
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
