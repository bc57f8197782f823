"""Every place in ui/ where a widget is given words that did not go through tr."""

import ast
import re

from words_in_source import UI

SAYING = {
    "setText", "setWindowTitle", "setToolTip", "setStatusTip", "setPlaceholderText", "setAccessibleName",
    "setAccessibleDescription", "setTitle", "addItem", "addAction", "addMenu", "addRow", "addTab", "setSubTitle",
    "setLabelText", "setInformativeText", "showMessage", "setWhatsThis",
}  # fmt: skip
MAKING = {"QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "QMenu", "QDockWidget"}


def _words(node):
    """A literal with two letters in a row: signs and numbers need no translation."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    else:
        return False
    return bool(re.search(r"[A-Za-z]{3}", re.sub(r"<[^>]*>|&\w+;|px|Ctrl\+", "", text)))


def places():
    for path in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAYING | MAKING and any(_words(argument) for argument in node.args):
                yield f"{path.name}:{node.lineno} {ast.unparse(node)[:100]}"
