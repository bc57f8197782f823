"""A game and its log as a score, and back."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tableassist.rulebook import PIRATES, Entry, Log, Phase, RefereedGame, new_game, referee_game
from tableassist.rulebook.cardgame import RefereedCardGame, referee_card_game
from tableassist.rulebook.play import Amendment, play_one
from tableassist.store.game.both_games import AnyGameFile
from tableassist.store.game.card_game_file import CardGameFile
from tableassist.store.game.game_file import GameFile
from tableassist.store.game.json_lines import check_reference
from tableassist.store.score.card_score import card_start_of_score, card_tags, card_turns
from tableassist.store.score.game_tags import game_tags, start_of_score
from tableassist.store.score.score import MOST_LINES, MOST_TURN, Acted, Amended, Line, Score, Tag


def score_of_game(game: AnyGameFile) -> Score:
    """Each act stands with the number of the turn it was done in; 0 is the set-up."""
    return Score(_tags(game), tuple(act_lines(game)))


def _tags(game: AnyGameFile) -> tuple[Tag, ...]:
    return card_tags(game.start) if isinstance(game, CardGameFile) else game_tags(game.start)


def act_lines(game: AnyGameFile) -> list[Line]:
    turns, turn = card_turns(game) if isinstance(game, CardGameFile) else _turns(game), 0
    lines = []
    for record in game.log.records:
        t_s = None if record.t_ns is None else record.t_ns / 1e9
        if isinstance(record, Amendment):
            lines.append(Line(turn, Amended(replace(record, t_ns=None)), t_s))
        else:
            turn = turns.get(record.number, turn)
            lines.append(Line(turn, Acted(_bare(record)), t_s))
    return lines


def _bare(entry: Entry[Any]) -> Entry[Any]:
    """What a score keeps of an entry beside its place and its time."""
    return replace(entry, number=0, t_ns=None, certainty=round(entry.certainty, 3), view=None, version="")


def _turns(game: GameFile) -> dict[int, int]:
    """The turn that each act which counts was done in."""
    now, turns = new_game(game.start), {}
    for entry in game.log.entries_that_count:
        turns[entry.number] = 0 if now.phase is Phase.SETTING_UP else min(now.turn, MOST_TURN)
        now, _ = play_one(now, entry, PIRATES)
    return turns


def game_of_score(score: Score, where: str) -> AnyGameFile:
    """BadFileError where the tags are no set-up, or an amendment names no act."""
    log = _log(score, where)
    if score.is_card_game:
        return CardGameFile(card_start_of_score(score, where), log)
    return GameFile(start_of_score(score, where), log)


def _log(score: Score, where: str) -> Log[Any]:
    records: list[Entry[Any] | Amendment] = []
    entries = 0
    for line in score.lines:
        record = _record(line, entries + 1)
        if record is None:
            continue
        check_reference(record, entries, where)
        entries += isinstance(record, Entry)
        records.append(record)
    return Log(tuple(records))


def refereed_score(score: Score, where: str) -> RefereedGame | RefereedCardGame | None:
    """What the referee makes of a score; None of one without acts. BadFileError where its tags are no set-up."""
    if not any(isinstance(line.entry, Acted) for line in score.lines):
        return None
    game = game_of_score(score, where)
    if isinstance(game, CardGameFile):
        return referee_card_game(game.start, game.log)
    return referee_game(game.start, game.log)


def _record(line: Line, number: int) -> Entry[Any] | Amendment | None:
    t_ns = None if line.t_s is None else round(line.t_s * 1e9)
    match line.entry:
        case Acted(said):
            return replace(said, number=number, t_ns=t_ns)
        case Amended(each):
            return replace(each, t_ns=t_ns)
    return None


def with_game(score: Score, game: AnyGameFile) -> Score:
    """A score with the acts of the same match: the game's tags in place of those that say less, the lines by their
    time."""
    tags = _tags(game)
    said = {each.name for each in tags} | {"Ship"}
    first, *rest = tags
    kept = tuple(each for each in score.tags if each.name not in said)
    return Score((first, *kept, *rest), tuple(_by_time(score.lines, act_lines(game))))


def _by_time(lines: tuple[Line, ...], acts: list[Line]) -> list[Line]:
    """Lines without a time stay behind the one they followed; of two at one time the act comes second."""
    timed = [(when, place, line) for place, some in enumerate((lines, acts)) for when, line in _timed(some)]
    return [line for _, _, line in sorted(timed, key=lambda each: each[:2])][:MOST_LINES]


def _timed(lines: Iterable[Line]) -> Iterator[tuple[float, Line]]:
    when = -1.0
    for line in lines:
        when = when if line.t_s is None else max(when, line.t_s)
        yield when, line
