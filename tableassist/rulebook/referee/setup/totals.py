"""Build totals: any, as long as all fleets use the same (every edition, Creating a Fleet), unless the table reads it so
that each player has an own one."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.setup import ChooseTotal
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed
from tableassist.rulebook.state.start import GameStart

MAX_TOTAL = 1000


def agreed_total(start: GameStart, player: str = "") -> float | None:
    """What a fleet may cost by the set-up; None where nobody has agreed on anything else than the edition recommends.
    `player`: of this player, where totals differ."""
    own = next((each.build_total for each in start.players if each.name == player), 0)
    house = start.house.get("points-limit")
    return own or start.build_total or (None if house is None else float(house))


def total_of(game: GameState, player: str) -> float | None:
    """What this player's fleet may cost: as was said in the set-up, else as agreed before."""
    return game.set_up.totals.get(player) or agreed_total(game.start, player)


def different_totals(game: GameState) -> Judgement | None:
    """A foul where fleets are built to different totals and the table does not play so."""
    totals = {player: total_of(game, player) for player in game.order}
    if len(set(totals.values())) < 2 or game.reading("build-totals") == "own":
        return None
    default = game.edition.setup.build_total
    told = tuple(f"{player} {default if total is None else total:g}" for player, total in totals.items())
    words = Message("all fleets are built to the same total, got {totals}", totals=told)
    return foul(Foul.BUILD_TOTALS, words, game.edition.setup.fleet_section)


def judge_choose_total(game: GameState, act: ChooseTotal) -> Judgement:
    section = game.edition.setup.fleet_section
    if not 0 < act.points <= MAX_TOTAL:
        return foul(Foul.UNKNOWN, Message("no fleet is built to {points} points", points=act.points), section)
    others = [total for player, total in game.set_up.totals.items() if player != act.player]
    if game.reading("build-totals") == "same" and any(total != act.points for total in others):
        words = Message("all fleets are built to the same total, got {points} and {other}", points=act.points,
                        other=others[0])  # fmt: skip
        return foul(Foul.BUILD_TOTALS, words, section)
    return FINE


def fold_choose_total(game: GameState, act: ChooseTotal) -> GameState:
    totals = {**game.set_up.totals, act.player: act.points}
    return changed(game, set_up=msgspec.structs.replace(game.set_up, totals=totals))
