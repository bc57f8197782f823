"""A real moment: a picture of the demo's table, through the whole chain. For tests that judge again."""

import numpy as np

from tableassist.judging.views import drawing_of
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.table_faults import dismasted, on_pieces
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector
from tests.shared_results import shared_between_processes


@shared_between_processes
def demo_moment(moment="blocked", masts_off=()):
    """One of the demo's key moments: blocked, cleared or rammed. A value that nobody may change. `masts_off`: (piece,
    mast) each, which the ledger has standing."""
    stage = find_stage("demo")
    settings = demo_settings(stage)
    game = stage_game(settings)
    table = game.table_at(game.time_of(moment))
    for piece, mast in masts_off:
        table = on_pieces(table, {piece: lambda ship, mast=mast: dismasted(ship, mast)})
    image = Studio(stage.camera).picture(table, np.random.default_rng(1))
    frame = Frame(image, round(game.time_of(moment) * 1e9), 0, "studio")
    state = step(first_state(settings), frame, settings, TagDetector(settings.tag_families).detect)
    return Moment(frame, state, settings)


def demo_drawing(moment, selected="harbinger"):
    return drawing_of(moment.state, moment.settings.mat, selected)
