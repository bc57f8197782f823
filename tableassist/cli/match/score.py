"""`tableassist score`: a score that somebody sent, in words or as a page."""

from pathlib import Path

import typer

from tableassist.formats.io.safe_write import write_text_safely
from tableassist.formats.score.page import score_page
from tableassist.formats.score.reader import read_score
from tableassist.formats.score.words import score_lines


def tell_score(path: Path, out: Path | None) -> None:
    score = read_score(path)
    if out is None:
        for line in score_lines(score):
            # A name from elsewhere may hold signs that a terminal obeys.
            typer.echo("".join(letter for letter in line if letter.isprintable()))
        return
    page = score_page(score)
    write_text_safely(out, page)
    typer.echo(f"written: {out} ({len(page.encode()) / 1e6:.1f} MB)")
