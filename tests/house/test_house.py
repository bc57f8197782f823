"""Source-wide checks: every module has a docstring, and no broad `except` swallows a fault silently."""

import ast
import importlib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "tableassist"
BROAD = {"Exception", "BaseException"}
LOGS = {"exception", "error", "warning", "critical", "debug", "info", "internal_error", "format_exc"}


@pytest.fixture(scope="module")
def sources():
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def test_every_module_has_a_docstring(sources):
    assert [str(path) for path, tree in sources.items() if not ast.get_docstring(tree)] == []


def test_broad_except_clauses_log_or_reraise(sources):
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


def test_front_doors_name_what_they_load():
    """A package's `__all__`, its names for the type checker and those that are loaded lazily are the same."""
    packages = [path for path in PACKAGE.glob("*/__init__.py") if "lazy_names" in path.read_text("utf-8")]
    assert packages
    for path in packages:
        tree = ast.parse(path.read_text("utf-8"))
        package = importlib.import_module(f"tableassist.{path.parent.name}")
        checked = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module.startswith(package.__name__)
            for alias in node.names
        }
        assert checked == set(package.__all__), package.__name__
        assert len(package.__all__) <= 25, package.__name__
        # Importing a submodule puts it into the package under its name, in the place of a public name.
        modules = {module.stem for module in path.parent.iterdir() if module.suffix in ("", ".py")}
        assert not modules & set(package.__all__), package.__name__
        for name in package.__all__:
            assert getattr(package, name) is not None
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            _ = package.nothing
