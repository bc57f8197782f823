"""The catalogue's cards as a terminal shows them, and as JSON; its check and its misprints."""

import textwrap
from collections.abc import Sequence
from itertools import groupby

from tableassist.cli.terminal import print_rows, shortened, tell
from tableassist.geometry import plus_minus
from tableassist.messages import Message, say, template, tr
from tableassist.pieces import Effect, EffectTopic
from tableassist.pieces.catalogue import (
    EFFECT_NOT_KNOWN,
    Card,
    CardKind,
    Catalogue,
    CrewCard,
    FortCard,
    Misprint,
    ShipCard,
)
from tableassist.pieces.lookup import FoundCard, Remark, find_remarks
from tableassist.store.models import ModelHeading, model_heading

CANNONS = template("cannons")
TABLES = {
    CardKind.SHIP: (template("pts"), template("mst"), template("crg"), template("move"), CANNONS),
    CardKind.FORT: (template("gold"), CANNONS),
    CardKind.CREW: (template("pts"),),
}
"""The columns between nation and notes."""
TITLES = {CardKind.SHIP: template("Ships"), CardKind.FORT: template("Forts"), CardKind.CREW: template("Crew")}
NUMBERS = frozenset({"pts", "mst", "crg", "gold"})
FEW = 5


def print_found(found: Sequence[FoundCard], *, shown: int) -> None:
    """One table a kind, the kind of the best card first; at most `shown` cards in all."""
    for place, kind in enumerate(dict.fromkeys(hit.card.kind for hit in found)):
        every = [hit.card for hit in found if hit.card.kind is kind]
        cards = [hit.card for hit in found[:shown] if hit.card.kind is kind]
        tell(("\n" if place else "") + f"{say(Message(TITLES[kind]))} ({len(every)})")
        columns = (template("card"), template("name"), template("nation"), *TABLES[kind], template("notes"))
        if cards:
            numbers = [place for place, column in enumerate(columns) if column in NUMBERS]
            given = [place for place, column in enumerate(columns) if column in ("name", "notes")]
            print_rows(
                [say(Message(column)) for column in columns], [_row(card) for card in cards], given=given, right=numbers
            )


def _row(card: Card) -> tuple[str, ...]:
    heading = (card.key, card.name, card.nation.value)
    if isinstance(card, ShipCard):
        numbers = (str(card.points), str(card.masts), str(card.cargo))
        return *heading, *numbers, card.move_words, card.cannons, _notes(card, card.keywords)
    if isinstance(card, FortCard):
        return *heading, str(card.gold_cost), card.cannons, _notes(card, ())
    return *heading, str(card.points), _notes(card, ())


def _notes(card: Card, keywords: tuple[str, ...]) -> str:
    status = (tr("reprint"),) if card.reprint else () if card.released else (tr("never released"),)
    return ", ".join((*keywords, *status, *(effect.value.replace("_", " ") for effect in card.effects)))


def card_lines(card: Card, catalogue: Catalogue, model: ModelHeading | None, width: int) -> list[str]:
    """Everything that is known about one card."""
    card_set = card.card_set.title
    if card.reprint:
        card_set = tr("{set}, a reprint", set=card_set)
    elif not card.released:
        card_set = tr("{set}, never released", set=card_set)
    rarity = () if isinstance(card, FortCard) else (card.rarity.value,)
    heading = f"{card.name}  ({say(Message(card.kind.value))} {card.key})"
    lines = [heading, " · ".join((card_set, card.nation.value, *rarity))]
    facts = [*_facts(card), *_model_facts(card, model), *_relations(card, catalogue)]
    facts += [(tr("misprint"), misprint_words(m)) for m in catalogue.misprints if catalogue.card(m.key) == card]
    lines += [""]
    for title, words in facts:
        lines += _wrap(f"  {title:<9} ", words, width)
    return [*lines, *_effect_lines(card, width)]


def _facts(card: Card) -> list[tuple[str, str]]:
    if isinstance(card, FortCard):
        return [(tr("cost"), tr("{gold} gold", gold=card.gold_cost)), (tr("cannons"), _cannon_words(card))]
    points = (tr("points"), str(card.points))
    if isinstance(card, CrewCard):
        return [points, (tr("type"), card.type.value)]
    return [
        points,
        (tr("masts"), str(card.masts)),
        (tr("cargo"), str(card.cargo)),
        (tr("move"), say(Message(MOVE_WORDS.get(card.move_words, card.move_words)))),
        (tr("cannons"), _cannon_words(card)),
        (tr("keywords"), ", ".join(card.keywords) or tr("none")),
    ]


MOVE_WORDS = {"T": template("T: only when towed"), "D": template("D: flies, as the keyword Sea Dragon says")}


def _cannon_words(card: ShipCard | FortCard) -> str:
    words = Message("{cannons} (front to back; hits above the number; S or L range)", cannons=card.cannons)
    if isinstance(card, ShipCard) and len(card.printed_cannons) > card.masts:
        count = len(card.printed_cannons)
        return tr("{cannons}; {count} cannons, more than masts, on purpose", cannons=words, count=count)
    return say(words)


def _model_facts(card: Card, model: ModelHeading | None) -> list[tuple[str, str]]:
    if isinstance(card, CrewCard):
        return []
    if model is None:
        return [(tr("hull"), tr("{model} (not packaged)", model=card.model))]
    what = template("{model} (sizes: {grade}, outline ± {plus_minus_mm:.1f} mm until it is measured)")
    words = Message(what, model=card.model, grade=Message(model.grade), plus_minus_mm=plus_minus(model.sigma_mm))
    if isinstance(card, ShipCard) and model.mast_count != card.masts:
        what = template("{hull}; the model has {model_masts} masts, the card {card_masts}")
        words = Message(what, hull=words, model_masts=model.mast_count, card_masts=card.masts)
    return [(tr("hull"), say(words))]


def _relations(card: Card, catalogue: Catalogue) -> list[tuple[str, str]]:
    link = "" if isinstance(card, FortCard) else card.link
    also = ", ".join(other.key for other in catalogue.same_name(card))
    shared = ", ".join(f"{other.key} {other.name}" for other in catalogue.same_number(card))
    facts = [(tr("link"), link), (tr("same name"), also), (tr("same no."), shared)]
    return [(title, words) for title, words in facts if words]


def misprint_words(misprint: Misprint) -> str:
    facts = {"field": misprint.field, "corrected": misprint.corrected, "why": misprint.why}
    if misprint.printed is None:
        return tr("{field} is {corrected}. {why}", **facts)
    return tr("{field} is '{corrected}', listed as '{printed}'. {why}", printed=misprint.printed, **facts)


def _effect_lines(card: Card, width: int) -> list[str]:
    if card.key in EFFECT_NOT_KNOWN and not card.effects:
        return [
            "",
            *_wrap("", tr("This program does not know the effect of this card: play it as printed."), width),
        ]
    if not card.effects:
        none = tr("No ability that affects measuring or shooting is on record; the card may still do other things.")
        return ["", *_wrap("", none, width)]
    if isinstance(card, CrewCard):
        heading = tr("Effect on measuring and shooting for the ship it is on (the card may do more):")
    else:
        heading = tr("Effect on measuring and shooting (the card may do more):")
    lines = ["", *_wrap("", heading, width)]
    for effect in card.effects:
        lines.append(f"  {effect.value}  [{say(Message(effect.topic.value))}]")
        lines += _wrap("    ", say(effect.meaning), width)
    return lines


def _wrap(first: str, words: str, width: int) -> list[str]:
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


def print_check(catalogue: Catalogue, *, every: bool) -> None:
    counts = {"ships": len(catalogue.ships), "forts": len(catalogue.forts), "crew": len(catalogue.crew)}
    counts["reprints"] = sum(card.reprint for card in catalogue.cards)
    counts["unreleased"] = sum(not card.released for card in catalogue.cards)
    what = template("{ships} ships, {forts} forts, {crew} crew; {reprints} reprints, {unreleased} never released.")
    tell(tr(what, **counts))
    misprints = len(catalogue.misprints)
    tell(tr("{count} known misprints, corrected (`tableassist catalog misprints` lists them).", count=misprints))
    if catalogue.problems:
        tell(tr("{count} rows could not be used:", count=len(catalogue.problems)))
    else:
        tell(tr("0 rows could not be used."))
    for problem in catalogue.problems:
        tell(f"  {say(problem.message)}")
    found = find_remarks(catalogue, _model_masts(catalogue))
    for kind, group in groupby(found, key=lambda remark: remark.kind):
        tell("")
        _print_remarks(say(kind.value), list(group), every=every)


def _model_masts(catalogue: Catalogue) -> dict[str, int]:
    headings = {name: model_heading(name) for name in {ship.model for ship in catalogue.ships}}
    return {name: heading.mast_count for name, heading in headings.items() if heading is not None}


def _print_remarks(title: str, group: Sequence[Remark], *, every: bool) -> None:
    shown = group if every else group[:FEW]
    tell(shortened(f"{len(group)}: {title}"))
    rows = [(remark.key, remark.name, say(remark.words)) for remark in shown]
    print_rows(None, rows, given=(1, 2), indent=2)
    if len(group) > len(shown):
        tell(tr("  ... and {count} more; --all lists them.", count=len(group) - len(shown)))


def misprint_lines(catalogue: Catalogue, width: int) -> list[str]:
    """Misprints card by card, then what holds for many cards; each with who says so."""
    lines: list[str] = []
    for misprint in catalogue.misprints:
        lines.append(f"{misprint.key}  {misprint.name}")
        lines += _indent(misprint_words(misprint), width)
        if misprint.source:
            lines += _indent(tr("Source: {source}.", source=misprint.source), width)
    for erratum in catalogue.errata:
        lines += textwrap.wrap(erratum.about, min(width, 100))
        lines += _indent(erratum.says, width)
        lines += _indent(tr("Source: {source}.", source=erratum.source), width)
    return lines or [tr("No misprint is known.")]


def effect_code_lines(width: int) -> list[str]:
    """Every effect that a table file may name, with what it does, topic by topic."""
    lines: list[str] = []
    for topic in EffectTopic:
        lines.append(say(Message(topic.value)))
        for effect in (each for each in Effect if each.topic is topic):
            lines.append(f"  {effect.value}")
            words = textwrap.wrap(say(effect.meaning), min(width, 100) - 4)
            lines += [f"    {line}" for line in words]
    return lines


def _indent(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, min(width, 100), initial_indent="  ", subsequent_indent="  ")
