"""The API as an OpenAPI document, made from the commands themselves."""

from typing import Any

import msgspec

from tableassist import __version__
from tableassist.web.commands import AnyCommand, SayAct

REFERENCE = "#/components/schemas/{name}"


def openapi() -> dict[str, Any]:
    (commands, act), schemas = msgspec.json.schema_components((AnyCommand, SayAct), ref_template=REFERENCE)
    asked = [_asked("piece", "A piece's id: what concerns it."), _asked("lang", "en, de, fr")]
    sections = {"state": "All that is so now.", "rulings": "The rulings.", "game": "The game; null: none is played."}
    paths: dict[str, Any] = {
        f"/api/{name}": {"get": {"summary": words, "parameters": asked, "responses": _answers()}}
        for name, words in sections.items()
    }
    paths["/api/picture.jpg"] = {
        "get": {
            "summary": "The camera's newest picture.",
            "responses": {
                "200": {"description": "A JPEG.", "content": {"image/jpeg": {}}},
                "401": _problem("No seat."),
                "404": _problem("No picture now."),
                "429": {"description": "Too many requests."},
            },
        }
    }
    for path, schema, words in (("/api/commands", commands, "Do something."), ("/api/acts", act, "Say an act.")):
        paths[path] = {
            "post": {
                "summary": words,
                "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
                "responses": {**_answers(), **_refusals()},
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "tableassist", "version": __version__},
        "paths": paths,
        "security": [{"seat": []}],
        "components": {"schemas": schemas, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
    }


def _asked(name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string"}, "description": words}


def _answers() -> dict[str, Any]:
    return {
        "200": {"description": "Done.", "content": {"application/json": {"schema": {}}}},
        "401": _problem("No seat: the token is missing or revoked."),
        "429": {"description": "Too many requests."},
    }


def _refusals() -> dict[str, Any]:
    return {
        "409": _problem("The seat may not do that, or the game does not have it."),
        "413": _problem("Too large."),
        "422": _problem("Not what the schema says."),
        "503": _problem("The table does not answer."),
    }


def _problem(words: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"ok": {"const": False}, "error": {"type": "string"}}}
    return {"description": words, "content": {"application/json": {"schema": schema}}}
