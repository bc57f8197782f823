"""What a reader sees of the table: the plan as SVG, the rulings in words. Made once for all who see the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tableassist.judging.views import TableDrawing, answers_words, ship_facts, ship_words
from tableassist.judging.words import (
    answer_words,
    first_line_words,
    full_verdict,
    measured_words,
    policy_words,
    why_words,
)
from tableassist.messages import say
from tableassist.overlay.drawing import Drawing
from tableassist.overlay.svg_drawing import svg_parts
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.rulebook.engine import LINE_OF_FIRE, PERMISSION, RANGE
from tableassist.rulebook.referee import AnswersNow
from tableassist.rulebook.ruling import find_overruling
from tableassist.store.score import question_of
from tableassist.table import Seat, TableSnapshot
from tableassist.table.commands import BEST_FIRST
from tableassist.table.visibility import is_hidden

MOST_RULINGS = 150
TEXT_MM = 18.0
PARTS_OF_A_SHOT = frozenset({PERMISSION.id, RANGE.id, LINE_OF_FIRE.id})
"""Told by the shot itself."""


@dataclass(slots=True)
class TableView:
    """For one language, one role and one selected piece. What has not changed is not made anew."""

    selected: str | None = None
    _drawings: TableDrawing = field(default_factory=TableDrawing)
    _plan: tuple[Drawing, list[str]] | None = None
    _rows: dict[int, tuple[Ruling, dict[str, Any]]] = field(default_factory=dict)
    _policy: str = ""
    _made: tuple[TableSnapshot, dict[str, Any]] | None = None
    _answers: AnswersNow = field(default_factory=AnswersNow)

    def sections(self, posted: TableSnapshot, seat: Seat, rulings: tuple[Ruling, ...]) -> dict[str, Any]:
        if self._made is None or self._made[0] is not posted:
            self._made = posted, self._sections(posted, seat, rulings)
        return self._made[1]

    def _sections(self, posted: TableSnapshot, seat: Seat, rulings: tuple[Ruling, ...]) -> dict[str, Any]:
        moment = posted.moment
        if moment is None:
            return {"table": _table(posted), "plan": [], "facts": [], "rulings": [], "question": None}
        rulings = self._answers.of(rulings, moment.settings.state)
        return {
            "table": {**_table(posted), **_status(posted, moment, seat)},
            "plan": [] if is_hidden(posted, seat) else self._plan_parts(moment, rulings),
            "facts": [] if is_hidden(posted, seat) else _fact_rows(rulings, moment),
            "rulings": self._ruling_rows(rulings, moment, posted.overrulings),
            "question": _question(posted, rulings, moment),
        }

    def _plan_parts(self, moment: Moment, rulings: tuple[Ruling, ...]) -> list[str]:
        mat, state = moment.settings.mat, moment.state
        seen = state if rulings is state.rulings else _with_rulings(state, rulings)
        drawing = self._drawings.of(seen, mat, self.selected)
        if self._plan is None or self._plan[0] is not drawing:
            parts = svg_parts(drawing, (mat.width_mm, mat.height_mm), text_mm=TEXT_MM, picked=True)
            self._plan = drawing, parts
        return self._plan[1]

    def _ruling_rows(
        self, rulings: tuple[Ruling, ...], moment: Moment, overrulings: tuple[Overruling, ...]
    ) -> list[dict[str, Any]]:
        """Of the selected piece; else what holds now, and what is too close to call."""
        wanted = (
            ruling for ruling in rulings if ruling.rule not in PARTS_OF_A_SHOT and _is_wanted(ruling, self.selected)
        )
        chosen = sorted(wanted, key=lambda each: BEST_FIRST.index(each.verdict))[:MOST_RULINGS]
        policy, names = policy_words(moment.settings.rules), names_in(moment)
        before = self._rows if self._policy == policy else {}
        rows = dict[int, tuple[Ruling, dict[str, Any]]]()
        for each in chosen:
            known = before.get(id(each))
            rows[id(each)] = (
                known if known is not None and known[0] is each else (each, ruling_row(each, names, policy))
            )
        self._rows, self._policy = rows, policy
        return [_with_overruling(row, find_overruling(overrulings, each)) for each, row in rows.values()]


def _fact_rows(rulings: tuple[Ruling, ...], moment: Moment) -> list[dict[str, Any]]:
    """Ships to look at, each with what to confirm; then those that are confirmed."""
    if moment.is_recorded:
        return []
    return [
        {
            "piece": ship.piece,
            "name": ship.name,
            "words": ship_words(ship),
            "answers": answers_words(ship),
            "confirmed": ship.is_confirmed,
        }
        for ship in ship_facts(rulings, moment.state.scene, moment.settings)
    ]


def _question(posted: TableSnapshot, rulings: tuple[Ruling, ...], moment: Moment) -> dict[str, Any] | None:
    found = next((ruling for ruling in rulings if ruling.id == posted.question), None) if posted.question else None
    return None if found is None else row_with_overruling(found, moment, posted.overrulings)


def _with_rulings(state: TableState, rulings: tuple[Ruling, ...]) -> TableState:
    return replace(state, rulings=rulings)


def _is_wanted(ruling: Ruling, selected: str | None) -> bool:
    if selected is not None:
        return selected in (ruling.subject, ruling.target)
    return ruling.verdict in (Verdict.YES, Verdict.TOO_CLOSE)


def ruling_row(ruling: Ruling, names: Mapping[str, str], policy: str) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "subject": ruling.subject,
        "target": ruling.target,
        "question": say(question_of(ruling, names)),
        "verdict": ruling.verdict.value,
        "word": answer_words(ruling),
        "conditional": ruling.is_conditional,
        "measured": "" if ruling.measured_mm is None else measured_words(ruling),
        "line": first_line_words(ruling),
        "why": why_words(ruling, policy),
        "section": say(ruling.citation),
    }


def row_with_overruling(ruling: Ruling, moment: Moment, overrulings: tuple[Overruling, ...]) -> dict[str, Any]:
    row = ruling_row(ruling, names_in(moment), policy_words(moment.settings.rules))
    return _with_overruling(row, find_overruling(overrulings, ruling))


def names_in(moment: Moment) -> Mapping[str, str]:
    return {piece.id: piece.name for piece in moment.settings.pieces}


def _with_overruling(row: dict[str, Any], said: Overruling | None) -> dict[str, Any]:
    if said is None:
        return row
    overruled = {"word": full_verdict(said.verdict), "verdict": said.verdict.value, "by": said.by, "why": said.reason}
    return {**row, "overruled": overruled}


def _table(posted: TableSnapshot) -> dict[str, Any]:
    asked = [{"ruling": each.ruling, "by": each.by} for each in posted.asked]
    return {"name": posted.name, "calls": list(posted.calls), "asked": asked}


def _status(posted: TableSnapshot, moment: Moment, seat: Seat) -> dict[str, Any]:
    mat = moment.settings.mat
    hidden = is_hidden(posted, seat)
    owners = moment.state.scene.state.owners
    pieces = [
        {"id": piece.id, "name": piece.name, "owner": owners.get(piece.id, "")} for piece in moment.settings.pieces
    ]
    return {
        "mat_mm": [mat.width_mm, mat.height_mm],
        "hidden": hidden,
        "judged": moment.state.registration is not None,
        "warnings": [] if hidden else [say(warning) for warning in moment.state.warnings[:5]],
        "pieces": [] if hidden else pieces,
    }
