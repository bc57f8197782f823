"""Everything that is installed is pinned to the letter: product, extras, tests, bench, site and the bundles' tool."""

import re
import tomllib
from pathlib import Path

import pytest

from tableassist.setup.program import part_licences

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FILES = ("product", "extras", "test", "bench", "site", "bundle", "audit")
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(.*)$", re.MULTILINE)


def plain(name):
    return re.sub(r"[-_.]+", "-", re.match(r"[A-Za-z0-9._-]+", name)[0]).lower()


def pins(name):
    """Each package with its versions: there may be one for each system or Python."""
    found = {}
    for match in PIN.finditer((ROOT / "requirements" / f"{name}.txt").read_text("utf-8")):
        found.setdefault(plain(match[1]), set()).add(match[2])
    return found


def wanted(name):
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    if name in ("site", "bundle", "audit"):  # in an environment of its own, without the product
        return {plain(each) for each in groups[name]}
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    more = {"product": [], "extras": extras, "test": groups["test"], "bench": groups["bench"]}[name]
    return {plain(each) for each in (*project["dependencies"], *more)}


@pytest.mark.parametrize("name", FILES)
def test_all_that_pyproject_asks_for_is_pinned_and_hashed(name):
    assert wanted(name) - pins(name).keys() == set()
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    packages = re.split(PIN, text)[4::4]
    assert len(packages) == len(PIN.findall(text)) > 0
    assert all("--hash=sha256:" in each for each in packages)


def test_the_extras_are_the_product_with_more():
    product, extras = pins("product"), pins("extras")
    assert {name: versions for name, versions in product.items() if extras.get(name) != versions} == {}
    assert {"mcap", "lz4", "zstandard"} <= extras.keys() - product.keys()


def test_the_lock_is_made_by_one_command():
    recipe = re.search(r"^lock:.*?(?=^\S)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE | re.DOTALL)[0]
    assert set(re.findall(r"-o requirements/(\w+)\.txt", recipe)) == set(FILES)
    assert "--generate-hashes" in (ROOT / "Makefile").read_text("utf-8")


def test_the_licence_list_has_what_is_shipped_and_nothing_else():
    """As the lock says, which another program has worked out."""
    listed = {plain(part.name): part for part in part_licences()}
    assert listed.keys() - pins("extras").keys() == set()
    assert {plain(each) for each in PROJECT["project"]["dependencies"]} - listed.keys() == set()
    assert {"pillow", "pygments", "pyqt6-sip", "markupsafe"} <= listed.keys(), "also what a part of ours needs"
    assert "pytest" not in listed
    assert [name for name, part in listed.items() if not part.licence] == []
    assert listed["pyqt6"].licence == "GPL-3.0-only"
    assert "BSD" in listed["scipy"].licence
