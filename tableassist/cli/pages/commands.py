"""`tableassist serve`. Heavy imports wait until the command needs them."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

app = typer.Typer()
PANEL = "Look back"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist serve final.match\n\n  tableassist serve final.match --network --port 8700",
)
def serve(
    match: Annotated[Path, Argument(help="The match: its folder, or its name in the library.")],
    network: Annotated[
        bool, Option("--network", help="Others in the local network may look; else only this computer.")
    ] = False,
    port: Annotated[int | None, Option("--port", min=0, max=65535, help="Default: the first free one.")] = None,
) -> None:
    """Show a finished match as a page in the browser, until Ctrl-C."""
    from tableassist.cli.pages.serve import serve_match

    serve_match(match, to_network=network, port=port)
