"""What Help says."""

from html import escape

from tableassist import __version__
from tableassist.messages import tr


def about_text() -> str:
    paragraphs = (
        tr(
            "Measures a real game of <i>Pirates of the Spanish Main</i> with a camera and answers YES, NO or "
            "TOO CLOSE TO CALL, with its margin of error and the rule it applies."
        ),
        tr("It helps the players and does not overrule them: what they agree on stands."),
        tr(
            "Free software under the GNU General Public License, version 3 or later. Not affiliated "
            "with the publishers of the game."
        ),
    )
    return f"<h3>Table Assist {__version__}</h3>" + "".join(f"<p>{each}</p>" for each in paragraphs)


def pointer_rows() -> tuple[tuple[str, str], ...]:
    return (
        (tr("Click a piece"), tr("Its ranges, lines of fire and rulings")),
        (tr("Mouse wheel"), tr("Zoom in and out at the pointer")),
        (tr("Mouse wheel over the timeline"), tr("Zoom; with Shift, scroll; double-click shows everything")),
        (tr("Drag"), tr("Move the picture")),
        (tr("Double-click"), tr("Fit to the window")),
    )


def shortcuts_text(rows: tuple[tuple[str, str], ...]) -> str:
    cells = "".join(
        f"<tr><td style='padding: 2px 24px 2px 0'><b>{escape(keys)}</b></td>"
        f"<td style='padding: 2px 0'>{escape(what)}</td></tr>"
        for keys, what in rows
    )
    return f"<h3>{tr('Shortcuts')}</h3><table>{cells}</table>"
