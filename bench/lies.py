"""Lies: how often a call is wrong, and nobody is warned, when ships, plates or prints are not as the table file says.

    python -m bench lies                                            the whole table
    python -m bench lies --row "rig leans 3°" --column 30 --questions 320 --seed 4

Close questions as in `bench trust` (margins between -5 and +5 mm, truth from the true hulls by shapely), each about a
group in which one ship leans, is held up, carries a bent staff or another's plate. Every other ship's rig leans by the
0.3 degrees that it differs from one set-down to the next, and every mount is as far off as the jig leaves it. A wrong
call is silent if no warning names a piece of the question, and the ruling itself does not name as its condition what
the row lies about: a mast where masts are off, a hull that cannot be made out where it is not under its tag, a ship
that may be held where it is.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import get_context

import numpy as np

from bench import PROCESSES, results, staging
from bench.lies_tables import CONTROL, ROWS, About, make_lying_table
from bench.trust_tables import CELL_MM, Question
from tableassist.pieces.model import PieceKind
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rules.editions.settings import RuleSettings
from tableassist.studio.optics.look import Look
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.staging.table_faults import printed_at
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of

QUESTIONS, CONTROL_QUESTIONS = 128, 2_000
PICTURES_A_JOB = 8
SESSIONS = 4
"""Cameras of a column, each under a lamp of its own."""
PLUS_MINUS = 1.96
UNPROVEN_SCALE = 0.01
"""What the layout carries while nobody has proven the print's scale: so in the kit's rows."""
MARGINS_MM = (1.0, 1.5, 2.0)
MOST_SILENT_FROM_ABOVE = 0.02
"""Of the questions of any row, with one tag a ship and a vertical camera: there a lean hardly shows."""
CALLS = ("yes", "no")
SEED = 6203


@dataclass(frozen=True)
class Column:
    name: str
    off_vertical_deg: float
    two_tags: bool
    sure_mm: float
    """Beyond this margin of the control, no more than a share of the questions is left open."""
    most_too_close: float
    most_silent: float = 0.0


COLUMNS = {
    column.name: column
    for column in (
        Column("30", 30.0, False, 1.5, 0.05),
        Column("vertical", 0.0, False, 2.0, 0.10, MOST_SILENT_FROM_ABOVE),
        Column("two tags", 0.0, True, 1.0, 0.05),
    )
}


@dataclass(frozen=True)
class LieAnswer:
    question: Question
    verdict: str
    warned: bool
    is_conditional: bool = False
    """The call names as its condition what the row lies about: masts, where a hull is, or that it is on the mat."""
    if_on_mat: bool = False
    """It names as its condition that a piece stands on the mat."""

    @property
    def is_wrong(self):
        return self.verdict == ("no" if self.question.margin_mm > 0 else "yes")

    @property
    def is_silent(self):
        return self.is_wrong and not self.warned and not self.is_conditional


@dataclass(frozen=True)
class Shown:
    """What one picture gave."""

    answers: tuple[LieAnswer, ...]
    centre_mm: tuple[float, ...]
    """Plus-minus of the place of each ship that lies in the four middle cells."""
    corner_mm: tuple[float, ...]
    """In the four corner cells."""


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
    known = mat if row.print_scale == 1.0 else replace(mat, print_scale_sigma=UNPROVEN_SCALE)
    settings = TableSettings("bench", known, camera, table.pieces, RuleSettings(), state)
    state = step(first_state(settings), Frame(image, 0, 0, "bench"), settings, at.detector.detect)
    return Shown(_answers(table, state, row), *_plus_minus(state))


def _answers(table, state, row):
    found = {(each.rule, each.subject, each.target, each.cannon): each for each in state.rulings}
    told = " / ".join(map(str, state.warnings))
    named = {piece.id for piece in table.pieces if piece.name in told}
    return tuple(
        _answer(asked, found.get((asked.rule, asked.subject, asked.target, asked.cannon)), named, row)
        for asked in table.questions
    )


def _answer(asked, ruling, named, row):
    warned = bool(named & {asked.subject, asked.target})
    if ruling is None:
        return LieAnswer(asked, "no ruling", warned)
    wanted = set(About) if row is CONTROL else {row.about}
    conditions = {_about(each) for each in ruling.conditions}
    return LieAnswer(asked, ruling.verdict.value, warned, bool(conditions & wanted), About.STANDING in conditions)


def _about(condition):
    if condition.on_mat:
        return About.STANDING
    return About.MASTS if condition.masts else About.HULL


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


def run(rows=None, columns=None, *, questions=None, share=1.0, seed=SEED, progress=None, workers=PROCESSES):
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
    return {
        "questions": len(answers),
        "wrong": sum(each.is_wrong for each in answers),
        "silent": sum(each.is_silent for each in answers),
        "too_close": sum(each.verdict == "too_close" for each in answers),
        "warned": sum(each.warned for each in answers),
        "conditional": sum(each.is_conditional for each in answers),
        "if_on_mat": sum(each.if_on_mat for each in answers),
        "not_answered": sum(each.verdict in ("not_seen", "no ruling") for each in answers),
        "too_close_beyond": {f"{margin:g}": _too_close_beyond(answers, margin) for margin in MARGINS_MM},
        "plus_minus_centre_mm": _median([each for picture in shown for each in picture.centre_mm]),
        "plus_minus_corner_mm": _median([each for picture in shown for each in picture.corner_mm]),
    }


def _too_close_beyond(answers, margin_mm):
    sure = [each for each in answers if abs(each.question.margin_mm) > margin_mm]
    return round(sum(each.verdict == "too_close" for each in sure) / max(1, len(sure)), 4)


def _median(values):
    return round(float(np.median(values)), 3) if values else None


def line(row, column, cell):
    """A cell for a reader."""
    said = (
        f"{row:<18} {column:<9} {cell['questions']:>5} questions  wrong {cell['wrong']:>3}  silent {cell['silent']:>3} "
        f"({cell['silent'] / max(1, cell['questions']):6.1%})  too close {cell['too_close']:>4}  "
        f"warned {cell['warned']:>4}  conditional {cell['conditional']:>4} (on the mat {cell['if_on_mat']:>3})  "
        f"not answered {cell['not_answered']:>4}  "
        f"± {cell['plus_minus_centre_mm']} mm at the centre, {cell['plus_minus_corner_mm']} at the corners"
    )
    if row == CONTROL.name:
        shares = ", ".join(f"{margin} mm {share:.1%}" for margin, share in cell["too_close_beyond"].items())
        said += f"\n{'':<28} too close beyond {shares}"
    return said


def words(figures):
    """The whole table: silent and all wrong calls, TOO CLOSE and warned questions of each row, column by column."""
    columns = [name for name in COLUMNS if any(name in cells for cells in figures.values())]
    yield f"{'silent / wrong / too close / warned':<36}" + "".join(f"{name:>26}" for name in columns)
    for row, cells in figures.items():
        yield f"{row:<36}" + "".join(f"{_short(cells.get(name)):>26}" for name in columns)


def _short(cell):
    if cell is None:
        return "-"
    counts = " / ".join(str(cell[name]) for name in ("silent", "wrong", "too_close", "warned"))
    return f"{counts} of {cell['questions']}"


def misses(figures):
    """What falls short of what the project promises."""
    out = []
    for row, cells in figures.items():
        for name, cell in cells.items():
            column, where = COLUMNS[name], f"lies, {row}, {name}"
            if row == CONTROL.name:
                out += _control_misses(where, column, cell)
            elif cell["silent"] > column.most_silent * cell["questions"]:
                most = f"{column.most_silent:.0%} at most" if column.most_silent else "none"
                out.append(f"{where}: {cell['silent']} of {cell['questions']} calls wrong in silence, asked {most}")
    return out


def _control_misses(where, column, cell):
    share = cell["too_close_beyond"][f"{column.sure_mm:g}"]
    if cell["wrong"]:
        yield f"{where}: {cell['wrong']} of {cell['questions']} calls wrong, asked none"
    if share > column.most_too_close:
        yield f"{where}: {share:.1%} too close beyond {column.sure_mm:g} mm, asked {column.most_too_close:.0%} at most"


def kept(figures):
    """Into the results, cell by cell: what was not run keeps its last figures."""
    now = results.state_of_the_code()

    def change(known):
        lies = known.setdefault("lies", {})
        for row, cells in figures.items():
            lies.setdefault(row, {}).update({column: cell | {"commit": now} for column, cell in cells.items()})
        return results.one_state(cell for cells in lies.values() for cell in cells.values())

    results.keep("lies", change)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m bench lies", description=__doc__.splitlines()[0])
    parser.add_argument("--row", action="append", choices=list(ROWS), help="once or more; all if left out")
    parser.add_argument("--column", action="append", choices=list(COLUMNS), help="once or more; all if left out")
    parser.add_argument("--questions", type=int, help="a cell; written to the results only if left out")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=PROCESSES, help="processes that judge pictures")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    figures = run(
        asked.row,
        asked.column,
        questions=asked.questions,
        seed=asked.seed,
        progress=lambda words: print(words, flush=True),
        workers=asked.workers,
    )
    if asked.questions is None:
        kept(figures)
    failed = misses(figures)
    print("", *words(figures), sep="\n")
    print(f"{time.monotonic() - began:.0f} s", *(failed or ["every figure holds"]), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
