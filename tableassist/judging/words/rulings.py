"""A ruling in words: its verdict, its question, its number."""

from collections.abc import Mapping

from tableassist.geometry import plus_minus
from tableassist.messages import Message, say, sentence, template, tr
from tableassist.rulebook import Overruling, RuleSettings, Ruling, Verdict, rule_named
from tableassist.rulebook.editions import DEFAULT_POLICY as DEFAULT
from tableassist.rulebook.editions import POLICIES
from tableassist.rulebook.engine import touching_words
from tableassist.rulebook.ruling import Reading
from tableassist.store.score import first_line, name_of_piece, question_of

Names = Mapping[str, str]
"""Pieces' ids to what people call them."""


def verdict_word(verdict: Verdict) -> str:
    words = {
        Verdict.YES: tr("YES"),
        Verdict.NO: tr("NO"),
        Verdict.TOO_CLOSE: tr("TOO CLOSE"),
        Verdict.NOT_SEEN: tr("NOT MEASURED"),
    }
    return words[verdict]


def full_verdict(verdict: Verdict) -> str:
    """Where there is room to say it all."""
    return tr("TOO CLOSE TO CALL") if verdict is Verdict.TOO_CLOSE else verdict_word(verdict)


def answer_word(ruling: Ruling) -> str:
    """The verdict in a narrow column; "YES IF" is no call yet."""
    if not ruling.is_conditional:
        return verdict_word(ruling.verdict)
    return tr("YES IF") if ruling.verdict is Verdict.YES else tr("NO IF")


def answer_words(ruling: Ruling) -> str:
    """The verdict where there is room, as in "YES if mast 1 of Harbinger stands"."""
    if not ruling.is_conditional:
        return full_verdict(ruling.verdict)
    return tr("{verdict} if {conditions}", verdict=verdict_word(ruling.verdict), conditions=condition_words(ruling))


def condition_words(ruling: Ruling) -> str:
    """All that a conditional answer hangs on."""
    first, *others = (say(each.words) for each in ruling.conditions)
    for words in others:
        first = tr("{some} and {last}", some=first, last=words)
    return first


def title_words(ruling: Ruling) -> str:
    """As in "Line of fire, cannon 3"."""
    asked = say(rule_named(ruling.rule).title)
    return asked if ruling.cannon is None else tr("{question}, cannon {number}", question=asked, number=ruling.cannon)


def pair_words(ruling: Ruling, names: Names) -> str:
    """As in "HMS Titan → Le Soleil Royal"."""
    subject, target = (name_words(each, names) for each in (ruling.subject, ruling.target))
    return subject if ruling.target in (ruling.subject, "") else f"{subject} → {target}"


def name_words(piece: str, names: Names) -> str:
    return say(name_of_piece(piece, names))


def plus_minus_mm(sigma_mm: float) -> float:
    """At least what one decimal can show."""
    return max(0.1, plus_minus(sigma_mm))


def mm_words(mm: float, sigma_mm: float | None) -> str:
    """As in "63.2 ± 0.4 mm"."""
    if sigma_mm is None:
        return tr("{mm:.1f} mm", mm=mm)
    return tr("{mm:.1f} ± {plus_minus_mm:.1f} mm", mm=mm, plus_minus_mm=plus_minus_mm(sigma_mm))


def measured_words(ruling: Ruling) -> str:
    """As in "63.2 ± 0.4 mm of 57.5 mm". Where the limit is zero the sign is said in words; where it is the gap up to
    which pieces touch, that is said."""
    if ruling.measured_mm is None:
        return "—"
    if ruling.limit_mm == 0.0:
        text = mm_words(abs(ruling.measured_mm), ruling.sigma_mm)
        return tr("{mm} to spare", mm=text) if ruling.measured_mm >= 0 else tr("{mm} short", mm=text)
    text, touching = mm_words(ruling.measured_mm, ruling.sigma_mm), touching_words(ruling)
    if touching is not None:
        return f"{text}; {say(touching)}"
    return text if ruling.limit_mm is None else tr("{mm} of {limit_mm:.1f} mm", mm=text, limit_mm=ruling.limit_mm)


def measured_short(ruling: Ruling) -> str:
    """For a narrow column: what touching means is read beside it."""
    if ruling.measured_mm is None or touching_words(ruling) is None:
        return measured_words(ruling)
    return mm_words(ruling.measured_mm, ruling.sigma_mm)


def question_sentence(ruling: Ruling, names: Names) -> str:
    """As a player would ask it: "Is HMS Titan docked at Skull Island?"."""
    return say(question_of(ruling, names))


def first_line_words(ruling: Ruling) -> str:
    """Why, for people: "62 mm; L reaches 84 mm: in range, nothing in the way."."""
    return sentence(first_line(ruling)) + "."


def headline(ruling: Ruling, names: Names) -> str:
    """The answer in one sentence: "HMS Titan is DOCKED at Skull Island: gap 0.1 mm ± 0.6 (limit 1.0)"."""
    if ruling.verdict in (Verdict.TOO_CLOSE, Verdict.NOT_SEEN):
        question = question_sentence(ruling, names)
        answer = tr("{verdict}: {question}", verdict=full_verdict(ruling.verdict), question=question)
        return f"{answer} {measured_phrase(ruling)}".rstrip()
    is_yes = ruling.verdict is Verdict.YES
    subject, target = (name_words(piece, names) for piece in (ruling.subject, ruling.target))
    rule = rule_named(ruling.rule)
    if rule.answers is not None:
        form = rule.answers[0 if is_yes else 1]
        answer = say(Message(form, subject=subject, target=target, cannon=ruling.cannon))
    else:
        deed = say(rule.deed(target) if is_yes else rule.no_deed(target))
        answer = tr("{verdict}: {subject} {deed}", verdict=verdict_word(ruling.verdict), subject=subject, deed=deed)
    measured = measured_phrase(ruling)
    sentence = f"{answer}: {measured}" if measured else answer
    if ruling.is_conditional:
        return tr("{answer}, if {conditions}", answer=sentence, conditions=condition_words(ruling))
    return sentence


def measured_phrase(ruling: Ruling) -> str:
    """As in "gap 0.1 mm ± 0.6 (limit 1.0)" or "62.3 mm ± 1.0 (limit 83.8)"; empty where nothing was measured."""
    if ruling.measured_mm is None:
        return ""
    if ruling.limit_mm == 0.0:
        return measured_words(ruling)
    form = template("{mm:.1f} mm ± {plus_minus_mm:.1f}")
    if touching_words(ruling) is not None:
        form = template("gap {mm:.1f} mm ± {plus_minus_mm:.1f}")
    mm = round(ruling.measured_mm, 1) + 0.0  # never "-0.0"
    text = tr(form, mm=mm, plus_minus_mm=plus_minus_mm(ruling.sigma_mm or 0.0))
    if ruling.limit_mm is None:
        return text
    return tr("{measured} (limit {limit_mm:.1f})", measured=text, limit_mm=ruling.limit_mm)


def policy_words(settings: RuleSettings) -> str:
    """What this table does when a call is too close, in a few words."""
    return say(POLICIES[str(settings.house.get("too-close", DEFAULT))])


def why_words(ruling: Ruling, policy: str) -> str:
    """The reason, with the readings that are open, the house rules that had a say, and what to do if too close. What
    the answer hangs on is in the answer itself, and is ticked once for each ship (`ship_facts`)."""
    both = (reading_words(each) for each in ruling.other_readings)
    house = tr("house rule: {names}", names=", ".join(ruling.house)) if ruling.house else ""
    then = policy if ruling.verdict is Verdict.TOO_CLOSE else ""
    return " · ".join(part for part in (say(ruling.reason), then, *both, house) if part)


def reading_words(reading: Reading) -> str:
    return tr("if {reading}: {verdict}", reading=say(reading.words), verdict=verdict_word(reading.verdict))


def person_words(overruling: Overruling) -> str:
    return overruling.by or tr("a person")
