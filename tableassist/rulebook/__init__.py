"""The rule book: the games, their state, their rules, and the referee. Other packages import it from here.

What belongs to one subject has a second door: `play` (a log of acts), `state` (pieces and duties), `acts`, `referee`
and `referee.setup`, `engine` (rules and contacts), `moves`, `ruling`, `editions`, `cardgame`, `cardgame.actions` and
`cardgame.cards`. All other modules may change freely. Names are loaded when they are first used.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings, with_edition
    from tableassist.rulebook.engine.adjudicate import adjudicate
    from tableassist.rulebook.engine.rules import RULES, rule_named
    from tableassist.rulebook.play.log import Entry, Log, Source
    from tableassist.rulebook.referee.acts.act import Offer
    from tableassist.rulebook.referee.acts.text import act_text
    from tableassist.rulebook.referee.referee import AnyAct
    from tableassist.rulebook.referee.refereed import PIRATES, RefereedAct, RefereedGame, referee_game
    from tableassist.rulebook.ruling import Overruling, Ruling, Verdict
    from tableassist.rulebook.scene import Scene, build_scene
    from tableassist.rulebook.state.game import GameState, Phase
    from tableassist.rulebook.state.new_game import new_game
    from tableassist.rulebook.state.start import GameStart
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "editions.settings": "EDITIONS RuleSettings with_edition",
            "engine.adjudicate": "adjudicate",
            "engine.rules": "RULES rule_named",
            "play.log": "Entry Log Source",
            "referee.acts.act": "Offer",
            "referee.acts.text": "act_text",
            "referee.referee": "AnyAct",
            "referee.refereed": "PIRATES RefereedAct RefereedGame referee_game",
            "ruling": "Overruling Ruling Verdict",
            "scene": "Scene build_scene",
            "state.game": "GameState Phase",
            "state.new_game": "new_game",
            "state.start": "GameStart",
        },
    )

__all__ = [
    "EDITIONS",
    "PIRATES",
    "RULES",
    "AnyAct",
    "Entry",
    "GameStart",
    "GameState",
    "Log",
    "Offer",
    "Overruling",
    "Phase",
    "RefereedAct",
    "RefereedGame",
    "RuleSettings",
    "Ruling",
    "Scene",
    "Source",
    "Verdict",
    "act_text",
    "adjudicate",
    "build_scene",
    "new_game",
    "referee_game",
    "rule_named",
    "with_edition",
]
