"""The commands of a recorded match: evidence, reports, exports. Heavy imports wait until a command needs them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()
PANEL = "Look back"
Match = Annotated[Path, typer.Argument(help="The match: its folder, or its name in the library.")]


class ExportKind(StrEnum):
    MP4 = "mp4"
    GIF = "gif"
    CSV = "csv"
    JSONL = "jsonl"
    MCAP = "mcap"
    PCN = "pcn"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist evidence friday.match --at 3:07.4\n\n"
    "  tableassist evidence friday.match --at 187.4 --ruling ram:plantagenet:revenge --out dispute.zip --sign anne.pem",
)
def evidence(
    match: Match,
    at: Annotated[str, typer.Option("--at", help="Since the match began: 187.4, 3:07.4 or 1:03:07.")],
    ruling: Annotated[str | None, typer.Option(help="The id of the ruling that it is about.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Default: MATCH-TIME.zip, here.")] = None,
    sign: Annotated[Path | None, typer.Option(help="Sign it with this private key (Ed25519, PEM).")] = None,
) -> None:
    """A moment of a match as a zip for the other player: pictures, poses, rulings, all to judge it again."""
    from tableassist.cli.match.evidence import make_evidence

    make_evidence(match, at, ruling=ruling, out=out, key=sign)


@app.command(
    "judge-evidence",
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist judge-evidence dispute.zip\n\n"
    "  tableassist judge-evidence dispute.zip --key anne.pub",
)
def judge_evidence_command(
    path: Annotated[Path, typer.Argument(metavar="EVIDENCE", help="A zip that `tableassist evidence` made.")],
    key: Annotated[
        list[Path] | None, typer.Option("--key", help="A public key that you know; repeatable. Tells whose it is.")
    ] = None,
) -> None:
    """Judge evidence again: from its poses to the last digit, and from its picture within the plus-minus.

    Exit code 0 if all agrees, 1 if something differs, 2 if it cannot be read or was changed.
    """
    from tableassist.cli.match.judge_evidence import judge_evidence

    raise typer.Exit(judge_evidence(path, key or ()))


@app.command("new-key", rich_help_panel=PANEL, epilog="Example:\n\n  tableassist new-key anne.pem")
def new_key(
    path: Annotated[Path, typer.Argument(help="Where the private key goes; the public one goes beside it, as .pub.")],
) -> None:
    """Make a key to sign evidence with."""
    from tableassist.formats.evidence.signature import make_key

    public = make_key(path)
    typer.echo(f"written: {path} (keep it to yourself) and {public} (hand it out)")


@app.command(rich_help_panel=PANEL, epilog="Example:\n\n  tableassist report friday.match --out friday.html")
def report(
    match: Match,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Default: MATCH.html, here.")] = None,
) -> None:
    """A battle report: one page with fleets, moves, verdicts, disputes and plans, for any browser and for paper."""
    from tableassist.cli.match.report import write_report

    write_report(match, out)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist export friday.match --as pcn\n\n"
    "  tableassist export friday.match --as gif --at 3:05 --seconds 4\n\n"
    "  tableassist export friday.match --as mp4 --at 1:10:00 --seconds 60 --out ram.mp4",
)
def export(
    match: Match,
    kind: Annotated[
        ExportKind,
        typer.Option("--as", help="mp4, gif: the drawing burnt in; csv: poses; jsonl, mcap: all; pcn: the score."),
    ],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Default: MATCH.KIND, here.")] = None,
    at: Annotated[str | None, typer.Option(help="mp4, gif: from here on, since the match began.")] = None,
    seconds: Annotated[float, typer.Option(help="mp4, gif: how much, with --at.")] = 4.0,
) -> None:
    """A match as video, GIF, CSV, JSON lines, MCAP, or as a score to paste into a forum post."""
    from tableassist.cli.match.export import export_match

    export_match(match, kind, out=out, at=at, seconds=seconds)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist score friday.pcn\n\n  tableassist score friday.pcn --out friday.html",
)
def score(
    path: Annotated[Path, typer.Argument(metavar="SCORE", help="A .pcn file that `tableassist export` made.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A page with the table after each turn.")] = None,
) -> None:
    """Read a score that somebody sent: in words, or as a page with plans. One that is none says where and why not."""
    from tableassist.cli.match.score import tell_score

    tell_score(path, out)
