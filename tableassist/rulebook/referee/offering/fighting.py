"""Offers of shots and rams."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.rulebook.referee.acts.fighting import Broadside, Ram, Shoot, SpecialShot
from tableassist.rulebook.referee.combat.broadside import KEYWORD
from tableassist.rulebook.referee.combat.marine import marine_rank
from tableassist.rulebook.referee.combat.shooting import gun_of
from tableassist.rulebook.referee.contact.ram import takes_no_mast
from tableassist.rulebook.referee.offering.offer import ROLL, Offer
from tableassist.rulebook.referee.offering.seen import Seen
from tableassist.rulebook.referee.overrulings import targets_allowed
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState
from tableassist.rulebook.state.questions import bows_on, has, name_of
from tableassist.rulebook.state.things import Unit


def shots(game: GameState, unit: Unit, seen: Seen) -> Iterator[Offer]:
    """Those that were measured or stated, also where they are too close to call."""
    targets: dict[str, Verdict] = {}
    for target, cannon, answer in seen.shots.get(unit.card.id, ()):
        gun = gun_of(game, unit, cannon)
        if gun is None:
            continue
        targets.setdefault(target, answer)
        said = {"name": unit.name, "target": name_of(game, target), "cannon": cannon, "least": max(gun.rank, 1) + 1}
        act = Shoot(unit.card.id, target, cannon, 1, answer)
        yield Offer(
            unit.owner, act, Message("{name} shoots {target} with cannon {cannon}: needs {least}+", **said), (ROLL,)
        )
        if cannon in unit.turn.missed:
            again = Shoot(unit.card.id, target, cannon, 1, answer, again=True)
            words = Message("{name} shoots {target} again with cannon {cannon}: needs {least}+", **said)
            yield Offer(unit.owner, again, words, (ROLL,))
    if has(unit, KEYWORD):
        for target, answer in targets.items():
            words = Message("{name} fires a broadside at {target}", name=unit.name, target=name_of(game, target))
            yield Offer(unit.owner, Broadside(unit.card.id, target, 1, answer), words, (ROLL,))


def special_shots(game: GameState, unit: Unit) -> Iterator[Offer]:
    for (kind, subject, target, _), answer in game.facts_about(unit.card.id):
        if kind is FactKind.WITHIN_S and subject == unit.card.id and answer is not Verdict.NO and target in game.units:
            words = Message("{name} uses her special shot at {target}", name=unit.name, target=name_of(game, target))
            yield Offer(unit.owner, SpecialShot(unit.card.id, target, 1, answer), words, (ROLL,))


def marine_shots(game: GameState, seen: Seen) -> Iterator[Offer]:
    for marine, found in seen.shots.items():
        member = game.crew.get(marine)
        if member is None:
            continue
        for target, cannon, answer in found:
            said = {"name": member.name, "target": name_of(game, target), "least": marine_rank(game) + 1}
            act = Shoot(marine, target, cannon, 1, answer)
            yield Offer(member.owner, act, Message("{name} shoots {target}: needs {least}+", **said), (ROLL,))


def rams(game: GameState, unit: Unit) -> Iterator[Offer]:
    judged = (target for target, _ in targets_allowed(game, "ram", unit.card.id))
    for enemy_id in dict.fromkeys((*bows_on(game, unit.card.id), *judged)):
        enemy = game.units.get(enemy_id)
        if enemy is None:
            continue
        said = {"name": unit.name, "enemy": enemy.name, "least": enemy.masts + 1}
        if game.edition.contact.ram_rolls and not takes_no_mast(game, unit, enemy):
            words = Message("{name} rams {enemy}: takes a mast on {least}+", **said)
            yield Offer(unit.owner, Ram(unit.card.id, enemy_id, 1), words, (ROLL,))
        else:
            yield Offer(unit.owner, Ram(unit.card.id, enemy_id), Message("{name} rams {enemy}", **said))
