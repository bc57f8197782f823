"""Count files, functions and names of source trees: `python -m bench.names [--json] [PATH ...]`.

Without a path: tableassist as a whole and each of its packages. Other projects are measured by their folder, so
that all figures come from one script.
"""

import ast
import io
import json
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "tableassist"
VAGUE_WORDS = frozenset({"said", "found", "then", "each", "told", "known", "one", "other", "asked", "tried"})
"""As values; docs and issues list them as the words that say nothing about what is in them."""
IRREGULAR = frozenset(
    [
        "begun",
        "borne",
        "bound",
        "bought",
        "broken",
        "brought",
        "built",
        "caught",
        "chosen",
        "come",
        "done",
        "drawn",
        "driven",
        "fallen",
        "felt",
        "found",
        "given",
        "gone",
        "grown",
        "heard",
        "held",
        "hidden",
        "kept",
        "known",
        "laid",
        "led",
        "left",
        "lent",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "said",
        "seen",
        "sent",
        "shown",
        "sold",
        "spent",
        "spoken",
        "stolen",
        "struck",
        "sunk",
        "sworn",
        "taken",
        "thought",
        "thrown",
        "told",
        "torn",
        "understood",
        "won",
        "worn",
        "written",
    ]
)
BASE_FORMS = frozenset(
    {"bed", "bleed", "embed", "exceed", "feed", "heed", "need", "proceed", "red", "seed", "shed", "speed"}
)
"""Words in -ed that are no participles."""
ScopeNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class NameCounts:
    files: int = 0
    short_files: int = 0
    """At most 40 lines."""
    lines: int = 0
    functions: int = 0
    single_word_functions: int = 0
    participle_functions: int = 0
    """The whole name is one participle: `said`, `_printed`."""
    leading_participles: int = 0
    """Functions, not properties, whose first word is a participle: `printed_table`."""
    documented_functions: int = 0
    assignments: int = 0
    vague_assignments: int = 0
    comment_lines: int = 0
    docstring_lines: int = 0

    def describe(self, title: str) -> str:
        return (
            f"{title:<24}{self.files:>6}{self.short_files:>7}{self.lines:>8}{self.functions:>7}"
            f"{_share(self.single_word_functions, self.functions):>14}"
            f"{_share(self.participle_functions, self.functions):>13}"
            f"{_share(self.leading_participles, self.functions):>13}"
            f"{_share(self.vague_assignments, self.assignments):>15}"
            f"{_share(self.documented_functions, self.functions):>14}"
            f"{_share(self.comment_lines, self.lines):>13}"
            f"{_share(self.docstring_lines, self.lines):>14}"
        )


HEADING = (
    f"{'tree':<24}{'files':>6}{'<=40':>7}{'lines':>8}{'funcs':>7}{'one word':>14}{'participle':>13}{'leading':>13}"
    f"{'vague values':>15}{'with doc':>14}{'comments':>13}{'docstrings':>14}"
)


def count_names(folder: Path) -> NameCounts:
    """Count all Python files below a folder. Files that this Python cannot parse are left out."""
    counts = NameCounts()
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text("utf-8")
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        counts.files += 1
        lines = source.count("\n")
        counts.short_files += lines <= 40
        counts.lines += lines
        counts.comment_lines += _count_comment_lines(source)
        _count_functions(tree, counts)
        for name in _assigned_names(tree):
            counts.assignments += 1
            counts.vague_assignments += name in VAGUE_WORDS
    return counts


def is_participle(word: str) -> bool:
    return word in IRREGULAR or (word.endswith("ed") and len(word) > 3 and word not in BASE_FORMS)


def _count_functions(tree: ast.Module, counts: NameCounts) -> None:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            counts.docstring_lines += sum(_docstring_lengths(node))
        if not isinstance(node, ScopeNode) or node.name.startswith("__"):
            continue
        words = node.name.strip("_").split("_")
        counts.functions += 1
        counts.documented_functions += ast.get_docstring(node) is not None
        counts.single_word_functions += len(words) == 1
        if is_participle(words[0]):
            counts.participle_functions += len(words) == 1
            counts.leading_participles += not _is_property(node)


def _docstring_lengths(node: ast.Module | ast.ClassDef | ScopeNode) -> Iterator[int]:
    """The lines of a node's own docstring and of the strings under its fields."""
    for statement in node.body:
        if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
            continue
        if isinstance(statement.value.value, str):
            yield (statement.end_lineno or statement.lineno) - statement.lineno + 1


def _is_property(node: ScopeNode) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def _assigned_names(tree: ast.Module) -> Iterator[str]:
    """Every name that is bound by an assignment, a loop, a comprehension, `with` or `:=`; no parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _count_comment_lines(source: str) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return len({token.start[0] for token in tokens if token.type == tokenize.COMMENT and "noqa" not in token.string})


def _share(part: int, whole: int) -> str:
    return f"{part} {100 * part / whole if whole else 0:.1f}%"


def main(arguments: list[str]) -> None:
    paths = [Path(argument) for argument in arguments if argument != "--json"]
    if not paths:
        paths = [PACKAGE, *(path for path in sorted(PACKAGE.iterdir()) if (path / "__init__.py").exists())]
    counts = {path.name: count_names(path) for path in paths}
    if "--json" in arguments:
        print(json.dumps({title: asdict(count) for title, count in counts.items()}, indent=1))
        return
    print(HEADING)
    for title, count in counts.items():
        print(count.describe(title))


if __name__ == "__main__":
    main(sys.argv[1:])
