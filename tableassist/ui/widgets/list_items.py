"""Rows of a list that stand for something."""

from typing import Final

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QListWidget, QListWidgetItem

KEPT: Final = Qt.ItemDataRole.UserRole
"""What a row stands for."""


def add_item(rows: QListWidget, words: str, kept: object = None) -> QListWidgetItem:
    item = QListWidgetItem(words)
    item.setData(KEPT, kept)
    rows.addItem(item)
    return item
