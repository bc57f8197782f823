"""Every word a person reads in the window goes through `tr`, so that it can be said in another language."""

from tableassist.messages import Message, say, tr

__all__ = ["phrases", "tr", "translated"]


def phrases(*texts: str) -> tuple[str, ...]:
    """Literals, as for `tr`, that are not said here but when a text turns up that was made from one of them."""
    return texts


def translated(text: str) -> str:
    """Of a text that is no literal here; it is one where it is handed to `phrases`."""
    return say(Message(text))
