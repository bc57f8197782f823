"""What a mat survey found, in words that a player can act on."""

import math
from dataclasses import dataclass
from enum import StrEnum

from tableassist.geometry import plus_minus
from tableassist.messages import Message, template
from tableassist.vision.survey.start import Contradiction, ContradictionKind
from tableassist.vision.survey.survey import MatSurvey, ScaleFound, SurveyedTag

FEW_VIEWS = 5
SURE_MM = 0.15
SURE_SCALE = 0.0003
"""Three tenths of a millimetre in a metre."""
POOR_CHI = 1.7
MISTYPED = 0.1
"""A ruler that is off by more than this was more likely mistyped than the mat was printed so."""


class Weight(StrEnum):
    WARNING = "warning"
    NOTE = "note"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Finding:
    weight: Weight
    words: Message


def findings(survey: MatSurvey, names: tuple[str, ...] = ()) -> tuple[Finding, ...]:
    """The gravest first. `names` are those of the pictures; else they are counted from 1."""
    return (
        *(Finding(Weight.WARNING, _contradicted(one)) for one in survey.contradictions),
        *_scales(survey),
        *_fit(survey, names or tuple(str(number + 1) for number in range(survey.views))),
        *_single_tags(survey),
        *_advice(survey),
    )


def _contradicted(found: Contradiction) -> Message:
    tag = found.tag
    if found.kind is ContradictionKind.SWAPPED:
        form = template("tag {tag} lies in the place of tag {other}: swapped, or a wrong id in the table file")
        lies = Message(form, tag=tag.tag, other=found.other)
    elif found.kind is ContradictionKind.TURNED:
        form = template("tag {tag} is turned by {turn_deg:.0f}° from what the table file says")
        lies = Message(form, tag=tag.tag, turn_deg=math.degrees(found.turn_rad))
    else:
        lies = Message(
            "tag {tag} lies {off_mm:.0f} mm from its place, near x {x_mm:.0f}, y {y_mm:.0f}, not at {stated_x_mm:.0f}, "
            "{stated_y_mm:.0f}",
            tag=tag.tag,
            off_mm=math.hypot(found.x_mm - tag.x_mm, found.y_mm - tag.y_mm),
            x_mm=found.x_mm,
            y_mm=found.y_mm,
            stated_x_mm=tag.x_mm,
            stated_y_mm=tag.y_mm,
        )
    return Message("{found}; it is left out; correct the table file or the mat, and survey again", found=lies)


def _scales(survey: MatSurvey) -> tuple[Finding, ...]:
    printed, layout = survey.print_scale, survey.layout_scale
    if printed.contradicts and layout.contradicts:
        return (Finding(Weight.WARNING, _whole_mat(survey)),)
    if printed.contradicts:
        return (Finding(Weight.WARNING, _print_again(printed)),)
    if layout.contradicts:
        form = template("the tags lie at {scale} of the distances that the table file says; the tags' size is right")
        words = Message(form, scale=_percent(layout))
        return (Finding(Weight.WARNING, words),)
    return (Finding(Weight.NOTE, _printed_at(printed)),)


def _printed_at(printed: ScaleFound) -> Message:
    return Message("tags are printed at {scale} of the stated size", scale=_percent(printed))


def _print_again(printed: ScaleFound) -> Message:
    form = template("{found}: print again at 100 %, or keep this survey, which measures with their true size")
    if printed.value < 1:
        form = template(
            "{found}: print again without 'fit to page', or keep this survey, which measures with their true size"
        )
    return Message(form, found=_printed_at(printed))


def _whole_mat(survey: MatSurvey) -> Message:
    ruler, scale = survey.ruler, survey.layout_scale
    assert ruler is not None
    found = Message("the whole mat, tags and distances, is at {scale} by the ruler", scale=_percent(scale))
    if abs(scale.value - 1) <= MISTYPED:
        return found
    form = template("{found}: check that {mm:g} mm from tag {tag} to tag {other} is not mistyped")
    return Message(form, found=found, mm=ruler.mm, tag=ruler.tag, other=ruler.other)


def _percent(scale: ScaleFound) -> Message:
    return Message("{percent:.2f} % ± {known:.2f} %", percent=100 * scale.value, known=100 * plus_minus(scale.sigma))


def _fit(survey: MatSurvey, names: tuple[str, ...]) -> tuple[Finding, ...]:
    found = []
    unused = tuple(names[number] for number in range(survey.views) if number not in survey.views_used)
    if unused:
        words = Message("not used, for too few mat tags agree in them: pictures {names}", names=unused)
        found.append(Finding(Weight.WARNING, words))
    if survey.chi > POOR_CHI:
        words = Message(
            "corners fit {times:.1f} times worse than expected: the lens profile is not this camera's, the mat is not "
            "flat, or a tag moved between pictures; the plus-minus is widened",
            times=survey.chi,
        )
        found.append(Finding(Weight.WARNING, words))
    return tuple(found)


def _single_tags(survey: MatSurvey) -> tuple[Finding, ...]:
    unseen = tuple(tag.tag.tag for tag in survey.tags if not tag.views and not tag.views_left_out)
    found = []
    if unseen:
        words = Message("never seen: tags {tags}; their places stay as the table file says", tags=unseen)
        found.append(Finding(Weight.WARNING, words))
    found += [Finding(Weight.NOTE, about) for tag in survey.tags if (about := _about(tag, survey)) is not None]
    return tuple(found)


def _about(tag: SurveyedTag, survey: MatSurvey) -> Message | None:
    number = tag.tag.tag
    if not tag.views and tag.views_left_out:
        return Message(
            "tag {tag}: no picture of it agrees with the rest (covered, cut or not flat); its place stays as it was",
            tag=number,
        )
    if tag.resized:
        form = template("tag {tag} is printed at {percent:.1f} % of the other tags' scale; surveyed as it is")
        return Message(form, tag=number, percent=100 * tag.scale / survey.print_scale.value)
    if tag.misplaced:
        form = template(
            "tag {tag} lies {off_mm:.1f} mm and {turn_deg:+.1f}° from its place, farther than its sigma allows; "
            "surveyed"
        )
        return Message(form, tag=number, off_mm=math.hypot(tag.dx_mm, tag.dy_mm), turn_deg=math.degrees(tag.dyaw_rad))
    if tag.views_left_out:
        return Message.plural(
            template("tag {tag} is left out of 1 picture, in which it is covered, cut or misread"),
            template("tag {tag} is left out of {count} pictures, in which it is covered, cut or misread"),
            count=tag.views_left_out,
            tag=number,
        )
    return None


def _advice(survey: MatSurvey) -> tuple[Finding, ...]:
    words = []
    used = len(survey.views_used)
    if used == 1:
        words.append(
            Message(
                "one picture tells little about places along its line of sight: they rest on the table file; "
                "five or more pictures from different sides, tilted by 30 to 45°, tell more"
            )
        )
    elif used < FEW_VIEWS or max((tag.sigma_mm for tag in survey.tags), default=0.0) > SURE_MM:
        words.append(Message("more pictures from different sides, tilted by 30 to 45°, would make the places surer"))
    if survey.ruler is None and survey.scale_sigma > SURE_SCALE:
        words.append(
            Message(
                "every distance may be off by {percent:.2f} % ({off_mm:.1f} mm in 300): measure the centres of the "
                "two tags farthest apart, and give it with --ruler TAG:TAG:MM",
                percent=100 * plus_minus(survey.scale_sigma),
                off_mm=300 * plus_minus(survey.scale_sigma),
            )
        )
    return tuple(Finding(Weight.ADVICE, one) for one in words)
