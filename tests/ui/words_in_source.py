"""Every literal that the source hands to tr, and every tr call that hands it something else."""

import ast
from pathlib import Path

UI = Path(__file__).parents[2] / "tableassist" / "ui"


def _calls():
    for path in sorted(UI.rglob("*.py")):
        if path.name == "words.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr":
                yield path, node


def literals():
    return tuple(
        dict.fromkeys(
            node.args[0].value
            for _, node in _calls()
            if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
        )
    )


def not_literal():
    return tuple(f"{path.name}:{node.lineno}" for path, node in _calls() if not isinstance(node.args[0], ast.Constant))
