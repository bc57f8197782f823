"""`tableassist judge`: one picture to poses and rulings, from a file or straight from a camera."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tableassist.cli.terminal import echo_json, make_console, number, plain_table, tell
from tableassist.formats.judgement_json import judgement, to_json
from tableassist.formats.table.file import read_table
from tableassist.geometry.plus_minus import plus_minus
from tableassist.messages import say, template, tr
from tableassist.pipeline.judge import set_up_rulings
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.engine.notable import notable
from tableassist.rules.engine.rules import touching_words
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.services.judging import VERDICT_WORDS, judged, picture_or_source, question_words

STYLES = {Verdict.YES: "bold green", Verdict.NO: "red", Verdict.TOO_CLOSE: "bold yellow", Verdict.NOT_SEEN: "dim"}


def judge_source(source: str, table: Path, *, as_json: bool, set_up: bool) -> None:
    settings = read_table(table)
    state = judged(picture_or_source(source), settings)
    checked = set_up_rulings(state, settings) if set_up else ()
    if as_json:
        together = replace(state, rulings=(*state.rulings, *checked))
        echo_json(to_json(judgement(together, settings.notes)).decode())
    else:
        print_state(state, settings, checked)


def print_state(state: TableState, settings: TableSettings, set_up: Sequence[Ruling]) -> None:
    console = make_console()
    for warning in state.warnings:
        tell(f"! {say(warning)}", "yellow", console=console)
    for note in settings.notes:
        tell(f"- {say(note)}", "dim", console=console)
    registration = state.registration
    if registration is not None:
        tags = {"seen": len(registration.mat_tags_seen), "known": len(settings.mat.tags)}
        camera = {"residual_px": registration.residual_px, "height_mm": registration.camera_height_mm}
        what = template(
            "{seen} of {known} mat tags, residual {residual_px:.2f} px, camera {height_mm:.0f} mm above the mat"
        )
        tell(tr(what, **tags, **camera), console=console)
    console.print(_pieces_table(state))
    if state.missing.reasons:
        console.print(_missing_table(state, settings))
    if settings.dice is not None:
        console.print(_dice_table(state))
    console.print(_rulings_table(state, settings))
    if set_up:
        table = plain_table(_columns(), left=6, title=tr("Set-up"))
        _add_rulings(table, set_up, settings)
        console.print(table)


def _pieces_table(state: TableState) -> Table:
    table = plain_table((tr("piece"), tr("x mm"), tr("y mm"), tr("heading"), "±"), title=tr("Pieces"))
    for placed in state.scene.pieces:
        pose = placed.pose.pose
        table.add_row(
            placed.name,
            number(pose.x_mm, ".1f"),
            number(pose.y_mm, ".1f"),
            number(math.degrees(pose.heading_rad), ".1f") + "°",
            number(plus_minus(placed.pose.sigma_mm), ".2f"),
        )
    return table


def _missing_table(state: TableState, settings: TableSettings) -> Table:
    table = plain_table((tr("piece"), tr("why")), left=2, title=tr("Not measured"))
    for piece in settings.pieces:
        reason = state.missing.reasons.get(piece.id)
        if reason is not None:
            table.add_row(piece.name, say(reason))
    return table


def _dice_table(state: TableState) -> Table:
    """Also where there are none: then the corner was not found, or is empty."""
    table = plain_table((tr("die"), tr("x mm"), tr("y mm"), tr("mm wide"), tr("why")), left=1, title=tr("Dice"))
    if state.dice.place is None:
        table.caption = tr("The dice corner is not seen: two of its tags must be, or more.")
    for die in state.dice.readings:
        value = tr("not sure") if die.value is None else str(die.value)
        why = "" if die.reason is None else say(die.reason)
        place = (number(at, ".0f") for at in (die.x_mm, die.y_mm, die.edge_mm))
        table.add_row(value, *place, why)
    return table


def _rulings_table(state: TableState, settings: TableSettings) -> Table:
    """Plain noes of range, docking and ram would bury the rest, as would the parts of a shot; the JSON has them all."""
    caption = tr("Plain noes are left out; --json lists them all.")
    table = plain_table(_columns(), left=6, title=tr("Rulings"), caption=caption)
    told = [each for each in notable(state.rulings) if each.verdict is not Verdict.NO or each.rule == "shot"]
    _add_rulings(table, told, settings)
    return table


def _columns() -> tuple[str, ...]:
    return tr("question"), tr("verdict"), "mm", "±", tr("limit"), tr("why")


def _add_rulings(table: Table, rulings: Sequence[Ruling], settings: TableSettings) -> None:
    names = {piece.id: piece.name for piece in settings.pieces}
    for ruling in rulings:
        question = say(question_words(ruling, names))
        table.add_row(question, _verdict(ruling.verdict), *_numbers(ruling), _why(ruling))


def _verdict(verdict: Verdict) -> Text:
    return Text(say(VERDICT_WORDS[verdict]), style=STYLES[verdict])


def _numbers(ruling: Ruling) -> tuple[str, str, str]:
    measured = "" if ruling.measured_mm is None else number(ruling.measured_mm, ".1f")
    sigma = "" if ruling.sigma_mm is None else number(plus_minus(ruling.sigma_mm), ".2f")
    # What touching means is told in words.
    limit = None if touching_words(ruling) is not None else ruling.limit_mm
    return measured, sigma, "" if limit is None else number(limit, "g")


def _why(ruling: Ruling) -> Text:
    words = Text(say(ruling.reason))
    touching = touching_words(ruling)
    if touching is not None:
        words.append("; ").append(say(touching))
    for each in ruling.other_readings:
        verdict = say(VERDICT_WORDS[each.verdict])
        words.append("; ").append(tr("if {reading}: {verdict}", reading=say(each.words), verdict=verdict))
    for condition in ruling.conditions:
        words.append("; ").append(say(condition.told))
    house = "; " + tr("house rule {names}", names=", ".join(map(say, ruling.house))) if ruling.house else ""
    return words.append(f" ({say(ruling.citation)}{house})", style="dim")
