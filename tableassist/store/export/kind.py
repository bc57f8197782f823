"""What a match can be exported as. Alone in its file: a command needs it before anything heavy is loaded."""

from enum import StrEnum


class ExportKind(StrEnum):
    MP4 = "mp4"
    GIF = "gif"
    CSV = "csv"
    JSONL = "jsonl"
    MCAP = "mcap"
    PCN = "pcn"
