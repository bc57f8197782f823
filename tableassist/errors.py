"""The exceptions of tableassist, as one tree. Each message says what, where, got, expected, in one line.

TableAssistError
  BadFileError      a table, profile, model or picture that cannot be used as it is
  SourceError       a camera, video or stream that cannot be opened or has failed
  BadRequestError   an argument that a person typed and that cannot be carried out
"""


class TableAssistError(Exception):
    """Something the user can understand and mend; shown as one line, exit code 2."""


class BadFileError(TableAssistError):
    """A file that cannot be used as it is."""


class SourceError(TableAssistError):
    """A source of frames that cannot be opened, or that stopped."""


class BadRequestError(TableAssistError):
    """An argument that cannot be carried out."""
