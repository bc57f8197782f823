"""The page on which the mat is laid out: which of its tags the camera sees, and which it misses."""

from functools import partial

from tableassist.formats.first_run_file import WizardStep
from tableassist.geometry.arrays import MatPoints
from tableassist.messages import tr
from tableassist.services.measure.mat_look import MatLook, MatSeen, SeenTag, TagRole
from tableassist.ui.canvas.live_picture import MarkKind, PictureMark, shown_frame
from tableassist.ui.setup_wizard.page import Looked, LookPage, PageWork, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import fill
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.mat_layout import MatLayout, MatTag
from tableassist.vision.localisation.mat_view import mat_tag_corners
from tableassist.vision.localisation.registration_health import Health

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
    def __init__(self, session: WizardSession) -> None:
        what = tr(
            "Cut out the mat tags and tape them flat along the border, each where the words on it say, arrows pointing "
            "away from you. Hang the camera so that all of them are in its picture."
        )
        super().__init__(session, WizardStep.LAY_OUT, tr("Lay out the mat"), what)
        self.count, self.missing, self.advice = big(), paragraph(), paragraph()
        fill(self.side, self.count, self.missing, self.advice, 1)

    def work(self) -> PageWork | None:
        settings = self.session.settings
        return None if settings is None else partial(_look, MatLook(settings))

    def cost(self) -> str:
        return tr("Each tag that is missing widens the plus-minus; with fewer than four the mat is not measured well.")

    def show_seen(self, seen: MatSeen) -> None:
        if self.session.settings is None:
            return
        mat = self.session.settings.mat
        self.count.setText(tr("{seen} of {all} mat tags seen", seen=seen.mat_tags, all=len(mat.tags)))
        self.missing.setText(_missing_words(seen, mat))
        self.advice.setText("\n\n".join(_advice(seen)))
        if seen.is_good:
            self.mark_done()


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
        words.append(tr("Not in the table file: {tags}. Is it the kit of another table?", tags=tags))
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
