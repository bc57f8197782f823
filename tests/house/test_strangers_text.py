"""Where Qt would obey the markup in a stranger's name, the window goes through one door that shows it to the letter."""

import ast
from pathlib import Path

UI = Path(__file__).parents[2] / "tableassist" / "ui"
DOORS = {
    "QLabel": "widgets/plain.py",
    "QMessageBox": "widgets/notices.py",
    "setToolTip": "widgets/plain.py",
}
"""What has one home: it is made or called there only."""
NEVER = frozenset({
    "QErrorMessage", "QGraphicsTextItem", "QProgressDialog", "QStaticText", "QTextBrowser", "QTextDocument",
    "QTextEdit", "QToolTip", "QWhatsThis", "insertHtml", "setHtml", "setInformativeText", "setDetailedText",
    "setMarkdown", "setStatusTip", "setWhatsThis", "setTextFormat",
})  # fmt: skip
ESCAPED_ALREADY = {
    "setTextFormat": {"widgets/plain.py", "widgets/notices.py"},
    # The manual's pages travel with the program: no stranger wrote them.
    "QTextBrowser": {"manual.py"},
    "setMarkdown": {"manual.py"},
}


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
    sources = {path.relative_to(UI).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(UI.rglob("*.py"))}
    assert offences(sources) == []


def test_each_of_them_would_be_found():
    bad = (
        "QLabel(name)\nclass A(QLabel): pass\nw.setToolTip(name)\nQMessageBox(1)\nw.setHtml(x)\n"
        "f.addRow(tr('a{b}', b=b))"
    )
    assert len(offences({"shell/x.py": ast.parse(bad)})) == 6


CLI = Path(__file__).parents[2] / "tableassist" / "cli"
TERMINAL = {"terminal.py", "streams.py"}


def printing(tree):
    """Whatever writes to a terminal."""
    for name, node in called(tree):
        full = ast.unparse(node.func) if isinstance(node, ast.Call) else name
        if full in ("typer.echo", "print", "Console", "typer.secho") or full.startswith(("sys.stdout.", "sys.stderr.")):
            yield f"{full} in line {node.lineno}"


def test_commands_print_through_one_door_that_shows_what_a_terminal_would_obey():
    sources = {path: ast.parse(path.read_text("utf-8")) for path in sorted(CLI.rglob("*.py"))}
    found = {path.relative_to(CLI).as_posix(): [*printing(tree)] for path, tree in sources.items()}
    assert {where: what for where, what in found.items() if what and where not in TERMINAL} == {}


def test_each_way_to_print_would_be_found():
    bad = "typer.echo(x)\nprint(x)\nConsole(stderr=True)\nsys.stdout.write(x)\nsys.stdout.buffer.write(x)"
    assert len([*printing(ast.parse(bad))]) == 5
