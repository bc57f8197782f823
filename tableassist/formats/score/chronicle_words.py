"""What happened, in sentences: for the battle report."""

from collections.abc import Callable, Mapping, Sequence

from tableassist.formats.score.from_chronicle import noted, told_touches
from tableassist.formats.score.score import Noted, Touch
from tableassist.ledger.ledger import Ledger, LedgerEvent, PieceState
from tableassist.messages import Message, sentence
from tableassist.pieces.piece import Piece
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.rules.contact.contact import CONTACT
from tableassist.rules.engine.rules import LASTING, RULES_BY_ID
from tableassist.rules.ruling.ruling import Ruling, Verdict

Names = Mapping[str, str]
"""Of pieces, by id."""
NOTED = {
    "turn": "{who}'s turn begins",
    "mast-lost": "{who} loses mast {word}",
    "mast-repaired": "{who} repairs mast {word}",
    "captured": "{word} captures {who}",
    "home": "{who} becomes {word}'s home",
    "home-given-up": "{who} is wild again",
    "state": "{who} is {word}",
    "state-over": "{who} is no longer {word}",
    "crew": "{word} comes aboard {who}",
    "crew-gone": "{word} leaves {who}",
}
PLAIN_STATES = frozenset(state.value for state in PieceState)
LEGAL = {
    Verdict.YES: "legal",
    Verdict.NO: "not legal",
    Verdict.TOO_CLOSE: "too close to call",
    Verdict.NOT_SEEN: "not seen",
}


def time_words(since_ns: int) -> str:
    """0:17.6, or 1:03:07.0."""
    tenths = max(0, since_ns) // 100_000_000
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minutes:02d}:{seconds}" if hours else f"{minutes}:{seconds}"


def move_words(move: FoundMove, names: Names) -> str:
    name, by = names.get(move.piece, move.piece), names.get(move.by or "", "something")
    if move.kind is MoveKind.PLACED:
        return f"{name} is placed"
    if move.kind is MoveKind.TOWED:
        return f"{name} is towed by {by}, {move.gone_mm:.0f} mm"
    if move.kind is MoveKind.BUMPED:
        return f"{name} is bumped by {by if move.by else 'a hand'}, {move.gone_mm:.1f} mm"
    if move.kind is MoveKind.PUT_BACK:
        return f"{name} is put back"
    return f"{name} moves {move.gone_mm:.0f} mm"


def contact_words(move: FoundMove, names: Names) -> tuple[str, ...]:
    made, broken = [each.contact for each in move.made], [each.contact for each in move.broken]
    kept = {touch.piece for touch in told_touches(move.piece, made)}
    left = [broken_words(touch, names) for touch in told_touches(move.piece, broken) if touch.piece not in kept]
    return (*dict.fromkeys(left), *(made_words(touch, names) for touch in told_touches(move.piece, made)))


def made_words(touch: Touch, names: Names) -> str:
    """A rule of which nothing is known is a contact."""
    rule = RULES_BY_ID[touch.rule] if touch.rule in LASTING else CONTACT
    return sentence(rule.deed(names.get(touch.piece, touch.piece)))


def broken_words(touch: Touch, names: Names) -> str:
    contact = LASTING.get(touch.rule, LASTING[CONTACT.id])
    return sentence(Message(contact.ends, target=names.get(touch.piece, touch.piece)))


def shot_words(shots: Sequence[Ruling], names: Names) -> tuple[tuple[str, Verdict], ...]:
    """One for each target and verdict: `at Revenge: cannons 1 and 2`."""
    return _together(shots, lambda shot: f"at {names.get(shot.target, shot.target)}")


def shooter_words(shots: Sequence[Ruling], names: Names) -> tuple[tuple[str, Verdict], ...]:
    """One for each ship that fires and verdict: `Revenge: cannons 1 and 2`."""
    return _together(shots, lambda shot: names.get(shot.subject, shot.subject))


def _together(shots: Sequence[Ruling], of_whom: Callable[[Ruling], str]) -> tuple[tuple[str, Verdict], ...]:
    together: dict[tuple[str, Verdict], list[int]] = {}
    for shot in shots:
        together.setdefault((of_whom(shot), shot.verdict), []).append(shot.cannon or 0)
    return tuple(
        (f"{whom}: cannon{'s' if len(cannons) > 1 else ''} {_list(cannons)}", verdict)
        for (whom, verdict), cannons in together.items()
    )


def _list(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def edit_words(event: LedgerEvent, names: Names) -> str:
    return note_words(noted(event), names)


def note_words(note: Noted, names: Names) -> str:
    word = _plain(note.words[0]) if note.words else ""
    return NOTED[note.what].format(who=names.get(note.subject, note.subject), word=word)


def fate_words(ship: Piece, ledger: Ledger) -> tuple[str, ...]:
    """What has become of her beside her masts."""
    owner = ledger.owners.get(ship.id)
    taken = (f"captured by {owner}",) if owner not in (ship.owner, None) else ()
    return (*taken, *sorted(_plain(state) for state in ledger.states.get(ship.id, frozenset())))


def _plain(word: str) -> str:
    """A state has a hyphen where a person has none."""
    return word.replace("-", " ") if word in PLAIN_STATES else word
