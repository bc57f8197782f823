"""What Help says."""

from typing import Final

from tableassist import __version__

ABOUT: Final = f"""<h3>Table Assist {__version__}</h3>
<p>Measures a real table of <i>Pirates of the Spanish Main</i> with a camera and says
YES, NO or TOO CLOSE TO CALL, with the error it claims and the rule it follows.</p>
<p>It is an aid to the players, not a judge over them: what they agree on stands.</p>
<p>Free software under the GNU General Public License, version 3 or later.
Not connected with the makers of the game.</p>"""

SHORTCUTS: Final = (
    ("Click a piece", "its ranges, lines and rulings"),
    ("Esc", "select nothing; leave full screen"),
    ("Wheel", "zoom about the pointer"),
    ("Drag", "move the picture"),
    ("Double click, Ctrl+0", "fit"),
    ("M", "fit to the mat, or to the camera's whole picture"),
    ("Space", "hold the picture, and let it run again"),
    ("Ctrl+1, Ctrl+2, Ctrl+3", "camera only, plan only, both"),
    ("L", "show or hide the legend"),
    ("F11", "full screen"),
    ("Ctrl+S", "save the picture"),
    ("?", "this list"),
    ("Ctrl+Q", "quit"),
)


def shortcuts_text() -> str:
    rows = "".join(
        f"<tr><td style='padding: 3px 24px 3px 0'><b>{keys}</b></td><td style='padding: 3px 0'>{what}</td></tr>"
        for keys, what in SHORTCUTS
    )
    return f"<h3>Shortcuts</h3><table>{rows}</table>"
