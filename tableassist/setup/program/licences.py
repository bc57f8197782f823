"""What is shipped with tableassist, and under which licence each part stands, as the parts say it themselves."""

import re
import tomllib
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions, requires
from pathlib import Path

import tableassist
from tableassist.bundled import in_bundle

PROJECT = "tableassist"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"extra\s*==")
_TEXT = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
_CLASSIFIER = "License :: "
MOST_LETTERS = 70
"""Of a licence whose text stands where its name belongs."""


@dataclass(frozen=True, slots=True)
class PartLicence:
    name: str
    version: str
    licence: str
    """As an SPDX expression where the part has one; empty where it says nothing."""
    texts: tuple[str, ...]
    """Where its licences lie in full."""


def part_licences() -> tuple[PartLicence, ...]:
    """Of every package that is installed because tableassist, or a part of it, needs it; by name."""
    found: dict[str, PartLicence] = {}
    waiting = list(_own_requirements())
    while waiting:
        name = waiting.pop()
        if _plain(name) in found:
            continue
        try:
            part = distribution(name)
        except PackageNotFoundError:
            continue  # for another system, or an extra that nobody wanted
        found[_plain(name)] = _licence_of(part)
        waiting += _names(part.requires or ())
    return tuple(found[name] for name in sorted(found))


def _own_requirements() -> tuple[str, ...]:
    """Of the installed package, else of the source that we run from. Extras too: whoever installed one, has it. A
    bundle names none, and all that lies in it is shipped."""
    if in_bundle():
        return tuple(str(each.metadata["Name"]) for each in distributions() if each.metadata["Name"] != PROJECT)
    try:
        declared = requires(PROJECT) or []
    except PackageNotFoundError:
        project = tomllib.loads((Path(tableassist.__file__).parents[1] / "pyproject.toml").read_text("utf-8"))[
            "project"
        ]
        extras = project.get("optional-dependencies", {}).values()
        declared = [*project["dependencies"], *(each for extra in extras for each in extra)]
    return tuple(match[0] for each in declared if (match := _NAME.match(each)))


def _names(requirements: list[str] | tuple[str, ...]) -> list[str]:
    needed = (each for each in requirements if not _EXTRA.search(each))
    return [match[0] for each in needed if (match := _NAME.match(each))]


def _licence_of(part: Distribution) -> PartLicence:
    files = (each for each in part.files or () if _TEXT.search(each.name) and each.suffix != ".py")
    return PartLicence(str(part.metadata["Name"]), part.version, _said(part), tuple(sorted(map(str, files))))


def _said(part: Distribution) -> str:
    """Some put the whole text where the name belongs: their classifier says it shorter."""
    told = _field(part, "License")
    named = [each for each in part.metadata.get_all("Classifier") or () if each.startswith(_CLASSIFIER)]
    short = "" if "\n" in told or len(told) > MOST_LETTERS else told
    return _field(part, "License-Expression") or short or ", ".join(each.split(" :: ")[-1] for each in named)


def _field(part: Distribution, name: str) -> str:
    return str(next(iter(part.metadata.get_all(name) or ()), "")).strip()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
