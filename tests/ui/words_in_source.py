"""Places in the source whose words cannot be translated."""

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "tableassist"
TAKES_LITERALS = {"tr", "tr_plural", "template"}
TELLS = {"tr", "tr_plural", "say", "sentence"}
SHOWS = {
    "setText", "setWindowTitle", "setToolTip", "setStatusTip", "setPlaceholderText", "setAccessibleName",
    "setAccessibleDescription", "setTitle", "addItem", "addAction", "addMenu", "addRow", "addTab", "setSubTitle",
    "setLabelText", "setInformativeText", "showMessage", "setWhatsThis",
    "QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "QMenu", "QDockWidget",
}  # fmt: skip


def source_trees():
    """By path. Millions of objects: whoever keeps them makes every search for garbage slow."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def _calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def not_literal(trees):
    """Calls that are handed something else than the words themselves."""
    for path, tree in trees.items():
        told = [each for each in _calls(tree) if each[1] in TAKES_LITERALS] if path.parent.name != "messages" else []
        marked = _marked(tree) if told else set()
        for call, _ in told:
            if not all(isinstance(each, ast.Constant) or getattr(each, "id", None) in marked for each in call.args):
                yield f"{path.name}:{call.lineno}"


def _marked(tree):
    """Names for words that were marked as a template before they are told."""
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and "template(" in ast.unparse(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def told_too_early(trees):
    """While a module is read, before anybody has chosen a language."""
    for path, tree in trees.items():
        functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        later = {id(part) for node in ast.walk(tree) if isinstance(node, functions) for part in ast.walk(node)}
        for call, name in _calls(tree):
            if name in TELLS and isinstance(call.func, ast.Name) and id(call) not in later:
                yield f"{path.name}:{call.lineno}"


def shown_untranslated(trees):
    """Where a widget is given words of its own."""
    for path, tree in trees.items():
        for call, name in _calls(tree) if "ui" in path.parts else ():
            if name in SHOWS and any(_has_words(each) for each in call.args):
                yield f"{path.name}:{call.lineno} {ast.unparse(call)[:100]}"


def _has_words(node):
    """A literal with three letters in a row: signs and numbers need no translation."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
    else:
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return bool(re.search(r"[A-Za-z]{3}", re.sub(r"<[^>]*>|&\w+;|px|Ctrl\+", "", text)))
