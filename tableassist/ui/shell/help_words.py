"""What Help says."""

from html import escape

from tableassist import __version__
from tableassist.ui.language.words import tr


def about_text() -> str:
    return "".join(
        (
            f"<h3>Table Assist {__version__}</h3>",
            "<p>",
            tr(
                "Measures a real table of <i>Pirates of the Spanish Main</i> with a camera and says YES, NO or TOO "
                "CLOSE TO CALL, with the error it claims and the rule it follows."
            ),
            "</p><p>",
            tr("It is an aid to the players, not a judge over them: what they agree on stands."),
            "</p><p>",
            tr(
                "Free software under the GNU General Public License, version 3 or later. Not connected with the makers "
                "of the game."
            ),
            "</p>",
        )
    )


def pointer_rows() -> tuple[tuple[str, str], ...]:
    return (
        (tr("Click a piece"), tr("Her ranges, lines and rulings")),
        (tr("Wheel"), tr("Zoom about the pointer")),
        (tr("Wheel over the time line"), tr("Zoom; with Shift, move along; a double click shows all")),
        (tr("Drag"), tr("Move the picture")),
        (tr("Double click"), tr("Fit")),
    )


def shortcuts_text(rows: tuple[tuple[str, str], ...]) -> str:
    cells = "".join(
        f"<tr><td style='padding: 2px 24px 2px 0'><b>{escape(keys)}</b></td>"
        f"<td style='padding: 2px 0'>{escape(what)}</td></tr>"
        for keys, what in rows
    )
    return f"<h3>{tr('Shortcuts')}</h3><table>{cells}</table>"
