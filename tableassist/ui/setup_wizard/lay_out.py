"""The page on which the mat is laid out and the camera hung: which of its tags the camera sees, and which it misses;
whether a leaning ship would be noticed from there."""

from collections.abc import Callable
from functools import partial

import numpy as np

from tableassist.geometry import MatPoints
from tableassist.messages import Message, sentence, tr
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.measure.mat_look import MatLook, MatSeen, SeenTag, TagRole
from tableassist.setup.plan import camera_place_words
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.canvas.picture import MarkKind, PictureMark, shown_frame
from tableassist.ui.setup_wizard.page import Looked, LookPage, PageWork, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.controls import fill
from tableassist.ui.workers import Worker
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import Health

PlanCamera = Callable[[TableSettings, Lens, CameraPose], tuple[Message, ...]]
_MOVED_SHARE = 0.05
"""Of its height: where a camera was moved by so much, its place is planned again."""
_NEAR_SHARE = 0.2
_MOST_NAMED = 6
_KINDS = {
    TagRole.MAT: MarkKind.GOOD,
    TagRole.MISPLACED: MarkKind.WRONG,
    TagRole.UNKNOWN: MarkKind.WRONG,
    TagRole.PIECE: MarkKind.OTHER,
    TagRole.JIG: MarkKind.OTHER,
}


def _look(mat: MatLook, frame: Frame) -> Looked:
    seen = mat.look(frame)
    return shown_frame(frame, (*(_mark(tag) for tag in seen.tags), *_missing_marks(seen))), seen


def _mark(tag: SeenTag) -> PictureMark:
    corners = tuple((float(x), float(y)) for x, y in tag.sighting.corners)
    text = str(tag.sighting.tag) if tag.role is not TagRole.UNKNOWN else f"{tag.sighting.tag} ?"
    return PictureMark(corners, _KINDS[tag.role], "" if tag.role is TagRole.PIECE else text)


def _missing_marks(seen: MatSeen) -> tuple[PictureMark, ...]:
    """Where the tags that are not seen should be."""
    if seen.registration is None:
        return ()
    marks = []
    for tag in seen.missing:
        px = seen.registration.image_from_mat(MatPoints(mat_tag_corners(tag)[:, :2]))
        corners = tuple((float(x), float(y)) for x, y in px)
        marks.append(PictureMark(corners, MarkKind.WRONG, tr("{number} missing", number=tag.tag)))
    return tuple(marks)


def place_words(tag: MatTag, mat: MatLayout) -> str:
    """Where on the mat a tag belongs, as somebody would say who stands at its near edge."""
    across = _third(tag.x_mm / mat.width_mm)
    away = _third(tag.y_mm / mat.height_mm)
    return {
        (0, 0): tr("near left corner"), (1, 0): tr("near edge"), (2, 0): tr("near right corner"),
        (0, 1): tr("left edge"), (1, 1): tr("middle"), (2, 1): tr("right edge"),
        (0, 2): tr("far left corner"), (1, 2): tr("far edge"), (2, 2): tr("far right corner"),
    }[across, away]  # fmt: skip


def _third(share: float) -> int:
    return 0 if share < _NEAR_SHARE else 2 if share > 1.0 - _NEAR_SHARE else 1


class LayOutPage(LookPage):
    def __init__(self, session: WizardSession, plan_camera: PlanCamera = camera_place_words) -> None:
        super().__init__(session, WizardStep.LAY_OUT)
        self.count, self.missing, self.advice, self.place = big(), paragraph(), paragraph(), paragraph(quiet=True)
        fill(self.side, self.count, self.missing, self.advice, self.place, 1)
        self._plan_camera = plan_camera
        self._planner = Worker("planning the camera's place", self)
        self._planned: CameraPose | None = None

    def enter(self) -> None:
        self._planned = None
        self.place.setText("")
        super().enter()

    def close_page(self) -> None:
        self._planner.close(wait=False)

    def work(self) -> PageWork | None:
        settings = self.session.settings
        return None if settings is None else partial(_look, MatLook(settings))

    def show_seen(self, seen: MatSeen) -> None:
        settings = self.session.settings
        if settings is None:
            return
        mat = settings.mat
        self.count.setText(tr("{seen} of {all} mat tags seen", seen=seen.mat_tags, all=len(mat.tags)))
        self.missing.setText(_missing_words(seen, mat))
        self.advice.setText("\n\n".join(_advice(seen)))
        if seen.is_good:
            self.mark_done()
        if seen.registration is not None and seen.registration.health is Health.GOOD:
            self._plan(settings, seen.registration)

    def _plan(self, settings: TableSettings, registration: Registration) -> None:
        """Once for each place of the camera: it takes a second or two."""
        if self._planner.is_busy or (self._planned is not None and not _moved(self._planned, registration.pose)):
            return
        lens, pose = registration.lens, registration.pose
        self._planned = pose
        # Without these words the page only says less; the log has what went wrong.
        self._planner.submit(lambda: self._plan_camera(settings, lens, pose), self._tell_place, lambda _: None)

    def _tell_place(self, words: tuple[Message, ...]) -> None:
        self.place.setText("\n\n".join(f"{sentence(each)}." for each in words))


def _moved(before: CameraPose, now: CameraPose) -> bool:
    apart = float(np.linalg.norm(now.position - before.position))
    return apart > _MOVED_SHARE * abs(float(before.position[2]))


def _missing_words(seen: MatSeen, mat: MatLayout) -> str:
    if not seen.missing:
        return tr("None is missing.")
    named = [
        tr("{number} ({place})", number=tag.tag, place=place_words(tag, mat)) for tag in seen.missing[:_MOST_NAMED]
    ]
    if len(seen.missing) > _MOST_NAMED:
        named.append(tr("and {count} more", count=len(seen.missing) - _MOST_NAMED))
    return tr("Missing: {tags}", tags=", ".join(named))


def _advice(seen: MatSeen) -> list[str]:
    words = []
    if seen.is_mirrored:
        words.append(tr("The picture is mirrored: switch mirroring off in the camera's settings."))
    if tags := _numbers(seen, TagRole.MISPLACED):
        words.append(tr("Not where the table file says, or taped the wrong way round: {tags}", tags=tags))
    if tags := _numbers(seen, TagRole.UNKNOWN):
        words.append(tr("Not in the table file: {tags}. Is this another table's kit?", tags=tags))
    registration = seen.registration
    if registration is None and not seen.is_mirrored:
        words.append(tr("Bring at least four tags of the mat's border into the picture."))
    elif registration is not None and registration.health is not Health.GOOD:
        words.append(tr("The tags do not fit together well: {reason}", reason=registration.reason))
    if seen.is_good:
        words.append(tr("Good: the mat can be measured."))
    return words


def _numbers(seen: MatSeen, role: TagRole) -> tuple[int, ...]:
    return tuple(sorted({tag.sighting.tag for tag in seen.tags if tag.role is role}))
