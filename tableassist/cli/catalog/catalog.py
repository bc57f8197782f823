"""`tableassist catalog`: find a card, show it, check the catalogue. Imports wait until a command needs them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import echo, echo_json, tell
from tableassist.messages import tr

if TYPE_CHECKING:
    from tableassist.pieces.catalogue import Catalogue
    from tableassist.pieces.lookup import FoundCard

MOST_SHOWN = 30

catalog = typer.Typer(
    no_args_is_help=True,
    help="Look up ships, forts and crew, and what their abilities change.",
    epilog="Examples:\n\n  tableassist catalog find titan\n\n  tableassist catalog show SM/PS-001",
)


@catalog.command(
    epilog='Examples:\n\n  tableassist catalog find "revenant"\n\n'
    "  tableassist catalog find --nation viking --masts 3 --points 10-15\n\n"
    "  tableassist catalog find --effect lof_not_blocked_by_ships --kind ship --json"
)
def find(
    words: Annotated[str, Argument(help="A name or a part of it, or a number such as SM/PS-001.")] = "",
    kind: Annotated[str | None, Option(help="ship, fort or crew.")] = None,
    set_code: Annotated[str | None, Option("--set", help="SM, FN ..., or the set's title.")] = None,
    nation: Annotated[str | None, Option(help="English, Pirate, Viking ...")] = None,
    masts: Annotated[str | None, Option(help="3, 2-4, or >=4.")] = None,
    points: Annotated[str | None, Option(help="12, 10-15, or <=12.")] = None,
    keyword: Annotated[str | None, Option(help="Schooner, Galley, Junk ...")] = None,
    effect: Annotated[str | None, Option(help="A code, as `catalog show` explains it.")] = None,
    released: Annotated[bool, Option("--released", help="Leave out cards that were never released.")] = False,
    limit: Annotated[int, Option(min=0, help="How many to show; 0 shows all.")] = MOST_SHOWN,
    as_json: Annotated[bool, Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Find cards by name, set, nation, masts, points, keyword or effect.

    Case and accents do not matter, and a typing error is forgiven. Exit code 1: nothing found.
    """
    from tableassist.cli.catalog.lookup import wanted_cards
    from tableassist.pieces.lookup import find_cards
    from tableassist.store.models import packaged_catalogue

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
        echo_json(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        _print_found(catalogue, wanted.words, found, limit)
    if not found:
        raise typer.Exit(1)


def _print_found(catalogue: "Catalogue", words: str, found: "tuple[FoundCard, ...]", limit: int) -> None:
    from tableassist.cli.catalog.lookup import other_option
    from tableassist.cli.catalog.words import print_found
    from tableassist.pieces.lookup import NameMatch

    if not found:
        hint = other_option(catalogue, words) if words else None
        tell(tr("No card found. Did you mean {option}?", option=hint) if hint else tr("No card found."))
        return
    if found[0].match is NameMatch.SLIP:
        tell(tr("No card is called '{words}'. Did you mean:", words=words) + "\n")
    shown = limit or len(found)
    print_found(found, shown=shown)
    if len(found) > shown:
        tell("")
        tell(tr("{shown} of {count} shown; --limit 0 shows all, or narrow the search.", shown=shown, count=len(found)))


@catalog.command(epilog='Examples:\n\n  tableassist catalog show SM/PS-001\n\n  tableassist catalog show "HMS Titan"')
def show(card: Annotated[str, Argument(help="Set and number, as shown by `find`, or a full name.")]) -> None:
    """Show all that is known about a card: numbers, hull model, what its ability changes, misprints."""
    from tableassist.cli.catalog.lookup import one_card
    from tableassist.cli.catalog.words import card_lines
    from tableassist.cli.terminal import terminal_width
    from tableassist.pieces.catalogue import CrewCard
    from tableassist.store.models import model_heading, packaged_catalogue

    catalogue = packaged_catalogue()
    chosen = one_card(catalogue, card)
    model = None if isinstance(chosen, CrewCard) else model_heading(chosen.model)
    echo("\n".join(card_lines(chosen, catalogue, model, min(terminal_width(), 100))))


@catalog.command(epilog="Examples:\n\n  tableassist catalog check\n\n  tableassist catalog check my-catalogue/ --all")
def check(
    folder: Annotated[
        Path | None, Argument(help="A folder with ships.csv, forts.csv, crew.csv, misprints.toml.")
    ] = None,
    every: Annotated[bool, Option("--all", help="List every remark, not only the first of each kind.")] = False,
) -> None:
    """Check the catalogue: rows that could not be used, and what is odd about the others. Exit code 1: bad rows."""
    from tableassist.cli.catalog.words import print_check
    from tableassist.store.models import packaged_catalogue, read_catalogue

    catalogue = packaged_catalogue() if folder is None else read_catalogue(folder)
    print_check(catalogue, every=every)
    if catalogue.problems:
        raise typer.Exit(1)


@catalog.command(epilog="Examples:\n\n  tableassist catalog misprints")
def misprints() -> None:
    """List the known misprints and errata, how the catalogue corrects them, and who says so."""
    from tableassist.cli.catalog.words import misprint_lines
    from tableassist.cli.terminal import terminal_width
    from tableassist.store.models import packaged_catalogue

    echo("\n".join(misprint_lines(packaged_catalogue(), terminal_width())))


@catalog.command(epilog="Examples:\n\n  tableassist catalog effects")
def effects() -> None:
    """List the codes of effects that a table file may give to a ship or a crew, and what each does."""
    from tableassist.cli.catalog.words import effect_code_lines
    from tableassist.cli.terminal import terminal_width

    echo("\n".join(effect_code_lines(terminal_width())))


@catalog.command(
    epilog="Examples:\n\n  tableassist catalog fleet fleet.txt\n\n"
    "  tableassist catalog fleet fleet.txt --edition revolution --points 40 --player Anne --out fleet.toml\n\n"
    "  tableassist catalog fleet fleet_data.json --psmlist ship.json --psmlist crew.json"
)
def fleet(
    file: Annotated[Path, Argument(help="A list as text, '(15p) Revenant #SM001 - Pirates', or PSMList's JSON.")],
    player: Annotated[str, Option(help="Whose fleet it is.")] = "player",
    edition: Annotated[str, Option(help="Rules to check it by.")] = "complete",
    points: Annotated[int | None, Option(min=0, max=1000, help="The build total that was agreed on.")] = None,
    psmlist: Annotated[
        list[Path] | None, Option(help="PSMList's list of ships, crew or equipment (JSON); repeat for each.")
    ] = None,
    out: Annotated[Path | None, Option(help="Write it: .toml for a table file's pieces, .json for a set-up.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Look up a fleet as players share it: what it holds and costs, and whether the rules allow it.

    Exit code 1: a card is not known, or the fleet is not allowed.
    """
    from tableassist.cli.catalog.lookup import exit_code, fleet_json, one_of, print_fleet
    from tableassist.matches.games import fleet_start, imported_fleet, write_fleet
    from tableassist.rulebook import EDITIONS, new_game
    from tableassist.rulebook.referee.setup import check_fleet, fleet_points

    found = imported_fleet(file, psmlist or ())
    start = fleet_start(found, player, edition=one_of("--edition", edition, list(EDITIONS)), points=points)
    cost, reasons = fleet_points(new_game(start), player), check_fleet(start, player)
    if as_json:
        echo_json(fleet_json(found, cost, reasons))
    else:
        print_fleet(found, cost, reasons)
    if out is not None:
        write_fleet(out, found, player, start)
        tell(tr("written: {path}", path=out), err=as_json)
    if code := exit_code(found, reasons):
        raise typer.Exit(code)
