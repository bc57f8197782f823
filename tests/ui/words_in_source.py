"""Every literal that the source hands to tr or phrases, and every such call that hands it something else."""

import ast
from functools import lru_cache
from pathlib import Path

UI = Path(__file__).parents[2] / "tableassist" / "ui"


@lru_cache(maxsize=1)
def _said():
    """Where, and what is said: for tr its one argument, for phrases each of them."""
    found = []
    for path in sorted(UI.rglob("*.py")):
        if path.parent.name == "language":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "phrases"):
                found += [(path, argument) for argument in node.args]
    return tuple(found)


def literals():
    return tuple(
        dict.fromkeys(
            node.value for _, node in _said() if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
    )


def not_literal():
    return tuple(f"{path.name}:{node.lineno}" for path, node in _said() if not isinstance(node, ast.Constant))


def said_too_early():
    """Words that are said while a module is read: before anybody has chosen a language."""
    found = []
    for path in sorted(UI.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        later = {id(part) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)
                 for part in ast.walk(node)}  # fmt: skip
        found += [
            f"{path.name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tr", "said") and id(node) not in later
        ]
    return tuple(found)
