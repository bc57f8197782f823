"""A movement card is played."""

from tableassist.messages import Message
from tableassist.rulebook.cardgame.actions.holding import not_held
from tableassist.rulebook.cardgame.acts import PlayMovement
from tableassist.rulebook.cardgame.changes.drawing import replaced
from tableassist.rulebook.cardgame.changes.row import are_neighbours, moved, nation_moved
from tableassist.rulebook.cardgame.changes.turns import action_done
from tableassist.rulebook.cardgame.foul import MOVEMENT, CardFoul, card_foul
from tableassist.rulebook.cardgame.state.game import CardGame, card_game_with
from tableassist.rulebook.cardgame.state.movement_cards import movement_kind, movement_title
from tableassist.rulebook.play.judgement import FINE, Judgement


def judge_play(game: CardGame, act: PlayMovement) -> Judgement:
    if (bad := not_held(game, act.player, act.movement, MOVEMENT)) is not None:
        return bad
    kind = movement_kind(act.movement)
    void = kind.damages and not game.undamaged
    if void and game.reading("sabotage-none") == "foul":
        return card_foul(CardFoul.ALL_DAMAGED, Message("every ship is damaged already"), MOVEMENT)
    bad = _wrong_number(act, 0 if void else kind.ships) or _wrong_ships(game, act)
    return FINE if bad is None else bad


def _wrong_number(act: PlayMovement, count: int) -> Judgement | None:
    if len(set(act.ships)) == len(act.ships) == count:
        return None
    words = Message.plural(
        "{card}: got {got} ships, expected {count} ship",
        "{card}: got {got} ships, expected {count} different ships",
        count=count,
        card=movement_title(act.movement),
        got=len(act.ships),
    )
    return card_foul(CardFoul.WRONG_SHIPS, words, MOVEMENT)


def _wrong_ships(game: CardGame, act: PlayMovement) -> Judgement | None:
    names = [game.ship_name(each) for each in act.ships]
    if movement_kind(act.movement).damages and game.damaged.intersection(act.ships):
        words = Message("{ship} is damaged already", ship=names[0])
        return card_foul(CardFoul.ALREADY_DAMAGED, words, MOVEMENT)
    if len(act.ships) > 1 and not are_neighbours(game.row, *act.ships):
        words = Message("{ship} and {other} do not lie side by side", ship=names[0], other=names[1])
        return card_foul(CardFoul.NOT_NEIGHBOURS, words, MOVEMENT)
    return None


def fold_play(game: CardGame, act: PlayMovement) -> CardGame:
    kind = movement_kind(act.movement)
    game = card_game_with(game, player=act.player)
    if kind.damages:
        game = card_game_with(game, damaged=game.damaged.union(act.ships))
    elif kind.nation:
        passes = game.reading("nation-passes") == "yes"
        game = card_game_with(game, row=nation_moved(game.row, kind.nation, kind.spaces, passes=passes))
    elif kind.spaces and act.ships:
        game = card_game_with(game, row=moved(game.row, act.ships, kind.spaces))
    return action_done(replaced(game, act.player, act.movement), fog=kind.is_fog)
