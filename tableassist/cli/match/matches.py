"""`tableassist matches`: the library of matches."""

from pathlib import Path
from typing import Annotated

import typer

matches = typer.Typer(
    invoke_without_command=True,
    help="The library of matches: list, search, import, export, delete.",
    epilog="Examples:\n\n  tableassist matches\n\n  tableassist matches find anne titan 2025-03\n\n"
    "  tableassist matches find disputes\n\n  tableassist matches export final final.zip\n\n"
    "  tableassist matches import final.zip",
)
Folder = Annotated[Path | None, typer.Option("--in", help="Another folder with matches. Default: the library.")]


@matches.callback()
def list_all(context: typer.Context, folder: Folder = None) -> None:
    context.obj = folder
    if context.invoked_subcommand is None:
        _print(folder, ())


@matches.command()
def find(
    context: typer.Context,
    words: Annotated[
        list[str], typer.Argument(help="Parts of a player, ship, table, name, date (2025-03-01); or: disputes.")
    ],
    folder: Folder = None,
) -> None:
    """List the matches that every word is about."""
    _print(folder or context.obj, tuple(words))


@matches.command(name="import")
def import_one(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(help="A zip made by export, or a match's folder.")],
    folder: Folder = None,
) -> None:
    """Take a match into the library. It is read first: it may be anybody's."""
    from tableassist.formats.match.zip import import_match

    typer.echo(f"taken in: {import_match(source, _root(folder or context.obj))}")


@matches.command()
def export(
    context: typer.Context,
    match: Annotated[str, typer.Argument(help="Its name in the library, or its folder.")],
    out: Annotated[Path, typer.Argument(help="The zip to write.")],
    folder: Folder = None,
) -> None:
    """Pack a match into one file."""
    from tableassist.formats.match.library import find_match
    from tableassist.formats.match.zip import export_match

    typer.echo(f"written: {export_match(find_match(_root(folder or context.obj), match), out)}")


@matches.command()
def delete(
    context: typer.Context,
    match: Annotated[str, typer.Argument(help="Its name in the library, or its folder.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    folder: Folder = None,
) -> None:
    """Delete a match for good; it says what will be gone, and asks."""
    from tableassist.formats.match.library import delete_match, find_match, match_card

    card = match_card(find_match(_root(folder or context.obj), match))
    typer.echo(f"{card.folder}: {card.seconds / 60:.0f} minutes, {card.bytes / 1e6:.0f} MB, {card.disputes} disputes")
    if not yes:
        typer.confirm("Delete it? There is no way back.", abort=True)
    left = delete_match(card.folder)
    typer.echo("deleted" + (f"; left, for they are not of the match: {', '.join(left)}" if left else ""))


def _root(folder: Path | None) -> Path:
    from tableassist.runtime.recorder.replay_buffer import matches_root

    return folder or matches_root()


def _print(folder: Path | None, words: tuple[str, ...]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from tableassist.formats.match.library import found, matches_in

    root = _root(folder)
    cards = found(matches_in(root), words)
    if not cards:
        typer.echo(f"no match{' is about that' if words else ''} in {root}")
        return
    table = Table(box=SIMPLE_HEAD)
    for column in ("match", "begun", "long", "size", "players", "marks", "disputes"):
        right = column in ("long", "size", "marks", "disputes")
        # A name that is cut short is no name to type.
        table.add_column(column, justify="right" if right else "left", overflow="fold")
    for card in cards:
        if card.facts is None or card.started is None:
            table.add_row(escape(card.name), "[red]cannot be read[/]", *[""] * 5)
            continue
        long = f"{card.seconds / 60:.0f} min" if card.seconds >= 600 else f"{card.seconds:.0f} s"
        unclosed = "" if card.facts.closed_ms is not None else " [yellow](not closed)[/]"
        size = f"{card.bytes / 1e6:.0f} MB" + ("" if card.has_video else " no video")
        table.add_row(
            *(f"{escape(card.name)}{unclosed}", f"{card.started:%Y-%m-%d %H:%M}", long, size),
            *(escape(", ".join(card.facts.players)), str(card.marks), str(card.disputes)),
        )
    Console().print(table)
