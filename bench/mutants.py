"""Mutation testing of the rule book: change one thing at random and see whether a test fails.

`python -m bench.mutants --count 60 --seed 1` prints each mutant that no test noticed and writes bench/mutants.txt.

One pytest process collects the rule book's tests. A fork of it runs them all once with a counter in every block of the
rule book, so that it is known which test runs which block. Then each mutant is a fork: the functions of its module get
the mutant's code in place, and only the tests that run the changed block are run, the quickest first, up to the first
that fails. A change outside of functions (tables, defaults) is in force only from the import on: such a mutant is a
new process with all tests. What survives is tried once more in a new process, because a result that was computed
before the fork may hide a change.
"""

import argparse
import ast
import builtins
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
from collections.abc import Iterator
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
CACHE = ROOT / "build" / "mutants-cover.json"
HIT = "__rulebook_block_runs__"
LEFT_OUT = {"test_call_trace.py", "test_same_answers.py"}
"""Tests about the source itself or of the seconds: no rule is proven by them alone."""
CPU_LIMIT_S = 60
"""Of one mutant on top of what its tests take: it may loop for ever."""
NEW_PROCESS_LIMIT_S = 600
RECORDING_LIMIT_S = 1200.0
MAX_MEMORY = 6 << 30
KILLED, SURVIVED = 1, 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose line in the report matches this pattern")
    parser.add_argument("--tests", default=TESTS, help="the tests that may notice a change")
    parser.add_argument("--one", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        sys.exit(_run_in_new_process(options.one, options.tests))
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
        covering = _covering_tests(session, self._options.tests)
        known = _equivalent_keys()
        outcomes: dict[str, list[Mutant]] = {"killed": [], "survived": [], "equivalent": []}
        for number, mutant in enumerate(sample(self._options.count, self._options.seed, self._options.only), 1):
            started = time.monotonic()
            outcome = "equivalent" if mutant.key in known else self._try(session, mutant, covering)
            outcomes[outcome].append(mutant)
            print(f"{number:4} {outcome:10} {time.monotonic() - started:5.1f} s  {mutant}", flush=True)
        report = describe(outcomes, seed=self._options.seed)
        print(report)
        if not self._options.only and self._options.tests == TESTS:
            REPORT.write_text(report, "utf-8")
        return True

    def _try(self, session: pytest.Session, mutant: Mutant, covering: dict[str, list[tuple[float, str]]]) -> str:
        tests = sorted(covering.get(_block_of(mutant), [])) if mutant.function else []
        if mutant.function and not tests:
            return "survived"
        if tests and _fork(lambda: _judge(session, mutant, tests), sum(took for took, _ in tests)) == KILLED:
            return "killed"
        chosen = json.dumps([mutant.path, mutant.number, [name for _, name in tests]])
        command = [sys.executable, "-m", "bench.mutants", "--tests", self._options.tests, "--one", "-"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, input=chosen.encode())
        return "survived" if done.returncode == SURVIVED else "killed"


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


def _fork(run, usual_s: float) -> int:  # type: ignore[no-untyped-def]
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


def _iter_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _iter_codes(constant)


# Which test runs which block.


def _covering_tests(session: pytest.Session, tests: str) -> dict[str, list[tuple[float, str]]]:
    """By block, the tests that run it with their seconds; kept in build/ until a file of rules or tests changes."""
    stamp = _stamp(tests)
    if not CACHE.exists() or json.loads(CACHE.read_text("utf-8"))["stamp"] != stamp:
        CACHE.unlink(missing_ok=True)
        CACHE.parent.mkdir(exist_ok=True)
        _fork(lambda: _record_blocks(session, stamp), RECORDING_LIMIT_S)
    if not CACHE.exists():
        sys.exit("the run that records which test runs which block did not end")
    kept = json.loads(CACHE.read_text("utf-8"))["covering"]
    return {block: [(took, name) for took, name in runs] for block, runs in kept.items()}


def _stamp(tests: str) -> str:
    digest = hashlib.sha256(tests.encode())
    for folder in (PACKAGE, ROOT / TESTS, ROOT / "tests" / "cases"):
        for path in sorted(folder.rglob("*.*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _record_blocks(session: pytest.Session, stamp: str) -> int:
    running: set[str] = set()
    setattr(builtins, HIT, running.add)
    for path in sorted(PACKAGE.rglob("*.py")):
        _put_code(path, _counting_tree(path))
    covering: dict[str, list[tuple[float, str]]] = {}
    for item, following in zip(session.items, [*session.items[1:], None], strict=True):
        running.clear()
        started = time.process_time()
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        took = time.process_time() - started
        for block in running:
            covering.setdefault(block, []).append((round(took, 4), item.nodeid))
    CACHE.write_text(json.dumps({"stamp": stamp, "covering": covering}), "utf-8")
    return SURVIVED


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


def _run_in_new_process(chosen: str, tests: str) -> int:
    """Run the tests that are named on standard input, or all, on a mutant that is there from the import on."""
    name, number, wanted = json.loads(sys.stdin.read() if chosen == "-" else chosen)
    path = str(ROOT / name)
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if loader.path == path:
            return compile(mutated_tree(_source(Path(path)), number), path, "exec")
        return usual(loader, fullname)

    class OnlyWanted:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            if wanted:
                place = {nodeid: order for order, nodeid in enumerate(wanted)}
                items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    resource.setrlimit(resource.RLIMIT_CPU, (NEW_PROCESS_LIMIT_S, NEW_PROCESS_LIMIT_S + 5))
    return int(pytest.main(["-x", *_pytest_arguments(tests)], plugins=[OnlyWanted()]))


if __name__ == "__main__":
    main()
