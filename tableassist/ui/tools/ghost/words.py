"""What a ghost's place means, in words: whether she may be there, and what she could do."""

from dataclasses import dataclass

from tableassist.judging.words import Names, RulingGroup, WantedRulings, grouped, policy_words, shown_groups, summary
from tableassist.messages import say, sentence, tr
from tableassist.rulebook import RuleSettings, Ruling, Scene, Verdict
from tableassist.ui.tools.ghost.place import Foreseen


@dataclass(frozen=True, slots=True)
class Told:
    verdict: Verdict
    words: str


def legality(foreseen: Foreseen) -> Told:
    """Whether she can sail there, by which way or why not, and where the rule stands."""
    ruling = foreseen.judgement.ruling
    if ruling.verdict is Verdict.YES:
        lead = tr("She can be here.")
    elif ruling.verdict is Verdict.NO:
        lead = tr("She cannot be here.")
    else:
        lead = tr("Too close to call, or unknown.")
    return Told(ruling.verdict, f"{lead} {_sentence(ruling)}")


def _sentence(ruling: Ruling) -> str:
    house = tr("; house rule: {names}", names=", ".join(ruling.house)) if ruling.house else ""
    return f"{sentence(ruling.reason)} ({say(ruling.citation)}{house})."


def prospects(foreseen: Foreseen, rules: RuleSettings) -> tuple[Told, ...]:
    """What she could do from there, and what could be done to her: one line a piece."""
    names, piece = names_of(foreseen.scene), foreseen.ghost.id
    policy = policy_words(rules)
    return tuple(
        Told(group.verdict, summary(group, names, selected=piece, policy=policy))
        for group in prospect_groups(foreseen)
    )  # fmt: skip


def terrain_told(foreseen: Foreseen) -> tuple[Told, ...]:
    """What terrain does on the way that is drawn, and the way that is clear of it, if there is one."""
    dry = foreseen.judgement.dry_route
    told = tuple(Told(each.verdict, f"{sentence(each.reason)}.") for each in foreseen.terrain)
    if dry is None or not told:
        return told
    return (*told, Told(Verdict.YES, tr("Clear of terrain: {way}", way=say(dry.words))))


def reach_words(foreseen: Foreseen) -> str:
    """One line for each that she could shoot at, wherever she goes; empty where there is nobody."""
    names, cannons = names_of(foreseen.scene), dict[str, list[int]]()
    for shot in foreseen.reach_shots:
        cannons.setdefault(shot.target, []).append(shot.cannon)
    return "\n".join(_could_shoot(names.get(target, target), hers) for target, hers in cannons.items())


def _could_shoot(name: str, cannons: list[int]) -> str:
    if len(cannons) == 1:
        return tr("Could shoot {name} with cannon {number} from where she can go.", name=name, number=cannons[0])
    return tr("Could shoot {name} with cannons {numbers} from where she can go.", name=name, numbers=tuple(cannons))


def prospect_groups(foreseen: Foreseen) -> list[RulingGroup]:
    names, piece = names_of(foreseen.scene), foreseen.ghost.id
    found = shown_groups(grouped(foreseen.rulings, (), {}), WantedRulings(piece), names)
    return [group for group in found if group.news]


def names_of(scene: Scene) -> Names:
    return {piece.id: piece.name for piece in (*(placed.piece for placed in scene.pieces), *scene.unseen)}
