#!/usr/bin/env python3
"""Look up pinned requirements, and the lower bounds of pyproject.toml, in an advisory database on the disk.

    packaging/audit.py --database all.zip requirements/*.txt pyproject.toml

The database is what https://osv.dev offers for PyPI: a zip of one JSON text for each advisory (or a folder of them).
Ends with 1 where a version is affected. Needs no network; `make audit` without a database asks pip-audit, which does.
"""

import argparse
import json
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
LOWER = (">=", "==", "~=")


@dataclass(frozen=True)
class Wanted:
    name: str
    version: Version
    where: str


@dataclass(frozen=True)
class Advisory:
    id: str
    fixed: tuple[str, ...]


def read_wanted(path: Path) -> Iterator[Wanted]:
    """Read the pins of a requirements file, or the lowest versions that a pyproject.toml allows."""
    if path.suffix != ".toml":
        for line in path.read_text(encoding="utf-8").splitlines():
            if pinned := PINNED.match(line):
                yield Wanted(canonicalize_name(pinned[1]), Version(pinned[2]), path.name)
        return
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    groups = {"dependencies": read["project"]["dependencies"], **read["project"].get("optional-dependencies", {})}
    for lines in (*groups.values(), *read.get("dependency-groups", {}).values()):
        for requirement in map(Requirement, lines):
            lowest = [Version(each.version) for each in requirement.specifier if each.operator in LOWER]
            if lowest:
                yield Wanted(canonicalize_name(requirement.name), max(lowest), f"lower bound in {path.name}")


def read_advisories(database: Path) -> Iterator[dict]:
    if database.is_dir():
        yield from (json.loads(path.read_bytes()) for path in sorted(database.glob("*.json")))
        return
    with zipfile.ZipFile(database) as archive:
        yield from (json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json"))


def find_affected(wanted: list[Wanted], advisories: Iterator[dict]) -> Iterator[tuple[Wanted, Advisory]]:
    by_name: dict[str, list[Wanted]] = {}
    for each in wanted:
        by_name.setdefault(each.name, []).append(each)
    for advisory in advisories:
        if advisory.get("withdrawn"):
            continue
        for affected in advisory.get("affected", ()):
            package = affected.get("package", {})
            if package.get("ecosystem") != "PyPI":
                continue
            for each in by_name.get(canonicalize_name(package.get("name", "")), ()):
                if is_affected(each.version, affected):
                    yield each, Advisory(advisory["id"], _fixed(affected))


def is_affected(version: Version, affected: dict) -> bool:
    """Whether the version is in its list, or in a range: each begins with `introduced` and ends before `fixed`."""
    if str(version) in affected.get("versions", ()):
        return True
    ranges = (each for each in affected.get("ranges", ()) if each.get("type") == "ECOSYSTEM")
    return any(_is_inside(version, each.get("events", ())) for each in ranges)


def _is_inside(version: Version, events: list[dict]) -> bool:
    inside = False
    for event in sorted(events, key=_event_version):
        ((kind, at),) = event.items()
        if kind == "introduced" and (at == "0" or version >= Version(at)):
            inside = True
        elif (kind == "fixed" and version >= Version(at)) or (kind == "last_affected" and version > Version(at)):
            inside = False
    return inside


def _event_version(event: dict) -> Version:
    ((_, at),) = event.items()
    try:
        return Version(at)
    except InvalidVersion:
        return Version("0")


def _fixed(affected: dict) -> tuple[str, ...]:
    events = (event for each in affected.get("ranges", ()) for event in each.get("events", ()))
    return tuple(event["fixed"] for event in events if "fixed" in event)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("files", type=Path, nargs="+")
    asked = parser.parse_args()
    wanted = [each for path in asked.files for each in read_wanted(path)]
    affected = list(find_affected(wanted, read_advisories(asked.database)))
    for each, advisory in affected:
        fixed = f", fixed in {', '.join(advisory.fixed)}" if advisory.fixed else ""
        print(f"{each.where}: {each.name} {each.version}: {advisory.id}{fixed}")
    print(f"{len(wanted)} versions looked up, {len(affected)} affected")
    return 1 if affected else 0


if __name__ == "__main__":
    sys.exit(main())
