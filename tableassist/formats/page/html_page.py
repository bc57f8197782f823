"""The frame of every page we write: one file that holds all it shows. No script, nothing from elsewhere."""

from collections.abc import Iterable
from html import escape

from tableassist.formats.page.style import REPORT_STYLE
from tableassist.overlay.svg_inks import svg_hatches, svg_style

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The reader's browser is told to load nothing and to run nothing, whatever a ship is called."""


def whole_page(title: str, body: Iterable[str], more_style: str = "") -> str:
    """`body` is HTML already, the title is not."""
    style = "\n".join((svg_style(), REPORT_STYLE, more_style))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>\n{style}\n</style></head>\n"
        f"<body>{svg_hatches()}<main>{''.join(body)}</main></body></html>\n"
    )
