"""Groups of rulings as Qt wants them: a tree of summaries, each with its questions below."""

from collections.abc import Sequence
from typing import Any, Final

from PyQt6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from tableassist.judging.words import (
    SET_UP_KEY,
    Names,
    PairKey,
    RulingGroup,
    answer_word,
    measured_short,
    measured_words,
    pair_words,
    person_words,
    summary,
    title_words,
    verdict_word,
    why_words,
)
from tableassist.messages import say, tr
from tableassist.rulebook import Overruling, Ruling
from tableassist.ui.widgets.plain import tip_text

COLUMNS: Final = 5
CALL, QUESTION, MEASURED, WHY, RULEBOOK = range(COLUMNS)
VERDICT_ROLE: Final = Qt.ItemDataRole.UserRole
"""What counts: the person's verdict where one has overruled the machine."""
STRUCK_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The machine's verdict that a person has overruled, else None."""
WORD_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""The word before a group's summary, such as YES, or YES IF."""
_NO_PARENT: Final = QModelIndex()
_TOP: Final = 0
"""The internal id of a group; that of a question is its group's row plus one."""


class RulingModel(QAbstractItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: list[RulingGroup] = []
        self._questions: dict[PairKey, list[Ruling]] = {}
        self._summaries: dict[PairKey, str] = {}
        self._names: Names = {}
        self._selected: str | None = None
        self._all_questions = False
        self._policy = ""

    def show_groups(
        self, groups: list[RulingGroup], names: Names, *, selected: str | None, all_questions: bool, policy: str
    ) -> bool:
        """Changes only what changed; True if rows came, went or moved, so that a view must find its place."""
        same_words = selected == self._selected and policy == self._policy and names == self._names
        if same_words and all_questions == self._all_questions and _identical(groups, self.groups):
            return False
        old, kept = self.groups, self._questions
        questions = {}
        for group in groups:
            if group.key in kept:
                # Only groups that somebody opened have their questions listed.
                questions[group.key] = group.questions(all_of_them=all_questions)
        keys = [group.key for group in groups]
        moved = keys != [group.key for group in old] or any(
            _ids(kept[key]) != _ids(some) for key, some in questions.items()
        )
        if moved:
            self.beginResetModel()
        self.groups, self._questions, self._names = groups, questions, names
        self._selected, self._all_questions, self._policy = selected, all_questions, policy
        if moved or not same_words:
            self._summaries = {}
        if moved:
            self.endResetModel()
            return True
        self._tell_changes(old, everything=not same_words)
        return False

    def _tell_changes(self, old: list[RulingGroup], *, everything: bool) -> None:
        rows = [row for row, group in enumerate(self.groups) if everything or group is not old[row]]
        if not rows:
            return
        for row in rows:
            self._summaries.pop(self.groups[row].key, None)
            count = len(self._questions.get(self.groups[row].key, ()))
            if count:
                top = self.index(row, 0)
                self.dataChanged.emit(self.index(0, 0, top), self.index(count - 1, COLUMNS - 1, top))
        self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[-1], COLUMNS - 1))

    def group(self, index: QModelIndex) -> RulingGroup:
        """The group that this row is, or is a question of."""
        return self.groups[index.row() if index.internalId() == _TOP else index.internalId() - 1]

    def ruling(self, index: QModelIndex) -> Ruling:
        """The question's; for a group its leading one."""
        group = self.group(index)
        return group.lead if index.internalId() == _TOP else self._listed(group)[index.row()]

    def overruling(self, index: QModelIndex) -> Overruling | None:
        group = self.group(index)
        return group.overruled.get(self.ruling(index).id) if group.overruled else None

    def row_of(self, key: PairKey) -> int | None:
        return next((row for row, group in enumerate(self.groups) if group.key == key), None)

    def index_of(self, key: PairKey, ruling_id: str | None) -> QModelIndex:
        """Of a group, or of one of its questions; none if it is not shown: another question is not the one chosen."""
        row = self.row_of(key)
        if row is None:
            return QModelIndex()
        top = self.index(row, 0)
        if ruling_id is None:
            return top
        ids = _ids(self._listed(self.groups[row]))
        return self.index(ids.index(ruling_id), 0, top) if ruling_id in ids else QModelIndex()

    def _listed(self, group: RulingGroup) -> list[Ruling]:
        known = self._questions.get(group.key)
        if known is None:
            known = self._questions[group.key] = group.questions(all_of_them=self._all_questions)
        return known

    def index(self, row: int, column: int, parent: QModelIndex = _NO_PARENT) -> QModelIndex:
        if not 0 <= row < self.rowCount(parent) or not 0 <= column < COLUMNS:
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: QModelIndex = _NO_PARENT) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: QModelIndex = _NO_PARENT) -> int:  # noqa: N802
        if not parent.isValid():
            return len(self.groups)
        return len(self._listed(self.groups[parent.row()])) if parent.internalId() == _TOP else 0

    def hasChildren(self, parent: QModelIndex = _NO_PARENT) -> bool:  # noqa: N802
        """Without listing them: a group has at least the question that made it."""
        return not parent.isValid() or (parent.internalId() == _TOP and parent.column() == 0)

    def columnCount(self, _parent: QModelIndex = _NO_PARENT) -> int:  # noqa: N802
        return COLUMNS

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Call"), tr("Question"), tr("Measured (± 95 %)"), tr("Why"), tr("Rulebook"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        group, ruling = self.group(index), self.ruling(index)
        is_top = index.internalId() == _TOP
        if role == VERDICT_ROLE:
            return group.verdict if is_top else group.verdict_of(ruling)
        if role == WORD_ROLE:
            return _group_word(group)
        if role == STRUCK_ROLE:
            return ruling.verdict if group.overruled and ruling.id in group.overruled else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(group, ruling, is_top=is_top)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if is_top:
            words = self._summary(group) if index.column() == 0 else ""
        else:
            is_short = index.column() == MEASURED and role == Qt.ItemDataRole.DisplayRole
            words = measured_short(ruling) if is_short else self._text(index.column(), group, ruling)
        return tip_text(words) if role == Qt.ItemDataRole.ToolTipRole else words

    def _summary(self, group: RulingGroup) -> str:
        known = self._summaries.get(group.key)
        if known is None:
            known = self._summaries[group.key] = summary(
                group, self._names, selected=self._selected, policy=self._policy
            )
        return known

    def _text(self, column: int, group: RulingGroup, ruling: Ruling) -> str:
        if column == CALL:
            by = group.overruled.get(ruling.id)
            if by is None:
                return answer_word(ruling)
            return tr("{verdict} by {person}", verdict=verdict_word(by.verdict), person=person_words(by))
        if column == QUESTION:
            return pair_words(ruling, self._names) if group.key == SET_UP_KEY else title_words(ruling)
        if column == MEASURED:
            return measured_words(ruling)
        return why_words(ruling, self._policy) if column == WHY else say(ruling.citation)

    def _spoken(self, group: RulingGroup, ruling: Ruling, *, is_top: bool) -> str:
        if is_top:
            return f"{_group_word(group)}: {self._summary(group)}"
        return ", ".join(self._text(column, group, ruling) for column in range(COLUMNS))


def _group_word(group: RulingGroup) -> str:
    return answer_word(group.lead) if group.is_conditional else verdict_word(group.verdict)


def _identical(some: list[RulingGroup], others: list[RulingGroup]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _ids(rulings: Sequence[Ruling]) -> list[str]:
    return [each.id for each in rulings]
