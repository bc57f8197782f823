"""Where the labels of a drawing come to stand, each by itself."""

from tableassist.ui.painting.label_images import NOTHING
from tableassist.ui.painting.labels import _badge_keys, _label_keys, _place, _requests


def placed_labels(drawing, project, *, scale, bounds, cache=None, keep_clear=NOTHING, selected=None):
    """Badges and labels, each with its place; None for those whose place is out of sight."""
    requests = _requests(drawing, project, selected=selected)
    found = _place(requests, project, scale=scale, bounds=bounds, cache=cache, keep_clear=keep_clear)
    placed = dict(zip((request.key for request in requests), found, strict=True))
    return [placed.get(key) for key in _badge_keys(drawing)], [placed.get(key) for key in _label_keys(drawing)]
