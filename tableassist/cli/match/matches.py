"""`tableassist matches`: the library of matches."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import make_console, plain_table, tell
from tableassist.messages import template, tr, visible

if TYPE_CHECKING:
    from tableassist.store.match_library import MatchCard

matches = typer.Typer(
    invoke_without_command=True,
    help="The library of matches: list, search, import, export, delete.",
    epilog="Examples:\n\n  tableassist matches\n\n  tableassist matches find anne titan 2025-03\n\n"
    "  tableassist matches find disputes\n\n  tableassist matches export final final.zip\n\n"
    "  tableassist matches import final.zip",
)
Folder = Annotated[Path | None, Option("--in", help="Another folder with matches. Default: the library.")]


@matches.callback()
def list_all(context: typer.Context, folder: Folder = None) -> None:
    context.obj = folder
    if context.invoked_subcommand is None:
        _print(folder, ())


@matches.command(
    epilog="Examples:\n\n  tableassist matches find anne disputes\n\n  tableassist matches find 2025-03-01",
)
def find(
    context: typer.Context,
    words: Annotated[
        list[str], Argument(help="Parts of a player, ship, table, name, date (2025-03-01); or: disputes.")
    ],
    folder: Folder = None,
) -> None:
    """List the matches that contain all these words."""
    _print(folder or context.obj, tuple(words))


@matches.command(name="import", epilog="Examples:\n\n  tableassist matches import friday.match.zip")
def import_one(
    context: typer.Context,
    source: Annotated[Path, Argument(help="A zip made by export, or a match's folder.")],
    folder: Folder = None,
) -> None:
    """Import a match into the library. It is checked first, as it may come from anyone."""
    from tableassist.store.match_library import import_match

    tell(tr("imported: {path}", path=import_match(source, _root(folder or context.obj))))


@matches.command(epilog="Examples:\n\n  tableassist matches export friday friday.match.zip")
def export(
    context: typer.Context,
    match: Annotated[str, Argument(help="Its name in the library, or its folder.")],
    out: Annotated[Path, Argument(help="The zip to write.")],
    folder: Folder = None,
) -> None:
    """Pack a match into one file."""
    from tableassist.store.match_library import export_match, find_match

    tell(tr("written: {path}", path=export_match(find_match(_root(folder or context.obj), match), out)))


@matches.command(epilog="Examples:\n\n  tableassist matches delete friday\n\n  tableassist matches delete friday --yes")
def delete(
    context: typer.Context,
    match: Annotated[str, Argument(help="Its name in the library, or its folder.")],
    yes: Annotated[bool, Option("--yes", help="Do not ask for confirmation.")] = False,
    folder: Folder = None,
) -> None:
    """Delete a match permanently, after showing what will be lost and asking."""
    from tableassist.store.match_library import delete_match, find_match, match_card

    card = match_card(find_match(_root(folder or context.obj), match))
    size = {"minutes": card.seconds / 60, "megabytes": card.bytes / 1e6}
    what = template("{folder}: {minutes:.0f} minutes, {megabytes:.0f} MB, {disputes} disputes")
    tell(tr(what, folder=card.folder, disputes=card.disputes, **size))
    if not yes:
        typer.confirm(tr("Delete it? This cannot be undone."), abort=True)
    left = delete_match(card.folder)
    tell(tr("deleted; kept, because not part of the match: {names}", names=left) if left else tr("deleted"))


def _root(folder: Path | None) -> Path:
    from tableassist.matches.recording import matches_root

    return folder or matches_root()


def _print(folder: Path | None, words: tuple[str, ...]) -> None:
    from rich.text import Text

    from tableassist.store.match_library import found, matches_in

    root = _root(folder)
    cards = found(matches_in(root), words)
    if not cards:
        tell(tr("no such match in {folder}", folder=root) if words else tr("no match in {folder}", folder=root))
        return
    columns = (tr("match"), tr("started"), tr("players"), tr("length"), tr("size"), tr("marks"), tr("disputes"))
    table = plain_table(columns, left=3)
    for card in cards:
        if card.facts is None or card.started is None:
            table.add_row(card.name, Text(tr("cannot be read"), style="red"), *[""] * 5)
            continue
        name = Text(visible(card.name))
        if card.facts.closed_ms is None:
            name.append(f" {tr('(not closed)')}", style="yellow")
        if not card.is_chained:
            name.append(f" {tr('(unchained)')}", style="yellow")
        about = name, f"{card.started:%Y-%m-%d %H:%M}", ", ".join(card.facts.players)
        table.add_row(*about, _length(card), _size(card), str(card.marks), str(card.disputes))
    make_console().print(table)


def _length(card: "MatchCard") -> str:
    if card.seconds >= 600:
        return tr("{minutes:.0f} min", minutes=card.seconds / 60)
    return tr("{seconds:.0f} s", seconds=card.seconds)


def _size(card: "MatchCard") -> str:
    megabytes = card.bytes / 1e6
    if card.has_video:
        return tr("{megabytes:.0f} MB", megabytes=megabytes)
    return tr("{megabytes:.0f} MB no video", megabytes=megabytes)
