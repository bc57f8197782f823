"""What the columns of all tables are made of. Times are milliseconds since 1970 by the hub's clock."""

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Column, Integer, MetaData, String, Text, false, true

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
ID_LENGTH, WORDS_LENGTH = 80, 1_000


def id_type() -> String:
    return String(ID_LENGTH)


def ident(name: str = "id") -> Column[str]:
    """A primary key, or a part of one."""
    return Column(name, id_type(), primary_key=True)


def words(name: str) -> Column[str]:
    """Empty where nothing was said."""
    return Column(name, String(WORDS_LENGTH), nullable=False, server_default="")


def text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False, server_default="")


def json_of(name: str) -> Column[Any]:
    return Column(name, JSON, nullable=False)


def at(name: str) -> Column[int]:
    """When, always known."""
    return Column(name, BigInteger, nullable=False)


def at_or_not_yet(name: str) -> Column[int | None]:
    return Column(name, BigInteger, nullable=True)


def count(name: str, default: int = 0) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=str(default))


def flag(name: str, *, default: bool = False) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=true() if default else false())


def fitting(said: str, most: int = WORDS_LENGTH) -> str:
    """As the database takes it: PostgreSQL refuses the letter zero, and what is longer than the column."""
    return said.replace("\0", "\ufffd")[:most]
