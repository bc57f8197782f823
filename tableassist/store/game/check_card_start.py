"""Whether a card game's set-up makes sense in itself: cards that there are, once each, and as many as are dealt."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from tableassist.errors import BadFileError
from tableassist.rulebook.cardgame import CARD_READINGS_BY_NAME, FEWEST_PLAYERS, MOST_PLAYERS, CardStart
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import nearest, not_known

MOST_SHUFFLES = 100


def check_card_start(start: CardStart, where: str) -> None:
    """BadFileError for the first thing that is wrong."""
    problem = next(_problems(start, where), None)
    if problem is not None:
        raise problem


def _problems(start: CardStart, where: str) -> Iterator[BadFileError]:
    if not FEWEST_PLAYERS <= len(start.players) <= MOST_PLAYERS:
        yield bad_file(f"{where}: players", "got {count}, expected 2 to 4 names", count=len(start.players))
    yield from _twice(f"{where}: players", start.players)
    if start.first:
        yield from _unknown(f"{where}: first", (start.first,), start.players)
    yield from _readings(start, where)
    if len(start.row) != len(SHIPS):
        yield bad_file(f"{where}: row", "got {count} ships, expected all nine, front first", count=len(start.row))
    for field in ("row", "damaged"):
        yield from _cards(f"{where}: {field}", getattr(start, field), SHIPS)
    yield from _unknown(f"{where}: names", start.names, SHIPS)
    yield from _cards(f"{where}: adventures", start.adventures, ADVENTURES)
    yield from _movements(start, where)
    yield from _pirates(start, where)


def _readings(start: CardStart, where: str) -> Iterator[BadFileError]:
    for name, value in start.readings.items():
        yield from _unknown(f"{where}: readings", (name,), CARD_READINGS_BY_NAME)
        if (problem := CARD_READINGS_BY_NAME[name].problem(value)) is not None:
            yield bad_file(f"{where}: readings.{name}", problem)


def _movements(start: CardStart, where: str) -> Iterator[BadFileError]:
    """Cards in hands are none of the pile's."""
    if start.hands and not start.hand:
        yield bad_file(f"{where}: hands", 'got hands, expected none without "hand": true')
    held = tuple(card for cards in start.hands.values() for card in cards)
    yield from _dealt(f"{where}: hands", start.hands, start.players, start.hand_size)
    yield from _cards(f"{where}: movements", (*held, *start.movements), MOVEMENTS)
    most = len(MOVEMENTS) - start.hand_size * len(start.players)
    if start.hands and len(start.movements) > most:
        count = len(start.movements)
        yield bad_file(f"{where}: movements", "got {count} cards, expected at most {most}", count=count, most=most)
    if len(start.shuffles) > MOST_SHUFFLES:
        count = len(start.shuffles)
        yield bad_file(f"{where}: shuffles", "got {count}, expected at most {most}", count=count, most=MOST_SHUFFLES)
    for index, order in enumerate(start.shuffles):
        yield from _cards(f"{where}: shuffles[{index}]", order, MOVEMENTS)


def _pirates(start: CardStart, where: str) -> Iterator[BadFileError]:
    yield from _dealt(f"{where}: pirates", start.pirates, start.players, start.pirates_each)
    yield from _cards(f"{where}: pirates", [each for some in start.pirates.values() for each in some], SHIPS)


def _dealt(
    where: str, cards: Mapping[str, tuple[str, ...]], players: tuple[str, ...], each: int
) -> Iterator[BadFileError]:
    yield from _unknown(where, cards, players)
    for player, got in cards.items():
        if len(got) != each:
            yield bad_file(f"{where}.{player}", "got {count} cards, expected {each}", count=len(got), each=each)


def _cards(where: str, got: Collection[str], known: tuple[str, ...]) -> Iterator[BadFileError]:
    yield from _unknown(where, got, known)
    yield from _twice(where, got)


def _twice(where: str, got: Iterable[str]) -> Iterator[BadFileError]:
    for name, count in Counter(got).items():
        if count > 1:
            yield bad_file(where, "got '{id}' a second time, expected each once", id=name)


def _unknown(where: str, got: Iterable[str], known: Iterable[str]) -> Iterator[BadFileError]:
    names = tuple(known)
    for each in got:
        if each not in names:
            yield bad_file(where, not_known(f"'{each}'", nearest(each, names), sorted(names)))
