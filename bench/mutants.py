"""Mutation testing of the rule book: change one thing at random and see whether a test fails.

`python -m bench.mutants --count 400 --seed 1 --part 1/8` tries the first eighth of 400 mutants, prints each outcome and
writes bench/mutants.txt with the mutants that no test noticed. Outcomes are kept in build/ until a file of the rule
book or its tests changes, so that the parts add up to one report.

A first process runs all tests with a counter in every block of the rule book, which tells which test runs which block
and which blocks run already while the tests are imported. Then each mutant is a fork of one pytest process that has
imported and collected everything: the functions of its module get the mutant's code, caches are emptied, and only the
tests that run the changed block are run, up to the first that fails: first those that noticed another mutant of this
module, then the quickest. A change outside of functions (tables, defaults), or in a block that runs during the import,
is in force only from the import on: such a mutant is a new process, with the tests of its module first.

Tests are begun for a mutant until they have taken `--budget` seconds of processor time. A mutant that none of these
noticed counts as survived; `--budget 1000 --retry` tries the survivors again with all the tests that run their block.
"""

import argparse
import ast
import builtins
import functools
import gc
import hashlib
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from bench.mutant_operators import Mutant, list_mutants, mutated_tree

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tableassist" / "rulebook"
TESTS = "tests/rulebook"
REPORT = ROOT / "bench" / "mutants.txt"
EQUIVALENT = ROOT / "bench" / "mutants_equivalent.txt"
COVER = ROOT / "build" / "mutants-cover.json"
OUTCOMES = ROOT / "build" / "mutants-outcomes.json"
HIT = "__rulebook_block_runs__"
LEFT_OUT = {"test_call_trace.py", "test_same_answers.py"}
"""Tests about the source itself or of the seconds: no rule is proven by them alone."""
BUDGET_S = 25.0
LOOP_LIMIT_S = 10
"""Of one mutant on top of three times its budget: it may loop forever."""
MAX_MEMORY = 6 << 30
KILLED, SURVIVED = 1, 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose line in the report matches this pattern")
    parser.add_argument("--tests", default=TESTS, help="the tests that may notice a change")
    parser.add_argument("--part", default="1/1", help="which part of the mutants to try, such as 2/8")
    parser.add_argument("--budget", type=float, default=BUDGET_S, help="processor seconds of tests for one mutant")
    parser.add_argument("--retry", action="store_true", help="try kept survivors again")
    parser.add_argument("--fresh", action="store_true", help="forget the kept outcomes")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--record", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        sys.exit(_run_in_new_process(options.tests, options.budget))
    if options.record:
        sys.exit(_record_blocks(options.tests))
    pytest.main(_pytest_arguments(options.tests), plugins=[_Session(options)])


def _pytest_arguments(tests: str) -> list[str]:
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-window", "-m", "not long"]
    return [*quiet, *(f"--ignore-glob=*/{name}" for name in LEFT_OUT), tests]


def sample(count: int, seed: int, only: str = "", files: str = "*.py") -> list[Mutant]:
    """Draw mutants from all of the rule book, each as likely as any other."""
    every = [mutant for path in sorted(PACKAGE.rglob(files)) for mutant in list_mutants(_name(path), _source(path))]
    wanted = [mutant for mutant in every if re.search(only, str(mutant))]
    return random.Random(seed).sample(wanted, min(count, len(wanted)))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _source(path: Path) -> str:
    return path.read_text("utf-8")


class _Session:
    """Run mutants in place of the tests that pytest has collected."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _prepare()
        cover = _load_cover(self._options.tests)
        equivalent_keys = _equivalent_keys()
        kept = _Kept() if self._options.fresh else _load_kept(cover.stamp)
        trial = _Trial(session, cover, kept, self._options)
        mutants = sample(self._options.count, self._options.seed, self._options.only)
        chosen = _part(mutants, self._options.part)
        outcomes: dict[str, list[Mutant]] = {"killed": [], "survived": [], "equivalent": []}
        for number, mutant in enumerate(mutants, 1):
            used_before = _children_cpu_s()
            outcome = "equivalent" if mutant.key in equivalent_keys else kept.outcomes.get(str(mutant))
            is_open = outcome is None or (outcome == "survived" and self._options.retry)
            if is_open and mutant in chosen:
                outcome = kept.outcomes[str(mutant)] = trial.run(mutant)
                _save_kept(cover.stamp, kept)
            if outcome is None:
                continue
            outcomes[outcome].append(mutant)
            if mutant in chosen:
                print(f"{number:4} {outcome:10} {_children_cpu_s() - used_before:5.1f} s  {mutant}", flush=True)
        report = describe(outcomes, seed=self._options.seed)
        print(report)
        if not self._options.only and self._options.tests == TESTS:
            REPORT.write_text(report, "utf-8")
        return True


@dataclass(frozen=True)
class _Kept:
    """What earlier parts found, while the rule book and its tests stay the same."""

    outcomes: dict[str, str] = field(default_factory=dict)
    noticing: dict[str, list[str]] = field(default_factory=dict)
    """By module, the tests that noticed a mutant of it, the latest first."""


class _Trial:
    """Try mutants, each in a fork of this process or in a new one."""

    def __init__(self, session: pytest.Session, cover: "_Cover", kept: _Kept, options: argparse.Namespace) -> None:
        self._session = session
        self._cover = cover
        self._kept = kept
        self._options = options
        self._items = {item.nodeid: item for item in session.items}
        self._functions, self._caches = _find_functions_and_caches()

    def run(self, mutant: Mutant) -> str:
        if not mutant.function:
            return self._try_from_import_on(mutant, self._cover.tests_of_module(mutant.path))
        block = _block_of(mutant)
        tests = self._in_order(mutant, sorted(self._cover.covering.get(block, [])))
        if tests:
            is_noticed, test = _fork(lambda tell: self._judge(mutant, tests, tell), self._options.budget)
            if is_noticed:
                self._remember(mutant, test)
                return "killed"
        return self._try_from_import_on(mutant, tests) if block in self._cover.import_blocks else "survived"

    def _in_order(self, mutant: Mutant, tests: list[tuple[float, str]]) -> list[str]:
        names = [name for _, name in tests if name in self._items]
        first = [name for name in self._kept.noticing.get(mutant.path, []) if name in set(names)]
        return list(dict.fromkeys([*first, *names]))

    def _remember(self, mutant: Mutant, test: str) -> None:
        earlier = self._kept.noticing.setdefault(mutant.path, [])
        if test in earlier:
            earlier.remove(test)
        if test:
            earlier.insert(0, test)

    def _judge(self, mutant: Mutant, tests: list[str], tell: Callable[[str], object]) -> int:
        path = ROOT / mutant.path
        _put_code(self._functions[str(path)], compile(mutated_tree(_source(path), mutant.number), str(path), "exec"))
        for cached in self._caches:
            cached.cache_clear()
        return _run_items(self._session, [self._items[name] for name in tests], tell, self._options.budget)

    def _try_from_import_on(self, mutant: Mutant, tests: list[str]) -> str:
        chosen = json.dumps([mutant.path, mutant.number, tests])
        budget = str(self._options.budget)
        command = [sys.executable, "-m", "bench.mutants", "--tests", self._options.tests, "--budget", budget, "--one"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, input=chosen.encode())
        return "survived" if done.returncode == SURVIVED else "killed"


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _part(mutants: list[Mutant], part: str) -> list[Mutant]:
    number, parts = (int(text) for text in part.split("/"))
    return mutants[len(mutants) * (number - 1) // parts : len(mutants) * number // parts]


def _load_kept(stamp: str) -> _Kept:
    if not OUTCOMES.exists():
        return _Kept()
    kept = json.loads(OUTCOMES.read_text("utf-8"))
    return _Kept(kept["outcomes"], kept["noticing"]) if kept["stamp"] == stamp else _Kept(noticing=kept["noticing"])


def _save_kept(stamp: str, kept: _Kept) -> None:
    text = json.dumps({"stamp": stamp, "outcomes": kept.outcomes, "noticing": kept.noticing}, indent=1)
    OUTCOMES.write_text(text, "utf-8")


def _prepare() -> None:
    """Import what a session's fixtures import, and make every fork draw the same examples."""
    import hypothesis  # noqa: PLC0415

    import tableassist.setup.plan.forecast  # noqa: F401, PLC0415

    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")
    gc.collect()
    gc.freeze()


def describe(outcomes: dict[str, list[Mutant]], *, seed: int) -> str:
    killed, survived, same = (outcomes[name] for name in ("killed", "survived", "equivalent"))
    judged = len(killed) + len(survived)
    share = len(killed) / judged if judged else 1.0
    lines = [
        f"mutants of tableassist/rulebook: seed {seed}, {judged + len(same)} drawn",
        f"killed {len(killed)} of {judged} ({share:.1%}); {len(same)} more are equivalent ({EQUIVALENT.name})",
        *(f"survived: {mutant}" for mutant in survived),
        *(f"equivalent: {mutant}" for mutant in same),
        "killed by operator: "
        + ", ".join(f"{name} {count}" for name, count in sorted(Counter(each.operator for each in killed).items())),
    ]
    return "\n".join(lines) + "\n"


def _equivalent_keys() -> frozenset[str]:
    """Mutants that no test could notice, each with its reason after two blanks and a hash."""
    lines = _source(EQUIVALENT).splitlines() if EQUIVALENT.exists() else []
    return frozenset(line.split("  # ")[0].strip() for line in lines if line and not line.startswith("#"))


def _run_items(
    session: pytest.Session, items: list[pytest.Item], tell: Callable[[str], object], budget_s: float
) -> int:
    failures: list[str] = []

    class Watch:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failures.append(report.nodeid)

    session.config.pluginmanager.register(Watch())
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    session.config.pluginmanager.unregister(reporter)
    end_s = time.process_time() + budget_s
    for item, following in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures:
            tell(failures[0])
            return KILLED
        if time.process_time() > end_s:
            break
    return SURVIVED


def _fork(run: Callable[[Callable[[str], object]], int], budget_s: float) -> tuple[bool, str]:
    """Run in a fork within limits of time and memory; anything but a quiet end is a kill.

    Returns whether the mutant was noticed, and what the fork told: the test that noticed it.
    """
    reading_end, writing_end = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing_end)
        with os.fdopen(reading_end, "rb") as pipe:
            text = pipe.read().decode()
        _, status = os.waitpid(pid, 0)
        return status != SURVIVED, text
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    os.close(reading_end)
    seconds = round(3 * budget_s + LOOP_LIMIT_S)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    try:
        with os.fdopen(writing_end, "w", encoding="utf-8") as pipe:
            outcome = run(pipe.write)
        os._exit(outcome)
    except BaseException:
        os._exit(KILLED)


def _find_functions_and_caches() -> tuple[dict[str, list[FunctionType]], list[Any]]:
    """List the functions of the rule book by their file, and everything of the program that remembers results."""
    functions: dict[str, list[FunctionType]] = {}
    caches = []
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            functions.setdefault(thing.__code__.co_filename, []).append(thing)
        elif isinstance(thing, functools._lru_cache_wrapper) and str(thing.__module__).startswith("tableassist"):
            caches.append(thing)
    gc.freeze()
    return functions, caches


def _put_code(functions: list[FunctionType], module: CodeType) -> None:
    """Give every function of a module that is imported the code that the compiled module has for it."""
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _iter_codes(module)}
    for function in functions:
        key = function.__code__.co_qualname, function.__code__.co_firstlineno
        if key in codes:
            function.__code__ = codes[key]


def _iter_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _iter_codes(constant)


# Which test runs which block.


@dataclass(frozen=True)
class _Cover:
    """Which test runs which block of the rule book."""

    stamp: str
    covering: dict[str, list[tuple[float, str]]]
    """By block, the tests that run it with their seconds."""
    import_blocks: frozenset[str]

    def tests_of_module(self, path: str) -> list[str]:
        """Tests that run any block of a module, the quickest first."""
        runs = {run for block, tests in self.covering.items() if block.startswith(f"{path}:") for run in tests}
        return [name for _, name in sorted(runs)]


def _load_cover(tests: str) -> _Cover:
    """Read the record in build/; make it again if a file of the rule book or its tests has changed."""
    stamp = _stamp(tests)
    if not COVER.exists() or json.loads(COVER.read_text("utf-8"))["stamp"] != stamp:
        COVER.unlink(missing_ok=True)
        COVER.parent.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "bench.mutants", "--tests", tests, "--record"]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    if not COVER.exists():
        sys.exit("the run that records which test runs which block did not end")
    kept = json.loads(COVER.read_text("utf-8"))
    covering = {block: [(took, name) for took, name in runs] for block, runs in kept["covering"].items()}
    return _Cover(stamp, covering, frozenset(kept["import_blocks"]))


def _stamp(tests: str) -> str:
    digest = hashlib.sha256(tests.encode())
    for folder in (PACKAGE, ROOT / TESTS, ROOT / "tests" / "cases"):
        for path in sorted(folder.rglob("*.*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _record_blocks(tests: str) -> int:
    """Run all tests on a rule book with a counter in every block, and write the record."""
    running: set[str] = set()
    setattr(builtins, HIT, running.add)
    _load_as(lambda path: _counting_tree(path) if PACKAGE in path.parents else None)
    import_blocks: set[str] = set()
    covering: dict[str, list[tuple[float, str]]] = {}

    class Recorder:
        @pytest.hookimpl(wrapper=True)
        def pytest_runtestloop(self) -> Iterator[None]:
            import_blocks.update(running)
            return (yield)

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
            running.clear()
            started = time.process_time()
            result = yield
            took = round(time.process_time() - started, 4)
            for block in running:
                covering.setdefault(block, []).append((took, item.nodeid))
            return result

    stamp = _stamp(tests)
    pytest.main(_pytest_arguments(tests), plugins=[Recorder()])
    kept = {"stamp": stamp, "covering": covering, "import_blocks": sorted(import_blocks)}
    COVER.write_text(json.dumps(kept), "utf-8")
    return SURVIVED


def _load_as(tree_of: Callable[[Path], ast.Module | None]) -> None:
    """Import modules with another syntax tree in place of their own, wherever the function gives one."""
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        tree = tree_of(Path(loader.path))
        return usual(loader, fullname) if tree is None else compile(tree, loader.path, "exec")

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _counting_tree(path: Path) -> ast.Module:
    tree = ast.parse(_source(path))
    for node in ast.walk(tree):
        for part in ("body", "orelse", "finalbody"):
            block = getattr(node, part, None)
            if isinstance(block, list) and block and not isinstance(node, ast.Module | ast.ClassDef):
                call = ast.parse(f"{HIT}({_block_name(path, block)!r})").body[0]
                for inner in ast.walk(call):
                    ast.copy_location(inner, block[0])
                block.insert(0, call)
    return ast.fix_missing_locations(tree)


def _block_name(path: Path, block: list[ast.stmt]) -> str:
    return f"{_name(path)}:{block[0].lineno}"


def _block_of(mutant: Mutant) -> str:
    """Find the innermost block of statements that contains the change."""
    path = ROOT / mutant.path
    found = ""
    for node in ast.walk(ast.parse(_source(path))):  # parents come before their children
        for part in ("body", "orelse", "finalbody"):
            block = getattr(node, part, None)
            if not isinstance(block, list) or not block or isinstance(node, ast.Module | ast.ClassDef):
                continue
            if block[0].lineno <= mutant.line <= (block[-1].end_lineno or 0):
                found = _block_name(path, block)
    return found


# A mutant from the import on.


def _run_in_new_process(tests: str, budget_s: float) -> int:
    """Run the mutant and the tests that are named on standard input; the mutant is there from the import on."""
    name, number, first_tests = json.loads(sys.stdin.read())
    tree = mutated_tree(_source(ROOT / name), number)
    place = {nodeid: order for order, nodeid in enumerate(first_tests)}
    outcome = KILLED  # also if the tests cannot even be collected

    class Chosen:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            nonlocal outcome
            items = sorted(session.items, key=lambda item: place.get(item.nodeid, len(place)))
            outcome = _run_items(session, items, lambda _: None, budget_s) if not session.testsfailed else KILLED
            return True

    _load_as(lambda path: tree if path == ROOT / name else None)
    seconds = round(3 * budget_s + LOOP_LIMIT_S)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    pytest.main(_pytest_arguments(tests), plugins=[Chosen()])
    return outcome


if __name__ == "__main__":
    main()
