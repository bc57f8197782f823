"""How many calls are wrong when ships, plates or prints are not as the table file says.

    python -m bench lies                                            the whole table, with a fresh seed
    python -m bench lies --row "rig leans 3°" --column 30 --questions 320 --seed 4

Close questions as in `bench trust` (margins between -5 and +5 mm, truth from the true hulls by shapely), each about a
group in which one ship leans, is held up, carries a bent staff or another's plate. Every other ship's rig leans by the
0.3 degrees that it differs from one set-down to the next, and every mount is as far off as the jig leaves it.

A shot that is not asked about its line of fire, because it is out of range, is answered by its range.

A plain YES or NO is a call, and is right or wrong. One that names a condition ("YES if mast 1 stands") is neither. A
wrong call is silent unless a warning about one of its ships names what is really wrong in this row: a warning of a lean
does not excuse a swapped plate. `CAUSE_WORDS` lists the words that count.
"""

import argparse
import os
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from multiprocessing import get_context

import numpy as np

from bench import PROCESSES, results, staging
from bench.lies_tables import CONTROL, ROWS, Cause, make_lying_table
from bench.trust_tables import CELL_MM, Question
from tableassist.pieces import PieceKind
from tableassist.pipeline.confirmations import with_confirmations
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.staging.table_faults import printed_at
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.registration.print_scale import UNPROVEN_SIGMA
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of

QUESTIONS, CONTROL_QUESTIONS = 208, 4_000
PICTURES_A_JOB = 8
SESSIONS = 4
"""Cameras of a column, each under a lamp of its own."""
PLUS_MINUS = 1.96
MARGINS_MM = (1.0, 1.5, 2.0)
MAX_WRONG = 0.02
"""Of the answers of any row."""
MIN_CAUSE_NAMED = 0.9
"""Of the answers that were refused, or about whose ships something was warned."""
MAX_CONDITIONAL_CONFIRMED = 0.1
"""Of the control's answers, after one confirmation per ship."""
CALLS = ("yes", "no")
CONFIRMED_AT = datetime(2026, 1, 1, tzinfo=UTC)
FRAME_NS = 100_000_000


@dataclass(frozen=True)
class Column:
    name: str
    off_vertical_deg: float
    two_tags: bool
    sure_mm: float
    """Beyond this margin of the control, no more than a share of the questions is left open."""
    most_too_close: float
    max_conditional: float | None = None
    """Share of the control's answers that may name a condition."""


COLUMNS = {
    column.name: column
    for column in (
        Column("30", 30.0, False, 1.5, 0.05, 0.25),
        Column("vertical", 0.0, False, 2.0, 0.10),
        Column("two tags", 0.0, True, 1.0, 0.05),
    )
}


CAUSE_WORDS = {
    Cause.IDENTITY: ("another ship", "on her own plate", "swapped"),
    Cause.TURNED: ("wrong way round", "on her own plate"),
    Cause.MASTS: ("mast ",),
    Cause.PLATE: ("leans", "does not stand over the hull", "plate is straight"),
    Cause.LIFT: ("above the mat", "stands flat", "in a hand", "picked up", "lifted"),
    Cause.SCALE: ("printed at", "scale of the print"),
}
"""Words by which a sentence names a cause: what a player can act on, and no other cause's sentence contains."""


class Outcome(StrEnum):
    """How a question was answered."""

    CALL = "call"
    """A plain YES or NO."""
    CONDITIONAL = "conditional"
    """A YES or NO that names a condition: neither right nor wrong."""
    TOO_CLOSE = "too close"
    REFUSED = "refused"


@dataclass(frozen=True)
class LieAnswer:
    question: Question
    verdict: str
    is_conditional: bool = False
    is_warned: bool = False
    """A warning names a ship of the question."""
    is_cause_named: bool = False
    """A warning about a ship of the question, the reason or a condition names what is wrong in this row."""

    @property
    def outcome(self):
        if self.verdict in CALLS:
            return Outcome.CONDITIONAL if self.is_conditional else Outcome.CALL
        return Outcome.TOO_CLOSE if self.verdict == "too_close" else Outcome.REFUSED

    @property
    def is_false(self):
        """Whether the YES or NO, if there is one, is not the truth."""
        return self.verdict == ("no" if self.question.margin_mm > 0 else "yes")

    @property
    def is_wrong(self):
        return self.outcome is Outcome.CALL and self.is_false

    @property
    def is_silent(self):
        return self.is_wrong and not self.is_cause_named

    @property
    def is_misleading(self):
        """A false YES or NO under a condition that has nothing to do with what is wrong."""
        return self.outcome is Outcome.CONDITIONAL and self.is_false and not self.is_cause_named


@dataclass(frozen=True)
class Shown:
    """What one picture gave."""

    answers: tuple[LieAnswer, ...]
    centre_mm: tuple[float, ...]
    """Plus-minus of the place of each ship that lies in the four middle cells."""
    corner_mm: tuple[float, ...]
    """In the four corner cells."""
    confirmed: tuple[LieAnswer, ...] = ()
    """The answers after a person has looked at every ship and confirmed her; asked in the control only, where what
    they confirm is true."""


@dataclass(frozen=True)
class LieSession:
    view: StudioCamera
    studio: Studio
    detector: TagDetector


@lru_cache(maxsize=SESSIONS)
def session(column_name, number, seed):
    """A camera above the mat. At 30 degrees the point straight below it is off the mat on every side."""
    rng = np.random.default_rng((seed, 1, number))
    off = COLUMNS[column_name].off_vertical_deg + rng.uniform(0.0, 2.0)
    view = staging.camera("1080p", off, rng.uniform(-180, 180), rng.uniform(-5, 5))
    look = Look(
        light_azimuth_deg=rng.uniform(-180, 180),
        light_elevation_deg=rng.uniform(45.0, 68.0),
        shadow=rng.uniform(0.30, 0.45),
        brightness=rng.uniform(0.85, 1.05),
    )
    return LieSession(view, Studio(view, look), TagDetector(("36h11",)))


def judge_picture(row, column, number, seed):
    """Row and column by name."""
    row, column = ROWS[row], COLUMNS[column]
    rng = np.random.default_rng((seed, 0, list(ROWS).index(row.name), number))
    at = session(column.name, number // PICTURES_A_JOB % SESSIONS, seed)
    mat = staging.mat_layout()
    table = make_lying_table(row, rng, two_tags=column.two_tags, mat_mm=row.print_scale * mat.width_mm)
    staged = StagedTable(mat, table.staged)
    image = at.studio.picture(printed_at(staged, row.print_scale) if row.print_scale != 1.0 else staged, rng)
    state = state_of(table.pieces)
    camera = CameraProfile("bench", staging.lens_of(at.view))
    known = mat if row.print_scale == 1.0 else replace(mat, print_scale_sigma=UNPROVEN_SIGMA)
    settings = TableSettings("bench", known, camera, table.pieces, RuleSettings(), state)
    sightings = at.detector.detect(image)
    state = step(first_state(settings), Frame(image, 0, 0, "bench"), settings, lambda _: sightings)
    answers, plus_minus = _answers(table, state, row, settings), _plus_minus(state)
    if row is not CONTROL:
        return Shown(answers, *plus_minus)
    settings = with_confirmations(settings, state.scene.pieces, CONFIRMED_AT)
    state = step(state, Frame(image, FRAME_NS, 1, "bench"), settings, lambda _: sightings)
    return Shown(answers, *plus_minus, _answers(table, state, row, settings))


def _answers(table, state, row, settings):
    rulings = {(each.rule, each.subject, each.target, each.cannon): each for each in state.rulings}
    # Notes are not about anything that is wrong, but a player reads them beside the answers.
    warnings = tuple(map(str, (*state.warnings, *settings.notes)))
    names = {piece.id: piece.name for piece in table.pieces}
    return tuple(_answer(asked, _find_ruling(asked, rulings), warnings, names, row) for asked in table.questions)


def _find_ruling(asked, rulings):
    """What a player is told: for a line of fire that is not drawn, because the shot is out of range, the range."""
    asks = (asked.rule, "range") if asked.rule == "line_of_fire" else (asked.rule,)
    found = (rulings.get((rule, asked.subject, asked.target, asked.cannon)) for rule in asks)
    return next((ruling for ruling in found if ruling is not None), None)


def _answer(asked, ruling, warnings, names, row):
    own = [names[asked.subject], names[asked.target]]
    # What concerns the whole table (its print, its camera) names no piece, and concerns this question too.
    everywhere = [words for words in warnings if not any(name in words for name in names.values())]
    about_own = [words for words in warnings if any(name in words for name in own)]
    if ruling is None:
        return LieAnswer(asked, "no ruling", False, bool(about_own), _names(row.cause, [*about_own, *everywhere]))
    conditions = [str(each.words) for each in ruling.conditions]
    reason = [str(ruling.reason)] if ruling.verdict.value not in CALLS else []
    is_named = _names(row.cause, [*about_own, *everywhere, *conditions, *reason])
    return LieAnswer(asked, ruling.verdict.value, bool(conditions), bool(about_own), is_named)


def _names(cause, sentences):
    """Whether one of the sentences names this cause."""
    return any(words in sentence for sentence in sentences for words in CAUSE_WORDS.get(cause, ()))


def _plus_minus(state):
    centre, corner = [], []
    for placed in state.scene.pieces:
        if placed.piece.model.kind is not PieceKind.SHIP:
            continue
        off = [abs(at - staging.MAT_MM / 2) for at in (placed.pose.pose.x_mm, placed.pose.pose.y_mm)]
        if max(off) < CELL_MM:
            centre.append(PLUS_MINUS * placed.pose.sigma_mm)
        elif min(off) > CELL_MM:
            corner.append(PLUS_MINUS * placed.pose.sigma_mm)
    return tuple(centre), tuple(corner)


def judge_pictures(row, column, first, count, seed):
    return [judge_picture(row, column, number, seed) for number in range(first, first + count)]


def run(rows=None, columns=None, *, questions=None, share=1.0, seed, progress=None, workers=PROCESSES):
    """Figures by row and column, by so many processes. `progress` is called with each cell as it is done."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the processes that start below
    cells = [(row, column) for column in columns or COLUMNS for row in rows or ROWS]
    figures = {}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [(cell, _submit(pool, *cell, questions, seed, share)) for cell in cells]
        for (row, column), parts in jobs:
            shown = [picture for part in parts for picture in part.result()]
            figures.setdefault(row, {})[column] = summary(shown)
            if progress is not None:
                progress(line(row, column, figures[row][column]))
    return figures


def _submit(pool, row, column, questions, seed, share):
    wanted = questions or round(share * (CONTROL_QUESTIONS if row == CONTROL.name else QUESTIONS))
    pictures = -(-wanted // ROWS[row].liars)
    return [
        pool.submit(judge_pictures, row, column, first, min(PICTURES_A_JOB, pictures - first), seed)
        for first in range(0, pictures, PICTURES_A_JOB)
    ]


def summary(shown):
    answers = [answer for picture in shown for answer in picture.answers]
    told = [each for each in answers if each.outcome is Outcome.REFUSED or each.is_warned]
    return {
        "questions": len(answers),
        "calls": sum(each.outcome is Outcome.CALL for each in answers),
        "wrong": sum(each.is_wrong for each in answers),
        "silent": sum(each.is_silent for each in answers),
        "refused": sum(each.outcome is Outcome.REFUSED for each in answers),
        "conditional": sum(each.outcome is Outcome.CONDITIONAL for each in answers),
        "conditional_on_cause": sum(each.outcome is Outcome.CONDITIONAL and each.is_cause_named for each in answers),
        "misleading": sum(each.is_misleading for each in answers),
        "too_close": sum(each.outcome is Outcome.TOO_CLOSE for each in answers),
        "told": len(told),
        "told_cause": sum(each.is_cause_named for each in told),
        "too_close_beyond": {f"{margin:g}": _too_close_beyond(answers, margin) for margin in MARGINS_MM},
        "confirmed": _summarise_confirmed([answer for picture in shown for answer in picture.confirmed]),
        "plus_minus_centre_mm": _median([each for picture in shown for each in picture.centre_mm]),
        "plus_minus_corner_mm": _median([each for picture in shown for each in picture.corner_mm]),
    }


def _summarise_confirmed(answers):
    """Counts after one confirmation per ship; None where it was not asked."""
    if not answers:
        return None
    return {
        "calls": sum(each.outcome is Outcome.CALL for each in answers),
        "wrong": sum(each.is_wrong for each in answers),
        "refused": sum(each.outcome is Outcome.REFUSED for each in answers),
        "conditional": sum(each.outcome is Outcome.CONDITIONAL for each in answers),
        "too_close": sum(each.outcome is Outcome.TOO_CLOSE for each in answers),
    }


def _too_close_beyond(answers, margin_mm):
    sure = [each for each in answers if abs(each.question.margin_mm) > margin_mm]
    return round(sum(each.verdict == "too_close" for each in sure) / max(1, len(sure)), 4)


def _median(values):
    return round(float(np.median(values)), 3) if values else None


def line(row, column, cell):
    """One cell, in one line or two."""
    text = (
        f"{row:<20} {column:<9} {cell['questions']:>5} questions  {cell['calls']:>4} calls  wrong {cell['wrong']:>3} "
        f"({cell['wrong'] / max(1, cell['questions']):5.1%})  silent {cell['silent']:>3}  "
        f"refused {cell['refused']:>4}  conditional {cell['conditional']:>4} "
        f"(on the cause {cell['conditional_on_cause']}, misleading {cell['misleading']})  "
        f"too close {cell['too_close']:>4}  cause named in {cell['told_cause']} of {cell['told']}"
    )
    if row == CONTROL.name:
        shares = ", ".join(f"{margin} mm {share:.1%}" for margin, share in cell["too_close_beyond"].items())
        text += (
            f"\n{'':<30} too close beyond {shares}; ± {cell['plus_minus_centre_mm']} mm at the centre, "
            f"{cell['plus_minus_corner_mm']} at the corners"
        )
        if after := cell.get("confirmed"):
            text += (
                f"\n{'':<30} after one confirmation per ship: {after['calls']} calls  wrong {after['wrong']}  "
                f"refused {after['refused']}  conditional {after['conditional']}  too close {after['too_close']}"
            )
    return text


def words(figures):
    """The whole table for a reader, column by column."""
    columns = [name for name in COLUMNS if any(name in cells for cells in figures.values())]
    yield f"{'wrong / silent / refused / conditional / too close':<54}" + "".join(f"{name:>34}" for name in columns)
    for row, cells in figures.items():
        yield f"{row:<54}" + "".join(f"{_short(cells.get(name)):>34}" for name in columns)


def _short(cell):
    if cell is None:
        return "-"
    counts = " / ".join(str(cell[name]) for name in ("wrong", "silent", "refused", "conditional", "too_close"))
    return f"{counts} of {cell['questions']}"


def misses(figures):
    """What falls short of what the project promises."""
    out = []
    for row, cells in figures.items():
        for name, cell in cells.items():
            column, where = COLUMNS[name], f"lies, {row}, {name}"
            out += _control_misses(where, column, cell) if row == CONTROL.name else _row_misses(where, cell)
    return out


def _row_misses(where, cell):
    if cell["wrong"] > MAX_WRONG * cell["questions"]:
        yield f"{where}: {cell['wrong']} of {cell['questions']} answers are wrong calls, asked {MAX_WRONG:.0%} at most"
    if cell["silent"]:
        yield f"{where}: {cell['silent']} of {cell['calls']} calls are wrong without naming the cause, asked none"
    if cell["told_cause"] < MIN_CAUSE_NAMED * cell["told"]:
        yield (
            f"{where}: the cause is named in {cell['told_cause']} of {cell['told']} refused or warned answers, "
            f"asked {MIN_CAUSE_NAMED:.0%} at least"
        )


def _control_misses(where, column, cell):
    share = cell["too_close_beyond"][f"{column.sure_mm:g}"]
    if cell["wrong"]:
        yield f"{where}: {cell['wrong']} of {cell['questions']} calls wrong, asked none"
    if share > column.most_too_close:
        yield f"{where}: {share:.1%} too close beyond {column.sure_mm:g} mm, asked {column.most_too_close:.0%} at most"
    if column.max_conditional is not None and cell["conditional"] > column.max_conditional * cell["questions"]:
        yield (
            f"{where}: {cell['conditional']} of {cell['questions']} conditional, asked {column.max_conditional:.0%} "
            "at most"
        )
    after = cell.get("confirmed")
    if after is not None and after["wrong"]:
        yield f"{where}: {after['wrong']} wrong after one confirmation per ship, asked none"
    if after is not None and after["conditional"] > MAX_CONDITIONAL_CONFIRMED * cell["questions"]:
        yield (
            f"{where}: {after['conditional']} of {cell['questions']} conditional after one confirmation per ship, "
            f"asked {MAX_CONDITIONAL_CONFIRMED:.0%} at most"
        )


def kept(figures, seed):
    """Write the figures into the results, cell by cell: what was not run keeps its last figures."""
    now = results.state_of_the_code()

    def change(known):
        lies = known.setdefault("lies", {})
        for row in set(lies) - set(ROWS):
            del lies[row]
        for row, cells in figures.items():
            measured = {column: cell | {"commit": now, "seed": seed} for column, cell in cells.items()}
            lies.setdefault(row, {}).update(measured)
        return results.one_state(cell for cells in lies.values() for cell in cells.values())

    results.keep("lies", change)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m bench lies", description=__doc__.splitlines()[0])
    parser.add_argument("--row", action="append", choices=list(ROWS), help="once or more; all if left out")
    parser.add_argument("--column", action="append", choices=list(COLUMNS), help="once or more; all if left out")
    parser.add_argument("--questions", type=int, help="a cell; written to the results only if left out")
    parser.add_argument("--seed", type=int, help="to repeat a run; a fresh one if left out")
    parser.add_argument("--workers", type=int, default=PROCESSES, help="processes that judge pictures")
    asked = parser.parse_args(arguments)
    began, seed = time.monotonic(), secrets.randbelow(1_000_000) if asked.seed is None else asked.seed
    print(f"seed {seed}, code {results.state_of_the_code()}", flush=True)
    figures = run(
        asked.row,
        asked.column,
        questions=asked.questions,
        seed=seed,
        progress=lambda words: print(words, flush=True),
        workers=asked.workers,
    )
    if asked.questions is None:
        kept(figures, seed)
    failed = misses(figures)
    print("", *words(figures), sep="\n")
    print(f"seed {seed}, {time.monotonic() - began:.0f} s", *(failed or ["every figure holds"]), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
