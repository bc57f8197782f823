"""`tableassist scale`: proves how large the print came out, and tells what that makes of the plus-minus."""

from pathlib import Path

from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError
from tableassist.geometry import plus_minus
from tableassist.messages import Text, template, tr
from tableassist.setup.measure.scaling import (
    LINE_SIGMA_MM,
    forget_scale,
    keep_scale,
    scale_by_line,
    scale_by_pictures,
    scale_by_ruler,
    scale_words,
)
from tableassist.setup.measure.survey_views import parse_ruler
from tableassist.store.table import read_table
from tableassist.vision.registration.print_scale import PrintScale, ScaleProof

NOT_FULL_SIZE = 0.003
"""A print that is off by more than what printers do."""


def prove_scale(
    table: Path,
    *,
    line: float | None,
    card: str | None,
    ruler: str | None,
    card_size: str | None,
    sigma: float | None,
    force: bool,
    forget: bool,
) -> None:
    ways = [line is not None, card is not None, ruler is not None, forget]
    if sum(ways) > 1:
        raise BadRequestError("scale: got more than one of --line, --card, --ruler and --forget, expected one")
    if card_size is not None and card is None:
        raise BadRequestError("scale: got --card-size without --card PICTURE")
    if sigma is not None and line is None:
        raise BadRequestError("scale: got --sigma without --line; with --ruler it is TAG:TAG:MM:SIGMA")
    if forget:
        forget_scale(table)
    elif any(ways):
        found = _found(table, line, card, ruler, card_size, LINE_SIGMA_MM if sigma is None else sigma)
        keep_scale(table, found, force=force)
        tell(scale_words(found), "bold")
        if found.proven_by is ScaleProof.LINE and abs(found.scale - 1.0) > NOT_FULL_SIZE:
            tell(tr("This print is fine as it is: all sizes now follow it. You don't have to print anything again."))
    _tell_state(table)


def _found(
    table: Path, line: float | None, card: str | None, ruler: str | None, card_size: str | None, sigma: float
) -> PrintScale:
    if line is not None:
        if not 10.0 <= line <= 1000.0 or not 0.0 < sigma <= 10.0:
            raise BadRequestError("--line: got {line:g} ± {sigma:g}, expected mm, about 100", line=line, sigma=sigma)
        return scale_by_line(line, sigma)
    if ruler is not None:
        return scale_by_ruler(read_table(table).mat, parse_ruler(ruler))
    assert card is not None
    return scale_by_pictures(card, table, None if card_size is None else _size(card_size), _told)


def _size(text: str) -> tuple[float, float]:
    try:
        long_mm, short_mm = (float(part) for part in text.lower().split("x"))
        if not 20.0 <= min(long_mm, short_mm) <= max(long_mm, short_mm) <= 200.0:
            raise ValueError
    except ValueError:
        what = template("--card-size: got '{text}', expected LONGxSHORT in mm, as in 85.6x53.98")
        raise BadRequestError(what, text=text) from None
    return long_mm, short_mm


def _told(words: Text, amiss: bool) -> None:
    tell(words, "yellow" if amiss else None, err=True)


def _tell_state(table: Path) -> None:
    settings = read_table(table)
    for note in settings.notes:
        tell(note)
    if not settings.notes:
        what = template("{table}: the scale of the print adds ± {off_mm:.2f} mm to a distance of 84 mm")
        tell(tr(what, table=table, off_mm=plus_minus(84.0 * settings.mat.print_scale_sigma)))
