"""Mutants of a module: each differs from it by one small change that a test should notice."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
OPPOSITE_CALLS = {"any": "all", "all": "any", "min": "max", "max": "min"}
WORDS = {"template", "Message", "tr", "tr_plural", "getLogger", "debug", "info"}
"""Calls whose arguments are words: the tests of messages look after them."""
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list"}
MAX_SHOWN = 160


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    function: str
    """Qualified name; empty at the level of the module or a class."""
    operator: str
    before: str
    after: str
    number: int
    """Of the change, among all changes of its module."""

    @property
    def key(self) -> str:
        """What names the mutant in the list of equivalent ones, wherever its line moves to."""
        return f"{self.path} {self.function or '(module)'}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function or '(module)'} [{self.operator}] {self.before} -> {self.after}"


@dataclass(frozen=True)
class _Scope:
    names: tuple[str, ...] = ()
    function: str = ""
    answers_bool: bool = False

    def enter(self, node: ast.AST) -> "_Scope":
        if isinstance(node, ast.ClassDef):
            return replace(self, names=(*self.names, node.name))
        if isinstance(node, ast.FunctionDef):
            names = (*self.names, node.name)
            is_bool = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
            return _Scope((*names, "<locals>"), ".".join(names), is_bool)
        return self


@dataclass(frozen=True)
class _Site:
    """A node with its place in the tree."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    scope: _Scope

    def put(self, new: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.index] = new


def list_mutants(path: str, source: str) -> list[Mutant]:
    return [
        Mutant(path, _line(site), site.scope.function, operator, _shown(site.node), _shown(new), number)
        for number, (site, operator, new) in enumerate(_iter_changes(ast.parse(source)))
    ]


def mutated_tree(source: str, number: int) -> ast.Module:
    """Parse the module with this one change; lines stay where they are."""
    tree = ast.parse(source)
    for found, (site, _, new) in enumerate(_iter_changes(tree)):
        if found == number:
            site.put(ast.copy_location(new, site.node) if hasattr(site.node, "lineno") else new)
            return ast.fix_missing_locations(tree)
    raise IndexError(number)


def _line(site: _Site) -> int:
    return int(getattr(site.node, "lineno", None) or getattr(site.parent, "lineno", 0))


def _shown(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:MAX_SHOWN]


def _iter_changes(tree: ast.Module) -> Iterator[tuple[_Site, str, ast.AST]]:
    for site in _iter_sites(tree, _Scope()):
        for operator, new in _changes(site):
            yield site, operator, new


def _iter_sites(node: ast.AST, scope: _Scope) -> Iterator[_Site]:
    is_words = isinstance(node, ast.Call) and _called(node) in WORDS
    is_guard = isinstance(node, ast.keyword) and node.arg == "strict"  # of zip: it only stops a fault of the program
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return  # what a package exports is no rule: import-linter looks after it
    for field, value in ast.iter_fields(node):
        if is_words or is_guard or field in SKIPPED_FIELDS:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                yield _Site(node, field, index, child, scope)
                yield from _iter_sites(child, scope.enter(child))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _changes(site: _Site) -> Iterator[tuple[str, ast.AST]]:
    match site.node:
        case ast.expr():
            yield from _expression_changes(site, site.node)
        case ast.If(orelse=[], body=[*_, ast.Return() | ast.Raise() | ast.Continue()]):
            yield "early exit removed", ast.Pass()
        case ast.AugAssign():
            yield "statement removed", ast.Pass()
        case ast.Expr(value=ast.Call() as call) if _called(call) not in WORDS:
            yield "statement removed", ast.Pass()
        case ast.comprehension(ifs=conditions):
            for number in range(len(conditions)):
                yield "filter removed", _with(site.node, ifs=_without(conditions, number))
        case ast.Return(value=ast.Call() | ast.Name() as value) if site.scope.answers_bool:
            yield "answer negated", ast.Return(ast.UnaryOp(ast.Not(), copy.deepcopy(value)))


def _expression_changes(site: _Site, node: ast.expr) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=[op]):
            for other in COMPARISONS[type(op)]:
                yield "comparison", _with(node, ops=[other()])
        case ast.BoolOp(op=op, values=values):
            yield "and/or", _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for number in range(len(values)):
                left = _without(values, number)
                yield "condition removed", _with(node, values=left) if len(left) > 1 else copy.deepcopy(left[0])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not removed", copy.deepcopy(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "sign", copy.deepcopy(operand)
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            yield "arithmetic", _with(node, op=ARITHMETIC[type(op)]())
        case ast.IfExp(body=body, orelse=orelse):
            yield "branches swapped", _with(node, body=orelse, orelse=body)
        case ast.Constant(value=value):
            yield from _constant_changes(value)
        case ast.Call(func=ast.Name(id=name)) if name in OPPOSITE_CALLS:
            yield "opposite call", _with(node, func=ast.Name(OPPOSITE_CALLS[name], ast.Load()))
        case (
            ast.Tuple(elts=elements, ctx=ast.Load()) | ast.List(elts=elements, ctx=ast.Load()) | ast.Set(elts=elements)
        ):
            for number in range(len(elements)) if _is_collection(site) and len(elements) > 1 else ():
                yield "element dropped", _with(node, elts=_without(elements, number))


def _is_collection(site: _Site) -> bool:
    """Tell a list of things from a pair of values, which fails to be unpacked at once when one is missing."""
    is_read_in_turn = site.field == "iter" or isinstance(site.parent, ast.Compare)
    is_table = isinstance(site.parent, ast.Assign | ast.AnnAssign) and not site.scope.function
    return isinstance(site.node, ast.Set) or is_read_in_turn or is_table


def _constant_changes(value: object) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "constant", ast.Constant(value + 1)
    elif isinstance(value, float):
        yield "constant", ast.Constant(value * 1.5 + 1.0)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return copy.deepcopy(changed)


def _without(values: list[ast.expr], number: int) -> list[ast.expr]:
    return [value for found, value in enumerate(values) if found != number]
