"""The commands that make a table and what is printed for it: plan, new, check, print."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.pieces import IslandMake
from tableassist.printing import Paper, Sheet

app = typer.Typer()
PANEL = "Set up a table"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist plan --mat 915x915\n\n"
    "  tableassist plan --mat 915x915 --camera 4k --hfov 78 --picture plan.png\n\n"
    "  tableassist plan --mat 915x915 --camera 1080p --height 1200 --verbose\n\n"
    "  tableassist plan --table my-table.toml --profile my-camera.toml\n\n  tableassist plan --cards --camera 720p",
)
def plan(
    mat: Annotated[str | None, Option(help="WIDTHxHEIGHT of the mat in mm, as in 915x915; or --table.")] = None,
    camera: Annotated[
        str | None, Option(help="720p, 1080p, 1440p, 4k or WIDTHxHEIGHT. Default: the profile's size, else 1080p.")
    ] = None,
    height: Annotated[
        float | None, Option(help="Height of the camera above the mat, mm. Default: as low as the mat fits.")
    ] = None,
    angle: Annotated[
        float | None, Option(help="Angle of the camera off the vertical, degrees. Default: 30; 0 with --cards.")
    ] = None,
    hfov: Annotated[float | None, Option(help="Field of view across the picture's longer side, degrees.")] = None,
    profile: Annotated[
        str | None, Option(help="The camera profile (a .toml file or a packaged name), instead of --hfov.")
    ] = None,
    tag_height: Annotated[
        float | None, Option(help="Height of the ships' tags above the mat, mm. Default: the table's or the kit's.")
    ] = None,
    second_tag: Annotated[
        float | None, Option(help="Height of a second tag on each ship, mm. Default: the table's or the kit's.")
    ] = None,
    table: Annotated[Path | None, Option("--table", "-t", help="A table file: its mat, camera and tags.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print everything as JSON.")] = False,
    picture: Annotated[Path | None, Option(help="Also draw the plan as a picture (PNG).")] = None,
    cards: Annotated[bool, Option("--cards", help="A table of the card game instead of a mat.")] = False,
    verbose: Annotated[
        bool, Option("--verbose", help="Also print the tables: tags, places, lean, error budget, other cameras.")
    ] = False,
) -> None:
    """Plan a table: where to hang the camera, which tags will read, what plus-minus to expect.

    It uses the error model of the measurements. Without --table it plans for the tags that the kit prints.
    """
    from tableassist.cli.plan.tables import show_card_plan, show_plan
    from tableassist.setup.plan import planned_cards, planned_table

    if cards:
        made = planned_cards(camera=camera, height=height, angle=angle or 0.0, hfov=hfov, profile=profile)
        show_card_plan(made.outlook, made.lens, as_json=as_json)
        return
    planned = planned_table(
        mat=mat, camera=camera, height=height, angle=angle, hfov=hfov, profile=profile, tag_height=tag_height,
        second_tag=second_tag, table=table,
    )  # fmt: skip
    show_plan(planned, picture, as_json=as_json, verbose=verbose)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist new my-table.toml\n\n"
    '  tableassist new my-table.toml --yes --ship "English:HMS Titan" --ship "Pirates:Harbinger" --terrain reef\n\n'
    "  tableassist new my-table.toml --sample",
)
def new(
    table: Annotated[Path, Argument(help="The table file to make (TOML).")],
    name: Annotated[str | None, Option(help="What to call the table.")] = None,
    mat: Annotated[str | None, Option(help="WIDTHxHEIGHT in mm, or as in 36x36in or 3x3ft. Default: 915x915.")] = None,
    camera: Annotated[
        str | None,
        Option(help="A camera profile: a packaged name, or a .toml file next to the table file. Default: typical."),
    ] = None,
    edition: Annotated[str | None, Option(help="Which rules. Default: complete.")] = None,
    ruler: Annotated[str | None, Option(help="bars or card. Default: bars.")] = None,
    player: Annotated[list[str] | None, Option(help="A player; repeat for each.")] = None,
    ship: Annotated[list[str] | None, Option(help="PLAYER:SHIP by name, number or model; repeat for each.")] = None,
    islands: Annotated[int | None, Option(help="How many, homes included. Default: three per player.")] = None,
    island_kind: Annotated[
        IslandMake | None,
        Option(help="Islands and terrain: printed with the kit, or the game's own cardboard. Default: printed."),
    ] = None,
    terrain: Annotated[list[str] | None, Option(help="reef, fog-bank, ...; repeat for each.")] = None,
    points: Annotated[float | None, Option(help="What a fleet may cost; 0: no limit. Default: 40.")] = None,
    tag_size: Annotated[float | None, Option(help="Size of the ships' tags, mm. Default: as the model says.")] = None,
    ship_tags: Annotated[
        int | None, Option(min=1, max=2, help="Tags of a ship: 2, flag and wake plate, or 1, the flag. Default: 2.")
    ] = None,
    sample: Annotated[
        bool, Option("--sample", help="The sample table, which `print kit` prints for where there is no table.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Ask no questions: use every default.")] = False,
    force: Annotated[bool, Option("--force", help="Overwrite the file if it exists.")] = False,
) -> None:
    """Make a table file by questions; each has a default, and each can be given as an option."""
    from tableassist.cli.table.files import ask_for_table, take_sample
    from tableassist.setup.plan import Answers

    answers = Answers(
        name, mat, camera, edition, ruler, tuple(player or ()), tuple(ship or ()), islands, tuple(terrain or ()),
        points, tag_size, ship_tags, island_kind,
    )  # fmt: skip
    if sample:
        take_sample(table, answers, force=force)
    else:
        ask_for_table(table, answers, yes=yes, force=force)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist check my-table.toml\n\n  tableassist check my-table.toml --json",
)
def check(
    table: Annotated[Path, Argument(help="The table file.")],
    as_json: Annotated[bool, Option("--json", help="For programs.")] = False,
) -> None:
    """Find every mistake in a table file, in one go. Exit code 0: fine, warnings allowed; 2: errors."""
    from tableassist.cli.table.files import check_file

    raise typer.Exit(check_file(table, as_json=as_json))


@app.command(
    "print",
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist print kit --table my-table.toml --out kit.pdf\n\n  tableassist print kit\n\n"
    "  tableassist print islands --table my-table.toml --paper letter\n\n"
    "  tableassist print pieces --table my-table.toml --only titan --paper letter\n\n  tableassist print board",
)
def print_(
    what: Annotated[Sheet, Argument(help="What to print; kit is all of it, with a page of instructions.")],
    table: Annotated[
        Path | None,
        Option(
            "--table",
            "-t",
            help="The table file, for mat, pieces, islands and kit. Default for islands and kit: the sample table.",
        ),
    ] = None,
    out: Annotated[Path | None, Option("--out", "-o", help="The PDF to write. Default: WHAT.pdf.")] = None,
    paper: Annotated[Paper, Option(help="The paper in the printer.")] = Paper.A4,
    only: Annotated[
        list[str] | None, Option(help="With pieces and islands: the id of a piece; may be repeated.")
    ] = None,
    board: Annotated[str, Option(help="With board and kit: charuco, or a board's .toml.")] = "charuco",
) -> None:
    """Print islands, tags, rulers, the fitting-out jig and the calibration board at their exact size, as PDF."""
    from tableassist.cli.table.files import print_sheet

    print_sheet(what, table, out, paper, only or (), board)
