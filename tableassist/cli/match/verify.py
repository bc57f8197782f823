"""`tableassist verify`: a match judged again, and what differs."""

import typer

from tableassist.cli.match.progress_bar import with_bar
from tableassist.formats.match.library import find_match
from tableassist.rules.ruling.ruling import Verdict
from tableassist.runtime.recorder.replay_buffer import matches_root
from tableassist.runtime.replay.check import Checked, checked_moments
from tableassist.runtime.replay.replay import Replay


def verify_match(name: str, most: int) -> int:
    with Replay(find_match(matches_root(), name)) as replay:
        names = {piece.id: piece.name for piece in replay.settings_at(replay.first_ns).pieces}
        differ = count = 0
        for checked in with_bar("judging again", checked_moments(replay), lambda each: each.t_ns, replay):
            count += 1
            if not checked.is_same:
                differ += 1
                if differ <= most:
                    _tell(checked, replay.first_ns, names)
        if differ > most:
            typer.echo(f"... and {differ - most} more moments")
        version = replay.facts.app_version
    if differ:
        typer.echo(f"{differ} of {count} moments are judged otherwise than they were (by tableassist {version})")
        return 1
    typer.echo(f"{count} moments judged again: every ruling is the same, to the last digit")
    return 0


def _tell(checked: Checked, first_ns: int, names: dict[str, str]) -> None:
    when = f"{(checked.t_ns - first_ns) / 1e9:9.3f} s"
    if not checked.others:
        typer.echo(f"{when}  the same verdicts, by other figures or in other words")
    for other in checked.others:
        asked = other.question
        cannon = f" cannon {asked.cannon}" if asked.cannon else ""
        pieces = f"{names.get(asked.subject, asked.subject)}{cannon} → {names.get(asked.target, asked.target)}"
        rule = asked.rule.replace("_", " ")
        typer.echo(f"{when}  {rule}: {pieces}: was {_word(other.before)}, is {_word(other.after)}")


def _word(verdict: Verdict | None) -> str:
    return "not asked" if verdict is None else verdict.value.replace("_", " ").upper()
