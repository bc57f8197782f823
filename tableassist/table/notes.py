"""What people note of a game though no camera sees it: what a note changes, its words for undo and record, and the acts
that notes and a judge's decisions become while a game is refereed."""

from collections.abc import Iterator
from dataclasses import replace

from tableassist.messages import Message, tr
from tableassist.pieces import Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import CrewCard
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import AnyAct, GameState, Overruling, Phase, Verdict
from tableassist.rulebook.acts import Correct, CorrectionKind, EndTurn, LoseMast, Overrule
from tableassist.rulebook.referee import cannon_number
from tableassist.rulebook.state import CrewMember, DutyKind
from tableassist.store.models import packaged_catalogue
from tableassist.store.table import with_new_crew


def can_correct(settings: TableSettings, correction: Correct) -> bool:
    """Say whether the table has what the correction speaks of."""
    piece = next((each for each in settings.pieces if each.id == correction.piece), None)
    match correction.what:
        case CorrectionKind.MAST_LOST | CorrectionKind.MAST_BACK:  # by the model: not every piece has a card
            uprights = 0 if piece is None else piece.model.upright_count
            return correction.value.isdecimal() and 1 <= int(correction.value) <= uprights
        case CorrectionKind.CREW if crew_card(correction.value) is not None:
            return correction.piece in settings.state.units
    return not correction.assess(settings.state).is_foul


def correct_settings(settings: TableSettings, correction: Correct) -> TableSettings:
    """Correct the notes of a table where no game is refereed."""
    card = crew_card(correction.value) if correction.what is CorrectionKind.CREW else None
    if card is not None and correction.value not in settings.state.crew:
        return replace(settings, state=with_new_crew(settings.state, correction.piece, card, settings.rules))
    return replace(settings, state=correction.fold(settings.state))


def crew_card(key: str) -> CrewCard | None:
    """Find a crew of the catalogue."""
    card = packaged_catalogue().card(key)
    return card if isinstance(card, CrewCard) else None


def turn_words(player: str) -> str:
    return tr("{player}'s turn", player=player)


def upright_words(piece: Piece, number: int) -> str:
    if piece.model.masts:
        return tr("Mast {number}", number=number)
    return tr("Segment {number}", number=number) if piece.model.segments else tr("Flag {number}", number=number)


def state_words(state: PieceState, kind: PieceKind) -> str:
    words = {
        PieceState.DERELICT: tr("Derelict"),
        PieceState.SUBMERGED: tr("Submerged"),
        PieceState.GHOSTLY: tr("Ghostly"),
        PieceState.LOST: tr("Lost"),
        PieceState.ON_FIRE: tr("On fire"),
        PieceState.PINNED: tr("Pinned"),
        PieceState.TANGLED: tr("Tangled"),
        PieceState.WRECKED: tr("Wrecked"),
        PieceState.ABANDONED: tr("Abandoned"),
        PieceState.SUNK: tr("Destroyed") if kind is PieceKind.FORT else tr("Sunk"),
    }
    return words[state]


def correction_words(settings: TableSettings, correction: Correct) -> str:
    """Describe a correction as in: Undo "Mast 1 of Harbinger lost"."""
    what, value = correction.what, correction.value
    piece = next((each for each in settings.pieces if each.id == correction.piece), None)
    name = correction.piece if piece is None else piece.name
    if piece is not None and what in (CorrectionKind.MAST_LOST, CorrectionKind.MAST_BACK):
        words = {"piece": name, "upright": upright_words(piece, int(value))}
        is_lost = what is CorrectionKind.MAST_LOST
        return tr("{upright} of {piece} lost", **words) if is_lost else tr("{upright} of {piece} repaired", **words)
    if piece is not None and what in (CorrectionKind.STATE, CorrectionKind.STATE_OVER):
        words = {"piece": name, "state": state_words(PieceState(value), piece.model.kind).lower()}
        return tr("{piece}: {state}", **words) if what is CorrectionKind.STATE else tr(
            "{piece}: no longer {state}", **words
        )  # fmt: skip
    crew = _crew_name(settings, value)
    return {
        CorrectionKind.TURN: turn_words(correction.piece),
        CorrectionKind.OWNER: tr("{piece} belongs to {player}", piece=name, player=value),
        CorrectionKind.HOME: tr("{island} is home of {player}", island=name, player=value),
        CorrectionKind.WILD: tr("{island} is wild", island=name),
        CorrectionKind.CREW: tr("{crew} comes aboard {ship}", crew=crew, ship=name),
        CorrectionKind.CREW_GONE: tr("{crew} leaves {ship}", crew=crew, ship=name),
    }.get(what, tr("{piece}: corrected", piece=name))


def _crew_name(settings: TableSettings, key: str) -> str:
    member = settings.state.crew.get(key)
    card = crew_card(key if member is None else member.card.card)
    return key if card is None else card.name


def tag_words(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> str:
    """Name the tag that a piece has got, if that is what has changed."""
    earlier = {piece.id: piece for piece in before}
    for piece in after:
        old = earlier.get(piece.id)
        tags = set() if old is None else {mount.tag for mount in old.mounts}
        for mount in piece.mounts:
            if mount.tag not in tags:
                return tr("tag {tag} is on {name}", tag=mount.tag, name=piece.name)
    return tr("the table file was read again")


NOT_IN_GAME = Message("That crew is not in this game: it was not there when the game began.")


def act_of_correction(game: GameState, correction: Correct) -> AnyAct | Message:
    """The act, or why there is none. What answers a question of the game is the answer, and no correction."""
    match correction.what:
        case CorrectionKind.MAST_LOST if _is_owed(game, correction.piece):
            return LoseMast(correction.piece, int(correction.value))
        case CorrectionKind.TURN if game.phase is Phase.PLAYING:
            return EndTurn(game.player)  # the next player's turn begins where this one's ends
        case CorrectionKind.CREW if correction.value not in game.crew:
            return _bring_aboard(game, correction)
        case CorrectionKind.CREW_GONE if correction.value not in game.crew:
            return NOT_IN_GAME
    return correction


def _is_owed(game: GameState, piece: str) -> bool:
    return any((duty.kind, duty.piece) == (DutyKind.MAST, piece) for duty in game.duties)


def _bring_aboard(game: GameState, correction: Correct) -> AnyAct | Message:
    """Take a crew by its card: of her own player, and one who is nowhere yet, if there is one."""
    unit = game.units.get(correction.piece)
    owner = "" if unit is None else unit.owner

    def rank(member: CrewMember) -> tuple[bool, bool]:
        return member.owner != owner, bool(member.at)

    alike = [each for each in game.crew.values() if each.card.card == correction.value and each.at != correction.piece]
    if not alike:
        return NOT_IN_GAME
    return Correct(correction.piece, CorrectionKind.CREW, min(alike, key=rank).id)


NO_NAME = "judge"
"""Who decided, where nobody said."""


def acts_of_overrulings(
    game: GameState, before: tuple[Overruling, ...], after: tuple[Overruling, ...]
) -> Iterator[tuple[Overrule, str]]:
    """The acts that lead from the decisions before to those after, each with who made it. Decisions about pieces that
    are not in the game are left out."""
    kept = [each for each in before if each in after]
    for each in (each for each in before if each not in after):
        yield from _act(game, each, None)
    standing = {each.ruling.id: each for each in kept}
    for each in standing.values() if len(kept) < len(before) else ():
        yield from _act(game, each, each.verdict)  # what was decided before counts again
    for each in (each for each in after if each not in before):
        yield from _act(game, each, each.verdict)


def _act(game: GameState, overruling: Overruling, answer: Verdict | None) -> Iterator[tuple[Overrule, str]]:
    ruling, judge = overruling.ruling, overruling.by or NO_NAME
    if ruling.subject not in game.units and ruling.subject not in game.crew:
        return
    target = "" if ruling.rule == "move" else ruling.target
    cannon = 0 if ruling.cannon is None else cannon_number(game, ruling.subject, ruling.cannon)
    reason = "" if answer is None else overruling.reason
    yield Overrule(judge, ruling.rule, ruling.subject, target, cannon, answer, reason), overruling.by
