"""What `tableassist catalog check` and `misprints` print."""

import textwrap
from collections.abc import Sequence
from itertools import groupby

from tableassist.cli.catalog.words import misprint_words
from tableassist.cli.terminal import print_rows, shortened, tell
from tableassist.formats.catalogue.file import model_heading
from tableassist.messages import say, template, tr
from tableassist.pieces.catalogue import Catalogue
from tableassist.pieces.catalogue_remarks import Remark, remarks

FEW = 5


def print_check(catalogue: Catalogue, *, every: bool) -> None:
    counts = {"ships": len(catalogue.ships), "forts": len(catalogue.forts), "crew": len(catalogue.crew)}
    counts["reprints"] = sum(card.reprint for card in catalogue.cards)
    counts["unreleased"] = sum(not card.released for card in catalogue.cards)
    what = template(
        "{ships} ships, {forts} forts, {crew} crew; of these {reprints} reprints and {unreleased} never released."
    )
    tell(tr(what, **counts))
    misprints = len(catalogue.misprints)
    tell(tr("{count} known misprints, corrected (`tableassist catalog misprints` lists them).", count=misprints))
    if catalogue.problems:
        tell(tr("{count} rows could not be used:", count=len(catalogue.problems)))
    else:
        tell(tr("0 rows could not be used."))
    for problem in catalogue.problems:
        tell(f"  {say(problem.message)}")
    found = remarks(catalogue, _model_masts(catalogue))
    for kind, group in groupby(found, key=lambda remark: remark.kind):
        tell("")
        _print_remarks(tr(kind.value), list(group), every=every)


def _model_masts(catalogue: Catalogue) -> dict[str, int]:
    headings = {name: model_heading(name) for name in {ship.model for ship in catalogue.ships}}
    return {name: heading.mast_count for name, heading in headings.items() if heading is not None}


def _print_remarks(title: str, group: Sequence[Remark], *, every: bool) -> None:
    shown = group if every else group[:FEW]
    tell(shortened(f"{len(group)}: {title}"))
    rows = [(remark.key, remark.name, say(remark.words)) for remark in shown]
    print_rows(None, rows, given=(1, 2), indent=2)
    if len(group) > len(shown):
        tell(tr("  ... and {count} more; --all lists them.", count=len(group) - len(shown)))


def misprint_lines(catalogue: Catalogue, width: int) -> list[str]:
    lines: list[str] = []
    for misprint in catalogue.misprints:
        lines.append(f"{misprint.key}  {misprint.name}")
        words = misprint_words(misprint)
        lines += textwrap.wrap(words, min(width, 100), initial_indent="  ", subsequent_indent="  ")
    return lines or [tr("No misprint is known.")]
