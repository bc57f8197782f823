"""The commands of a recorded match: evidence, reports, exports. Heavy imports wait until a command needs them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()
PANEL = "Look back"
Match = Annotated[Path, typer.Argument(help="The match: its folder NAME.match.")]


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
    from tableassist.cli.evidence import make_evidence

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
    from tableassist.cli.judge_evidence import judge_evidence

    raise typer.Exit(judge_evidence(path, key or ()))


@app.command("new-key", rich_help_panel=PANEL, epilog="Example:\n\n  tableassist new-key anne.pem")
def new_key(
    path: Annotated[Path, typer.Argument(help="Where the private key goes; the public one goes beside it, as .pub.")],
) -> None:
    """Make a key to sign evidence with."""
    from tableassist.storage.evidence_signature import make_key

    public = make_key(path)
    typer.echo(f"written: {path} (keep it to yourself) and {public} (hand it out)")
