"""`tableassist catalog`: find a card, show it, check the catalogue. Imports wait until a command needs them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tableassist.pieces.catalogue import Card, Catalogue
    from tableassist.pieces.catalogue_search import Found

MOST_SHOWN = 30

catalog = typer.Typer(no_args_is_help=True, help="Look up ships, forts and crew, and what their abilities change.")


@catalog.command(
    epilog='Examples:\n\n  tableassist catalog find "revenant"\n\n'
    "  tableassist catalog find --nation viking --masts 3 --points 10-15\n\n"
    "  tableassist catalog find --effect lof_not_blocked_by_ships --kind ship --json"
)
def find(
    words: Annotated[str, typer.Argument(help="A name or a part of it, or a number such as SM/PS-001.")] = "",
    kind: Annotated[str | None, typer.Option(help="ship, fort or crew.")] = None,
    set_code: Annotated[str | None, typer.Option("--set", help="SM, FN ..., or the set's title.")] = None,
    nation: Annotated[str | None, typer.Option(help="English, Pirate, Viking ...")] = None,
    masts: Annotated[str | None, typer.Option(help="3, 2-4, or >=4.")] = None,
    points: Annotated[str | None, typer.Option(help="12, 10-15, or <=12.")] = None,
    keyword: Annotated[str | None, typer.Option(help="Schooner, Galley, Junk ...")] = None,
    effect: Annotated[str | None, typer.Option(help="A code, as `catalog show` explains it.")] = None,
    released: Annotated[bool, typer.Option("--released", help="Leave out what never reached a shop.")] = False,
    limit: Annotated[int, typer.Option(min=0, help="How many to show; 0 for all.")] = MOST_SHOWN,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Find cards by name, set, nation, masts, points, keyword or effect.

    Case and accents do not matter, and a slip of the finger is forgiven. Exit code 1: nothing found.
    """
    from tableassist.cli.catalog.request import wanted_cards
    from tableassist.formats.catalogue.file import packaged_catalogue
    from tableassist.pieces.catalogue_search import find_cards

    catalogue = packaged_catalogue()
    wanted = wanted_cards(
        catalogue, words, kind=kind, set_code=set_code, nation=nation, masts=masts,
        points=points, keyword=keyword, effect=effect, released_only=released,
    )  # fmt: skip
    found = find_cards(catalogue, wanted)
    if as_json:
        import json

        from tableassist.cli.catalog.words import card_json

        shown = found[: limit or None]
        rows = [{**card_json(hit.card), "match": hit.match.name.lower()} for hit in shown]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        _print_found(catalogue, wanted.words, found, limit)
    if not found:
        raise typer.Exit(1)


def _print_found(catalogue: "Catalogue", words: str, found: "tuple[Found, ...]", limit: int) -> None:
    from tableassist.cli.catalog.request import other_option
    from tableassist.cli.catalog.words import found_lines
    from tableassist.cli.text_table import terminal_width
    from tableassist.pieces.catalogue_search import Match

    if not found:
        hint = other_option(catalogue, words) if words else None
        typer.echo(f"No card found. Did you mean {hint}?" if hint else "No card found.")
        return
    if found[0].match is Match.SLIP:
        typer.echo(f"No card is called '{words}'. Did you mean:\n")
    shown = limit or len(found)
    typer.echo("\n".join(found_lines(found, shown=shown, width=terminal_width())))
    if len(found) > shown:
        typer.echo(f"\n{shown} of {len(found)} shown; --limit 0 shows all, or narrow the search.")


@catalog.command(epilog='Examples:\n\n  tableassist catalog show SM/PS-001\n\n  tableassist catalog show "HMS Titan"')
def show(card: Annotated[str, typer.Argument(help="Set and number, as `find` lists them, or a whole name.")]) -> None:
    """Show all that is known about a card: numbers, hull model, what its ability changes, misprints."""
    from tableassist.cli.catalog.words import card_lines
    from tableassist.cli.text_table import terminal_width
    from tableassist.formats.catalogue.file import model_heading, packaged_catalogue
    from tableassist.pieces.catalogue import CrewCard

    catalogue = packaged_catalogue()
    chosen = _one_card(catalogue, card)
    model = None if isinstance(chosen, CrewCard) else model_heading(chosen.model)
    typer.echo("\n".join(card_lines(chosen, catalogue, model, min(terminal_width(), 100))))


def _one_card(catalogue: "Catalogue", asked: str) -> "Card":
    from tableassist.errors import BadRequestError
    from tableassist.pieces.catalogue_search import CardQuery, Match, find_cards

    card = catalogue.card(asked)
    if card is not None:
        return card
    found = find_cards(catalogue, CardQuery(asked.strip()[:200])) if asked.strip() else ()
    exact = [hit.card for hit in found if hit.match is Match.EXACT]
    if len(exact) == 1:
        return exact[0]
    if exact:
        keys = ", ".join(f"{same.key} ({same.kind.value}, {same.nation.value})" for same in exact)
        raise BadRequestError(f"card: got '{asked}', which {len(exact)} cards are called; say which: {keys}")
    names = ", ".join(dict.fromkeys(f"{hit.card.key} {hit.card.name}" for hit in found[:5]))
    near = catalogue.nearest_key(asked, catalogue.cards)
    hint = names or (f"{near}" if near else "")
    raise BadRequestError(f"card: got '{asked}', " + (f"did you mean {hint}?" if hint else "no such card"))


@catalog.command(epilog="Examples:\n\n  tableassist catalog check\n\n  tableassist catalog check my-catalogue/ --all")
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder with ships.csv, forts.csv, crew.csv, misprints.toml.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="List every remark, not only the first of each kind.")] = False,
) -> None:
    """Check the catalogue: rows that could not be used, and what is odd about the others. Exit code 1: bad rows."""
    from tableassist.cli.catalog.check import check_lines
    from tableassist.cli.text_table import terminal_width
    from tableassist.formats.catalogue.file import packaged_catalogue, read_catalogue

    catalogue = packaged_catalogue() if folder is None else read_catalogue(folder)
    typer.echo("\n".join(check_lines(catalogue, every=every, width=terminal_width())))
    if catalogue.problems:
        raise typer.Exit(1)


@catalog.command(epilog="Example:\n\n  tableassist catalog misprints")
def misprints() -> None:
    """List the known misprints, and how the catalogue corrects them."""
    from tableassist.cli.catalog.check import misprint_lines
    from tableassist.cli.text_table import terminal_width
    from tableassist.formats.catalogue.file import packaged_catalogue

    typer.echo("\n".join(misprint_lines(packaged_catalogue(), terminal_width())))
