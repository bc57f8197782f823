"""`tableassist cases`: case files, run."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import echo_json, tell
from tableassist.errors import TableAssistError, one_line
from tableassist.messages import Message, say, tr

if TYPE_CHECKING:
    from tableassist.judging.cases import RunCase

cases = typer.Typer(
    no_args_is_help=True,
    help="Case files: small scenes and games with the expected rulings, your own or other people's.",
    epilog="Examples:\n\n  tableassist cases run dispute.case.toml\n\n"
    "  tableassist cases run tests/cases/referee --pictures out",
)


@cases.callback()
def _cases() -> None:
    """So that `run` stays a word of its own."""


@cases.command(
    epilog="Examples:\n\n  tableassist cases run dispute.toml\n\n  tableassist cases run cases/ --pictures out/",
)
def run(
    files: Annotated[list[Path], Argument(metavar="FILE...", help="Case files (TOML), or folders with them.")],
    pictures: Annotated[
        Path | None, Option("--pictures", help="Write a picture (SVG) of each case that differs into this folder.")
    ] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object per case.")] = False,
) -> None:
    """Judge cases by the rules and the referee.

    Exit code 0 if all are as they expect, 1 if any differs, 2 if any cannot be read.
    """
    from tableassist.judging.cases import case_files, run_case

    found = case_files(files)
    differ = unreadable = 0
    for path in found:
        try:
            done = run_case(path)
        except TableAssistError as problem:
            unreadable += 1
            _print_problem(path, problem, as_json=as_json)
            continue
        differ += not done.passed
        picture = None if done.passed else _picture(done, pictures)
        if as_json:
            _print_json(done, picture)
        elif not done.passed:
            _print(done, picture)
    if not as_json:
        count = {"count": len(found), "differ": differ, "unreadable": unreadable}
        words = Message.plural("1 case, {differ} not as expected", "{count} cases, {differ} not as expected", **count)
        tell(Message("{cases}, {unreadable} cannot be read", cases=words, **count) if unreadable else words)
    raise typer.Exit(2 if unreadable or not found else 1 if differ else 0)


def _print_problem(path: Path, problem: TableAssistError, *, as_json: bool) -> None:
    if as_json:
        echo_json(json.dumps({"file": str(path), "error": str(problem)}))
    else:
        tell(f"tableassist: {one_line(say(problem.message))}", err=True)


def _picture(done: "RunCase", folder: Path | None) -> Path | None:
    from tableassist.judging.cases import write_picture

    return None if folder is None else write_picture(done, folder)


def _print(done: "RunCase", picture: Path | None) -> None:
    tell(str(done.path))
    tell(f"  {one_line(done.case.why)}")
    for difference in done.differences:
        tell(f"  ! {one_line(say(difference.words))}")
    if picture is not None:
        tell("  " + tr("the scene: {path}", path=picture))


def _print_json(done: "RunCase", picture: Path | None) -> None:
    from tableassist.store.game import line_of

    differences = [
        {"about": str(difference.about), "got": str(difference.got), "expected": str(difference.expected)}
        for difference in done.differences
    ]
    said = {
        "file": str(done.path),
        "why": done.case.why,
        "passed": done.passed,
        "differences": differences,
        "picture": None if picture is None else str(picture),
    }
    echo_json(line_of(said).rstrip())
