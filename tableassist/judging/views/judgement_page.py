"""A judged picture as a page for people: what matters first, in sentences, the rest on request.

Ten ships with their cannons make hundreds of rulings, nearly all of them plain noes. The page has the contacts, the
shots in range and the close calls; `Wanted` asks for more. Pieces, warnings and dice are printed by the command.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tableassist.errors import BadRequestError
from tableassist.judging.views.ships import ShipFacts, answers_words, facts_to_confirm, ship_words
from tableassist.judging.words.groups import BEST_FIRST, RulingGroup, grouped
from tableassist.judging.words.rulings import (
    Names,
    condition_words,
    headline,
    measured_phrase,
    name_words,
    policy_words,
    question_sentence,
    reading_words,
)
from tableassist.judging.words.summaries import conditional_shot_clauses, name_cannons, shot_clauses, summary
from tableassist.messages import Message, Text, say, template, tr
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling, Verdict, rule_named
from tableassist.rulebook.engine import CONTACT, READING_ORDER, SHOT, RuleGroup
from tableassist.scene.facts import Fact

MAX_EXPLAINED = 4
"""So many close calls are told with their reasons. More mean a table that has not been measured: they would fill it."""
EVERY_PIECE = "all"


@dataclass(frozen=True, slots=True)
class Wanted:
    about: frozenset[str] = frozenset()
    """Ids of pieces: everything about these, and nothing else. Empty: what matters, of all pieces."""
    everything: bool = False
    """Plain noes and the parts of shots, too."""


@dataclass(frozen=True, slots=True)
class Entry:
    headline: str
    verdict: Verdict | None = None
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    entries: tuple[Entry, ...]


def find_pieces(asked: Iterable[str], settings: TableSettings, option: str = "--about") -> frozenset[str]:
    """Ids of the pieces that a person means: by id, by name, or by a part of the name that only one piece has."""
    ids = set()
    for words in asked:
        typed = words.casefold().strip()
        exact = [p.id for p in settings.pieces if typed in (p.id.casefold(), p.name.casefold())]
        similar = exact or [p.id for p in settings.pieces if typed and typed in p.name.casefold()]
        if len(similar) != 1:
            names = tuple(p.name for p in settings.pieces if not similar or p.id in similar)
            what = template("{option}: got '{words}', expected one piece of {names}")
            raise BadRequestError(what, option=option, words=words, names=names)
        ids.add(similar[0])
    return frozenset(ids)


def find_confirmed(asked: Sequence[str], settings: TableSettings) -> frozenset[str]:
    """Ids of the pieces that a person vouches for; "all" means every piece."""
    if any(words.casefold().strip() == EVERY_PIECE for words in asked):
        return frozenset(piece.id for piece in settings.pieces)
    return find_pieces(asked, settings, "--confirm")


def missing_lines(state: TableState, settings: TableSettings, wanted: Wanted) -> list[str]:
    """Pieces that are not measured: one line for all of them that share the reason."""
    by_reason: dict[object, tuple[Text, list[str]]] = {}
    for piece in settings.pieces:
        reason = state.missing.reasons.get(piece.id)
        if reason is not None and (not wanted.about or piece.id in wanted.about):
            by_reason.setdefault(_kind_of(reason), (reason, []))[1].append(piece.name)
    return [_missing_line(reason, names) for reason, names in by_reason.values()]


def _missing_line(reason: Text, names: Sequence[str]) -> str:
    problem = reason.params.get("problem") if isinstance(reason, Message) else None
    if isinstance(problem, Message) and len(names) == 1:  # it begins with her name
        return tr("Not measured: {problem}", problem=problem)
    return tr("Not measured: {names} ({reason})", names=", ".join(names), reason=say(reason))


def _kind_of(reason: Text) -> object:
    """The same for reasons that differ in a figure only, such as how much of the mat is outside the picture."""
    if not isinstance(reason, Message):
        return reason
    return reason.template, *(value for value in reason.params.values() if not isinstance(value, float))


def new_warnings(state: TableState) -> tuple[Text, ...]:
    """Warnings that `missing_lines` does not tell already."""
    told = {reason.params.get("problem") for reason in state.missing.reasons.values() if isinstance(reason, Message)}
    return tuple(warning for warning in state.warnings if warning not in told)


def page_sections(
    state: TableState, settings: TableSettings, set_up: Sequence[Ruling], wanted: Wanted
) -> tuple[Section, ...]:
    """No section is empty."""
    page = _Page(state.rulings, settings)
    if wanted.everything:
        found = [page.every_ruling(state.rulings, wanted.about)]
    elif wanted.about:
        found = [*page.about(state.rulings, wanted.about)]
    else:
        groups = list(grouped(state.rulings, (), {}).values())
        found = [page.contacts(groups), page.shots(groups), page.close_calls(groups)]
    found += [page.set_up(set_up, wanted), page.to_confirm(wanted.about)]
    return tuple(section for section in found if section.entries)


class _Page:
    def __init__(self, rulings: Sequence[Ruling], settings: TableSettings) -> None:
        self._rulings = rulings
        self._settings = settings
        self._names: Names = {piece.id: piece.name for piece in settings.pieces}
        self._edition = settings.rules.edition.name
        self._policy = policy_words(settings.rules)

    def contacts(self, groups: Sequence[RulingGroup]) -> Section:
        """What touches, what nearly does, and what follows from it; one entry for each two pieces."""
        by_pair: dict[frozenset[str], list[Ruling]] = {}
        for group in groups:
            bare = [each for each in group.told if each.rule == CONTACT.id and each.verdict is Verdict.YES]
            contacts = [each for each in group.news if not _is_shooting(each)] or bare
            calls = [ruling for ruling in contacts if ruling.verdict in (Verdict.YES, Verdict.NO)]
            if calls:
                by_pair.setdefault(frozenset(group.key), []).extend(calls)
        pairs = [sorted(rulings, key=_importance) for rulings in by_pair.values()]
        pairs.sort(key=lambda rulings: _importance(rulings[0]))
        return Section(tr("Contacts"), tuple(self._contact(rulings) for rulings in pairs))

    def _contact(self, rulings: Sequence[Ruling]) -> Entry:
        first, *others = rulings
        details = [_with_readings(first)]
        # The noes of two pieces that do not touch repeat each other; what a contact allows does not.
        more = [self._short(ruling) for ruling in others if ruling.verdict is Verdict.YES]
        if more:
            details.append(tr("also: {calls}", calls="; ".join(more)))
        return Entry(self._headline(first), first.verdict, tuple(details))

    def _short(self, ruling: Ruling) -> str:
        subject, target = (name_words(piece, self._names) for piece in (ruling.subject, ruling.target))
        deed = say(rule_named(ruling.rule).deed(target))
        words = tr("{subject} {deed}", subject=subject, deed=deed)
        if ruling.is_conditional:
            return tr("{answer}, if {conditions}", answer=words, conditions=condition_words(ruling))
        return words

    def shots(self, groups: Sequence[RulingGroup]) -> Section:
        """Those in range: one entry for each shooter and target."""
        entries = [entry for group in groups if (entry := self._shots(group)) is not None]
        return Section(tr("Shots in range"), tuple(sorted(entries, key=lambda entry: entry.verdict is not Verdict.YES)))

    def _shots(self, group: RulingGroup) -> Entry | None:
        subject = name_words(group.key[0], self._names)
        in_range = [shot for shot in group.shots if shot.cannon not in group.far]
        called = [shot for shot in in_range if shot.verdict in (Verdict.YES, Verdict.NO)]
        # A piece that is not measured may be in the way of a shot between two that are.
        unseen = [shot for shot in in_range if shot.verdict is Verdict.NOT_SEEN and shot.measured_mm is not None]
        if not called and not unseen:
            return None
        clauses = shot_clauses(group, self._names, with_far=False)
        hits = [shot for shot in called if shot.verdict is Verdict.YES and shot.measured_mm is not None]
        if hits:
            nearest = min(hits, key=lambda shot: shot.measured_mm or 0.0)
            clauses[0] = f"{clauses[0]}: {measured_phrase(nearest)}"
        clauses += conditional_shot_clauses(group)
        line = tr("{subject}: {calls}", subject=subject, calls="; ".join(clauses))
        readings = dict.fromkeys(reading_words(reading) for shot in called for reading in shot.other_readings)
        verdict = Verdict.YES if hits else Verdict.NOT_SEEN if unseen else Verdict.NO
        return Entry(line, verdict, tuple(readings))

    def close_calls(self, groups: Sequence[RulingGroup]) -> Section:
        """One entry for the contact of each two pieces, and one for the cannons of each shooter at each target."""
        contacts: dict[frozenset[str], list[Ruling]] = {}
        entries = []
        for group in groups:
            close = [ruling for ruling in group.news if ruling.verdict is Verdict.TOO_CLOSE]
            shots = [ruling for ruling in close if ruling.rule == SHOT.id]
            if shots:
                entries.append(self._close_shots(shots))
            others = [ruling for ruling in close if ruling.rule != SHOT.id]
            if others:
                contacts.setdefault(frozenset(group.key), []).extend(others)
        entries += [self._close_contact(sorted(rulings, key=_importance)) for rulings in contacts.values()]
        if len(entries) > MAX_EXPLAINED:
            entries = [replace(entry, details=()) for entry in entries]
        return Section(tr("Too close to call ({policy})", policy=self._policy), tuple(entries))

    def _close_shots(self, shots: Sequence[Ruling]) -> Entry:
        tightest = min(shots, key=_margin)
        subject, target = (name_words(piece, self._names) for piece in (tightest.subject, tightest.target))
        question = tr(
            "May {subject} shoot {target} with {cannons}?", subject=subject, target=target, cannons=name_cannons(shots)
        )
        return Entry(f"{question} {measured_phrase(tightest)}", Verdict.TOO_CLOSE, (_with_readings(tightest),))

    def _close_contact(self, rulings: Sequence[Ruling]) -> Entry:
        first, *others = rulings
        details = [_with_readings(first)]
        also_open = dict.fromkeys(say(rule_named(each.rule).name) for each in others if each.rule != first.rule)
        if also_open:
            details.append(tr("also open: {rules}", rules=", ".join(also_open)))
        words = f"{question_sentence(first, self._names)} {measured_phrase(first)}".rstrip()
        return Entry(words, Verdict.TOO_CLOSE, tuple(details))

    def about(self, rulings: Sequence[Ruling], pieces: frozenset[str]) -> tuple[Section, Section]:
        """What matters about these pieces, in full; and of the others one line for each two pieces."""
        groups = [group for group in grouped(rulings, (), {}).values() if not pieces.isdisjoint(group.key)]
        news = [ruling for group in groups for ruling in group.news]
        plain = [group for group in groups if not group.news]
        lines = sorted(summary(group, self._names, selected=None, policy=self._policy) for group in plain)
        matters = Section(tr("What matters"), tuple(self._full(ruling) for ruling in sorted(news, key=_importance)))
        return matters, Section(tr("The rest"), tuple(Entry(line, Verdict.NO) for line in lines))

    def every_ruling(self, rulings: Sequence[Ruling], pieces: frozenset[str]) -> Section:
        """One entry for each; plain noes without their reason, which says the same once more."""
        chosen = [each for each in rulings if not pieces or not pieces.isdisjoint((each.subject, each.target))]
        entries = [
            Entry(self._headline(ruling), ruling.verdict) if ruling.verdict is Verdict.NO else self._full(ruling)
            for ruling in sorted(chosen, key=_importance)
        ]
        return Section(tr("Rulings"), tuple(entries))

    def _full(self, ruling: Ruling) -> Entry:
        house = tr("house rule {names}", names=", ".join(ruling.house)) if ruling.house else ""
        source = " · ".join(part for part in (say(ruling.citation), house) if part)
        return Entry(headline(ruling, self._names), ruling.verdict, (_with_readings(ruling), f"[{source}]"))

    def set_up(self, rulings: Sequence[Ruling], wanted: Wanted) -> Section:
        shown = [ruling for ruling in rulings if wanted.everything or ruling.verdict is not Verdict.YES]
        entries = [
            Entry(
                tr("{name}: {reason}", name=name_words(ruling.subject, self._names), reason=say(ruling.reason)),
                ruling.verdict,
            )
            for ruling in shown
        ]
        if rulings and not entries:
            entries = [Entry(tr("everything is as the rules want it"), Verdict.YES)]
        return Section(tr("Set-up"), tuple(entries))

    def to_confirm(self, about: frozenset[str]) -> Section:
        """One line for all ships with the same open facts on which conditional answers depend."""
        alike: dict[tuple[Fact, ...], list[ShipFacts]] = {}
        for ship in facts_to_confirm(self._rulings, self._settings):
            if not about or ship.piece in about:
                alike.setdefault(ship.facts, []).append(ship)
        lines = []
        for ships in alike.values():
            ids = {ship.piece for ship in ships}
            answers = sum(any(each.piece in ids for each in ruling.conditions) for ruling in self._rulings)
            together = replace(ships[0], name=", ".join(ship.name for ship in ships), answers=answers)
            lines.append(f"{ship_words(together)} ({answers_words(together)})")
        title = tr("To confirm (look, then add --confirm NAME or --confirm all)")
        return Section(title, tuple(Entry(line) for line in lines))

    def _headline(self, ruling: Ruling) -> str:
        rule = say(rule_named(ruling.rule).title)
        where = tr("[{edition}, {rule}]", edition=self._edition, rule=rule)
        return f"{headline(ruling, self._names)} {where}"


def _is_shooting(ruling: Ruling) -> bool:
    return rule_named(ruling.rule).group is RuleGroup.SHOOTING


def _importance(ruling: Ruling) -> tuple[int, int, str, str, int]:
    """A yes before a close call before a no; a docking before a ram before a pin, as the rules are listed."""
    order = READING_ORDER.get(ruling.rule, len(READING_ORDER))
    return BEST_FIRST[ruling.verdict], order, ruling.subject, ruling.target, ruling.cannon or 0


def _margin(ruling: Ruling) -> float:
    if ruling.measured_mm is None or ruling.limit_mm is None:
        return 0.0
    return abs(ruling.measured_mm - ruling.limit_mm)


def _with_readings(ruling: Ruling) -> str:
    return "; ".join((say(ruling.reason), *map(reading_words, ruling.other_readings)))
