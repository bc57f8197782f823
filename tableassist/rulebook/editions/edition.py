"""An edition of the rules: all its terms, as data. Each edition has a file of its own."""

from dataclasses import dataclass

from tableassist.messages import Text
from tableassist.rulebook.editions.ruler import Ruler
from tableassist.rulebook.editions.terms.combat import CombatTerms
from tableassist.rulebook.editions.terms.contact import ContactTerms
from tableassist.rulebook.editions.terms.ending import EndingTerms
from tableassist.rulebook.editions.terms.movement import MoveTerms
from tableassist.rulebook.editions.terms.setup import SetUpTerms
from tableassist.rulebook.editions.terms.shooting import ShootingTerms
from tableassist.rulebook.editions.terms.terrain import TerrainTerms
from tableassist.rulebook.editions.terms.treasure import TreasureTerms
from tableassist.rulebook.editions.terms.turn import TurnTerms


@dataclass(frozen=True, slots=True)
class Edition:
    name: str
    """As it stands in a table file."""
    title: Text
    shooting: ShootingTerms
    contact: ContactTerms
    movement: MoveTerms
    terrain: TerrainTerms
    setup: SetUpTerms
    turn: TurnTerms
    combat: CombatTerms
    treasure: TreasureTerms
    ending: EndingTerms
    text_ruler: Ruler | None = None
    """What the text itself says that L and S are; None where it does not say. Which ruler is used, the table chooses
    (disputes, D1)."""
