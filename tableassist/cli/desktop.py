"""`tableassist desktop install` and `remove`. Nothing is put into the desktop by itself."""

import sys

import typer

from tableassist.cli.terminal import tell
from tableassist.messages import tr

desktop = typer.Typer(
    no_args_is_help=True,
    help="Add Table Assist to the desktop menu and open its files by double click; or remove it.",
    epilog="Examples:\n\n  tableassist desktop install\n\n  tableassist desktop remove",
)


@desktop.command(epilog="Examples:\n\n  tableassist desktop install")
def install() -> None:
    """Write a menu entry, an icon and the types of files for this user (Linux).

    Scores (.pcn), packed matches (.match.zip), a match's own match.sqlite and tables named *.table.toml then open by a
    double click.
    """
    from tableassist.setup.program import check_desktop, data_home, install_desktop, own_command

    check_desktop(sys.platform)
    for path in install_desktop(data_home(), own_command()):
        tell(tr("written: {path}", path=path))


@desktop.command(epilog="Examples:\n\n  tableassist desktop remove")
def remove() -> None:
    """Remove what `install` wrote."""
    from tableassist.setup.program import check_desktop, data_home, remove_desktop

    check_desktop(sys.platform)
    removed = remove_desktop(data_home())
    for path in removed:
        tell(tr("removed: {path}", path=path))
    if not removed:
        tell(tr("There was nothing to remove."))
