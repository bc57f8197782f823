"""Marines: crew that shoot on their own, and that two hits in one turn eliminate (revolution, Keywords)."""

from tableassist.messages import Message
from tableassist.pieces.cannon_range import CannonRange
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.actions import Action
from tableassist.rulebook.referee.acts.fighting import Shoot
from tableassist.rulebook.referee.changes.damage import apply_hit
from tableassist.rulebook.referee.changes.going_on import go_on
from tableassist.rulebook.referee.changes.sinking import eliminate_crew
from tableassist.rulebook.referee.combat.targets import no_target
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.shooting.special import marine_gun
from tableassist.rulebook.state.game import FactKind, GameState, with_crew
from tableassist.rulebook.state.questions import able_crew, is_lost, is_marine
from tableassist.rulebook.state.things import CrewMember

HITS_TO_KILL = 2


def judge_marine_shot(game: GameState, act: Shoot) -> Judgement:
    member = game.crew[act.ship]
    bad = _may_not_shoot(game, member) or no_target(game, member, act.target, CannonRange.SHORT)
    if bad is not None:
        return bad
    answer = act.line if act.line is not None else game.answer(FactKind.SHOT, act.ship, act.target, act.cannon)
    return measured(
        answer,
        Foul.NO_SHOT,
        Message("{name} has no shot there", name=member.name),
        game.edition.shooting.range_section,
        unknown=Message("whether {name} has the shot is not settled", name=member.name),
    )


def _may_not_shoot(game: GameState, member: CrewMember) -> Judgement | None:
    terms, said = game.edition, {"name": member.name}
    ship = game.units.get(member.at)
    if member.owner != game.player:
        words = Message(
            "{name} is {owner}'s, and it is {player}'s turn", owner=member.owner, player=game.player, **said
        )
        return foul(Foul.NOT_YOUR_TURN, words, terms.turn.own_fleet_section)
    if not member.at or (ship is not None and ship.gone):
        return foul(Foul.OUT_OF_PLAY, Message("{name} is out of play", **said), terms.turn.keyword_section)
    if not is_marine(member):
        return foul(Foul.WRONG_KIND, Message("{name} is no marine", **said), terms.turn.keyword_section)
    if ship is not None and member not in able_crew(game, ship):
        words = Message("{name} serves another nation than the ship", **said)
        return foul(Foul.NOT_ABLE, words, terms.treasure.crew_section)
    return _shot_already(game, member)


def _shot_already(game: GameState, member: CrewMember) -> Judgement | None:
    terms, said, ship = game.edition, {"name": member.name}, game.units.get(member.at)
    if game.built_fort and game.reading("fort-goes-on") == "no":
        words = Message("a fort was built, which ends the turn's actions")
        return foul(Foul.TOO_LATE, words, terms.setup.fort_section)
    if member.actions:
        return foul(Foul.ALREADY_ACTED, Message("{name} has shot in this turn", **said), terms.turn.action_section)
    if ship is not None and is_lost(ship):
        return foul(Foul.LOST, Message("{name} is lost in the fog", name=ship.name), terms.shooting.lost_section)
    return None


def marine_rank(game: GameState) -> int:
    """What the geometry rules take it for: the symbol is lost in the text of revolution."""
    return marine_gun(RuleSettings(house=game.start.house))[0]


def fold_marine_shot(game: GameState, act: Shoot) -> GameState:
    member = game.crew[act.ship]
    after = with_crew(go_on(game), member, actions=(*member.actions, Action.SHOOT.value), face_up=True)
    if act.roll <= marine_rank(game):
        return after
    if act.target in after.crew:
        return hit_marine(after, act.target, by=member.owner)
    return apply_hit(after, act.target, by=member.owner)


def hit_marine(game: GameState, crew: str, *, by: str) -> GameState:
    member = game.crew[crew]
    hits = member.hits_this_turn + 1
    if hits >= HITS_TO_KILL:
        return eliminate_crew(game, crew, by=by)
    return with_crew(game, member, hits_this_turn=hits)
