"""Where Qt would obey the markup in a stranger's name, the window goes through one door that shows it to the letter."""

import ast
from pathlib import Path

UI = Path(__file__).parents[2] / "tableassist" / "ui"
SOURCES = {path.relative_to(UI).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(UI.rglob("*.py"))}
DOORS = {
    "QLabel": "widgets/plain_label.py",
    "QMessageBox": "widgets/error_box.py",
    "setToolTip": "widgets/plain_text.py",
}
"""What has one home: it is made or called there only."""
NEVER = frozenset({
    "QErrorMessage", "QGraphicsTextItem", "QProgressDialog", "QStaticText", "QTextBrowser", "QTextDocument",
    "QTextEdit", "QToolTip", "QWhatsThis", "insertHtml", "setHtml", "setInformativeText", "setDetailedText",
    "setMarkdown", "setStatusTip", "setWhatsThis", "setTextFormat",
})  # fmt: skip
ESCAPED_ALREADY = {"setTextFormat": {"widgets/plain_label.py", "widgets/error_box.py"}}


def called(tree):
    """The name of everything that is called or subclassed, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield _name(node.func), node
        elif isinstance(node, ast.ClassDef):
            yield from ((_name(base), node) for base in node.bases)


def _name(node):
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def offences(sources):
    found = []
    for where, tree in sources.items():
        for name, node in called(tree):
            if DOORS.get(name, where) != where:
                found.append(f"{where}:{node.lineno}: {name} outside {DOORS[name]}")
            if name in NEVER and where not in ESCAPED_ALREADY.get(name, ()):
                found.append(f"{where}:{node.lineno}: {name}")
            if name == "addRow" and _is_filled_in(node.args[0]):
                found.append(f"{where}:{node.lineno}: addRow makes a label that guesses its format")
    return found


def _is_filled_in(label):
    """Words with a gap in them, which a stranger may have filled."""
    return isinstance(label, ast.JoinedStr) or (isinstance(label, ast.Call) and bool(label.keywords))


def test_labels_boxes_and_tips_are_made_where_their_text_stays_text():
    assert offences(SOURCES) == []


def test_each_of_them_would_be_found():
    bad = (
        "QLabel(name)\nclass A(QLabel): pass\nw.setToolTip(name)\nQMessageBox(1)\nw.setHtml(x)\n"
        "f.addRow(tr('a{b}', b=b))"
    )
    assert len(offences({"shell/x.py": ast.parse(bad)})) == 6
