"""Tables of case files in both forms: scenes with the game of their pieces, and games with a scene of their pieces."""

from dataclasses import replace

from tableassist.judging.cases.game_differences import play_case
from tableassist.judging.cases.rulings import rulings_of
from tableassist.pieces import Cannon, PieceKind, Segment
from tableassist.rulebook.editions.settings import RuleSettings, with_edition, with_house
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.scene import build_scene
from tableassist.store.case import read_case
from tests.rulebook.random_states import BothForms, replace_sigma, with_game
from tests.rulebook.scenes import ship

APART_MM = 400.0


def scene_of_case(path):
    """A case about what is measured, with the refereed game of its pieces."""
    case = read_case(path)
    return with_game(case.scene, case.rules, path.stem)


def games_of_case(path):
    """Each state that a referee case goes through, with a scene in which all its pieces are far apart."""
    case = read_case(path)
    rulings = rulings_of(case) if case.poses else ()
    for number, game in enumerate(play_case(path, case, case.game, rulings).states):
        yield in_a_scene(game, f"{path.stem} after {number}")


def in_a_scene(game, label):
    placed = []
    for number, unit in enumerate(each for each in game.units.values() if each.in_play):
        piece, at = ship(
            unit.id, unit.owner, APART_MM * number, 0.0, masts=tuple(9.0 - 3.0 * k for k in range(unit.card.masts))
        )
        model = replace(piece.model, kind=unit.kind)
        if unit.kind is PieceKind.SEA_CREATURE:
            segments = tuple(Segment(9.0 - 3.0 * k, 0.0, 25.0, 1.0) for k in range(unit.card.masts))
            model = replace(model, masts=(), segments=segments, bow_zone_from_x_mm=None)
        cannons = tuple(
            Cannon(number, each.rank, each.reach, number) if number <= unit.card.masts
            else Cannon(None, each.rank, each.reach, number, (0.0, 0.0))
            for number, each in enumerate(unit.cannons, start=1)
        )  # fmt: skip
        piece = replace(
            piece, model=model, cannons=cannons, keywords=unit.card.keywords, effects=unit.card.effects,
            nation=unit.card.nation or None,
        )  # fmt: skip
        placed.append((piece, replace_sigma(at)))
    settings = with_house(with_edition(RuleSettings(), game.edition), game.start.house)
    scene = build_scene(tuple(piece for piece, _ in placed), {piece.id: at for piece, at in placed}, game, 0)
    return BothForms(scene, settings, adjudicate(scene, settings), game, label)
