"""The set-up of the table: who is first, and which islands and terrain are placed where."""

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.rulebook.play.log import FINE, Judgement, Reason
from tableassist.rulebook.referee.acts.act import Answer, SetUpAct, advice, fine_with
from tableassist.rulebook.referee.foul import Foul, foul, judge_answer
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.things import Island


class RollForFirst(SetUpAct, frozen=True, tag="roll-for-first"):
    player: str
    roll: int

    title = Message("Roll for the first turn")
    text = template("{player} rolls {roll} for the first turn")

    def assess(self, game: GameState) -> Judgement:
        if self.player not in still_to_roll(game):
            words = Message("{player} has no roll to make for the first turn", player=self.player)
            return foul(Foul.NOT_OWED, words, game.edition.setup.first_section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        rolls = (*game.set_up.rolls, (self.player, self.roll))
        after = game.replace(set_up=msgspec.structs.replace(game.set_up, rolls=rolls))
        if still_to_roll(after):
            return after
        ranked = _rank_players(after, seats(after), 0)
        first = ranked[0]
        at = seats(after).index(first)
        order = ranked if _by_roll(after) else (*seats(after)[at:], *seats(after)[:at])
        return after.replace(order=order, player=first, set_up=msgspec.structs.replace(after.set_up, first=first))


class PlaceIsland(SetUpAct, frozen=True, tag="place-island"):
    player: str
    island: str
    spacing: Answer = None
    """Whether it lies as far from the other islands as the edition says."""

    title = Message("Placing an island")
    text = template("{player} places the island {island}")

    def assess(self, game: GameState) -> Judgement:
        return not_decided(game) or _not_now(game, self) or _too_many(game) or _island_spaced(game, self)

    def fold(self, game: GameState) -> GameState:
        if self.island in game.set_up.islands:
            return game
        set_up = game.set_up
        placed = msgspec.structs.replace(
            set_up, islands=(*set_up.islands, self.island), placed_by={**set_up.placed_by, self.island: self.player}
        )
        return game.with_island(game.islands[self.island], placed_by=self.player).replace(set_up=placed)


class PlaceTerrain(SetUpAct, frozen=True, tag="place-terrain"):
    player: str
    terrain: str
    spacing: Answer = None

    title = Message("Placing terrain")
    text = template("{player} places {terrain}")

    def assess(self, game: GameState) -> Judgement:
        return not_decided(game) or _not_allowed(game, self) or _terrain_spaced(game, self)

    def fold(self, game: GameState) -> GameState:
        if self.terrain in game.set_up.terrain:
            return game
        set_up = game.set_up
        placed = msgspec.structs.replace(
            set_up, terrain=(*set_up.terrain, self.terrain), placed_by={**set_up.placed_by, self.terrain: self.player}
        )
        piece = msgspec.structs.replace(game.terrain[self.terrain], placed_by=self.player)
        return game.replace(terrain={**game.terrain, self.terrain: piece}, set_up=placed)


def not_decided(game: GameState) -> Judgement | None:
    """Nothing is placed before the rolls: they say who begins."""
    if game.set_up.first:
        return None
    words = Message("who is first is not decided yet")
    return foul(Foul.NOT_READY, words, game.edition.setup.first_section)


def seats(game: GameState) -> tuple[str, ...]:
    """Clockwise round the table: each player's left neighbour is the next."""
    return tuple(player.name for player in game.start.players)


def still_to_roll(game: GameState) -> tuple[str, ...]:
    """Everybody once, then again those who tied for a place that matters."""
    return () if game.set_up.first else _waiting(game, seats(game), 0)


def _by_roll(game: GameState) -> bool:
    return game.edition.setup.order_by_roll and game.reading("order-of-others") == "by-roll"


def _waiting(game: GameState, players: tuple[str, ...], throw: int) -> tuple[str, ...]:
    if throw and len(players) == 1:
        return ()
    missing = tuple(player for player in players if len(_rolls_of(game, player)) <= throw)
    if missing:
        return missing
    groups = _group_ties(game, players, throw)
    matter = groups if _by_roll(game) else groups[:1]
    return tuple(player for group in matter for player in _waiting(game, group, throw + 1))


def _rank_players(game: GameState, players: tuple[str, ...], throw: int) -> tuple[str, ...]:
    """Best first. Those whose tie does not matter stay as they sit."""
    if len(players) == 1 or any(len(_rolls_of(game, player)) <= throw for player in players):
        return players
    return tuple(
        player for group in _group_ties(game, players, throw) for player in _rank_players(game, group, throw + 1)
    )


def _group_ties(game: GameState, players: tuple[str, ...], throw: int) -> list[tuple[str, ...]]:
    """Those who rolled the same at this throw, highest first."""
    rolled = {player: _rolls_of(game, player)[throw] for player in players}
    return [
        tuple(player for player in players if rolled[player] == value)
        for value in sorted(set(rolled.values()), reverse=True)
    ]


def _rolls_of(game: GameState, player: str) -> tuple[int, ...]:
    return tuple(roll for name, roll in game.set_up.rolls if name == player)


def _not_now(game: GameState, act: PlaceIsland) -> Judgement | None:
    terms, island = game.edition.setup, game.islands[act.island]
    if any(island.home for island in game.islands.values()):
        words = Message("homes are being chosen: all islands have been placed")
        return foul(Foul.TOO_LATE, words, terms.home_section)
    turn = next_to_place(game)
    if act.player != turn:
        words = Message("it is {player}'s turn to place an island, not {other}'s", player=turn, other=act.player)
        return foul(Foul.NOT_FIRST_TO_PLACE, words, terms.islands_section)
    if is_placed(game, island):
        words = Message("{island} is already there", island=island.name)
        return foul(Foul.ALREADY_PLACED, words, terms.islands_section)
    return None


def _too_many(game: GameState) -> Judgement | None:
    wanted = islands_wanted(game)
    if not number_is_must(game) or len(list_placed_islands(game)) < wanted:
        return None
    words = Message("there are {wanted} islands already, and no more are played with", wanted=wanted)
    return foul(Foul.ISLAND_COUNT, words, game.edition.setup.islands_section)


def _island_spaced(game: GameState, act: PlaceIsland) -> Judgement:
    terms, island = game.edition.setup, game.islands[act.island]
    details = {"island": island.name, "least": terms.island_gap_long, "most": terms.island_reach_long}
    if act.spacing is None or not list_placed_islands(game):
        return fine_with(_symbol_up(game, island), _more_than_advised(game))
    words = Message("{island} is nearer than {least:g} L to the others or farther than {most:g} L from them", **details)
    if terms.spacing_must:
        unknown = Message("whether {island} lies {least:g} to {most:g} L from the others is not settled", **details)
        call = judge_answer(act.spacing, Foul.SPACING, words, terms.spacing_section, unknown=unknown)
        return call if call.reasons else fine_with(_symbol_up(game, island), _more_than_advised(game))
    badly = advice(words, terms.spacing_section) if act.spacing is Verdict.NO else None
    return fine_with(badly, _symbol_up(game, island), _more_than_advised(game))


def _symbol_up(game: GameState, island: Island) -> Reason | None:
    if not island.card.mysterious or not game.edition.treasure.mysterious:
        return None
    words = Message("{island} is mysterious: its symbol is face up", island=island.name)
    return advice(words, game.edition.setup.islands_section)


def _more_than_advised(game: GameState) -> Reason | None:
    wanted = islands_wanted(game)
    if len(list_placed_islands(game)) < wanted:
        return None
    words = Message("{wanted} islands are recommended, but there are more", wanted=wanted)
    return advice(words, game.edition.setup.islands_section)


def next_to_place(game: GameState) -> str:
    """The first player, then the others in turn, until all islands are placed."""
    return game.order[len(game.set_up.islands) % len(game.order)] if game.order else ""


def islands_wanted(game: GameState) -> int:
    terms = game.edition.setup
    return terms.islands if terms.islands is not None else terms.islands_a_player * len(game.start.players)


def number_is_must(game: GameState) -> bool:
    """The texts speak of a game of their own build total; for another the number is only a guide."""
    terms = game.edition.setup
    own_total = game.multiplayer or "islands" in game.start.house
    return terms.islands_must and (own_total or game.start.build_total in (0, terms.build_total))


def is_placed(game: GameState, island: Island) -> bool:
    """By an act, or before the log began: a home, or an island with treasure."""
    card = island.card
    return card.id in game.set_up.islands or bool(card.home) or bool(card.coins)


def list_placed_islands(game: GameState) -> tuple[str, ...]:
    return tuple(island.card.id for island in game.islands.values() if is_placed(game, island))


def islands_to_place(game: GameState) -> tuple[str, ...]:
    """Those that are still to be placed; none once there are as many as there must be."""
    if number_is_must(game) and len(list_placed_islands(game)) >= islands_wanted(game):
        return ()
    return tuple(island.card.id for island in game.islands.values() if not is_placed(game, island))


def islands_not_ready(game: GameState) -> Judgement | None:
    """Homes are chosen once all islands have been placed."""
    terms, placed, wanted = game.edition.setup, len(list_placed_islands(game)), islands_wanted(game)
    if left := islands_to_place(game):
        words = Message("{island} is not placed yet", island=game.islands[left[0]].name)
        return foul(Foul.NOT_READY, words, terms.islands_section)
    if number_is_must(game) and placed < wanted:
        words = Message("{placed} islands are placed, but {wanted} are needed", placed=placed, wanted=wanted)
        return foul(Foul.ISLAND_COUNT, words, terms.islands_section)
    return None


def _not_allowed(game: GameState, act: PlaceTerrain) -> Judgement | None:
    terms, piece = game.edition.setup, game.terrain[act.terrain]
    if piece.kind not in terms.terrain_kinds:
        words = Message("no {kind} is placed before the game in this edition", kind=piece.kind.value)
        return foul(Foul.NOT_IN_EDITION, words, terms.terrain_section)
    if act.terrain in game.set_up.terrain:
        words = Message("{terrain} is already there", terrain=piece.name)
        return foul(Foul.ALREADY_PLACED, words, terms.terrain_section)
    if terms.terrain_count is not None and len(game.set_up.terrain) >= terms.terrain_count:
        words = Message("{count} pieces of terrain were agreed on", count=terms.terrain_count)
        return foul(Foul.TERRAIN_COUNT, words, terms.terrain_section)
    return None


def _terrain_spaced(game: GameState, act: PlaceTerrain) -> Judgement:
    terms = game.edition.setup
    hints = (_in_turn(game, act), _islands_first(game))
    if act.spacing is None or not terms.terrain_gap_short:
        return fine_with(*hints)
    details = {"terrain": game.terrain[act.terrain].name, "least": terms.terrain_gap_short}
    call = judge_answer(
        act.spacing,
        Foul.SPACING,
        Message("{terrain} is nearer than {least:g} S to an island or other terrain", **details),
        terms.terrain_section,
        unknown=Message("whether {terrain} lies {least:g} S from islands and other terrain is not settled", **details),
    )
    return call if call.reasons else fine_with(*hints)


def _in_turn(game: GameState, act: PlaceTerrain) -> Reason | None:
    """The same number each, in the order of the islands, is only recommended."""
    turn = next_to_place_terrain(game)
    if act.player == turn:
        return None
    words = Message("it would be {player}'s turn to place terrain", player=turn)
    return advice(words, game.edition.setup.terrain_section)


def _islands_first(game: GameState) -> Reason | None:
    if not islands_to_place(game):
        return None
    return advice(Message("islands are placed before terrain"), game.edition.setup.terrain_section)


def next_to_place_terrain(game: GameState) -> str:
    return game.order[len(game.set_up.terrain) % len(game.order)] if game.order else ""


def terrain_to_place(game: GameState) -> tuple[str, ...]:
    """What the table has agreed on is what stands in its set-up."""
    terms = game.edition.setup
    if terms.terrain_count is not None and len(game.set_up.terrain) >= terms.terrain_count:
        return ()
    return tuple(
        piece.card.id
        for piece in game.terrain.values()
        if piece.kind in terms.terrain_kinds and piece.card.id not in game.set_up.terrain
    )
