"""Mutation testing of the rule book: change one thing at random and see whether a test fails.

`python -m bench.mutants --count 400 --seed 1 --part 1/8` tries the first eighth of 400 mutants, prints each outcome and
writes bench/mutants.txt with the mutants that no test noticed. Outcomes are kept in build/ until a file of the rule
book or its tests changes, so that the parts add up to one report.

A first process runs all tests with a counter in every block of the rule book, which tells which test runs which block
and which blocks run already while the tests are imported. Then each mutant is a fork of one pytest process that has
imported and collected everything: the functions of its module get the mutant's code, caches are emptied, and only the
tests that run the changed block are run, the quickest first, up to the first that fails. A change outside of functions
(tables, defaults), or in a block that runs during the import, is in force only from the import on: such a mutant is a
new process, with the tests of its module first.
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
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

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
CPU_LIMIT_S = 60
"""Of one mutant on top of what its tests take: it may loop for ever."""
NEW_PROCESS_LIMIT_S = 600
MAX_MEMORY = 6 << 30
KILLED, SURVIVED = 1, 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose line in the report matches this pattern")
    parser.add_argument("--tests", default=TESTS, help="the tests that may notice a change")
    parser.add_argument("--part", default="1/1", help="which part of the mutants to try, such as 2/8")
    parser.add_argument("--fresh", action="store_true", help="forget the kept outcomes")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--record", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        sys.exit(_run_in_new_process(options.tests))
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
        kept_outcomes = {} if self._options.fresh else _load_outcomes(cover.stamp)
        mutants = sample(self._options.count, self._options.seed, self._options.only)
        chosen = _part(mutants, self._options.part)
        outcomes: dict[str, list[Mutant]] = {"killed": [], "survived": [], "equivalent": []}
        for number, mutant in enumerate(mutants, 1):
            started = time.monotonic()
            if mutant.key in equivalent_keys:
                outcome = "equivalent"
            elif str(mutant) in kept_outcomes:
                outcome = kept_outcomes[str(mutant)]
            elif mutant in chosen:
                outcome = self._try(session, mutant, cover)
                kept_outcomes[str(mutant)] = outcome
                _save_outcomes(cover.stamp, kept_outcomes)
            else:
                continue
            outcomes[outcome].append(mutant)
            if mutant in chosen:
                print(f"{number:4} {outcome:10} {time.monotonic() - started:5.1f} s  {mutant}", flush=True)
        report = describe(outcomes, seed=self._options.seed)
        print(report)
        if not self._options.only and self._options.tests == TESTS:
            REPORT.write_text(report, "utf-8")
        return True

    def _try(self, session: pytest.Session, mutant: Mutant, cover: "_Cover") -> str:
        if not mutant.function:
            return self._try_from_import_on(mutant, cover.tests_of_module(mutant.path))
        block = _block_of(mutant)
        tests = sorted(cover.covering.get(block, []))
        if tests and _fork(lambda: _judge(session, mutant, tests), sum(took for took, _ in tests)) == KILLED:
            return "killed"
        if block in cover.import_blocks:
            return self._try_from_import_on(mutant, [name for _, name in tests])
        return "survived"

    def _try_from_import_on(self, mutant: Mutant, tests: list[str]) -> str:
        chosen = json.dumps([mutant.path, mutant.number, tests])
        command = [sys.executable, "-m", "bench.mutants", "--tests", self._options.tests, "--one"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, input=chosen.encode())
        return "survived" if done.returncode == SURVIVED else "killed"


def _part(mutants: list[Mutant], part: str) -> list[Mutant]:
    number, parts = (int(text) for text in part.split("/"))
    return mutants[len(mutants) * (number - 1) // parts : len(mutants) * number // parts]


def _load_outcomes(stamp: str) -> dict[str, str]:
    if not OUTCOMES.exists():
        return {}
    kept = json.loads(OUTCOMES.read_text("utf-8"))
    return dict(kept["outcomes"]) if kept["stamp"] == stamp else {}


def _save_outcomes(stamp: str, outcomes: dict[str, str]) -> None:
    OUTCOMES.write_text(json.dumps({"stamp": stamp, "outcomes": outcomes}, indent=1), "utf-8")


def _prepare() -> None:
    """Import what a session's fixtures import, and make every fork draw the same examples."""
    import hypothesis  # noqa: PLC0415

    import tableassist.services.table.forecast  # noqa: F401, PLC0415

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


def _judge(session: pytest.Session, mutant: Mutant, tests: list[tuple[float, str]]) -> int:
    path = ROOT / mutant.path
    _put_code(path, mutated_tree(_source(path), mutant.number))
    _clear_caches()
    items = {item.nodeid: item for item in session.items}
    return _run_items(session, [items[name] for _, name in tests if name in items])


def _run_items(session: pytest.Session, items: list[pytest.Item]) -> int:
    failures: list[str] = []

    class Watch:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failures.append(report.nodeid)

    session.config.pluginmanager.register(Watch())
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    session.config.pluginmanager.unregister(reporter)
    for item, following in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures:
            return KILLED
    return SURVIVED


def _fork(run: Callable[[], int], usual_s: float) -> int:
    """Run in a fork within limits of time and memory; anything but a quiet end is a kill."""
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        return SURVIVED if status == 0 else KILLED
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    seconds = round(3 * usual_s + CPU_LIMIT_S)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    try:
        os._exit(run())
    except BaseException:
        os._exit(KILLED)


def _put_code(path: Path, tree: ast.Module) -> None:
    """Give every function of a module that is imported the code that the tree has for it."""
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _iter_codes(compile(tree, str(path), "exec"))}
    gc.unfreeze()
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            key = function.__code__.co_qualname, function.__code__.co_firstlineno
            if key in codes:
                function.__code__ = codes[key]


def _clear_caches() -> None:
    """Forget every result that a function of the program computed before the fork with its proper code."""
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper) and str(cached.__module__).startswith("tableassist"):
            cached.cache_clear()


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
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and not isinstance(node, ast.Module | ast.ClassDef):
                call = ast.parse(f"{HIT}({_block_name(path, block)!r})").body[0]
                for part in ast.walk(call):
                    ast.copy_location(part, block[0])
                block.insert(0, call)
    return ast.fix_missing_locations(tree)


def _block_name(path: Path, block: list[ast.stmt]) -> str:
    return f"{_name(path)}:{block[0].lineno}"


def _block_of(mutant: Mutant) -> str:
    """Find the innermost block of statements that contains the change."""
    path = ROOT / mutant.path
    found = ""
    for node in ast.walk(ast.parse(_source(path))):  # parents come before their children
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if not isinstance(block, list) or not block or isinstance(node, ast.Module | ast.ClassDef):
                continue
            if block[0].lineno <= mutant.line <= (block[-1].end_lineno or 0):
                found = _block_name(path, block)
    return found


# A mutant from the import on.


def _run_in_new_process(tests: str) -> int:
    """Run the mutant and the tests that are named on standard input; the mutant is there from the import on."""
    name, number, first_tests = json.loads(sys.stdin.read())
    tree = mutated_tree(_source(ROOT / name), number)
    place = {nodeid: order for order, nodeid in enumerate(first_tests)}

    class InOrder:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            items.sort(key=lambda item: place.get(item.nodeid, len(place)))

    _load_as(lambda path: tree if path == ROOT / name else None)
    resource.setrlimit(resource.RLIMIT_CPU, (NEW_PROCESS_LIMIT_S, NEW_PROCESS_LIMIT_S + 5))
    return int(pytest.main(["-x", *_pytest_arguments(tests)], plugins=[InOrder()]))


if __name__ == "__main__":
    main()
