"""Records of a match as MCAP, for Foxglove and its like: one topic for each kind, as JSON with a schema.

`mcap` is an extra: nothing else needs it, and this file is imported only where an MCAP is written.
"""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from tableassist import __version__
from tableassist.errors import BadRequestError
from tableassist.store.export.rows import MatchRecord, MoveRecord, NoteRecord, PoseRecord, Record, RulingRecord

try:
    from mcap.writer import Writer
except ImportError:
    raise BadRequestError("MCAP needs the package mcap; install it with: pip install 'tableassist[mcap]'") from None

TOPICS: dict[type[Record], str] = {
    MatchRecord: "/match",
    PoseRecord: "/poses",
    MoveRecord: "/moves",
    RulingRecord: "/rulings",
    NoteRecord: "/notes",
}


def write_mcap(file: BinaryIO, records: Iterable[Record], *, started_ns: int) -> None:
    """`started_ns`: time of day at which the match began, since 1970; all times of the file are times of day."""
    writer = Writer(file)
    writer.start(profile="", library=f"tableassist {__version__}")
    channels = {}
    for kind, topic in TOPICS.items():
        schema = msgspec.json.encode(msgspec.json.schema(kind))
        number = writer.register_schema(name=f"tableassist.{kind.__name__}", encoding="jsonschema", data=schema)
        channels[kind] = writer.register_channel(topic=topic, message_encoding="json", schema_id=number)
    encoder = msgspec.json.Encoder()
    for record in records:
        t_ns = started_ns + round(record.t_s * 1e9)
        data = encoder.encode(record)
        writer.add_message(channel_id=channels[type(record)], log_time=t_ns, data=data, publish_time=t_ns)
    writer.finish()  # type: ignore[no-untyped-call]
