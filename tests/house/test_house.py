"""The house is kept: small rooms, one home a class, and no fault of ours goes unlogged."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "tableassist"
MOST_MODULES = 16
BROAD = {"Exception", "BaseException"}
LOGS = {"exception", "error", "warning", "critical", "debug", "info", "internal_error", "format_exc"}


@pytest.fixture(scope="module")
def sources():
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def test_no_room_is_full(sources):
    rooms = Counter(path.parent.relative_to(PACKAGE).as_posix() for path in sources if path.name != "__init__.py")
    assert {room: count for room, count in rooms.items() if count > MOST_MODULES} == {}


def test_every_room_says_what_is_inside(sources):
    assert [str(path) for path, tree in sources.items() if not ast.get_docstring(tree)] == []


def test_every_public_class_has_one_home(sources):
    homes = defaultdict(list)
    for path, tree in sources.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_whoever_catches_everything_logs_it_or_hands_it_on(sources):
    silent = [
        f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
        for path, tree in sources.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node) and not _is_heard(node)
    ]
    assert silent == []


def _is_broad(handler):
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return handler.type is None or any(isinstance(each, ast.Name) and each.id in BROAD for each in caught)


def _is_heard(handler):
    for node in ast.walk(handler):
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in LOGS or any(_is_caught(each, handler) for each in node.args):
                return True
        if isinstance(node, ast.Assign) and _is_caught(node.value, handler):
            return True
    return False


def _is_caught(node, handler):
    """The exception itself, kept or handed on: to be raised, or logged, by the one who waits for the answer."""
    return isinstance(node, ast.Name) and node.id == handler.name
