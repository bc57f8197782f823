"""The JSON schema of a game's lines, made of the values that read them."""

from typing import Any

import msgspec

from tableassist.rulebook import PIRATES, GameStart
from tableassist.rulebook.cardgame import CARD_GAME, CardStart
from tableassist.store.game.record import AMENDMENTS, SaidAct, SaidAmendment

STARTS = ("GameStart", "CardStart")


def lines_schema() -> dict[str, Any]:
    """The first line is a `GameStart` or a `CardStart`, every other one an act of that game or an amendment."""
    kinds: list[Any] = [GameStart, CardStart, SaidAct, SaidAmendment, *PIRATES.acts.values(), *CARD_GAME.acts.values()]
    _, parts = msgspec.json.schema_components(kinds)
    said, amended = parts.pop("SaidAct")["properties"], parts.pop("SaidAmendment")["properties"]
    for name in STARTS:
        parts[name]["properties"]["format"] = {"const": 1}
    names = [each.__name__ for each in (*PIRATES.acts.values(), *CARD_GAME.acts.values())]
    for name in names:
        parts[name]["properties"] = {**said, **parts[name]["properties"]}
    parts["Amendment"] = {"oneOf": [_amendment(key, amended) for key in AMENDMENTS]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of a game",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in (*STARTS, *names, "Amendment")],
        "$defs": parts,
    }


def _amendment(key: str, amended: dict[str, Any]) -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1, "description": "The number of the act that is amended."}
    return {
        "type": "object",
        "properties": {key: number, **amended},
        "required": [key],
        "additionalProperties": False,
    }
