"""The catalogue's cards as a terminal shows them, and as JSON."""

import textwrap
from collections.abc import Sequence

from tableassist.cli.text_table import Column, text_table
from tableassist.formats.catalogue.models import ModelHeading
from tableassist.geometry.plus_minus import plus_minus
from tableassist.pieces.catalogue import Card, CardKind, Catalogue, CrewCard, FortCard, Misprint, ShipCard
from tableassist.pieces.catalogue_search import Found

SHIP_TABLE = (
    Column("card"),
    Column("name", least=12),
    Column("nation", least=7),
    Column("pts", right=True),
    Column("mst", right=True),
    Column("crg", right=True),
    Column("move"),
    Column("cannons", least=8),
    Column("notes", least=5, spare=True),
)
FORT_TABLE = (
    Column("card"),
    Column("name", least=12),
    Column("nation", least=7),
    Column("gold", right=True),
    Column("cannons", least=8),
    Column("notes", least=5, spare=True),
)
CREW_TABLE = (
    Column("card"),
    Column("name", least=12),
    Column("nation", least=7),
    Column("pts", right=True),
    Column("notes", least=5, spare=True),
)
TABLES = {CardKind.SHIP: SHIP_TABLE, CardKind.FORT: FORT_TABLE, CardKind.CREW: CREW_TABLE}
TITLES = {CardKind.SHIP: "Ships", CardKind.FORT: "Forts", CardKind.CREW: "Crew"}


def found_lines(found: Sequence[Found], *, shown: int, width: int) -> list[str]:
    """One table a kind, the kind of the best card first; at most `shown` cards in all."""
    kinds = dict.fromkeys(hit.card.kind for hit in found)
    lines: list[str] = []
    for kind in kinds:
        every = [hit.card for hit in found if hit.card.kind is kind]
        cards = [hit.card for hit in found[:shown] if hit.card.kind is kind]
        lines += ["", f"{TITLES[kind]} ({len(every)})"] if lines else [f"{TITLES[kind]} ({len(every)})"]
        lines += text_table(TABLES[kind], [_row(card) for card in cards], width) if cards else []
    return lines


def _row(card: Card) -> tuple[str, ...]:
    heading = (card.key, card.name, card.nation.value)
    if isinstance(card, ShipCard):
        numbers = (str(card.points), str(card.masts), str(card.cargo))
        return *heading, *numbers, card.move_words, card.cannons, _notes(card, card.keywords)
    if isinstance(card, FortCard):
        return *heading, str(card.gold_cost), card.cannons, _notes(card, ())
    return *heading, str(card.points), _notes(card, ())


def _notes(card: Card, keywords: tuple[str, ...]) -> str:
    status = ("reprint",) if card.reprint else () if card.released else ("never released",)
    return ", ".join((*keywords, *status, *(effect.value.replace("_", " ") for effect in card.effects)))


def card_lines(card: Card, catalogue: Catalogue, model: ModelHeading | None, width: int) -> list[str]:
    """Everything that is known about one card."""
    status = ", a reprint" if card.reprint else "" if card.released else ", never released"
    rarity = () if isinstance(card, FortCard) else (card.rarity.value,)
    lines = [f"{card.name}  ({card.kind.value} {card.key})", f"{card.card_set.title}{status}"]
    lines[1] = " · ".join((lines[1], card.nation.value, *rarity))
    facts = [*_facts(card), *_model_facts(card, model), *_relations(card, catalogue)]
    facts += [("misprint", misprint_words(m)) for m in catalogue.misprints if catalogue.card(m.key) == card]
    lines += [""]
    for title, words in facts:
        lines += _wrapped(f"  {title:<9} ", words, width)
    return [*lines, *_effect_lines(card, width)]


def _facts(card: Card) -> list[tuple[str, str]]:
    if isinstance(card, FortCard):
        return [("cost", f"{card.gold_cost} gold"), ("cannons", _cannon_words(card))]
    points = ("points", str(card.points))
    if isinstance(card, CrewCard):
        return [points, ("type", card.type.value)]
    return [
        points,
        ("masts", str(card.masts)),
        ("cargo", str(card.cargo)),
        ("move", MOVE_WORDS.get(card.move_words, card.move_words)),
        ("cannons", _cannon_words(card)),
        ("keywords", ", ".join(card.keywords) or "none"),
    ]


MOVE_WORDS = {"T": "T: only when towed", "D": "D: flies, as the keyword Sea Dragon says"}


def _cannon_words(card: ShipCard | FortCard) -> str:
    extra = ""
    if isinstance(card, ShipCard) and len(card.printed_cannons) > card.masts:
        extra = f"; {len(card.printed_cannons)} cannons, more than masts, on purpose"
    return f"{card.cannons} (front to back; hits above the number; S or L range){extra}"


def _model_facts(card: Card, model: ModelHeading | None) -> list[tuple[str, str]]:
    if isinstance(card, CrewCard):
        return []
    if model is None:
        return [("hull", f"{card.model} (not packaged)")]
    words = f"{card.model} (sizes: {model.grade}, outline ± {plus_minus(model.sigma_mm):.1f} mm until it is measured)"
    if isinstance(card, ShipCard) and model.mast_count != card.masts:
        words += f"; the model has {model.mast_count} masts, the card {card.masts}"
    return [("hull", words)]


def _relations(card: Card, catalogue: Catalogue) -> list[tuple[str, str]]:
    link = "" if isinstance(card, FortCard) else card.link
    also = ", ".join(other.key for other in catalogue.same_name(card))
    shared = ", ".join(f"{other.key} {other.name}" for other in catalogue.same_number(card))
    facts = [("link", link), ("same name", also), ("same no.", shared)]
    return [(title, words) for title, words in facts if words]


def misprint_words(misprint: Misprint) -> str:
    if misprint.printed is None:
        return f"{misprint.field} is {misprint.corrected}. {misprint.why}"
    return f"{misprint.field} is '{misprint.corrected}', listed as '{misprint.printed}'. {misprint.why}"


def _effect_lines(card: Card, width: int) -> list[str]:
    if not card.effects:
        none = "No ability that changes measuring or shooting is recorded; the card may still do other things."
        return ["", *_wrapped("", none, width)]
    whose = " for the ship that carries it" if isinstance(card, CrewCard) else ""
    lines = ["", *_wrapped("", f"What it changes in measuring and shooting{whose} (the card may do more):", width)]
    for effect in card.effects:
        lines.append(f"  {effect.value}  [{effect.topic.value}]")
        lines += _wrapped("    ", effect.meaning, width)
    return lines


def _wrapped(first: str, words: str, width: int) -> list[str]:
    return textwrap.wrap(words, width, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)


def card_json(card: Card) -> dict[str, object]:
    """Every field; enums and tuples as plain JSON."""
    common: dict[str, object] = {
        "key": card.key,
        "kind": card.kind.value,
        "set": card.set,
        "set_title": card.card_set.title,
        "number": card.number,
        "name": card.name,
        "nation": card.nation.value,
        "released": card.released,
        "reprint": card.reprint,
        "effects": [effect.value for effect in card.effects],
    }
    if isinstance(card, FortCard):
        return {**common, "gold_cost": card.gold_cost, "cannons": card.cannons, "model": card.model}
    common |= {"rarity": card.rarity.value, "points": card.points, "link": card.link}
    if isinstance(card, CrewCard):
        return {**common, "type": card.type.value}
    return {
        **common,
        "masts": card.masts,
        "cargo": card.cargo,
        "base_move": [segment.value for segment in card.base_move],
        "cannons": card.cannons,
        "keywords": list(card.keywords),
        "model": card.model,
    }
