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


def iter_sources():
    """Yield each module's path and tree, one at a time.

    Keeping all trees would hold millions of objects, and every garbage collection would go through them.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def list_untranslatable(path, tree):
    """List the places of a module whose words cannot be translated, by kind."""
    nodes = list(ast.walk(tree))
    calls = list(_named_calls(nodes))
    return {
        "not literal": _list_computed_words(path, nodes, calls),
        "before the language is chosen": _list_early_words(path, tree),
        "shown untranslated": _list_bare_words(path, calls),
    }


def _named_calls(nodes):
    for node in nodes:
        if isinstance(node, ast.Call):
            yield node, node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _list_computed_words(path, nodes, calls):
    """List calls whose argument is not a literal: the extraction of messages cannot read it."""
    translating = [call for call, name in calls if name in TAKES_LITERALS] if path.parent.name != "messages" else []
    templates = _template_names(nodes) if translating else set()
    return [
        f"{path.name}:{call.lineno}"
        for call in translating
        if not all(isinstance(word, ast.Constant) or getattr(word, "id", None) in templates for word in call.args)
    ]


def _template_names(nodes):
    """Names of words that were marked as a template where they were assigned."""
    return {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and "template(" in ast.unparse(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _list_early_words(path, tree):
    """List words that are translated while the module is imported, before a language is chosen."""
    return [
        f"{path.name}:{call.lineno}"
        for call, name in _named_calls(_walk_outside_functions(tree))
        if name in TELLS and isinstance(call.func, ast.Name)
    ]


def _walk_outside_functions(node):
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _walk_outside_functions(child)


def _list_bare_words(path, calls):
    """List calls that give a widget words which do not pass through a translation."""
    return [
        f"{path.name}:{call.lineno} {ast.unparse(call)[:100]}"
        for call, name in (calls if "ui" in path.parts else ())
        if name in SHOWS and any(_has_words(word) for word in call.args)
    ]


def _has_words(node):
    """A literal with three letters in a row: signs and numbers need no translation."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
    else:
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return bool(re.search(r"[A-Za-z]{3}", re.sub(r"<[^>]*>|&\w+;|px|Ctrl\+", "", text)))
