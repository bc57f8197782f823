"""What a mat survey found, in words that a player can act on."""

import math
from dataclasses import dataclass
from enum import StrEnum

from tableassist.geometry.plus_minus import plus_minus
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
    words: str


def findings(survey: MatSurvey, names: tuple[str, ...] = ()) -> tuple[Finding, ...]:
    """The gravest first. `names` are those of the pictures; else they are counted from 1."""
    return (
        *(Finding(Weight.WARNING, _contradicted(one)) for one in survey.contradictions),
        *_scales(survey),
        *_fit(survey, names or tuple(str(number + 1) for number in range(survey.views))),
        *_single_tags(survey),
        *_advice(survey),
    )


def _contradicted(found: Contradiction) -> str:
    tag = found.tag
    done = "it is left out; correct the table file or the mat, and survey again"
    if found.kind is ContradictionKind.SWAPPED:
        return f"tag {tag.tag} lies in the place of tag {found.other}: swapped, or a wrong id in the table file; {done}"
    if found.kind is ContradictionKind.TURNED:
        return f"tag {tag.tag} is turned by {math.degrees(found.turn_rad):.0f}° from what the table file says; {done}"
    off = math.hypot(found.x_mm - tag.x_mm, found.y_mm - tag.y_mm)
    return (
        f"tag {tag.tag} lies {off:.0f} mm from its place, near x {found.x_mm:.0f}, y {found.y_mm:.0f}, "
        f"not at {tag.x_mm:.0f}, {tag.y_mm:.0f}; {done}"
    )


def _scales(survey: MatSurvey) -> tuple[Finding, ...]:
    printed, layout = survey.print_scale, survey.layout_scale
    if printed.contradicts and layout.contradicts:
        return (Finding(Weight.WARNING, _whole_mat(survey)),)
    if printed.contradicts:
        words = f"tags are printed at {_percent(printed)} of the stated size"
        if printed.value < 1:
            words += ": print again without 'fit to page', or keep this survey, which measures with their true size"
        else:
            words += ": print again at 100 %, or keep this survey, which measures with their true size"
        return (Finding(Weight.WARNING, words),)
    if layout.contradicts:
        words = f"the tags lie at {_percent(layout)} of the distances that the table file says; the tags' size is right"
        return (Finding(Weight.WARNING, words),)
    return (Finding(Weight.NOTE, f"tags are printed at {_percent(printed)} of the stated size"),)


def _whole_mat(survey: MatSurvey) -> str:
    words = f"the whole mat, tags and distances, is at {_percent(survey.layout_scale)} by the ruler"
    assert survey.ruler is not None
    if abs(survey.layout_scale.value - 1) > MISTYPED:
        ruler = survey.ruler
        words += f": check that {ruler.mm:g} mm from tag {ruler.tag} to tag {ruler.other} is not mistyped"
    return words


def _percent(scale: ScaleFound) -> str:
    return f"{100 * scale.value:.2f} % ± {100 * plus_minus(scale.sigma):.2f} %"


def _fit(survey: MatSurvey, names: tuple[str, ...]) -> tuple[Finding, ...]:
    found = []
    unused = [names[number] for number in range(survey.views) if number not in survey.views_used]
    if unused:
        words = f"not used, for too few mat tags agree in them: pictures {', '.join(unused)}"
        found.append(Finding(Weight.WARNING, words))
    if survey.chi > POOR_CHI:
        words = (
            f"corners fit {survey.chi:.1f} times worse than expected: the lens profile is not this camera's, "
            "the mat is not flat, or a tag moved between pictures; the plus-minus is widened"
        )
        found.append(Finding(Weight.WARNING, words))
    return tuple(found)


def _single_tags(survey: MatSurvey) -> tuple[Finding, ...]:
    unseen = [tag.tag.tag for tag in survey.tags if not tag.views and not tag.views_left_out]
    found = []
    if unseen:
        words = f"never seen: tags {', '.join(map(str, unseen))}; their places stay as the table file says"
        found.append(Finding(Weight.WARNING, words))
    found += [Finding(Weight.NOTE, words) for tag in survey.tags if (words := _about(tag, survey))]
    return tuple(found)


def _about(tag: SurveyedTag, survey: MatSurvey) -> str:
    name = f"tag {tag.tag.tag}"
    if not tag.views and tag.views_left_out:
        return f"{name}: no picture of it agrees with the rest (covered, cut or not flat); its place stays as it was"
    own_scale = tag.scale / survey.print_scale.value
    if tag.resized:
        return f"{name} is printed at {100 * own_scale:.1f} % of the other tags' scale; surveyed as it is"
    if tag.misplaced:
        off, turn = math.hypot(tag.dx_mm, tag.dy_mm), math.degrees(tag.dyaw_rad)
        return f"{name} lies {off:.1f} mm and {turn:+.1f}° from its place, farther than its sigma allows; surveyed"
    if tag.views_left_out:
        return f"{name} is left out of {tag.views_left_out} pictures, in which it is covered, cut or misread"
    return ""


def _advice(survey: MatSurvey) -> tuple[Finding, ...]:
    words = []
    used = len(survey.views_used)
    if used == 1:
        words.append(
            "one picture tells little about places along its line of sight: they rest on the table file; "
            "five or more pictures from different sides, tilted by 30 to 45°, tell more"
        )
    elif used < FEW_VIEWS or max((tag.sigma_mm for tag in survey.tags), default=0.0) > SURE_MM:
        words.append("more pictures from different sides, tilted by 30 to 45°, would make the places surer")
    if survey.ruler is None and survey.scale_sigma > SURE_SCALE:
        off = plus_minus(survey.scale_sigma)
        words.append(
            f"every distance may be off by {100 * off:.2f} % ({300 * off:.1f} mm "
            "in 300): measure the centres of the two tags farthest apart, and give it with --ruler TAG:TAG:MM"
        )
    return tuple(Finding(Weight.ADVICE, one) for one in words)
