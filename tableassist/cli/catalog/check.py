"""What `tableassist catalog check` and `misprints` print."""

import textwrap
from collections.abc import Sequence
from itertools import groupby

from tableassist.cli.catalog.words import misprint_words
from tableassist.cli.text_table import Column, shortened, text_table
from tableassist.formats.catalogue.file import model_heading
from tableassist.messages import say, tr
from tableassist.pieces.catalogue import Catalogue
from tableassist.pieces.catalogue_remarks import Remark, remarks

FEW = 5
REMARK_TABLE = (Column("card"), Column("name", least=14), Column("", least=10))


def check_lines(catalogue: Catalogue, *, every: bool, width: int) -> list[str]:
    counts = f"{len(catalogue.ships)} ships, {len(catalogue.forts)} forts, {len(catalogue.crew)} crew"
    unreleased = sum(not card.released for card in catalogue.cards)
    reprints = sum(card.reprint for card in catalogue.cards)
    lines = [
        f"{counts}; of these {reprints} reprints and {unreleased} never released.",
        f"{len(catalogue.misprints)} known misprints, corrected (`tableassist catalog misprints` lists them).",
        f"{len(catalogue.problems)} rows could not be used" + (":" if catalogue.problems else "."),
        *(f"  {say(problem.message)}" for problem in catalogue.problems),
    ]
    found = remarks(catalogue, _model_masts(catalogue))
    for kind, group in groupby(found, key=lambda remark: remark.kind):
        lines += ["", *_remark_lines(tr(kind.value), list(group), every=every, width=width)]
    return lines


def _model_masts(catalogue: Catalogue) -> dict[str, int]:
    headings = {name: model_heading(name) for name in {ship.model for ship in catalogue.ships}}
    return {name: heading.mast_count for name, heading in headings.items() if heading is not None}


def _remark_lines(title: str, group: Sequence[Remark], *, every: bool, width: int) -> list[str]:
    shown = group if every else group[:FEW]
    rows = [(remark.key, remark.name, say(remark.words)) for remark in shown]
    lines = [shortened(f"{len(group)}: {title}", width)]
    lines += [f"  {line}" for line in text_table(REMARK_TABLE, rows, width - 2)[1:]]
    return (
        [*lines, f"  ... and {len(group) - len(shown)} more; --all lists them."] if len(group) > len(shown) else lines
    )


def misprint_lines(catalogue: Catalogue, width: int) -> list[str]:
    lines: list[str] = []
    for misprint in catalogue.misprints:
        lines.append(f"{misprint.key}  {misprint.name}")
        words = misprint_words(misprint)
        lines += textwrap.wrap(words, min(width, 100), initial_indent="  ", subsequent_indent="  ")
    return lines or ["No misprint is known."]
