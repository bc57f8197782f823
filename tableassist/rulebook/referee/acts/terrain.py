"""Terrain: what a ship that comes upon it owes and suffers, how she comes out; icebergs, terrain that is laid."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec.structs

from tableassist.messages import Message, Text, template
from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act, Answer, Offer
from tableassist.rulebook.referee.acts.ramming import automatic_rams
from tableassist.rulebook.referee.changes import (
    carry_coins,
    dock,
    forget_facts_about,
    let_go,
    lose_masts,
    owe_masts,
    show_crew,
    sink,
    without_rams_of,
)
from tableassist.rulebook.referee.foul import Action, Foul, foul, give_action, judge_answer, no_action, not_hers
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import (
    GameState,
)
from tableassist.rulebook.state.questions import can_sail, effects_of, keyword_carrier
from tableassist.rulebook.state.start import TerrainStart
from tableassist.rulebook.state.things import GONE, NOBODY, Duty, DutyKind, TerrainPiece, Unit
from tableassist.rulebook.terrain.terrain import is_freed, reef_damage
from tableassist.rulebook.terrain.terrain import is_tangled as tangles_her


class LeaveFog(Act, frozen=True, tag="leave-fog"):
    """The roll before a lost ship is moved out of her fog bank; her move action begins with it."""

    ship: str
    roll: int
    number: int = 0
    """The number on the edge where she was put; 0: that of the die."""
    at_number: Answer = None
    """Whether she touches that number, with her stern where the edition says so."""
    faces_away: Answer = None
    """Whether she faces away from the fog."""

    title = Message("Leaving the fog")
    text = template("{ship} leaves the fog: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        unit = game.units[self.ship]
        if (bad := no_action(game, unit, Action.MOVE)) is not None:
            return bad
        if not unit.is_lost:
            words = Message("{name} is not in fog", name=unit.name)
            return foul(Foul.NOT_OWED, words, game.edition.shooting.lost_section)
        section = game.edition.shooting.lost_section
        if self.number and self.number != self.roll:
            words = Message(
                "{name} comes out at {roll}, not at {number}", name=unit.name, roll=self.roll, number=self.number
            )
            return foul(Foul.WRONG_EXIT, words, section)
        return _exit(game, unit, self.at_number, self.faces_away, section)

    def fold(self, game: GameState) -> GameState:
        """She and what she tows are out of the fog, where the die put them; her move action has begun and goes on from
        there."""
        unit = game.units[self.ship]
        after = give_action(forget_facts_about(game, self.ship), unit, Action.MOVE)
        for ship in (self.ship, *unit.towing):
            now = after.units[ship]
            after = after.with_unit(
                now, lost_in="", terrain=now.terrain - {unit.lost_in}, states=now.states - {PieceState.LOST}
            )
        after = after.with_turn(after.units[self.ship], leaving_fog=True)
        return after.replace(just_moved="")


class RollTerrain(Act, frozen=True, tag="roll-terrain"):
    """The roll for a reef or a Sargasso Sea that a ship has come upon."""

    ship: str
    terrain: str
    roll: int

    title = Message("Roll for terrain")
    text = template("{ship} rolls {roll} for {terrain}")
    answers = DutyKind.TERRAIN

    def assess(self, game: GameState) -> Judgement:
        if _terrain_roll_owed(game, self) is None:
            words = Message("{name} owes no roll there", name=game.units[self.ship].name)
            return foul(Foul.NOT_OWED, words, game.edition.terrain.trigger_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """The die stays on the terrain until the turn ends."""
        duty, piece = _terrain_roll_owed(game, self), game.terrain[self.terrain]
        after = game.without_duty(duty) if duty else game
        rated = msgspec.structs.replace(piece, rating=self.roll)
        after = after.replace(terrain={**after.terrain, self.terrain: rated})
        after = _apply_rating(after, after.units[self.ship], rated, self.roll)
        now = after.units[self.ship]
        if now.tangled_in or (not now.towed_by and not can_sail(after, now)):
            after = _without_more(after, self.ship)
        return arrive(after, game.units[self.ship].towed_by or self.ship)


class Untangle(Act, frozen=True, tag="untangle"):
    """A tangled ship's action: a roll to come free of the weeds."""

    ship: str
    roll: int
    at_edge: Answer = None
    """Where she came free: whether she touches an edge of the weeds, with her stern where the edition says so."""
    faces_away: Answer = None
    """Where she came free: whether she faces away from the weeds."""

    title = Message("Coming free of the weeds")
    text = template("{ship} tries to come free of the weeds: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        unit = game.units[self.ship]
        if not unit.is_tangled and unit.owner == game.player:
            words = Message("{name} is not in weeds", name=unit.name)
            return foul(Foul.NOT_OWED, words, game.edition.terrain.trigger_section)
        bad = no_action(game, unit, Action.UNTANGLE)
        if bad is not None or not is_freed(unit.masts, self.roll):
            return bad or FINE
        return _exit(game, unit, self.at_edge, self.faces_away, game.edition.terrain.trigger_section)

    def fold(self, game: GameState) -> GameState:
        unit = game.units[self.ship]
        after = give_action(game, unit, Action.UNTANGLE)
        if not is_freed(unit.masts, self.roll):
            return after
        now = after.units[self.ship]
        states = now.states - {PieceState.TANGLED}
        return forget_facts_about(after, self.ship).with_unit(now, tangled_in="", terrain=NOBODY, states=states)


class Whirl(Act, frozen=True, tag="whirl"):
    """A ship that touches a whirlpool is put at another one."""

    ship: str
    whirlpool: str
    to: str
    roll: int

    title = Message("Carried off by a whirlpool")
    text = template("{ship} is carried from {whirlpool} to {to}: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.terrain.trigger_section
        if (bad := not_hers(game, unit)) is not None:
            return bad
        kinds = {game.terrain[pool].kind for pool in (self.whirlpool, self.to)}
        if kinds != {PieceKind.WHIRLPOOL} or self.to == self.whirlpool:
            words = Message("a whirlpool leads to another whirlpool")
            return foul(Foul.NO_CONTACT, words, section)
        if game.just_moved != self.ship or unit.turn.whirled:
            words = Message("{name} has not just moved onto a whirlpool", name=unit.name)
            return foul(Foul.NOT_JUST_MOVED, words, section)
        if self.whirlpool not in unit.terrain:
            words = Message("{name} does not touch that whirlpool", name=unit.name)
            return foul(Foul.NO_CONTACT, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """It ends the whole move action: no ram, no captain's shot, no boarding."""
        unit = game.units[self.ship]
        after = without_rams_of(game, (self.ship, *unit.towing)).replace(just_moved="")
        for ship in (self.ship, *unit.towing):
            after = forget_facts_about(after, ship)
        unit = after.units[self.ship]
        after = after.with_unit(
            unit, docked_at="", terrain=frozenset({self.to}), rammed=NOBODY, turn=unit.in_turn(whirled=True)
        )
        if self.roll > LOSES_UP_TO or not can_lose(after, after.units[self.ship]):
            return after
        return after.with_duty(Duty(DutyKind.WHIRLPOOL, unit.owner, self.ship))


class WhirlpoolLoss(Act, frozen=True, tag="whirlpool-loss"):
    """What a ship loses in a whirlpool: one of these."""

    ship: str
    mast: int = 0
    coin: str = ""
    crew: str = ""

    title = Message("Loss to a whirlpool")
    text = template("{ship} loses nothing to the whirlpool")
    answers = DutyKind.WHIRLPOOL

    def choose_text(self) -> str:
        if self.mast:
            return template("{ship} loses mast {mast} to the whirlpool")
        return template("{ship} loses {thing} to the whirlpool") if self.coin or self.crew else self.text

    def describe(self, values: Mapping[str, Any]) -> Text:
        return super().describe({**values, "thing": values["coin"] or values["crew"]})

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.terrain.trigger_section
        if _loss_owed(game, self.ship) is None:
            return foul(Foul.NOT_OWED, Message("{name} owes nothing to a whirlpool", name=unit.name), section)
        if sum(map(bool, (self.mast, self.coin, self.crew))) != 1:
            return foul(Foul.NOT_THERE, Message("one of a mast, a coin and a crew is lost"), section)
        there = (
            (not self.mast or self.mast in unit.masts_standing)
            and (not self.coin or game.coins[self.coin].at == self.ship)
            and (not self.crew or (game.crew[self.crew].at == self.ship and not game.crew[self.crew].card.equipment))
        )
        if not there:
            return foul(Foul.NOT_THERE, Message("{name} has nothing of that kind aboard", name=unit.name), section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        duty = _loss_owed(game, self.ship)
        after = game.without_duty(duty) if duty else game
        if self.mast:
            return lose_masts(after, after.units[self.ship], frozenset({self.mast}), by="")
        if self.coin:
            return carry_coins(after, (self.coin,), to=GONE)
        return after.with_crew(after.crew[self.crew], at=GONE) if self.crew else after


class RollForIcebergs(Act, frozen=True, tag="roll-for-icebergs"):
    """At the beginning of a turn: the icebergs whose gold number it is will move."""

    player: str
    roll: int

    title = Message("Roll for the icebergs")
    text = template("{player} rolls {roll} for the icebergs")
    answers = DutyKind.ICEBERGS

    def assess(self, game: GameState) -> Judgement:
        section = game.edition.terrain.trigger_section
        if self.player != game.player:
            words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=self.player)
            return foul(Foul.NOT_YOUR_TURN, words, section)
        if _iceberg_roll_owed(game) is None:
            return foul(Foul.NOT_OWED, Message("no roll for icebergs is owed"), section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        duty = _iceberg_roll_owed(game)
        after = game.without_duty(duty) if duty else game
        for iceberg in sorted(after.terrain):
            piece = after.terrain[iceberg]
            if piece.kind is PieceKind.ICEBERG and not piece.stuck and piece.card.number == self.roll:
                after = after.with_duty(Duty(DutyKind.DRIFT, self.player, iceberg))
        return after


class DriftIceberg(Act, frozen=True, tag="drift-iceberg"):
    """An iceberg moves S, straight out of the number that was rolled."""

    iceberg: str
    roll: int
    touches: str = ""
    """The ship, creature or island that stopped it."""

    title = Message("Drift of an iceberg")
    text = template("{iceberg} drifts: rolls {roll}")
    answers = DutyKind.DRIFT

    def assess(self, game: GameState) -> Judgement:
        if _drift_owed(game, self.iceberg) is None:
            words = Message("{name} does not move now", name=game.terrain[self.iceberg].name)
            return foul(Foul.NOT_OWED, words, game.edition.terrain.trigger_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        """It stops at a ship or creature, which loses a mast or segment; an island holds it for good."""
        duty = _drift_owed(game, self.iceberg)
        after = forget_facts_about(game.without_duty(duty) if duty else game, self.iceberg)
        if self.touches in after.islands:
            stuck = msgspec.structs.replace(after.terrain[self.iceberg], stuck=True)
            return after.replace(terrain={**after.terrain, self.iceberg: stuck})
        unit = after.units.get(self.touches)
        if unit is None or unit.is_fort or unit.gone:
            return after
        if unit.masts > 0:
            return owe_masts(after, unit, 1, by="")
        return sink(after, unit, by="") if game.reading("iceberg-on-derelict") == "sinks" else after

    def speaker(self, game: GameState) -> str:
        return game.player


class LayTerrain(Act, frozen=True, tag="lay-terrain"):
    """A fog bank or a trade current is laid during the game, as a card allows."""

    ship: str
    terrain: str
    kind: PieceKind
    within: Answer = None
    """Whether it is as near to her as the card says."""

    title = Message("Laying fog or a trade current")
    text = template("{ship} lays {terrain} ({kind})")

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.terrain.trigger_section
        if (bad := not_hers(game, unit)) is not None:
            return bad
        if self.terrain in game.terrain:
            words = Message("{terrain} is already on the table", terrain=self.terrain)
            return foul(Foul.NOT_THERE, words, section)
        if self.kind not in game.edition.terrain.kinds:
            words = Message("this edition has no {kind}", kind=self.kind.value)
            return foul(Foul.NOT_IN_EDITION, words, section)
        if not _able(game, unit, self.kind):
            words = Message("{name} has no card that lays a {kind}", name=unit.name, kind=self.kind.value)
            return foul(Foul.NOT_ABLE, words, section)
        if self.kind in unit.turn.laid:
            words = Message("{name} has already laid a {kind} this turn", name=unit.name, kind=self.kind.value)
            return foul(Foul.ALREADY_TRIED, words, game.edition.turn.stacking_section)
        return judge_answer(
            self.within,
            Foul.NO_CONTACT,
            Message("it is too far from {name}", name=unit.name),
            section,
            unknown=Message("whether it is near enough to {name} is not settled", name=unit.name),
        )

    def fold(self, game: GameState) -> GameState:
        unit = game.units[self.ship]
        piece = TerrainPiece(TerrainStart(self.terrain, self.kind, by=unit.owner), placed_by=unit.owner)
        after = game.with_turn(unit, laid=unit.turn.laid | {self.kind})
        after = after.replace(terrain={**game.terrain, self.terrain: piece})
        if self.kind is PieceKind.FOG_BANK:
            return show_crew(after, unit, Effect.PLACES_FOG_WITHIN_S)
        member = None if unit.has(NAVIGATOR) else keyword_carrier(game, unit, NAVIGATOR)
        return after if member is None else after.with_crew(member, face_up=True)


def arrive(game: GameState, ship: str) -> GameState:
    """Terrain takes effect during the move; a ship that it wrecks or swallows docks nowhere and rams nobody, nor does
    one that it has made derelict ram (complete, Terrain; Ram)."""
    unit = game.units[ship]
    if unit.arriving is None or _roll_owed(game, ship):
        return game
    after = game.with_unit(unit, arriving=None)
    if unit.lost_in or unit.gone or PieceState.WRECKED in unit.states:
        return after.replace(just_moved="")
    if unit.arriving:
        after = dock(after, ship, unit.arriving)
    return automatic_rams(after, ship)


def _roll_owed(game: GameState, ship: str) -> bool:
    """By her, or by a ship that she tows."""
    ships = (ship, *game.units[ship].towing)
    return any(duty.kind is DutyKind.TERRAIN and duty.piece in ships for duty in game.duties)


ROLLED = frozenset({PieceKind.REEF, PieceKind.SARGASSO_SEA})


def find_foreign_terrain(game: GameState, terrain: tuple[str, ...]) -> Judgement | None:
    """A foul where this edition does not have some of the terrain."""
    kinds = game.edition.terrain.kinds
    for terrain_id in terrain:
        piece = game.terrain[terrain_id]
        if piece.kind not in kinds:
            words = Message("this edition has no {kind}", kind=piece.kind.value)
            return foul(Foul.NOT_IN_EDITION, words, game.edition.terrain.trigger_section)
    return None


def come_upon(game: GameState, ship: str, terrain: tuple[str, ...]) -> GameState:
    """In the order of touching, each once a move action; the first that ends her move ends it."""
    unit = game.units[ship]
    if not terrain and not unit.terrain:
        return game
    after = game.with_unit(unit, terrain=frozenset(terrain))
    if PieceState.GHOSTLY in unit.states or Effect.IGNORES_TERRAIN in effects_of(game, unit):
        return after
    for terrain_id in dict.fromkeys(terrain):
        after = _upon(after, ship, terrain_id)
        now = after.units[ship]
        for towed in now.towing:
            after = _tow_over(after, towed, terrain_id)
        if now.lost_in or now.tangled_in or now.gone or PieceState.WRECKED in now.states:
            break
    return after


def _tow_over(game: GameState, towed: str, terrain: str) -> GameState:
    """A ship in tow comes upon each reef with her tower, and owes her own roll (revolution, complete: Reef)."""
    unit = game.units[towed]
    spared = PieceState.GHOSTLY in unit.states or Effect.IGNORES_TERRAIN in effects_of(game, unit)
    if game.terrain[terrain].kind is not PieceKind.REEF or unit.lost_in or spared:
        return game
    return _upon(game.with_unit(unit, terrain=unit.terrain | {terrain}), towed, terrain)


def _upon(game: GameState, ship: str, terrain: str) -> GameState:
    unit, piece = game.units[ship], game.terrain[terrain]
    if piece.kind is PieceKind.FOG_BANK:
        return _into_fog(game, unit, piece)
    if piece.kind not in ROLLED or (piece.kind is PieceKind.REEF and terrain in unit.began_on):
        return game  # a reef spares whom it held when the turn began: where her last move ended
    if piece.rating and game.reading("terrain-die") == "one-a-turn":
        return _apply_rating(game, unit, piece, piece.rating)
    return game.with_duty(Duty(DutyKind.TERRAIN, unit.owner, ship, terrain))


def _into_fog(game: GameState, unit: Unit, fog: TerrainPiece) -> GameState:
    """She is put inside, ships in tow with her, and her turn ends."""
    after = game
    for ship in (unit.card.id, *unit.towing):
        now = after.units[ship]
        after = after.with_unit(
            now, lost_in=fog.card.id, docked_at="", turn=now.in_turn(turn_over=True, shooting=False)
        )
    return after


def _apply_rating(game: GameState, unit: Unit, piece: TerrainPiece, rating: int) -> GameState:
    """Against the masts she was built with."""
    built = unit.card.masts
    if piece.kind is PieceKind.SARGASSO_SEA:
        return game.with_unit(unit, tangled_in=piece.card.id) if tangles_her(built, rating) else game
    damage = reef_damage(built, unit.masts, rating)
    if damage.wrecked:
        return _wreck(game, unit, piece)
    return owe_masts(game, unit, damage.masts, by="") if damage.masts else game


def _wreck(game: GameState, unit: Unit, reef: TerrainPiece) -> GameState:
    """More damage than she has masts: a wreck on the reef; a sea creature is eliminated."""
    if unit.masts > 0:
        game = lose_masts(game, unit, frozenset(unit.masts_standing), by="")
    now = game.units[unit.card.id]
    if now.gone or not now.is_ship:
        return game
    after = game.with_unit(
        now,
        states=now.states | {PieceState.WRECKED},
        terrain=frozenset({reef.card.id}),
        turn=now.in_turn(turn_over=True),
    )
    return let_go(after, unit.card.id)


def _without_more(game: GameState, ship: str) -> GameState:
    """Her move ended there, in the weeds or as a derelict or a wreck: what lay beyond is not come upon (complete,
    Terrain)."""
    kept = tuple(duty for duty in game.duties if duty.kind is not DutyKind.TERRAIN or duty.piece != ship)
    return game.replace(duties=kept)


def _terrain_roll_owed(game: GameState, act: RollTerrain) -> Duty | None:
    wanted = (DutyKind.TERRAIN, act.ship, act.terrain)
    return next((duty for duty in game.duties if (duty.kind, duty.piece, duty.other) == wanted), None)


def _exit(game: GameState, unit: Unit, touches: Answer, faces_away: Answer, section: Text) -> Judgement:
    """Where she was put when she came out: touching, by her stern in revolution; facing away where the edition says
    so (complete, Fog Bank; Sargasso Sea), else any way. What nobody stated is not asked for."""
    details = {"name": unit.name}
    if touches is not None and touches is not Verdict.YES:
        words = Message("{name} does not touch where she came out", **details)
        unknown = Message("whether {name} touches where she came out is not settled", **details)
        return judge_answer(touches, Foul.WRONG_EXIT, words, section, unknown=unknown)
    if faces_away is None or not game.edition.terrain.exit_faces_away:
        return FINE
    words = Message("{name} does not face away from where she came out", **details)
    unknown = Message("whether {name} faces away from where she came out is not settled", **details)
    return judge_answer(faces_away, Foul.WRONG_EXIT, words, section, unknown=unknown)


LOSES_UP_TO = 3


def can_lose(game: GameState, unit: Unit) -> bool:
    """A whirlpool takes no equipment and sinks nobody."""
    crew = any(not member.card.equipment for member in game.crew_at(unit.card.id))
    return unit.masts > 0 or crew or bool(game.coins_at(unit.card.id))


def _loss_owed(game: GameState, ship: str) -> Duty | None:
    return next((duty for duty in game.duties if duty.kind is DutyKind.WHIRLPOOL and duty.piece == ship), None)


def _iceberg_roll_owed(game: GameState) -> Duty | None:
    return next((duty for duty in game.duties if duty.kind is DutyKind.ICEBERGS), None)


def _drift_owed(game: GameState, iceberg: str) -> Duty | None:
    return next((duty for duty in game.duties if duty.kind is DutyKind.DRIFT and duty.piece == iceberg), None)


NAVIGATOR = "Navigator"


def _able(game: GameState, unit: Unit, kind: PieceKind) -> bool:
    if kind is PieceKind.FOG_BANK:
        return Effect.PLACES_FOG_WITHIN_S in effects_of(game, unit)
    navigator = unit.has(NAVIGATOR) or keyword_carrier(game, unit, NAVIGATOR) is not None
    return kind is PieceKind.TRADE_CURRENT and navigator


def offer_terrain(game: GameState, unit: Unit) -> Iterator[Offer]:
    kinds = game.edition.terrain.kinds
    crew = {keyword for member in game.crew_at(unit.card.id) for keyword in member.card.keywords}
    able = []
    if Effect.PLACES_FOG_WITHIN_S in effects_of(game, unit):
        able.append(PieceKind.FOG_BANK)
    if NAVIGATOR in crew or unit.has(NAVIGATOR):
        able.append(PieceKind.TRADE_CURRENT)
    for kind in able:
        if kind in kinds:
            new = f"{kind.value}-{len(game.terrain) + 1}"
            words = Message("{name} lays a {kind}", name=unit.name, kind=kind.value.replace("-", " "))
            yield Offer(unit.owner, LayTerrain(unit.card.id, new, kind, Verdict.YES), words, (Need("within"),))
