"""A game as the log of what was done in it: of any game. What an act means is the game's own business."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.play.game import (
        AnyGame,
        Game,
        Judged,
        Need,
        Offer,
        Proposal,
        ProposedActs,
        Refereed,
        RefereedAct,
        compare_log,
        play_on,
        play_one,
        work_of,
    )
    from tableassist.rulebook.play.log import Amendment, AmendmentKind, Judgement, Opinion, Reason
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "game": "AnyGame Game Judged Need Offer Proposal "
            "ProposedActs Refereed RefereedAct compare_log play_on play_one work_of",
            "log": "Amendment AmendmentKind Judgement Opinion Reason",
        },
    )

__all__ = [
    "Amendment",
    "AmendmentKind",
    "AnyGame",
    "Game",
    "Judged",
    "Judgement",
    "Need",
    "Offer",
    "Opinion",
    "Proposal",
    "ProposedActs",
    "Reason",
    "Refereed",
    "RefereedAct",
    "compare_log",
    "play_on",
    "play_one",
    "work_of",
]
