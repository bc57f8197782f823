"""A new table file as text that a person reads, understands and changes."""

import json

from tableassist.pieces import PieceKind, TagMount
from tableassist.pieces.catalogue import ShipCard
from tableassist.store.files.toml_file import FORMAT
from tableassist.store.table_edit.edit import mount_fields
from tableassist.store.table_edit.new_table import NewPiece, NewTable, border_tags

HEADINGS = {PieceKind.SHIP: "Ships", PieceKind.SEA_CREATURE: "Ships", PieceKind.FORT: "Forts"}


def table_text(new: NewTable) -> str:
    return "\n".join([*_head(new), *_mat(new), *_dice(), *_players(new), *_pieces(new)]) + "\n"


def _head(new: NewTable) -> list[str]:
    lines = [
        "# A table for tableassist. docs/table-file.md explains every field; `tableassist check` finds mistakes.",
        f"format = {FORMAT}",
        f"name = {quoted(new.name)}",
        "",
        '# A profile that came with the program, a file beside this one ("my-camera.toml", made by',
        '# `tableassist calibrate`), or "typical": any camera, with a plus-minus of millimetres.',
        f"camera = {quoted(new.camera)}",
        "",
        "# Which rules are played.",
        f"edition = {quoted(new.edition)}",
        '# What L and S are: "bars" (printed on the cards), "card" (the sides of a card), or your own, measured:',
        "# ruler = { long_mm = 83.8, short_mm = 57.5, sigma_mm = 0.1 }",
        f"ruler = {quoted(new.ruler)}",
        "",
        "# Single values of your own go before the edition's.",
        "[house_rules]",
    ]
    if new.points_limit is not None:
        return [*lines, f"points_limit = {_number(new.points_limit)}", ""]
    return [*lines, "# points_limit = 40", "# contact_tolerance_mm = 1.0", ""]


def _mat(new: NewTable) -> list[str]:
    lines = [
        "# Millimetres from the mat's lower-left corner, x to the right, y away from you; a tag's place is its middle,",
        "# its size the side of the black square.",
        "[mat]",
        f"width_mm = {_number(new.width_mm)}",
        f"height_mm = {_number(new.height_mm)}",
        "# How far a tag may lie from where it was meant to be. `tableassist survey` finds out; then add its file:",
        '# survey = "mat.toml"',
        "placement_sigma_mm = 1.0",
        "# How large the print came out: `tableassist scale` finds out, and writes it here. Until then distances",
        "# are good to 4 % only.",
        "tags = [",
    ]
    for tag in border_tags(new.width_mm, new.height_mm):
        place = f"x_mm = {_number(tag.x_mm)}, y_mm = {_number(tag.y_mm)}"
        lines.append(f"    {{ tag = {tag.tag}, {place}, size_mm = {_number(tag.size_mm)} }},")
    return [*lines, "]", ""]


def _dice() -> list[str]:
    return [
        "# The printed dice corner (it is in the kit): dice that lie on its grey ground are read. Take this away where",
        "# you do not use it. Say how large your dice are, or leave it out for 12 to 16 mm.",
        "[dice]",
        "# edge_mm = 16.0",
        "",
    ]


def _players(new: NewTable) -> list[str]:
    lines: list[str] = []
    for player in new.players:
        homes = ", ".join(quoted(home) for home in player.homes)
        lines += ["[[players]]", f"name = {quoted(player.name)}", f"homes = [{homes}]", ""]
    return lines


def _pieces(new: NewTable) -> list[str]:
    lines: list[str] = []
    heading = ""
    for piece in new.pieces:
        words = _heading(piece)
        if words != heading:
            lines += [f"# --- {words} ---", ""]
            heading = words
        lines += _piece(piece)
    if not new.pieces:
        lines += ["pieces = []", ""] if not new.players else []
    return lines[:-1]


def _heading(piece: NewPiece) -> str:
    words = HEADINGS.get(piece.model.kind, "Islands and terrain")
    return f"{words} of {piece.owner}" if piece.owner else words


def _piece(piece: NewPiece) -> list[str]:
    lines = ["[[pieces]]", f"id = {quoted(piece.id)}"]
    if piece.card is not None:
        card = piece.card
        cost = f"{card.points} points" if isinstance(card, ShipCard) else f"{card.gold_cost} gold"
        lines.append(f"card = {quoted(card.key)}  # {card.name}, {card.nation}, {cost}, {card.cannons}, {card.model}")
    else:
        lines += [f"name = {quoted(piece.name)}", f"model = {quoted(piece.model_name)}"]
    if piece.owner:
        lines.append(f"owner = {quoted(piece.owner)}")
    if piece.is_optional:
        lines.append("optional = true  # counts once the camera has seen it")
    if piece.mounts:
        lines += ["tags = [", *(f"    {_mount(mount)}," for mount in piece.mounts), "]"]
    return [*lines, ""]


def _mount(mount: TagMount) -> str:
    fields = (f"{name} = {_value(value)}" for name, value in mount_fields(mount).items())
    return f"{{ {', '.join(fields)} }}"


def _value(value: object) -> str:
    return quoted(value) if isinstance(value, str) else _number(value) if isinstance(value, float) else str(value)


def _number(value: float) -> str:
    """With a point in it, as a length is written."""
    return str(round(float(value), 4))


def quoted(text: str) -> str:
    """As a TOML string, which JSON's is where nothing but control characters is escaped."""
    return json.dumps("".join(letter for letter in text if letter.isprintable()), ensure_ascii=False)
