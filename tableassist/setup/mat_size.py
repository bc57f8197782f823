"""The size of a mat as people write it: `915x915`, `36 x 36 in`, `3x3 ft`."""

import re
from enum import StrEnum

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.store.table_edit import border_tags

DEFAULT_MAT = "915x915"
MM_PER_INCH = 25.4
_NUMBER = r"(\d{1,5}(?:[.,]\d{1,3})?)"
_UNIT = r"(mm|cm|in|inch|inches|\"|″|ft|feet|'|′)?"
_MAT = re.compile(rf"{_NUMBER}\s*{_UNIT}\s*[x×*]\s*{_NUMBER}\s*{_UNIT}", re.IGNORECASE)
_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH, "″": MM_PER_INCH}
_MM |= dict.fromkeys(("inch", "inches"), MM_PER_INCH) | dict.fromkeys(("ft", "feet", "'", "′"), 12 * MM_PER_INCH)


class LengthUnit(StrEnum):
    """What a number without a unit is meant in."""

    MM = "mm"
    INCH = "in"

    @property
    def words(self) -> Message:
        return Message(template("mm")) if self is LengthUnit.MM else Message(template("inches"))


USUAL_MATS = {LengthUnit.MM: ("915x915", "670x670"), LengthUnit.INCH: ("36x36", "26.4x26.4")}


def parse_mat(text: str, unit: LengthUnit = LengthUnit.MM) -> tuple[float, float]:
    """Width and height in mm."""
    match = _MAT.fullmatch(text.strip())
    if match is None:
        what = template("mat: got '{text}', expected WIDTHxHEIGHT in mm, as in {default_mat}, or as in 3x3 ft")
        raise BadRequestError(what, text=text, default_mat=DEFAULT_MAT)
    last = (match[4] or match[2] or unit.value).lower()
    first = (match[2] or last).lower()
    width, height = (
        round(float(number.replace(",", ".")) * _MM[each], 1) for number, each in ((match[1], first), (match[3], last))
    )
    border_tags(width, height)
    return width, height


def mat_text(width_mm: float, height_mm: float, unit: LengthUnit) -> str:
    """As it is typed in this unit."""
    if unit is LengthUnit.MM:
        return f"{width_mm:g}x{height_mm:g}"
    return f"{round(width_mm / MM_PER_INCH, 2):g}x{round(height_mm / MM_PER_INCH, 2):g}"
