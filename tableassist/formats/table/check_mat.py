"""Checks of the mat: tags on it, apart, not in one line, enough, and large enough."""

import math
from itertools import combinations

import numpy as np
from shapely import Polygon, box

from tableassist.formats.io.toml_sift import Sifted
from tableassist.formats.table.entry import MatEntry, MatTagEntry
from tableassist.formats.table.problem import Findings

LEAST_TAGS, GOOD_TAGS, WANTED_TAGS = 2, 4, 8
"""Two give a camera pose at all, four a fair one; eight expose a bad lens, which four hide."""
THIN_MM = 100.0
"""Tags that lie within such a strip leave the camera's tilt open."""
SMALL_MM = 30.0
HAND_MM = 0.3
SLACK_MM = 0.05


def check_mat(mat: MatEntry, sifted: Sifted, findings: Findings) -> None:
    _check_outside(mat, sifted, findings)
    _check_overlaps(mat, sifted, findings)
    _check_count(mat, findings)
    _check_line(mat, findings)
    for tag in mat.tags:
        if tag.size_mm < SMALL_MM:
            where = f"{sifted.where(tag)}.size_mm"
            findings.warn(where, f"got {tag.size_mm:g}, expected 40 to 50: everything is measured from these tags")
    if mat.survey is None and mat.placement_sigma_mm >= HAND_MM:
        findings.hint(
            "mat.survey", "none: tags set by hand are not where one thinks, expected a file by tableassist survey"
        )


def outline(tag: MatTagEntry) -> Polygon:
    yaw = math.radians(tag.yaw_deg)
    arm = tag.size_mm / math.sqrt(2.0)
    corners = (yaw + math.pi / 4 + k * math.pi / 2 for k in range(4))
    return Polygon([(tag.x_mm + arm * math.cos(a), tag.y_mm + arm * math.sin(a)) for a in corners])


def _check_outside(mat: MatEntry, sifted: Sifted, findings: Findings) -> None:
    sheet = box(-SLACK_MM, -SLACK_MM, mat.width_mm + SLACK_MM, mat.height_mm + SLACK_MM)
    for tag in mat.tags:
        if not sheet.contains(outline(tag)):
            findings.error(
                sifted.where(tag),
                f"got tag {tag.tag} of {tag.size_mm:g} mm at ({tag.x_mm:g}, {tag.y_mm:g}), outside the mat; "
                f"expected all of it within {mat.width_mm:g} x {mat.height_mm:g}",
            )


def _check_overlaps(mat: MatEntry, sifted: Sifted, findings: Findings) -> None:
    for one, other in combinations([(tag, outline(tag)) for tag in mat.tags], 2):
        if one[1].intersects(other[1]):
            findings.error(
                sifted.where(other[0]),
                f"got tag {other[0].tag} over tag {one[0].tag} ({sifted.where(one[0])}), expected room between them",
            )


def _check_count(mat: MatEntry, findings: Findings) -> None:
    count = len(mat.tags)
    if count < LEAST_TAGS:
        findings.error("mat.tags", f"got {count}, expected {WANTED_TAGS} or more round the border")
    elif count < WANTED_TAGS:
        why = "eight expose a bad lens, four hide it" if count >= GOOD_TAGS else "nothing can be judged well"
        findings.warn("mat.tags", f"got {count}, expected {WANTED_TAGS} or more: {why}")


def _check_line(mat: MatEntry, findings: Findings) -> None:
    if len(mat.tags) < LEAST_TAGS:
        return
    places = np.array([(tag.x_mm, tag.y_mm) for tag in mat.tags])
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    thin_mm = float(spread[-1]) / math.sqrt(len(places))
    if thin_mm < min(THIN_MM, 0.2 * min(mat.width_mm, mat.height_mm)):
        findings.error("mat.tags", "got tags that lie almost in one line, expected them round the whole border")
