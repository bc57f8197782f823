"""The command `tableassist`. Heavy imports wait until a command needs them."""

import os
import sys
from typing import Annotated

import typer

from tableassist import __version__
from tableassist.cli.catalog.catalog import catalog
from tableassist.cli.doctor import commands as help_commands
from tableassist.cli.match import commands as match_commands
from tableassist.cli.match import record_commands
from tableassist.cli.match.matches import matches
from tableassist.cli.measure import commands as measure_commands
from tableassist.cli.play import commands as play_commands
from tableassist.cli.table import commands as table_commands
from tableassist.errors import TableAssistError

app = typer.Typer(
    name="tableassist",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Measures a real tabletop game with a camera, and says YES, NO or TOO CLOSE TO CALL.",
    epilog="Start with [bold]tableassist demo[/bold]: a staged game, no camera needed.",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tableassist {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what is done, to standard error.")] = False,
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    import logging

    level = logging.DEBUG if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(name)s: %(message)s", stream=sys.stderr)


_COMMANDS = (play_commands, record_commands, match_commands, table_commands, measure_commands, help_commands)
for commands in _COMMANDS:
    app.add_typer(commands.app)
app.add_typer(matches, name="matches", rich_help_panel="Record")
app.add_typer(catalog, name="catalog", rich_help_panel="Look up")


def main() -> None:
    """No traceback reaches a user: what he can mend is one line and exit code 2."""
    # Before numpy is loaded: our matrices are small, and its threads take the other cores from the window.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        app()
    except TableAssistError as problem:
        typer.echo(f"tableassist: {problem}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as problem:  # a fault of ours: one line for the user, all of it for --verbose
        import logging

        logging.getLogger("tableassist").debug("unforeseen", exc_info=True)
        words = " ".join(str(problem).split()) or type(problem).__name__
        typer.echo(f"tableassist: something went wrong that should not have: {words}; --verbose tells more", err=True)
        sys.exit(1)
