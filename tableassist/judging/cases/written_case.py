"""A case: a picture of a dispute becomes a case file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tableassist.errors import BadFileError, BadRequestError
from tableassist.judging.pictures import judged, one_picture
from tableassist.messages import template, tr
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Ruling, Verdict
from tableassist.rulebook.engine import LINE_OF_FIRE, PERMISSION
from tableassist.store.case import case_text, read_case
from tableassist.store.files import check_new_file, load_toml, write_text_safely
from tableassist.store.table import read_table


@dataclass(frozen=True, slots=True)
class WrittenCase:
    path: Path
    pieces: int
    rulings: int


def write_case(
    table: Path,
    picture: Path,
    *,
    out: Path | None = None,
    about: Sequence[str] = (),
    everything: bool = False,
    why: str | None = None,
) -> WrittenCase:
    """`about`: ids of pieces, of which the case is to hold the rulings; none: of all."""
    settings = read_table(table)
    raw = load_toml(table)
    _check_about(about, settings)
    to = out or picture.with_suffix(".case.toml")
    check_new_file(to)
    _check_models(raw, table, to)
    state = judged(one_picture(picture), settings)
    if state.registration is None:
        raise BadFileError("{path}: {problem}", path=picture, problem=state.warnings[0])
    of_them = [each for each in state.rulings if not about or each.subject in about or each.target in about]
    chosen = [ruling for ruling in of_them if everything or _matters(ruling)]
    sentence = why or tr("From {name}: say here in one sentence what the right ruling is, and why.", name=picture.name)
    write_text_safely(to, case_text(raw, state.scene, chosen, why=sentence))
    read_case(to)
    return WrittenCase(to, len(state.scene.pieces), len(chosen))


def _check_about(about: Sequence[str], settings: TableSettings) -> None:
    known = [piece.id for piece in settings.pieces]
    for piece in about:
        if piece not in known:
            raise BadRequestError("--about: got '{piece}', expected one of {known}", piece=piece, known=known)


def _check_models(raw: dict[str, object], table: Path, to: Path) -> None:
    """A piece whose model is a file beside the table is found only from there."""
    pieces = raw.get("pieces")
    own = [str(piece.get("model", "")) for piece in pieces] if isinstance(pieces, list) else []
    files = sorted({model for model in own if model.endswith(".toml")})
    if files and to.parent.resolve() != table.parent.resolve():
        what = template("{path}: the table reads {files} from its own folder; write the case there with --out {there}")
        raise BadRequestError(what, path=to, files=files, there=table.parent / to.name)


def _matters(ruling: Ruling) -> bool:
    """Plain noes, and that one may shoot at an enemy, would bury the rest."""
    if ruling.rule == PERMISSION.id:
        return ruling.verdict is not Verdict.YES
    return ruling.verdict is not Verdict.NO or ruling.rule == LINE_OF_FIRE.id
