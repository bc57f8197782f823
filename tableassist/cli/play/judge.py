"""`tableassist judge`: one picture to a page of rulings, from a file or straight from a camera."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from tableassist.cli.terminal import echo_json, make_console, number, tell, terminal_width
from tableassist.geometry import plus_minus
from tableassist.judging import find_profiles, judged_pictures, picture_lines, picture_or_source
from tableassist.judging.views import (
    Section,
    Wanted,
    find_confirmed,
    find_pieces,
    missing_lines,
    new_warnings,
    page_sections,
)
from tableassist.messages import say, template, tr
from tableassist.pipeline.confirmations import with_confirmations
from tableassist.pipeline.judge import rejudged_state, set_up_rulings
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling, Verdict
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.store.judgement_json import joint_judgement, judgement, to_json
from tableassist.store.table import read_table

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {Verdict.YES: "bold green", Verdict.NO: "red", Verdict.TOO_CLOSE: "bold yellow", Verdict.NOT_SEEN: "dim"}
COLUMN_GAP, MIN_TEXT_WIDTH = 3, 20


def judge_sources(
    sources: Sequence[str],
    table: Path,
    *,
    as_json: bool,
    set_up: bool,
    about: Sequence[str] = (),
    everything: bool = False,
    confirm: Sequence[str] = (),
    cameras: Sequence[str] = (),
) -> None:
    """The first source is the one that is judged; the others show the same table at rest."""
    settings = read_table(table)
    wanted = Wanted(find_pieces(about, settings), everything)
    confirmed = find_confirmed(confirm, settings)
    profiles = find_profiles(cameras, sources, settings)
    pictures = judged_pictures([(picture_or_source(source), profiles[source]) for source in sources], settings)
    state = pictures.state
    settings = settings.seen_through(profiles[sources[0]])
    if confirmed:
        seen = [placed for placed in state.scene.pieces if placed.id in confirmed]
        settings = with_confirmations(settings, seen, datetime.now(UTC))
        # Judging again drops the fits; which pictures show a piece is still told.
        fits = {} if pictures.alone is None else state.fits
        state = replace(rejudged_state(state, settings), fits=fits)
        pictures = replace(pictures, state=state)
    checked = set_up_rulings(state, settings) if set_up else ()
    if as_json:
        together = replace(state, rulings=(*state.rulings, *checked))
        if not pictures.state.pictures:
            record = judgement(together, settings.notes)
        else:
            record = joint_judgement(together, pictures.alone, pictures.settled, settings.notes)
        echo_json(to_json(record).decode())
    else:
        print_page(state, settings, checked, wanted, picture_lines(pictures, settings))


def print_page(
    state: TableState,
    settings: TableSettings,
    set_up: Sequence[Ruling],
    wanted: Wanted,
    about_pictures: Sequence[str] = (),
) -> None:
    """The pieces, then what matters about them, then what is wrong or could be better."""
    console = make_console(width=terminal_width())
    _print_pieces(state, settings, wanted, console)
    if about_pictures:
        _print_title(tr("Pictures"), console)
        for line in about_pictures:
            _print_indented(Text(line), console)
    if settings.dice is not None and (state.dice.readings or state.dice.place is None) and not wanted.about:
        _print_indented(Text(_dice_words(state)), console)
    sections = page_sections(state, settings, set_up, wanted)
    for section in sections:
        _print_section(section, console)
    if warnings := new_warnings(state):
        _print_title(tr("Warnings"), console)
        for warning in warnings:
            _print_indented(Text(f"! {say(warning)}", style="yellow"), console)
    if settings.notes:
        _print_title(tr("Notes"), console)
        for note in settings.notes:
            _print_indented(Text(f"- {say(note)}", style="dim"), console)
    _print_footer(state, settings, wanted, console)


def _print_pieces(state: TableState, settings: TableSettings, wanted: Wanted, console: "Console") -> None:
    """In as many columns as the terminal has room for."""
    if state.registration is None:
        _print_title(tr("Nothing is judged"), console, space_above=False)
        return
    placed = [piece for piece in state.scene.pieces if not wanted.about or piece.id in wanted.about]
    _print_title(tr("Pieces (x and y in mm, heading, ± mm)"), console, space_above=False)
    widest = max((len(piece.name) for piece in placed), default=0)
    cells = [_piece_cell(piece, widest) for piece in placed]
    if cells:
        width = max(map(len, cells))
        columns = max(1, (console.width - 2 + COLUMN_GAP) // (width + COLUMN_GAP))
        rows = -(-len(cells) // columns)
        for row in range(rows):
            line = (" " * COLUMN_GAP).join(cell.ljust(width) for cell in cells[row::rows])
            tell(f"  {line.rstrip()}", console=console)
    for line in missing_lines(state, settings, wanted):
        _print_indented(Text(line, style="yellow"), console)


def _piece_cell(placed: PlacedPiece, name_width: int) -> str:
    pose = placed.pose.pose
    place = f"({number(pose.x_mm, '.0f')}, {number(pose.y_mm, '.0f')})"
    heading = f"{number(math.degrees(pose.heading_rad), '.0f')}°"
    sure = number(plus_minus(placed.pose.sigma_mm), ".1f")
    return f"{placed.name.ljust(name_width)} {place.rjust(10)} {heading.rjust(5)} ±{sure}"


def _dice_words(state: TableState) -> str:
    if state.dice.place is None:
        return tr("Dice: the dice corner is not in view (at least two of its tags must be).")
    dice = []
    for die in state.dice.readings:
        if die.value is not None:
            dice.append(str(die.value))
        else:
            why = "" if die.reason is None else say(die.reason)
            dice.append(tr("not sure ({why})", why=why) if why else tr("not sure"))
    return tr("Dice: {dice}", dice=", ".join(dice))


def _print_section(section: Section, console: "Console") -> None:
    _print_title(section.title, console)
    for entry in section.entries:
        style = "" if entry.verdict is None else STYLES[entry.verdict]
        _print_indented(Text(entry.headline, style=style), console)
        for detail in entry.details:
            if detail:
                _print_indented(Text(detail, style="dim"), console, by=5)


def _print_footer(state: TableState, settings: TableSettings, wanted: Wanted, console: "Console") -> None:
    registration = state.registration
    if registration is None:
        return
    form = template(
        "{seen} of {known} mat tags, {residual_px:.2f} px off; camera {height_mm:.0f} mm above the mat; {rulings} "
        "rulings."
    )
    camera = {"residual_px": registration.residual_px, "height_mm": registration.camera_height_mm}
    tags = {"seen": len(registration.mat_tags_seen), "known": len(settings.mat.tags)}
    words = [tr(form, **tags, **camera, rulings=len(state.rulings))]
    if not wanted.everything:
        words.append(tr("--all lists every ruling, --about NAME those about one piece, --json every figure."))
    console.print()
    tell(" ".join(words), "dim", console=console, wrap=True)


def _print_title(title: str, console: "Console", *, space_above: bool = True) -> None:
    if space_above:
        console.print()
    tell(title, "bold", console=console, wrap=True)


def _print_indented(text: Text, console: "Console", by: int = 2) -> None:
    """Wrapped lines keep the indent, and two more."""
    lines = text.wrap(console, max(MIN_TEXT_WIDTH, console.width - by - 2))
    for place, line in enumerate(lines):
        line.rstrip()
        console.print(Text(" " * (by + (2 if place else 0))) + line, soft_wrap=True)
