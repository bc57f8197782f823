"""Words fitted into a box without a font at hand: letters are counted at their usual width."""

LETTER = 0.6
"""Width of a letter against the type's size."""


def fitted(text: str, width: float, size: float) -> str:
    """Cut off where it is too long."""
    most = max(1, int(width / (LETTER * size)))
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def fitting_size(text: str, width: float, size: float, least: float) -> float:
    """Smaller where the longest word would be cut off."""
    longest = max((len(word) for word in text.split()), default=0)
    return max(least, min(size, width / (LETTER * max(1, longest))))


def wrapped(text: str, width: float, size: float, most_lines: int) -> tuple[str, ...]:
    """At its spaces; what does not fit into the lines is cut off."""
    most = max(1, int(width / (LETTER * size)))
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = lines[:most_lines]
    if len(lines) > most_lines:
        kept[-1] = " ".join(lines[most_lines - 1 :])
    return tuple(fitted(each, width, size) for each in kept)
