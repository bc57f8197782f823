"""The command `tableassist`. Heavy imports wait until a command needs them."""

import logging
import os
import sys
from contextlib import suppress
from typing import Annotated, NoReturn

import typer
from typer import Option

from tableassist import __version__
from tableassist.bundled import in_bundle, serve_as_child, with_open
from tableassist.cli import evidence_commands
from tableassist.cli.catalog.catalog import catalog
from tableassist.cli.desktop import desktop
from tableassist.cli.doctor import commands as help_commands
from tableassist.cli.game_commands import game
from tableassist.cli.league.commands import league
from tableassist.cli.match import commands as match_commands
from tableassist.cli.match.matches import matches
from tableassist.cli.measure import commands as measure_commands
from tableassist.cli.pages import commands as page_commands
from tableassist.cli.play import commands as play_commands
from tableassist.cli.referee import commands as referee_commands
from tableassist.cli.referee.cases import cases
from tableassist.cli.spoken_language import OPTION, VARIABLE, SpokenGroup
from tableassist.cli.streams import flush_output, open_streams, refused_by_system
from tableassist.cli.table import commands as table_commands
from tableassist.cli.terminal import echo, plain_log
from tableassist.errors import TableAssistError, one_line
from tableassist.messages import LANGUAGES, say, tr

app = typer.Typer(
    name="tableassist",
    cls=SpokenGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Measures a real tabletop game with a camera and answers YES, NO or TOO CLOSE TO CALL.",
    epilog="Start with [bold]tableassist demo[/bold]: a staged game, no camera needed.",
)


def _version(asked: bool) -> None:
    if asked:
        echo(f"tableassist {__version__}")
        raise typer.Exit


def _language(chosen: str | None) -> str | None:
    if chosen is not None and chosen not in LANGUAGES:
        raise typer.BadParameter(tr("got '{language}', expected one of {known}", language=chosen, known=LANGUAGES))
    return chosen


@app.callback()
def _options(
    verbose: Annotated[bool, Option("--verbose", "-v", help="Log progress to standard error.")] = False,
    _version: Annotated[bool, Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
    _language: Annotated[
        str | None,
        Option(
            OPTION,
            envvar=VARIABLE,
            callback=_language,
            metavar="CODE",
            help="en, de ... Default: the system's language.",
        ),
    ] = None,
) -> None:
    level = logging.DEBUG if verbose else logging.WARNING
    logging.basicConfig(level=level, handlers=[plain_log()])
    from tableassist.process import spare_terminals

    spare_terminals()


for commands in (
    play_commands,
    referee_commands,
    match_commands,
    page_commands,
    evidence_commands,
    table_commands,
    measure_commands,
    help_commands,
):
    app.add_typer(commands.app)
app.add_typer(matches, name="matches", rich_help_panel="Record")
app.add_typer(cases, name="cases", rich_help_panel="Play")
app.add_typer(catalog, name="catalog", rich_help_panel="Look up")
app.add_typer(game, name="game", rich_help_panel="Play")
app.add_typer(league, name="league", rich_help_panel="League")
app.add_typer(desktop, name="desktop", rich_help_panel="Look up")


def main() -> None:
    """No traceback reaches a user: what he can mend is one line and exit code 2; a fault of ours is one line that names
    the log file, and exit code 1."""
    serve_as_child()
    sys.argv[1:] = with_open(sys.argv[1:], clicked=in_bundle() and (sys.stdin is None or not sys.stdin.isatty()))
    # Before numpy and OpenCV are loaded: our matrices and the parts of a picture that we look at are small, and their
    # threads take the other cores from the window.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
    from tableassist.process import internal_error, start_log

    open_streams()
    start_log()
    try:
        _run()
    except TableAssistError as problem:
        _end(problem, 2)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as problem:
        start_log()  # again, now that the terminal has its log: the traceback goes to the file only
        told = _output_problem() or refused_by_system(problem)
        if told is None and isinstance(problem, BrokenPipeError):
            sys.exit(0)
        if told is None:
            _end(internal_error(problem, "in a command"), 1)
        logging.getLogger("tableassist").info("ended by the system", exc_info=problem)
        _end(told, 2)


def _run() -> None:
    try:
        app()
    except SystemExit:
        flush_output()
        raise


def _output_problem() -> TableAssistError | None:
    try:
        flush_output()
    except TableAssistError as problem:
        return problem
    return None


def _end(problem: TableAssistError, code: int) -> NoReturn:
    with suppress(OSError):  # standard error may be full, too
        echo(f"tableassist: {one_line(say(problem.message))}", err=True)
    sys.exit(code)
