"""The exceptions of tableassist, as one tree. Each message says what, where, got, expected, in one line.

TableAssistError
  BadFileError      a table, profile, model or picture that cannot be used as it is
  SourceError       a camera, video or stream that cannot be opened or has failed
  BadRequestError   an argument that a person typed and that cannot be carried out
"""

from tableassist.messages import Message, Param, visible

MOST_LETTERS = 800


def one_line(text: str, most: int = MOST_LETTERS) -> str:
    """A hostile name must not start a new line, speak to the terminal, or fill the screen."""
    text = text if len(text) <= 2 * most else text[: 2 * most]
    plain = visible(text)
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def fault_words(fault: BaseException) -> str:
    """What an exception that is not ours says, in one line; its kind where it says nothing."""
    return one_line(" ".join(str(fault).split()) or type(fault).__name__)


class TableAssistError(Exception):
    """Something the user can understand and mend; shown as one line, exit code 2.

    Made like a message: `BadFileError("{path}: no such piece {name!r}", path=path, name=name)`, or of one.
    """

    def __init__(self, message: Message | str, /, **params: Param) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **params)
        super().__init__(self.message)

    def __str__(self) -> str:
        return one_line(str(self.message))


class BadFileError(TableAssistError):
    """A file that cannot be used as it is."""


class SourceError(TableAssistError):
    """A source of frames that cannot be opened, or that stopped."""


class BadRequestError(TableAssistError):
    """An argument that cannot be carried out."""
