"""What is known of a mat before its survey: how well it was printed, laid out and taped."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.survey.unknowns import LAYOUT_SCALE, PRINT_SCALE, SCALE_ERROR, SurveyUnknowns

YAW_SIGMA_RAD = math.radians(1.0)
"""A tag taped by eye along the mat's edge."""
PRINT_SCALE_SIGMA, OWN_SCALE_SIGMA = 0.003, 0.001
"""Of the size of all tags together: printers feed paper too far or too short by this much; and of one tag's size
against the others' from the same printer."""
UNKNOWN_MM = 30.0
UNKNOWN_RAD = 0.3
UNKNOWN_SCALE = 0.2
"""In place of a prior that the pictures contradict."""
CONTRADICTION_CHI = 3.5


@dataclass(frozen=True, slots=True)
class RulerDistance:
    """From the centre of one tag to that of another, by hand."""

    tag: int
    other: int
    mm: float
    sigma_mm: float = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class PriorKnowledge:
    """The priors as residuals over the unknowns: (value - expected) / sigma."""

    nominal: Floats
    """(T, 4)."""
    sigma: Floats
    """(T, 4): how far each place may be from the nominal one."""
    common_sigma: Floats
    """(3,)."""
    ruler: tuple[int, int, float, float] | None
    """Two indices of tags, mm, sigma."""

    @property
    def centre(self) -> Floats:
        return np.asarray(self.nominal[:, :2].mean(axis=0), dtype=np.float64)

    def place_pull(self, at: SurveyUnknowns) -> Floats:
        """(T, 4) in sigmas, with the common scales taken out."""
        expected = self.nominal.copy()
        expected[:, :2] += at.common[LAYOUT_SCALE] * (self.nominal[:, :2] - self.centre)
        expected[:, 3] += at.common[PRINT_SCALE]
        return (at.places - expected) / self.sigma

    def scale_pull(self, at: SurveyUnknowns) -> float:
        """How badly printed size, layout and ruler contradict each other, as the length of their pulls."""
        ruler = 0.0 if self.ruler is None else self._ruler(at)[0]
        return math.hypot(*(at.common[:SCALE_ERROR] / self.common_sigma[:SCALE_ERROR]), ruler)

    def ruler_off_mm(self, at: SurveyUnknowns) -> float:
        assert self.ruler is not None
        return self._ruler(at)[0] * self.ruler[3]

    def scale_given_up(self, which: int) -> bool:
        return float(self.common_sigma[which]) >= UNKNOWN_SCALE

    def _ruler(self, at: SurveyUnknowns) -> tuple[float, Floats]:
        """The pull, and the direction from the first tag to the other in 1/sigma."""
        assert self.ruler is not None
        one, other, mm, sigma = self.ruler
        along = at.places[other, :2] - at.places[one, :2]
        length = float(np.linalg.norm(along))
        return (length - mm) / sigma, along / length / sigma

    def rows(self, at: SurveyUnknowns) -> tuple[Floats, Floats]:
        """Pulls (R,) and their Jacobian (R, N)."""
        count = at.common_at
        pulls = [self.place_pull(at).ravel(), at.common / self.common_sigma, at.lens_shift]
        slopes = np.zeros((at.poses_at + (self.ruler is not None), at.size))
        np.fill_diagonal(
            slopes, [*(1.0 / self.sigma).ravel(), *(1.0 / self.common_sigma), *np.ones(len(at.lens_shift))]
        )
        by_layout = slopes[:count, count + LAYOUT_SCALE].reshape(-1, 4)
        by_layout[:, :2] = -(self.nominal[:, :2] - self.centre) / self.sigma[:, :2]
        slopes[:count, count + LAYOUT_SCALE] = by_layout.ravel()
        slopes[3:count:4, count + PRINT_SCALE] = -1.0 / self.sigma[:, 3]
        if self.ruler is not None:
            pull, along = self._ruler(at)
            one, other, *_ = self.ruler
            slopes[-1, 4 * one : 4 * one + 2] = -along
            slopes[-1, 4 * other : 4 * other + 2] = along
            pulls.append(np.array([pull]))
        return np.concatenate(pulls), slopes

    def without_contradicted_places(self, at: SurveyUnknowns) -> tuple["PriorKnowledge", Flags]:
        """A tag taped far from its place must not drag the others along: its prior is given up. (T, 3) which."""
        pull = self.place_pull(at)
        off = np.hypot(pull[:, 0], pull[:, 1]) > CONTRADICTION_CHI
        turned, resized = (np.abs(pull[:, k]) > CONTRADICTION_CHI for k in (2, 3))
        sigma = self.sigma.copy()
        sigma[off, :2] = UNKNOWN_MM
        sigma[turned, 2] = UNKNOWN_RAD
        sigma[resized, 3] = UNKNOWN_SCALE
        return replace(self, sigma=sigma), np.column_stack([off, turned, resized])

    def without_scale(self, *, printed: bool, layout: bool) -> "PriorKnowledge":
        sigma = self.common_sigma.copy()
        if printed:
            sigma[PRINT_SCALE] = UNKNOWN_SCALE
        if layout:
            sigma[LAYOUT_SCALE] = UNKNOWN_SCALE
        return replace(self, common_sigma=sigma)

    def other_scale_beliefs(self) -> tuple["PriorKnowledge", ...]:
        """What else to believe where scales contradict each other, the likeliest first.

        "Fit to page" is the common mistake. That the layout's own distances are wrong takes a ruler to tell.
        """
        beliefs = [self.without_scale(printed=True, layout=False)]
        if self.ruler is not None:
            beliefs.append(self.without_scale(printed=False, layout=True))
            beliefs.append(self.without_scale(printed=True, layout=True))
        return tuple(beliefs)
