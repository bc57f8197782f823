"""`tableassist licences`: what is shipped, and under which licence."""

import msgspec

from tableassist import __version__
from tableassist.cli.terminal import echo_json, print_rows, tell
from tableassist.messages import tr
from tableassist.setup.program import part_licences


def tell_licences(*, as_json: bool) -> None:
    parts = part_licences()
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(parts), indent=2).decode())
        return
    tell(tr("Table Assist {version}: GPL-3.0-or-later. It is shipped with:", version=__version__))
    rows = [(part.name, part.version, part.licence or tr("it does not say")) for part in parts]
    print_rows((tr("package"), tr("version"), tr("licence")), rows, given=(2,), indent=2)
