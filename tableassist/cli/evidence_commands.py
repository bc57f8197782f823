"""Evidence: made, judged again, and the keys that sign it. Heavy imports wait until a command needs them."""

import base64
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError, one_line
from tableassist.messages import say, tr

if TYPE_CHECKING:
    from tableassist.matches.evidence import WitnessCheck

app = typer.Typer()
PANEL = "Look back"
Match = Annotated[Path, Argument(help="The match: its folder, or its name in the library.")]


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist evidence friday.match --at 3:07.4\n\n"
    "  tableassist evidence friday.match --at 187.4 --ruling ram:plantagenet:revenge --out dispute.zip",
)
def evidence(
    match: Match,
    at: Annotated[str, Option("--at", help="Since the match began: 187.4, 3:07.4 or 1:03:07.")],
    ruling: Annotated[str | None, Option(help="The id of the disputed ruling.")] = None,
    out: Annotated[Path | None, Option("--out", "-o", help="Default: MATCH-TIME.zip, here.")] = None,
    sign: Annotated[Path | None, Option(help="Sign it with this private key instead of this table's own.")] = None,
    no_sign: Annotated[bool, Option("--no-sign", help="Do not sign it; it then proves less.")] = False,
) -> None:
    """A moment of a match as a zip for the other player: pictures, poses, rulings, and how to judge it again."""
    from tableassist.judging import VERDICT_WORDS
    from tableassist.matches.evidence import make_evidence, signing_with, table_signing

    signing = None if no_sign else table_signing() if sign is None else signing_with(sign)
    made = make_evidence(match, at, out, ruling=ruling, signing=signing)
    facts = {"path": made.path, "megabytes": made.path.stat().st_size / 1e6, "count": made.files}
    if signing is None:
        tell(tr("written: {path} ({megabytes:.1f} MB, {count} files, not signed)", **facts))
    else:
        key = signing.key.fingerprint
        tell(tr("written: {path} ({megabytes:.1f} MB, {count} files, signed: {key})", key=key, **facts))
    then, shown = (say(VERDICT_WORDS[each]) for each in made.asked)
    if then != shown:
        words = tr(
            "note: {then} at the table is {shown} in this one picture, and that is what it proves",
            then=then,
            shown=shown,
        )
        tell(words)
    tell(tr("to judge it again, anywhere: tableassist judge-evidence {name}", name=made.path.name))


@app.command(
    "judge-evidence",
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist judge-evidence dispute.zip\n\n"
    "  tableassist judge-evidence dispute.zip --key anne.pub",
)
def judge_evidence_command(
    path: Annotated[Path, Argument(metavar="EVIDENCE", help="A zip made by `tableassist evidence`.")],
    key: Annotated[
        list[Path] | None,
        Option("--key", help="A public key that must have signed it; repeatable: any one of them will do."),
    ] = None,
    signed: Annotated[bool, Option("--signed", help="It must be signed.")] = False,
    receipt: Annotated[
        Path | None, Option("--receipt", help="What the hub of a league has signed about when it had this evidence.")
    ] = None,
    hub: Annotated[
        list[str] | None,
        Option("--hub", help="With --receipt: the hub's public key in base64, if not in a league here."),
    ] = None,
    drawing: Annotated[
        Path | None, Option("--drawing", help="Also draw what its picture shows: a new .png or .jpg file.")
    ] = None,
) -> None:
    """Measure the pictures in the evidence again and compare the results with what it states.

    Exit code 0 if it agrees, 3 if something differs, 4 if something is not proven, 5 if a signature is wrong or
    missing, 2 if it cannot be read or was changed.
    """
    from tableassist.matches.evidence import checked_evidence, reader_here
    from tableassist.store.keys import key_folder

    if hub and receipt is None:
        raise BadRequestError("--hub: expected with --receipt")
    witness = None if receipt is None else _read_receipt(receipt, hub or [])
    findings = checked_evidence(path, reader_here(tuple(key or ()), demanded=signed), key_folder(), witness)
    for line in findings.lines:
        tell(one_line(say(line)))
    tell(say(findings.final_words))
    if drawing is not None:
        _draw_evidence(path, drawing)
    raise typer.Exit(int(findings.outcome))


def _read_receipt(path: Path, hubs: list[str]) -> "WitnessCheck":
    """With the keys of the hubs that are named, else of all leagues that this computer has joined."""
    from tableassist.matches.evidence import WitnessCheck
    from tableassist.store.witness import read_witness
    from tableassist.table.hub_link import league_root, read_memberships

    named = hubs or [each.hub_key for each in read_memberships(league_root())]
    try:
        keys = [base64.b64decode(each, validate=True) for each in named]
    except ValueError:
        raise BadRequestError("--hub: expected a public key in base64") from None
    return WitnessCheck(read_witness(path), keys)


def _draw_evidence(path: Path, drawing: Path) -> None:
    """Draw what the evidence's own picture shows: measured here, and not what its maker says."""
    from tableassist.cli.terminal import painter
    from tableassist.matches.evidence import derive_moment
    from tableassist.store.evidence import read_evidence, read_moment
    from tableassist.store.files import check_new_file, check_picture_name, write_picture

    check_picture_name(drawing, "--drawing")
    check_new_file(drawing)
    evidence = read_evidence(path)
    moment = derive_moment(evidence, read_moment(evidence, path), path)
    if moment is None:
        raise BadRequestError("--drawing: {path} has no picture to draw into", path=path)
    write_picture(drawing, painter().camera(moment.frame, moment.state, moment.settings.mat))
    tell(tr("written: {path}", path=drawing))


@app.command("new-key", rich_help_panel=PANEL, epilog="Examples:\n\n  tableassist new-key anne.pem")
def new_key(
    path: Annotated[
        Path, Argument(help="Where to write the private key; the public key is written next to it, as .pub.")
    ],
) -> None:
    """Make your own key for signing evidence, separate from this table's key."""
    from tableassist.store.keys import make_key

    public = make_key(path)
    tell(tr("written: {path} (keep it to yourself) and {public} (hand it out)", path=path, public=public))


@app.command(
    "table-key",
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist table-key\n\n  tableassist table-key --export friday.pub\n\n"
    "  tableassist table-key --renew\n\n  tableassist table-key --renew --stolen",
)
def table_key_command(
    export: Annotated[Path | None, Option("--export", help="Write the public key, to hand out.")] = None,
    renew: Annotated[bool, Option("--renew", help="Make a new key; the old key vouches for it.")] = False,
    stolen: Annotated[
        bool, Option("--stolen", help="With --renew: the old key was stolen and must not vouch for the new one.")
    ] = False,
) -> None:
    """The key that signs this computer's evidence and matches: its digits, to be read to others."""
    from tableassist.matches.evidence import renewed_table_key
    from tableassist.store.files import check_new_file, write_bytes_safely
    from tableassist.store.keys import KEY_FILE, key_folder, load_or_make_table_key, public_pem

    if stolen and not renew:
        raise BadRequestError("--stolen: expected with --renew")
    folder = key_folder()
    key = renewed_table_key(folder, hand_over=not stolen) if renew else load_or_make_table_key(folder)
    tell(tr("this table's key: {key}", key=key.fingerprint))
    tell(tr("kept in {path}; anyone with this file can sign as this table", path=folder / KEY_FILE))
    if renew and stolen:
        tell(tr("the old key does not vouch for the new one: give the new digits to everyone who knows this table"))
    elif renew:
        tell(
            tr(
                "the old key vouches for the new one: everyone who knows this table will recognise it by its next "
                "evidence"
            )
        )
    if export is not None:
        check_new_file(export)
        write_bytes_safely(export, public_pem(key.public))
        tell(tr("written: {path}", path=export))


@app.command(
    "known-tables",
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist known-tables\n\n  tableassist known-tables --accept dispute.zip\n\n"
    "  tableassist known-tables --add friday.pub --name 'Friday'\n\n  tableassist known-tables --forget 'Friday'",
)
def known_tables_command(
    accept: Annotated[
        Path | None, Option("--accept", help="Accept the key in this evidence as its table's key.")
    ] = None,
    add: Annotated[Path | None, Option("--add", help="A public key, with --name.")] = None,
    name: Annotated[str | None, Option("--name", help="With --add: of the table.")] = None,
    forget: Annotated[str | None, Option("--forget", help="The name or digits of the table to forget.")] = None,
) -> None:
    """The tables whose keys this computer knows. A table is added with its first evidence that agrees."""
    from tableassist.matches.evidence import changed_known_tables
    from tableassist.store.keys import key_folder

    tables = changed_known_tables(key_folder(), accept=accept, add=add, name=name, forget=forget)
    if not tables:
        tell(tr("no table is known yet"))
    for table in tables:
        words = {"key": table.fingerprint, "name": table.name, "since": table.first_seen[:10]}
        tell(one_line(tr("{key}  {name}, since {since}", **words)))
