"""What people are told of several pictures that were judged together, and which camera took which."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.geometry import plus_minus
from tableassist.judging.pictures import JudgedPictures
from tableassist.judging.words.rulings import headline
from tableassist.messages import say, template, tr
from tableassist.pipeline.table_settings import TableSettings
from tableassist.store.camera import TYPICAL, find_camera
from tableassist.vision.camera.profile import CameraProfile

MAX_SETTLED = 6
"""So many calls are listed that only all pictures together allow; of more, the number is told."""


def find_profiles(asked: Sequence[str], sources: Sequence[str], settings: TableSettings) -> Mapping[str, CameraProfile]:
    """The camera of each source, by what a person says (PICTURE=PROFILE): the first is the table's camera if nothing
    else is said, and the others are cameras of which nothing is known."""
    unknown = find_camera(TYPICAL, asked_in=Path())
    profiles = {source: settings.camera if source == sources[0] else unknown for source in sources}
    for words in asked:
        picture, separator, name = words.rpartition("=")
        fitting = [source for source in sources if picture in (source, Path(source).name)]
        if not separator or len(set(fitting)) != 1:
            what = template("--camera: got '{words}', expected PICTURE=PROFILE with a picture of {names}")
            raise BadRequestError(what, words=words, names=tuple(sources))
        profiles[fitting[0]] = find_camera(name, asked_in=Path("judge"))
    return profiles


def picture_lines(judged: JudgedPictures, settings: TableSettings) -> list[str]:
    """Which pictures show what, and what the others add to the first; nothing where there is one."""
    state, alone = judged.state, judged.alone
    names = [picture.name for picture in state.pictures]
    lines = []
    for number, picture in enumerate(state.pictures):
        if picture.registration is None:
            why = "" if picture.why_not is None else say(picture.why_not)
            lines.append(tr("{picture}: left out ({why})", picture=picture.name, why=why))
            continue
        shown = [piece.name for piece in settings.pieces if _shows(judged, piece.id, number)]
        lines.append(
            tr(
                "{picture}: {seen} of {known} mat tags, camera {height_mm:.0f} mm above the mat; shows {pieces}",
                picture=picture.name,
                seen=len(picture.registration.mat_tags_seen),
                known=len(settings.mat.tags),
                height_mm=picture.registration.camera_height_mm,
                pieces=", ".join(shown) or tr("no piece"),
            )
        )
    if alone is None:
        return lines
    before = {placed.id: plus_minus(placed.pose.sigma_mm) for placed in alone.scene.pieces}
    for placed in state.scene.pieces:
        now, then = plus_minus(placed.pose.sigma_mm), before.get(placed.id)
        if then is None:
            lines.append(
                tr(
                    "{name}: ± {now_mm:.1f} mm; not measured in {picture}",
                    name=placed.name,
                    now_mm=now,
                    picture=names[0],
                )
            )
        elif len(state.fits[placed.id].pictures) > 1:
            lines.append(
                tr(
                    "{name}: ± {now_mm:.1f} mm, by {picture} alone ± {then_mm:.1f} mm",
                    name=placed.name,
                    now_mm=now,
                    picture=names[0],
                    then_mm=then,
                )
            )
    piece_names = {piece.id: piece.name for piece in settings.pieces}
    settled = judged.settled
    if len(settled) > MAX_SETTLED:
        lines.append(tr("{count} calls that {picture} alone leaves open", count=len(settled), picture=names[0]))
        return lines
    return lines + [
        tr("Open by {picture} alone: {call}", picture=names[0], call=headline(ruling, piece_names))
        for ruling in settled
    ]


def photo_lines(photo: str, judged: JudgedPictures | None, settings: TableSettings) -> list[str]:
    """What a photo adds to the cameras over the table, or to earlier photos; None: no more is told than that it is
    used."""
    if judged is None:
        return [tr("{photo} is used.", photo=photo)]
    if judged.alone is None:
        count = len(judged.state.scene.pieces)
        return [tr("{photo} is judged: {count} ships and islands are measured.", photo=photo, count=count)]
    others = [seen.name for seen in judged.state.pictures if seen.name != photo and seen.registration is not None]
    lines = [tr("{photo} is judged together with {others}.", photo=photo, others=", ".join(others))]
    before = {placed.id: plus_minus(placed.pose.sigma_mm) for placed in judged.alone.scene.pieces}
    number = 0 if judged.state.shots is None else len(judged.state.shots.shots) - 1
    for placed in judged.state.scene.pieces:
        fit = judged.state.fits.get(placed.id)
        if fit is None or number not in fit.pictures:
            continue
        now, then = plus_minus(placed.pose.sigma_mm), before.get(placed.id)
        if then is None:
            lines.append(tr("{name}: ± {now_mm:.1f} mm", name=placed.name, now_mm=now))
        else:
            lines.append(
                tr("{name}: ± {now_mm:.1f} mm (before: ± {then_mm:.1f})", name=placed.name, now_mm=now, then_mm=then)
            )
    names = {piece.id: piece.name for piece in settings.pieces}
    settled = judged.settled
    if len(settled) > MAX_SETTLED:
        return [*lines, tr("{count} calls that were open before", count=len(settled))]
    return [*lines, *(tr("Open before: {call}", call=headline(ruling, names)) for ruling in settled)]


def _shows(judged: JudgedPictures, piece: str, number: int) -> bool:
    fit = judged.state.fits.get(piece)
    return fit is not None and number in fit.pictures
