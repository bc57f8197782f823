"""The API as an OpenAPI document, made from the commands themselves."""

from typing import Any

import msgspec

from tableassist import __version__
from tableassist.store.judgement_json import MomentRecord, RulingRow
from tableassist.table.commands import AnyCommand, SayAct

REFERENCE = "#/components/schemas/{name}"


def openapi() -> dict[str, Any]:
    types = (AnyCommand, SayAct, MomentRecord, list[RulingRow])
    (commands, act, record, rulings), schemas = msgspec.json.schema_components(types, ref_template=REFERENCE)
    asked = [_query_parameter("piece", "A piece's id: what concerns it."), _query_parameter("lang", "en, de")]
    sections = {
        "state": ("All that is so now: what `judge --json` prints, and what the pages show.", record),
        "rulings": ("The rulings, as in `judge --json`, each with its words.", rulings),
        "game": ("The game; null: none is played.", {"type": ["object", "null"]}),
    }
    paths: dict[str, Any] = {
        f"/api/{name}": {"get": {"summary": words, "parameters": asked, "responses": _answers(schema)}}
        for name, (words, schema) in sections.items()
    }
    paths["/api/evidence"] = {
        "get": {
            "summary": "A ruling opened: its words, the plan around it, and the close-up with its drawing.",
            "parameters": [
                _query_parameter("ruling", "The ruling's id."),
                _query_parameter("t_s", "Of a finished match: the time."),
                asked[1],
            ],
            "responses": {
                **_answers({"type": "object", "required": ["ruling", "plan", "picture"]}),
                "404": _problem("No such ruling now."),
                "422": _problem("No such time."),
            },
        }
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
    paths["/api/photo"] = {
        "post": {
            "summary": "Judge the table again with a photo of it (JPEG or PNG, at most 15 MB).",
            "parameters": [_query_parameter("age_s", "Seconds since it was taken: who has moved since refuses it.")],
            "requestBody": {"required": True, "content": {"image/jpeg": {}, "image/png": {}}},
            "responses": {**_answers({"type": "object", "properties": {"ok": {"const": True}}}), **_refusals()},
        }
    }
    for path, schema, words in (("/api/commands", commands, "Do something."), ("/api/acts", act, "Say an act.")):
        paths[path] = {
            "post": {
                "summary": words,
                "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
                "responses": {**_answers({"type": "object", "properties": {"ok": {"const": True}}}), **_refusals()},
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "tableassist", "version": __version__},
        "paths": paths,
        "security": [{"seat": []}],
        "components": {"schemas": schemas, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
    }


def _query_parameter(name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string"}, "description": words}


def _answers(schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "200": {"description": "Done.", "content": {"application/json": {"schema": schema}}},
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
