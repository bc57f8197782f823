"""Rams, chosen and rolled for or automatic, as the edition says; and tows: a derelict joins the fleet of her tower."""

from collections.abc import Iterator

from tableassist.messages import Message, template
from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.editions.terms import TouchPart
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import ROLL, Act, Offer
from tableassist.rulebook.referee.changes import RANSOM, as_ransom, forget_facts_about, let_go, owe_masts, sink
from tableassist.rulebook.referee.foul import Action, Foul, foul, foul_of_refusal, judge_answer, not_hers
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import (
    Call,
    FactKind,
    GameState,
    RamMade,
)
from tableassist.rulebook.state.questions import bow_to_bow, bow_touches, bows_on, effects_of
from tableassist.rulebook.state.refusals import refuse_ram, refuse_tow
from tableassist.rulebook.state.things import NOBODY, Duty, DutyKind, Unit


class Ram(Act, frozen=True, tag="ram"):
    """A ship that has just moved rams the enemy that her bow touches."""

    ship: str
    target: str
    roll: int = 0
    """0 where no die is rolled."""

    title = Message("Ram")
    text = template("{ship} rams {target}")

    def choose_text(self) -> str:
        return template("{ship} rams {target}: rolls {roll}") if self.roll else self.text

    def assess(self, game: GameState) -> Judgement:
        unit, enemy = game.units[self.ship], game.units[self.target]
        terms = game.edition.contact
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if terms.ram_is_automatic:
            words = Message("a bow that touches an enemy after a move rams her by itself, without a die")
            return foul(Foul.RAM_IS_AUTOMATIC, words, terms.ram_section)
        if game.just_moved != unit.card.id or unit.turn.whirled or unit.turn.stern_turned:
            words = Message("{name} has not just moved", name=unit.name)
            return foul(Foul.NOT_JUST_MOVED, words, terms.ram_section)
        if any(ram.ship == unit.card.id and ram.target == self.target for ram in game.rams):
            words = Message("{name} has rammed {enemy} with this move", name=unit.name, enemy=enemy.name)
            return foul(Foul.ALREADY_TRIED, words, terms.ram_section)
        return why_not_ram(game, unit, enemy) or _contact(game, unit, enemy)

    def fold(self, game: GameState) -> GameState:
        unit, enemy = game.units[self.ship], game.units[self.target]
        after = make_ram(game, unit, enemy)
        if not game.edition.contact.ram_rolls or takes_no_mast(game, unit, enemy) or self.roll <= enemy.masts:
            return after
        if enemy.masts > 0:
            return owe_masts(after, after.units[self.target], 1, by=unit.owner, rammed=1)
        return (
            sink(after, after.units[self.target], by=unit.owner) if game.reading("ram-derelict") == "sinks" else after
        )

    def calls(self) -> tuple[Call, ...]:
        return (("ram", self.ship, self.target, 0),)


class Tow(Act, frozen=True, tag="tow"):
    ship: str
    derelict: str

    title = Message("Taking in tow")
    text = template("{ship} takes {derelict} in tow")

    def assess(self, game: GameState) -> Judgement:
        unit, derelict = game.units[self.ship], game.units[self.derelict]
        section, details = game.edition.contact.tow_section, {"name": unit.name, "other": derelict.name}
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if not unit.is_ship:
            return foul(Foul.WRONG_KIND, Message("{name} cannot tow", **details), section)
        if Action.MOVE.value not in unit.turn.actions:
            return foul(Foul.NOT_JUST_MOVED, Message("{name} has had no move action this turn", **details), section)
        if derelict.card.id in (unit.card.id, *unit.towing) or not derelict.in_play:
            return foul(Foul.NOT_DERELICT, Message("{other} is no derelict that {name} could tow", **details), section)
        in_weeds = derelict.is_tangled or any(_is_weeds(game, patch) for patch in derelict.terrain)
        refusal = refuse_tow(game, unit, derelict, game.edition, game.start.house, is_in_weeds=in_weeds)
        bad = foul_of_refusal(refusal)
        if bad is None and unit.towing and game.reading("tows-at-once") == "one":
            bad = foul(Foul.ALREADY_TRIED, Message("{name} tows another ship", **details), section)
        return bad or judge_answer(
            bow_touches(game, self.derelict, self.ship),
            Foul.NO_CONTACT,
            Message("{name} does not touch {other}'s bow", **details),
            section,
            unknown=Message("whether {name} touches {other}'s bow is not settled", **details),
        )

    def fold(self, game: GameState) -> GameState:
        """The derelict's bow is put to the tower's stern; she, her crew and treasure change fleets, and a plan to
        scuttle her fails if it was an opponent's."""
        unit, derelict = game.units[self.ship], game.units[self.derelict]
        after = let_go(forget_facts_about(game, self.derelict), self.derelict)
        after = after.with_unit(after.units[self.ship], towing=(*unit.towing, self.derelict))
        after = after.with_unit(
            after.units[self.derelict],
            towed_by=self.ship,
            owner=unit.owner,
            docked_at="",
            scuttling=derelict.scuttling and derelict.owner == unit.owner,
            rammed=NOBODY,
            terrain=NOBODY,
            tangled_in="",
            lost_in="",
            states=derelict.states - {PieceState.TANGLED, PieceState.PINNED, PieceState.WRECKED},
            withheld=_withheld(game, derelict, unit.owner),
        )
        return _crew_changes_fleet(after, self.derelict, unit.owner)

    def calls(self) -> tuple[Call, ...]:
        return (("tow", self.ship, self.derelict, 0),)


class CastOff(Act, frozen=True, tag="cast-off"):
    """A ship lets go of the one she tows."""

    ship: str

    title = Message("Casting off a tow")
    text = template("{ship} casts off her tow")

    def assess(self, game: GameState) -> Judgement:
        unit = game.units[self.ship]
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if not unit.towing:
            words = Message("{name} tows nobody", name=unit.name)
            return foul(Foul.NOT_OWED, words, game.edition.contact.tow_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """She lets go of those she tows; one who is towed herself stays so."""
        after, unit = game, game.units[self.ship]
        for towed in unit.towing:
            after = after.with_unit(after.units[towed], towed_by="")
        return after.with_unit(unit, towing=())


def why_not_ram(game: GameState, unit: Unit, enemy: Unit) -> Judgement | None:
    """What keeps these two from a ram, whatever touches; None if nothing does."""
    terms, lost = game.edition.contact, template("{name} is lost in the fog")
    ship_lost, enemy_lost = (Message(lost, name=ship.name) if ship.is_lost else None for ship in (unit, enemy))
    refusal = refuse_ram(game, unit, enemy, game.edition, ship_lost=ship_lost, enemy_lost=enemy_lost)
    if refusal is not None:
        return foul_of_refusal(refusal)
    if enemy.card.id in unit.rammed:
        pair = {"name": unit.name, "enemy": enemy.name}
        words = Message("{name} and {enemy} are pinned, and cannot ram each other", **pair)
        return foul(Foul.CANNOT_BE_RAMMED, words, terms.ram_section)
    return None


def _contact(game: GameState, unit: Unit, enemy: Unit) -> Judgement:
    terms, details = game.edition.contact, {"name": unit.name, "enemy": enemy.name}
    return judge_answer(
        ram_contact(game, unit.card.id, enemy.card.id),
        Foul.NO_CONTACT,
        Message("{name}'s bow does not touch {enemy} where a ram must", **details),
        terms.ram_section,
        unknown=Message("whether {name}'s bow touches {enemy} is not settled", **details),
    )


def ram_contact(game: GameState, ship: str, enemy: str) -> Verdict | None:
    """Whether her bow touches the part that counts: not the other's bow alone, by the first rules."""
    bows = bow_to_bow(game, ship, enemy)
    if bows is Verdict.YES and game.edition.contact.ram_target_part is TouchPart.NON_BOW:
        return Verdict.NO
    return bow_touches(game, ship, enemy)


def takes_no_mast(game: GameState, unit: Unit, enemy: Unit) -> bool:
    """A galley takes none (revolution, Keywords), nor is one taken from a ship that her card protects."""
    return unit.has("Galley") or Effect.RAM_TAKES_NO_MAST in effects_of(game, enemy)


def make_ram(game: GameState, unit: Unit, enemy: Unit) -> GameState:
    """The ram itself: it pins, and a boarding party may follow."""
    after = game.with_unit(unit, rammed=unit.rammed | {enemy.card.id})
    after = after.replace(rams=(*after.rams, RamMade(unit.card.id, enemy.card.id, turn=game.turn)))
    return after.with_duty(Duty(DutyKind.BOARDING, unit.owner, unit.card.id, enemy.card.id))


def automatic_rams(game: GameState, ship: str) -> GameState:
    """After a move: every enemy that her bow touches, where rams are automatic."""
    terms, after = game.edition.contact, game
    if not terms.ram_is_automatic:
        return game
    touched = {
        target if subject == ship else subject
        for (kind, subject, target, _), answer in game.facts.items()
        if kind in (FactKind.BOW_ON, FactKind.BOW_TO_BOW)
        and answer is Verdict.YES
        and ship in (subject, target)
        and (subject == ship or kind is FactKind.BOW_TO_BOW)
    }
    for enemy_id in sorted(touched):
        unit, enemy = after.units[ship], after.units.get(enemy_id)
        if enemy is not None and why_not_ram(after, unit, enemy) is None:
            after = make_ram(after, unit, enemy)
    return after


def _is_weeds(game: GameState, terrain: str) -> bool:
    piece = game.terrain.get(terrain)
    return piece is not None and piece.kind is PieceKind.SARGASSO_SEA


def _withheld(game: GameState, derelict: Unit, captor: str) -> frozenset[str]:
    """Coins that stay her owner's: where the text does not name treasure (spanish-main, Tow) and the table reads it
    so. In her first owner's hands again all of it is his."""
    if game.edition.contact.tow_takes_treasure or game.reading("prize-treasure") == "captors":
        return NOBODY
    if captor == derelict.card.owner:
        return NOBODY
    if captor == derelict.owner:
        return derelict.withheld
    return frozenset(coin.id for coin in game.coins_at(derelict.id))


def _crew_changes_fleet(game: GameState, ship: str, owner: str) -> GameState:
    after = game
    for member in game.crew_at(ship):
        if member.owner == owner:
            continue
        if RANSOM in member.card.keywords and game.reading("ransom-by-tow") == "yes":
            after = as_ransom(after, member, to=ship)
        else:
            after = after.with_crew(member, owner=owner)
    return after


def targets_allowed(game: GameState, rule: str, subject: str) -> tuple[tuple[str, int], ...]:
    """Targets and cannons of calls about this piece to which a judge said yes."""
    return tuple(
        (target, cannon)
        for (name, piece, target, cannon), decision in game.overrulings.items()
        if (name, piece) == (rule, subject) and decision.answer is Verdict.YES
    )


def rams(game: GameState, unit: Unit) -> Iterator[Offer]:
    judged = (target for target, _ in targets_allowed(game, "ram", unit.card.id))
    for enemy_id in dict.fromkeys((*bows_on(game, unit.card.id), *judged)):
        enemy = game.units.get(enemy_id)
        if enemy is None:
            continue
        details = {"name": unit.name, "enemy": enemy.name, "least": enemy.masts + 1}
        if game.edition.contact.ram_rolls and not takes_no_mast(game, unit, enemy):
            words = Message("{name} rams {enemy}: takes a mast on {least}+", **details)
            yield Offer(unit.owner, Ram(unit.card.id, enemy_id, 1), words, (ROLL,))
        else:
            yield Offer(unit.owner, Ram(unit.card.id, enemy_id), Message("{name} rams {enemy}", **details))
