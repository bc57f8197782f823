"""All acts, in one visible union."""

from typing import TypeAlias, get_args

import msgspec

from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.acts.cargo import CargoAct
from tableassist.rulebook.referee.acts.fighting import FightingAct
from tableassist.rulebook.referee.acts.sailing import SailingAct
from tableassist.rulebook.referee.acts.setup import SetUpAct
from tableassist.rulebook.referee.acts.table import TableAct

AnyAct: TypeAlias = SetUpAct | TableAct | SailingAct | FightingAct | CargoAct

ACTS: tuple[type[Act], ...] = get_args(AnyAct)
ACT_BY_VERB: dict[str, type[Act]] = {str(each.__struct_config__.tag): each for each in ACTS}


def verb_of(act: msgspec.Struct) -> str:
    """As it stands in files: `shoot`."""
    return str(act.__struct_config__.tag)
