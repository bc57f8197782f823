"""One sentence for all that is ruled about a ship and one other piece: may I shoot that?"""

from collections.abc import Sequence

from tableassist.judging.words.groups import SET_UP_KEY, RulingGroup
from tableassist.judging.words.rulings import Names, condition_words, mm_words, name_words, person_words
from tableassist.messages import say, tr
from tableassist.rulebook import Ruling, Verdict, rule_named
from tableassist.rulebook.engine import PERMISSION, SHOT


def summary(group: RulingGroup, names: Names, *, selected: str | None, policy: str) -> str:
    """As in "2 of 3 cannons may shoot Le Soleil; cannon 2 is blocked by Skull Cay". `policy` is what the table does
    when a call is too close."""
    if group.key == SET_UP_KEY:
        return _set_up_words(group, names)
    clauses = [clause for _, clause in sorted(_clauses(group, names), key=lambda each: group.weight(each[0]))]
    if any(each.other_readings for each in group.news):
        clauses.append(tr("the rules can be read another way"))
    if group.verdict is Verdict.TOO_CLOSE:
        clauses.append(policy)
    persons = dict.fromkeys(person_words(each) for each in group.overruled.values())
    clauses += [tr("overruled by {person}", person=person) for person in persons]
    text = "; ".join(clauses) or say(group.lead.reason)
    subject = group.key[0]
    return text[:1].upper() + text[1:] if subject == selected else f"{names.get(subject, subject)}: {text}"


def _set_up_words(group: RulingGroup, names: Names) -> str:
    """As in "Set-up: the islands: 5 islands, 6 recommended"."""
    open_ones = [each for each in group.rulings if group.verdict_of(each) is not Verdict.YES]
    told = [tr("{name}: {reason}", name=name_words(each.subject, names), reason=say(each.reason)) for each in open_ones]
    return tr("Set-up: {found}", found="; ".join(told) or tr("everything is as the rules want it"))


def short_summary(group: RulingGroup, names: Names) -> str:
    """For a badge beside the target: as in "2 of 3 cannons"."""
    yes = sum(group.verdict_of(each) is Verdict.YES for each in group.shots)
    if group.lead.rule != SHOT.id:
        return _contact_clause(group, group.lead, names)
    if yes:
        return tr("{count} of {total} cannons", count=yes, total=len(group.shots))
    return tr("too close to call") if group.verdict is Verdict.TOO_CLOSE else _reason(group, group.lead, names)


def _clauses(group: RulingGroup, names: Names) -> list[tuple[Ruling, str]]:
    """Each with the ruling that it leads with: what she may do comes first. What cannot be judged is told once."""
    unseen = [each for each in group.summed if group.verdict_of(each) is Verdict.NOT_SEEN]
    found = [(unseen[0], _no_call(unseen, names))] if unseen else []
    shots = [] if any(each.rule == SHOT.id for each in unseen) else group.shots
    if shots:
        told = [*shot_clauses(group, names), *conditional_shot_clauses(group)]
        found.append((min(shots, key=group.weight), "; ".join(told)))
    others = [each for each in group.summed if each.rule != SHOT.id and each not in unseen]
    return [*found, *((each, _contact_clause(group, each, names)) for each in others)]


def _no_call(unseen: Sequence[Ruling], names: Names) -> str:
    reasons = dict.fromkeys(say(each.reason) for each in unseen)
    target = name_words(unseen[0].target, names)
    return tr("no call about {target}: {reason}", target=target, reason="; ".join(reasons))


def shot_clauses(group: RulingGroup, names: Names, *, with_far: bool = True) -> list[str]:
    """What the cannons of one ship may do to one target, and why the others may not. `with_far`: also those out of
    range."""
    target = names.get(group.key[1], group.key[1])
    by_verdict: dict[Verdict, list[Ruling]] = {verdict: [] for verdict in Verdict}
    for shot in group.shots:
        by_verdict[group.verdict_of(shot)].append(shot)
    yes, close = by_verdict[Verdict.YES], by_verdict[Verdict.TOO_CLOSE]
    no = [shot for shot in by_verdict[Verdict.NO] if with_far or shot.cannon not in group.far]
    total = len(group.shots)
    unseen = [shot for shot in by_verdict[Verdict.NOT_SEEN] if shot.measured_mm is not None]
    open_ones = (
        [_cannons_are(unseen, tr("not called: a piece that is not measured could be in the way"))] if unseen else []
    )
    if yes:
        in_doubt = [_cannons_are(close, tr("too close to call"))] if close else []
        return [_may_shoot(len(yes), total, target), *in_doubt, *open_ones, *_why_not(group, no, names)]
    if close:
        words = tr(
            "{count} of {total} cannons at {target} too close to call", count=len(close), total=total, target=target
        )
        return [words, *open_ones, *_why_not(group, no, names)]
    if open_ones:
        return [tr("at {target}, {calls}", target=target, calls="; ".join((*open_ones, *_why_not(group, no, names))))]
    forbidden = next((e for e in group.rulings if e.rule == PERMISSION.id and e.verdict is Verdict.NO), None)
    if forbidden is not None:
        return [tr("may not shoot {target}: {reason}", target=target, reason=say(forbidden.reason))]
    if len(group.far) == total:
        return [_out_of_range(group, target)]
    return [tr("no cannon may shoot {target}", target=target), *_why_not(group, no, names)]


def conditional_shot_clauses(group: RulingGroup) -> list[str]:
    """As in "cannon 2: only if mast 1 of Harbinger stands"; cannons out of range are left out."""
    by_condition: dict[str, list[Ruling]] = {}
    for shot in group.shots:
        if shot.is_conditional and shot.cannon not in group.far and shot.id not in group.overruled:
            by_condition.setdefault(condition_words(shot), []).append(shot)
    return [
        _cannons_with_reason(shots, tr("only if {conditions}", conditions=words))
        for words, shots in by_condition.items()
    ]


def _may_shoot(count: int, total: int, target: str) -> str:
    if total == 1:
        return tr("may shoot {target}", target=target)
    if count == total == 2:
        return tr("both cannons may shoot {target}", target=target)
    if count == total:
        return tr("all {total} cannons may shoot {target}", total=total, target=target)
    return tr("{count} of {total} cannons may shoot {target}", count=count, total=total, target=target)


def _out_of_range(group: RulingGroup, target: str) -> str:
    over = [
        (each.measured_mm - each.limit_mm, each.sigma_mm)
        for each in group.shots
        if each.measured_mm is not None and each.limit_mm is not None
    ]
    if not over:
        return tr("{target} is out of range", target=target)
    return tr("{target} is out of range, by {mm}", target=target, mm=mm_words(*min(over)))


def _why_not(group: RulingGroup, shots: Sequence[Ruling], names: Names) -> list[str]:
    """The other cannons, those with the same reason together."""
    alike: dict[str, list[Ruling]] = {}
    for shot in shots:
        alike.setdefault(_reason(group, shot, names), []).append(shot)
    return [
        _cannons_are(some, reason) if _is_state(group, some[0]) else _cannons_with_reason(some, reason)
        for reason, some in alike.items()
    ]


def _is_state(group: RulingGroup, shot: Ruling) -> bool:
    """Whether the reason completes "cannon 2 is ..."; others are whole sentences."""
    return shot.cannon in group.far or (shot.witness is not None and shot.witness.blocker is not None)


def _cannons_with_reason(shots: Sequence[Ruling], reason: str) -> str:
    return tr("{cannons}: {reason}", cannons=name_cannons(shots), reason=reason)


def name_cannons(shots: Sequence[Ruling]) -> str:
    """As in "cannon 2" or "cannons 1, 2 and 4"."""
    *before, last = [str(shot.cannon) for shot in shots]
    if not before:
        return tr("cannon {number}", number=last)
    return tr("cannons {some} and {last}", some=", ".join(before), last=last)


def _reason(group: RulingGroup, shot: Ruling, names: Names) -> str:
    if shot.cannon in group.far:
        return tr("out of range")
    blocker = shot.witness.blocker if shot.witness is not None else None
    if blocker == shot.subject:
        return tr("blocked by her own masts")
    if blocker is None:
        return say(shot.reason)
    return tr("blocked by {piece}", piece=names.get(blocker, blocker))


def _cannons_are(shots: Sequence[Ruling], what: str) -> str:
    if len(shots) == 1:
        return tr("{cannon} is {what}", cannon=name_cannons(shots), what=what)
    return tr("{cannons} are {what}", cannons=name_cannons(shots), what=what)


def _contact_clause(group: RulingGroup, ruling: Ruling, names: Names) -> str:
    target = names.get(ruling.target, ruling.target)
    verdict = group.verdict_of(ruling)
    if verdict is Verdict.NOT_SEEN:
        return say(ruling.reason)
    rule = rule_named(ruling.rule)
    if verdict is Verdict.TOO_CLOSE:
        return tr("too close to call whether she {deed}", deed=rule.deed(target))
    clause = say(rule.deed(target) if verdict is Verdict.YES else rule.no_deed(target))
    if verdict is Verdict.NO and ruling.measured_mm is not None and ruling.measured_mm > (ruling.limit_mm or 0.0):
        clause = tr("{clause}: {mm} away", clause=clause, mm=mm_words(ruling.measured_mm, ruling.sigma_mm))
    if ruling.is_conditional and ruling.id not in group.overruled:
        return tr("{answer}, if {conditions}", answer=clause, conditions=condition_words(ruling))
    return clause
