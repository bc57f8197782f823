"""What happened, in sentences: for the battle report and the score."""

from collections.abc import Callable, Mapping, Sequence

from tableassist.geometry import plus_minus
from tableassist.messages import Message, Text, sentence, template
from tableassist.pieces import Piece, PieceState
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.rulebook import GameState, Ruling, Verdict, rule_named
from tableassist.rulebook.acts import Correct
from tableassist.rulebook.engine import ALL_TOGETHER, CONTACT, LASTING, touching_words
from tableassist.rulebook.state import conditions_of
from tableassist.store.score.from_chronicle import noted, told_touches
from tableassist.store.score.score import Noted, Touch

Names = Mapping[str, str]
"""Of pieces, by id."""
NOTED = {
    "turn": template("{who}'s turn begins"),
    "mast-lost": template("{who} loses mast {word}"),
    "mast-repaired": template("{who} repairs mast {word}"),
    "captured": template("{word} captures {who}"),
    "home": template("{who} becomes {word}'s home"),
    "home-given-up": template("{who} is wild again"),
    "state": template("{who} is {word}"),
    "state-over": template("{who} is no longer {word}"),
    "crew": template("{word} comes aboard {who}"),
    "crew-gone": template("{word} leaves {who}"),
}
PLAIN_STATES = frozenset(state.value for state in PieceState)
VERDICT_WORDS = {
    Verdict.YES: Message("YES"),
    Verdict.NO: Message("NO"),
    Verdict.TOO_CLOSE: Message("TOO CLOSE TO CALL"),
    Verdict.NOT_SEEN: Message("NOT MEASURED"),
}
LEGAL = {
    Verdict.YES: Message("legal"),
    Verdict.NO: Message("not legal"),
    Verdict.TOO_CLOSE: Message("too close to call"),
    Verdict.NOT_SEEN: Message("not measured"),
}
MOST_AGAINST = 8


def time_words(since_ns: int) -> str:
    """0:17.6, or 1:03:07.0: as a person types it to a command, so in no language."""
    tenths = max(0, since_ns) // 100_000_000
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minutes:02d}:{seconds}" if hours else f"{minutes}:{seconds}"


def opponents(players: Sequence[str]) -> Text:
    """Empty where nobody plays; a stranger's score may name a thousand."""
    if not players or len(players) > MOST_AGAINST:
        return ", ".join(players)
    said: Text = players[0]
    for other in players[1:]:
        said = Message("{one} against {other}", one=said, other=other)
    return said


def rule_words(rule: str) -> Text:
    return rule_named(rule).name


def asked_words(ruling: Ruling, names: Names) -> Message:
    """`ram: HMS Titan → Revenge`."""
    subject = names.get(ruling.subject) or ALL_TOGETHER.get(ruling.subject, ruling.subject)
    about = {"rule": rule_words(ruling.rule), "subject": subject, "target": names.get(ruling.target, ruling.target)}
    if not ruling.target:  # all islands together, or one piece by itself: the set-up
        return Message("{rule}: {subject}", **about)
    if ruling.cannon is None:
        return Message("{rule}: {subject} → {target}", **about)
    return Message("{rule}: {subject}, cannon {cannon} → {target}", cannon=ruling.cannon, **about)


def distance_words(ruling: Ruling) -> Message | None:
    measured, limit, sigma = ruling.measured_mm, ruling.limit_mm, ruling.sigma_mm
    if measured is None or limit is None:
        return None
    touching = touching_words(ruling)
    if touching is not None:
        return Message("{gap}; {touching}", gap=_mm_words(measured, sigma), touching=touching)
    if sigma is None:
        return Message("{measured_mm:.2f} mm, limit {limit_mm:g} mm", measured_mm=measured, limit_mm=limit)
    what = template("{measured_mm:.2f} mm ± {spread_mm:.2f} (95 %), limit {limit_mm:g} mm")
    return Message(what, measured_mm=measured, spread_mm=plus_minus(sigma), limit_mm=limit)


def _mm_words(measured_mm: float, sigma_mm: float | None) -> Message:
    if sigma_mm is None:
        return Message("{measured_mm:.2f} mm", measured_mm=measured_mm)
    what = template("{measured_mm:.2f} mm ± {spread_mm:.2f} (95 %)")
    return Message(what, measured_mm=measured_mm, spread_mm=plus_minus(sigma_mm))


def move_words(move: FoundMove, names: Names) -> Message:
    name, gone = names.get(move.piece, move.piece), move.gone_mm
    by: Text = names.get(move.by or "", Message("something"))
    if move.kind is MoveKind.PLACED:
        return Message("{name} is placed", name=name)
    if move.kind is MoveKind.TOWED:
        return Message("{name} is towed by {by}, {gone_mm:.0f} mm", name=name, by=by, gone_mm=gone)
    if move.kind is MoveKind.BUMPED:
        by = by if move.by else Message("a hand")
        return Message("{name} is bumped by {by}, {gone_mm:.1f} mm", name=name, by=by, gone_mm=gone)
    if move.kind is MoveKind.PUT_BACK:
        return Message("{name} is put back", name=name)
    return Message("{name} moves {gone_mm:.0f} mm", name=name, gone_mm=gone)


def contact_words(move: FoundMove, names: Names) -> tuple[str, ...]:
    made, broken = [each.contact for each in move.made], [each.contact for each in move.broken]
    kept = {touch.piece for touch in told_touches(move.piece, made)}
    left = [broken_words(touch, names) for touch in told_touches(move.piece, broken) if touch.piece not in kept]
    return (*dict.fromkeys(left), *(made_words(touch, names) for touch in told_touches(move.piece, made)))


def terrain_words(move: FoundMove) -> tuple[tuple[Message, Verdict], ...]:
    """What terrain had to do with a move, and whether that is sure."""
    return tuple((each.reason, each.verdict) for each in move.terrain)


def made_words(touch: Touch, names: Names) -> str:
    """A rule of which nothing is known is a contact."""
    rule = rule_named(touch.rule) if touch.rule in LASTING else CONTACT
    return sentence(rule.deed(names.get(touch.piece, touch.piece)))


def broken_words(touch: Touch, names: Names) -> str:
    contact = LASTING.get(touch.rule, LASTING[CONTACT.id])
    return sentence(Message(contact.ends, target=names.get(touch.piece, touch.piece)))


def shot_words(shots: Sequence[Ruling], names: Names) -> tuple[tuple[Message, Verdict], ...]:
    """One for each target and verdict: `at Revenge: cannons 1 and 2`."""
    return _together(shots, lambda shot: Message("at {target}", target=names.get(shot.target, shot.target)))


def shooter_words(shots: Sequence[Ruling], names: Names) -> tuple[tuple[Message, Verdict], ...]:
    """One for each ship that fires and verdict: `Revenge: cannons 1 and 2`."""
    return _together(shots, lambda shot: names.get(shot.subject, shot.subject))


def _together(shots: Sequence[Ruling], of_whom: Callable[[Ruling], Text]) -> tuple[tuple[Message, Verdict], ...]:
    together: dict[tuple[Text, Verdict], list[int]] = {}
    for shot in shots:
        together.setdefault((of_whom(shot), shot.verdict), []).append(shot.cannon or 0)
    return tuple(
        (Message("{whom}: {cannons}", whom=whom, cannons=_cannons(numbers)), verdict)
        for (whom, verdict), numbers in together.items()
    )


def _cannons(numbers: Sequence[int]) -> Message:
    *first, last = numbers
    if not first:
        return Message("cannon {number}", number=last)
    return Message("cannons {first} and {last}", first=tuple(first), last=last)


def edit_words(change: Correct, names: Names) -> Message:
    return note_words(noted(change), names)


def note_words(note: Noted, names: Names) -> Message:
    word = _plain(note.words[0]) if note.words else ""
    return Message(NOTED[note.what], who=names.get(note.subject, note.subject), word=word)


def fate_words(ship: Piece, state: GameState) -> tuple[Text, ...]:
    """What has become of her beside her masts."""
    owner = state.owners.get(ship.id)
    taken = (Message("captured by {player}", player=owner),) if owner not in (ship.owner, None) else ()
    return (*taken, *(_plain(condition) for condition in sorted(conditions_of(state, ship.id))))


def _plain(word: str) -> Text:
    """A state has a hyphen where a person has none."""
    return Message(word.replace("-", " ")) if word in PLAIN_STATES else word
