"""`tableassist referee`. Heavy imports wait until the command needs them."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import echo_json, tell
from tableassist.errors import BadRequestError
from tableassist.messages import tr

app = typer.Typer()
PANEL = "Play"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist referee friday.pcn\n\n  tableassist referee game.jsonl --json\n\n"
    "  cat game.jsonl | tableassist referee - --until 12\n\n  tableassist referee --play game.jsonl\n\n"
    "  tableassist referee game.jsonl --into friday.match\n\n"
    "  tableassist referee --schema",
)
def referee(
    file: Annotated[
        str | None, Argument(help="A game: a score (.pcn) or JSON lines; - is the standard input.", show_default=False)
    ] = None,
    as_json: Annotated[bool, Option("--json", help="JSON lines: an object for each act, then the game.")] = False,
    until: Annotated[int | None, Option("--until", metavar="N", min=0, help="Stop after act N.")] = None,
    play: Annotated[bool, Option("--play", help="Interactive: type actions and see the rulings.")] = False,
    into: Annotated[
        Path | None, Option("--into", metavar="MATCH", help="Keep the game in a recorded match, signed.")
    ] = None,
    viewer: Annotated[
        str,
        Option(
            "--viewer", metavar="PLAYER", help="With --json: show only what this player may know (default: the judge)."
        ),
    ] = "",
    schema: Annotated[bool, Option("--schema", help="Print the JSON schema of a game's lines.")] = False,
) -> None:
    """Referee a game without a camera: fouls, what is owed, possible actions, score and winner.

    Exit code 0 if every foul is resolved, 1 if one is not, 2 if the file cannot be read.
    """
    if schema:
        from tableassist.store.game import line_of, lines_schema

        echo_json(line_of(lines_schema()).rstrip())
        return
    if file is None:
        raise BadRequestError("got no file, expected a game (.pcn or JSON lines), or - for the standard input")
    if play:
        from tableassist.cli.referee.play import play_on

        if as_json or until is not None or file == "-":
            raise BadRequestError("--play: expected a file, and neither --json nor --until")
        play_on(Path(file))
        return
    if into is not None:
        from tableassist.matches.games import keep_game, read_game

        count = keep_game(into, read_game(file).game)
        tell(tr("{count} lines were added to {match}", count=count, match=into), err=as_json)
    raise typer.Exit(_referee(file, until, viewer, as_json=as_json))


def _referee(file: str, until: int | None, viewer: str, *, as_json: bool) -> int:
    from tableassist.cli.referee.told import terminal_game, viewer_of
    from tableassist.matches.games import read_game

    file_game = read_game(file).game
    game = terminal_game(file_game)
    refereed = game.referee(file_game.start, file_game.log, until)
    if viewer and not as_json:
        raise BadRequestError("--viewer: expected --json too")
    if as_json:
        from tableassist.store.game import line_of

        reader = viewer_of(file_game, viewer)
        for refereed_act in refereed.acts:
            echo_json(line_of(game.act_object(refereed_act, reader)).rstrip())
        echo_json(line_of({"game": game.game_object(refereed.game, reader)}).rstrip())
        return 1 if refereed.fouls else 0
    game.tell_acts(refereed)
    if refereed.struck:
        tell(tr("struck: {numbers}", numbers=tuple(sorted(refereed.struck))))
    game.tell_game(refereed, game.rules.offers(refereed.game))
    return 1 if refereed.fouls else 0
