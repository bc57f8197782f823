"""Words that several parts of the window use: a length of time in a match."""


def clock(seconds: float) -> str:
    """As in 1:02:03.4; tenths, since a frame is shorter than a second."""
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    minutes, rest = divmod(round(seconds * 10) / 10, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{sign}{hours}:{minutes:02d}:{rest:04.1f}" if hours else f"{sign}{minutes}:{rest:04.1f}"
