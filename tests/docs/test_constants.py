"""docs/constants.md lists every numeric constant of `tableassist/vision`, and the equations that are cited exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tableassist"
PAGE = ROOT / "docs" / "constants.md"
MODEL = ROOT / "docs" / "measurement-model.md"

KINDS = ("derived", "measured", "fitted", "decision", "guess")
NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")
EQUATIONS = re.compile(r"\beqs?\. ((?:\(?\d+[a-z]?\)?(?:, | and | or |, and | to |-)?)+)")
NUMBER = re.compile(r"\d+[a-z]?")
MAX_VALUE_TEXT = 160

NOT_A_NUMBER = (ast.Subscript, ast.GeneratorExp, ast.ListComp, ast.Starred, ast.Lambda)
NOT_A_NUMBER_CALLS = {"range", "slice", "Message", "template"}


def is_numeric(value):
    """Whether an expression is built from numbers: literals, containers of them, arithmetic and calls on them.

    Names of columns (`range`, `slice`), sentences, and what is computed by a loop or an index are not constants.
    """
    has_number = False
    for node in ast.walk(value):
        if isinstance(node, NOT_A_NUMBER):
            return False
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in NOT_A_NUMBER_CALLS:
            return False
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            has_number = True
    return has_number


def value_text(value):
    """The text of a value as the page shows it: `math.radians(3.0)` is `3.0°`, a named tuple has no brackets."""
    text = ast.unparse(value)
    if isinstance(value, ast.Tuple):
        text = text.removeprefix("(").removesuffix(")").removesuffix(",")
    text = re.sub(r"math\.radians\(([-\d.]+)\)", r"\1°", text)
    text = re.sub(r"np\.array\((.*)\)$", r"\1", text)
    if len(text) > MAX_VALUE_TEXT:
        numbers = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
        numbers = [number for number in numbers if isinstance(number, int | float)]
        text = f"{len(numbers)} numbers, sum {sum(numbers):.6g}"
    return text.replace("|", "\\|")


def constants_of(source):
    """The module-level numeric constants of a source text: names (joined by commas) and the value's text."""
    constants = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign):
            targets, value = statement.targets, statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets, value = [statement.target], statement.value
        else:
            continue
        parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
        names = [part.id for part in parts if isinstance(part, ast.Name) and NAME.fullmatch(part.id)]
        if names and is_numeric(value):
            constants[", ".join(names)] = value_text(value)
    return constants


def constants_in_source(also_listed=()):
    """Constants of every module of `vision` and of others that the page lists, by the module's path."""
    paths = [*sorted((PACKAGE / "vision").rglob("*.py")), *(PACKAGE / module for module in also_listed)]
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in paths if path.exists()}
    constants = {module: constants_of(text) for module, text in texts.items()}
    return {module: values for module, values in constants.items() if values}


def rows_of_page(text):
    """Rows of the page by module: names -> (value, unit, kind, origin)."""
    modules, module = {}, ""
    for line in text.splitlines():
        if heading := re.fullmatch(r"### `([\w/.]+)`", line):
            module = heading[1]
            modules[module] = {}
        elif module and line.startswith("| `"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            modules[module][cells[0].replace("`", "")] = [cells[1].strip("`").strip(), *cells[2:]]
    return modules


ROWS = rows_of_page(PAGE.read_text("utf-8"))
SOURCE = constants_in_source(sorted(ROWS))


def row(names, value, cells=("unit", "kind", "where it comes from")):
    listed = ", ".join(f"`{name}`" for name in names.split(", "))
    return f"| {listed} | `{value}` | {' | '.join(cells)} |"


@pytest.mark.parametrize("module", sorted(SOURCE.keys() | ROWS.keys()))
def test_the_page_lists_the_constants_of_a_module_with_their_values(module):
    source, rows = SOURCE.get(module, {}), ROWS.get(module, {})
    problems = []
    for names, value in source.items():
        if names not in rows:
            problems.append(f"add:    {row(names, value)}")
        elif rows[names][0] != value:
            problems.append(
                f"change: {row(names, value, rows[names][1:])}\n        was `{rows[names][0]}`: is the origin true?"
            )
    problems += [f"remove: the row of {names}" for names in rows if names not in source]
    hint = f"docs/constants.md, section ### `{module}`:"
    assert not problems, "\n".join(
        [hint, *problems, f"(kinds: {', '.join(KINDS)}; their meaning is at the top of the page)"]
    )


@pytest.mark.parametrize("module", sorted(ROWS))
def test_every_row_has_a_kind_and_an_origin(module):
    for names, (_, _, kind, origin) in ROWS[module].items():
        assert kind in KINDS, f"docs/constants.md, {module}, {names}: kind is {kind!r}, expected one of {KINDS}"
        assert origin, f"docs/constants.md, {module}, {names}: say where the value comes from"


def cited_equations(text):
    """Numbers of the equations that a text cites as "eq. 3", "eq. 5-8", "eq. 17 to 17c", "eq. 1 and 2"."""
    flat = re.sub(r"\s*\n[ \t#]*", " ", text)
    return {number for run in EQUATIONS.findall(flat) for number in NUMBER.findall(run)}


EQUATIONS_OF_MODEL = set(re.findall(r"^ {4}.*?\((\d+[a-z]?)\)$", MODEL.read_text("utf-8"), re.MULTILINE))


def test_the_model_numbers_no_equation_twice():
    numbers = re.findall(r"^ {4}.*?\((\d+[a-z]?)\)$", MODEL.read_text("utf-8"), re.MULTILINE)
    assert sorted(numbers) == sorted(set(numbers))


@pytest.mark.parametrize("page", [PAGE, MODEL], ids=lambda path: path.name)
def test_equations_that_a_page_cites_exist(page):
    missing = cited_equations(page.read_text("utf-8")) - EQUATIONS_OF_MODEL
    assert not missing, f"{page.name} cites equations that measurement-model.md does not have: {sorted(missing)}"


def test_equations_that_the_code_cites_exist():
    for path in sorted(PACKAGE.rglob("*.py")):
        missing = cited_equations(path.read_text("utf-8")) - EQUATIONS_OF_MODEL
        assert not missing, f"{path.relative_to(ROOT)}: no equation {sorted(missing)} in docs/measurement-model.md"


def test_the_reader_of_constants_sees_what_a_source_holds():
    source = (
        "import math\n"
        "GAP_MM = 0.30\n"
        "TURN_RAD: float = math.radians(3.0)\n"
        "NEAR_MM, FAR_MM = 1.0, 2\n"
        "X, Y = range(2)\n"
        "NAME = 'tag'\n"
        "IS_ON = True\n"
        "lower = 3\n"
    )
    assert constants_of(source) == {"GAP_MM": "0.3", "TURN_RAD": "3.0°", "NEAR_MM, FAR_MM": "1.0, 2"}


def test_citations_are_read_in_every_form_that_is_used():
    assert cited_equations("see eq. 17 to\n17c and eq. (3), eqs. 5-8; eq. 11, 12.") == {
        "17",
        "17c",
        "3",
        "5",
        "8",
        "11",
        "12",
    }
