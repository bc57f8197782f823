"""Checks of the mat: tags on it, apart, not in one line, enough, and large enough."""

import math
from itertools import combinations

import numpy as np
from shapely import Polygon, box

from tableassist.messages import Message, template
from tableassist.store.files.toml_sift import Sifted
from tableassist.store.table.entry import MatEntry, MatTagEntry
from tableassist.store.table.problem import Findings
from tableassist.vision.registration.mat_layout import HAND_MM, MatLayout
from tableassist.vision.registration.print_scale import print_scale_note

LEAST_TAGS, GOOD_TAGS, WANTED_TAGS = 2, 4, 8
"""Two give a camera pose at all, four a fair one; eight expose a bad lens, which four hide."""
THIN_MM = 100.0
"""Tags that lie within such a strip leave the camera's tilt open."""
SMALL_MM = 30.0
SLACK_MM = 0.05


def check_mat(mat: MatEntry, layout: MatLayout, sifted: Sifted, findings: Findings) -> None:
    """`layout`: as it was read."""
    _check_outside(mat, sifted, findings)
    _check_overlaps(mat, sifted, findings)
    _check_count(mat, findings)
    _check_line(mat, findings)
    for tag in mat.tags:
        if tag.size_mm < SMALL_MM:
            what = template("got {size_mm:g}, expected 40 to 50: everything is measured from these tags")
            findings.warn(f"{sifted.where(tag)}.size_mm", what, size_mm=tag.size_mm)
    if mat.survey is None and mat.placement_sigma_mm >= HAND_MM:
        what = template(
            "none: tags placed by hand are never exactly in place; expected a file made by tableassist survey"
        )
        findings.hint("mat.survey", what)
    note = print_scale_note(layout)
    if note is not None:
        findings.hint("mat.print_scale", note)


def outline(tag: MatTagEntry) -> Polygon:
    yaw = math.radians(tag.yaw_deg)
    arm = tag.size_mm / math.sqrt(2.0)
    corners = (yaw + math.pi / 4 + k * math.pi / 2 for k in range(4))
    return Polygon([(tag.x_mm + arm * math.cos(a), tag.y_mm + arm * math.sin(a)) for a in corners])


def _check_outside(mat: MatEntry, sifted: Sifted, findings: Findings) -> None:
    sheet = box(-SLACK_MM, -SLACK_MM, mat.width_mm + SLACK_MM, mat.height_mm + SLACK_MM)
    for tag in mat.tags:
        if not sheet.contains(outline(tag)):
            what = template(
                "got tag {tag} of {size_mm:g} mm at ({x_mm:g}, {y_mm:g}), outside the mat; "
                "expected all of it within {width_mm:g} x {height_mm:g}"
            )
            got = {"tag": tag.tag, "size_mm": tag.size_mm, "x_mm": tag.x_mm, "y_mm": tag.y_mm}
            findings.error(sifted.where(tag), what, width_mm=mat.width_mm, height_mm=mat.height_mm, **got)


def _check_overlaps(mat: MatEntry, sifted: Sifted, findings: Findings) -> None:
    for (one, its), (other, theirs) in combinations([(tag, outline(tag)) for tag in mat.tags], 2):
        if its.intersects(theirs):
            what = template("got tag {tag} over tag {other} ({where}), expected room between them")
            findings.error(sifted.where(other), what, tag=other.tag, other=one.tag, where=sifted.where(one))


def _check_count(mat: MatEntry, findings: Findings) -> None:
    count = len(mat.tags)
    if count < LEAST_TAGS:
        what = template("got {count}, expected {wanted} or more round the border")
        findings.error("mat.tags", what, count=count, wanted=WANTED_TAGS)
    elif count < WANTED_TAGS:
        bad_lens, little = Message("eight expose a bad lens, four hide it"), Message("nothing can be judged well")
        why = bad_lens if count >= GOOD_TAGS else little
        what = template("got {count}, expected {wanted} or more: {why}")
        findings.warn("mat.tags", what, count=count, wanted=WANTED_TAGS, why=why)


def _check_line(mat: MatEntry, findings: Findings) -> None:
    if len(mat.tags) < LEAST_TAGS:
        return
    places = np.array([(tag.x_mm, tag.y_mm) for tag in mat.tags])
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    thin_mm = float(spread[-1]) / math.sqrt(len(places))
    if thin_mm < min(THIN_MM, 0.2 * min(mat.width_mm, mat.height_mm)):
        findings.error("mat.tags", "got tags that are almost in one line, expected them around the whole border")
