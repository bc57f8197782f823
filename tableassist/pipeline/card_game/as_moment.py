"""A picture of a card table as a moment: what is recorded, replayed and shown of it is what any table has.

It has no mat and no pieces; what lies on it is in the log of its game.
"""

from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import GameStart, RuleSettings, Scene, new_game
from tableassist.rulebook.state import PlayerStart
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.tracking import Tracks
from tableassist.vision.registration.mat_layout import MatLayout

NO_MAT = MatLayout(1.0, 1.0, (), 0.0)


def card_table(settings: CardTableSettings) -> TableSettings:
    """For records, which know of nothing but tables."""
    # The log of its game keeps count of turns, the record does not.
    state = new_game(GameStart(players=tuple(map(PlayerStart, settings.players)))).replace(player="")
    return TableSettings(
        name=settings.name,
        mat=NO_MAT,
        camera=settings.camera,
        pieces=(),
        rules=RuleSettings(),
        state=state,
    )


def is_card_table_record(settings: TableSettings) -> bool:
    """Whether a match was recorded at a card table: every other mat has tags."""
    return not settings.mat.tags


def card_moment(frame: Frame, settings: TableSettings, wall_ms: int | None) -> Moment:
    scene = Scene((), (), settings.state)
    return Moment(frame, TableState(frame.t_ns, frame.number, None, Tracks(), scene, ()), settings, wall_ms)
