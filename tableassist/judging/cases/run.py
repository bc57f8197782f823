"""One case file, run."""

from dataclasses import dataclass
from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.judging.cases.difference import Difference
from tableassist.judging.cases.game_differences import game_differences, play_case
from tableassist.judging.cases.ruling_differences import ruling_differences
from tableassist.judging.cases.rulings import rulings_of
from tableassist.rulebook import GameState, Ruling
from tableassist.store.case import Case, read_case
from tableassist.store.files import bad_file


@dataclass(frozen=True, slots=True, eq=False)
class RunCase:
    path: Path
    case: Case
    rulings: tuple[Ruling, ...]
    differences: tuple[Difference, ...]
    game: GameState | None = None
    """As it is after the acts, where the case has a game."""

    @property
    def passed(self) -> bool:
        return not self.differences


def run_case(path: Path) -> RunCase:
    case = read_case(path)
    try:
        rulings = rulings_of(case) if case.poses else ()
    except BadFileError as problem:
        raise bad_file(path, problem.message) from None
    found = [*ruling_differences(rulings, case.expected)]
    if case.game is None:
        return RunCase(path, case, rulings, tuple(found))
    played = play_case(path, case, case.game, rulings)
    found += game_differences(path, case.game, played)
    return RunCase(path, case, rulings, tuple(found), played.states[-1])


def case_files(paths: list[Path]) -> list[Path]:
    """Of a folder, all case files in it and below."""
    return [each for path in paths for each in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]
