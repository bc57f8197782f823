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
        tr("It helps the players and never overrules them: whatever they agree on counts."),
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


COLUMNS = 3
Group = tuple[str, tuple[tuple[str, str], ...]]
"""A heading, and keys with what they do."""


def shortcuts_text(groups: tuple[Group, ...]) -> str:
    """In columns of about the same height, so that they fit a low screen."""
    heights = [len(rows) + 2 for _, rows in groups]
    most = 1.25 * sum(heights) / COLUMNS
    columns: list[list[Group]] = []
    room = 0.0
    for group, height in zip(groups, heights, strict=True):
        if height > room:
            columns.append([])
            room = most
        columns[-1].append(group)
        room -= height
    told = ("".join(map(_group_html, each)) for each in columns)
    cells = "".join(f"<td style='padding-right: 28px; vertical-align: top'>{each}</td>" for each in told)
    return f"<table><tr>{cells}</tr></table>"


def _group_html(group: Group) -> str:
    title, rows = group
    cells = "".join(
        f"<tr><td style='padding: 1px 16px 1px 0'><b>{escape(keys)}</b></td>"
        f"<td style='padding: 1px 0'>{escape(what)}</td></tr>"
        for keys, what in rows
    )
    return f"<h3>{escape(title)}</h3><table>{cells}</table>"
