"""The menus of a card table's window."""

from collections.abc import Callable
from functools import partial

from PyQt6.QtGui import QAction, QKeySequence
from PyQt6.QtWidgets import QMenu

from tableassist.formats.forum.markup import ForumMarkup
from tableassist.messages import tr
from tableassist.ui.cards.orders import CardOrders
from tableassist.ui.matches.exports import ExportSession
from tableassist.ui.matches.forum_copy import ForumCopy
from tableassist.ui.session.session import Session
from tableassist.ui.shell.actions import add_action
from tableassist.ui.shell.menus import add_undo


def fill_card_papers(menu: QMenu, exports: ExportSession, forum: ForumCopy) -> None:
    """Of a match."""
    add_action(menu, tr("&Battle report…"), (), exports.ask_report)
    for markup, words in (
        (ForumMarkup.BBCODE, tr("Copy as a text for a forum: &BBCode")),
        (ForumMarkup.MARKDOWN, tr("Copy as a text for a forum: &Markdown")),
    ):
        add_action(menu, words, (), partial(forum.copy, markup))
    menu.addSeparator()


def fill_card_edit(menu: QMenu, session: Session, leave: Callable[[], object]) -> tuple[QAction | None, QAction | None]:
    """Undo and redo, for the caller to keep. `leave`: what Esc does."""
    actions = add_undo(menu, session)
    menu.addSeparator()
    add_action(menu, tr("&Back to the picture"), ("Esc",), leave)
    return actions


def fill_card_game(menu: QMenu, orders: CardOrders, panel: QAction | None) -> tuple[QAction, ...]:
    """Those that need a game."""
    if panel is not None:
        panel.setShortcut(QKeySequence("P"))
        menu.addAction(panel)
    menu.addSeparator()
    add_action(menu, tr("&New game…"), ("Ctrl+N",), orders.ask_new)
    add_action(menu, tr("&Open a game…"), (), orders.ask_open)
    needs_game = (
        add_action(menu, tr("&Save the game…"), (), orders.ask_save),
        add_action(menu, tr("&Abandon the game…"), (), orders.ask_abandon),
    )
    menu.addSeparator()
    other = add_action(menu, tr("Say &what was done…"), ("W",), orders.ask_other)
    add_action(menu, tr("What the &camera proposes…"), (), orders.ask_policies)
    return (*needs_game, other)
