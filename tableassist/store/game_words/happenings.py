"""An act and what came of it, in words: `Oxley shoots at Harbinger with cannon 1: rolls 5. Harbinger takes a hit.`"""

from collections.abc import Iterator

from tableassist.messages import Message, Text, say, sentence, template
from tableassist.pieces import PieceKind
from tableassist.rulebook.acts import Ram
from tableassist.rulebook.referee import Happening, names_of
from tableassist.rulebook.state import is_derelict
from tableassist.store.game_words.acts import act_words, by_card
from tableassist.store.game_words.results import ending_words, judged_words

GONE = {
    PieceKind.SHIP: template("{name} sinks"),
    PieceKind.FORT: template("{name} is destroyed"),
    PieceKind.SEA_CREATURE: template("{name} is eliminated"),
}


def happening_words(happening: Happening) -> str:
    """All that is told of an act, in sentences."""
    return " ".join((*told_sentences(happening), *foul_sentences(happening)))


def told_sentences(happening: Happening) -> tuple[str, ...]:
    """The act, and what came of it."""
    entry, names = happening.refereed.judged.entry, names_of(happening.after)
    said = by_card(act_words(entry.act, names), entry.card)
    return tuple(_stopped(each) for each in (said, *_came_of(happening, names)))


def foul_sentences(happening: Happening) -> tuple[str, ...]:
    """What the referee has to say against it: nothing, where it is fine."""
    return tuple(_stopped(each) for each in judged_words(happening.refereed.judged))


def _came_of(happening: Happening, names: dict[str, str]) -> Iterator[Text]:
    yield from _fought(happening, names)
    for name in happening.sunk:
        kind = happening.before.units[name].kind
        yield Message(GONE.get(kind, GONE[PieceKind.SHIP]), name=names[name])
    for name, count in happening.unloaded.items():
        yield Message.plural("{name} unloads a coin", "{name} unloads {count} coins", count=count, name=names[name])
    had = happening.gold_before
    for player, gold in happening.gold.items():
        if gold != had.get(player):
            yield Message("{player}: {gold} gold", player=player, gold=gold)
    if happening.after.ending is not None and happening.before.ending is None:
        yield say(ending_words(happening.after.ending)).removesuffix(".")


def _fought(happening: Happening, names: dict[str, str]) -> Iterator[Text]:
    if not isinstance(happening.act, Ram):  # which says so itself
        for ship, target in happening.rams:
            yield Message("{ship} rams {target}", ship=names.get(ship, ship), target=names.get(target, target))
    for name, count in happening.hits.items():
        hit = names.get(name, name)
        yield Message.plural("{name} takes a hit", "{name} takes {count} hits", count=count, name=hit)
    for name, unit in happening.after.units.items():
        was = happening.before.units.get(name, unit)
        if is_derelict(happening.after, unit) and not is_derelict(happening.before, was):
            yield Message("{name} is derelict", name=unit.name)
        if unit.owner != was.owner:
            yield Message("{player} captures {name}", player=unit.owner, name=unit.name)
    if happening.boarding_won_by:
        winner = happening.boarding_won_by
        yield Message("{name} wins the boarding fight", name=names.get(winner, winner))


def _stopped(words: Text) -> str:
    said = sentence(words)
    return said if said.endswith((".", "!", "?")) else f"{said}."
