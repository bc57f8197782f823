"""What we depend on: advisories are found in a database on the disk, and bundles say what is in them."""

import json
import re
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AUDIT = ROOT / "packaging" / "audit.py"
PINS = "h11==0.14.0 \\\n    --hash=sha256:00\n    # via uvicorn\nJinja2==3.1.6 ; python_version > '3.10'\n"


def advisory(name, package, *events, **more):
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    return {"id": name, "affected": [{"package": {"ecosystem": "PyPI", "name": package}, "ranges": ranges}], **more}


@pytest.fixture
def looked_up(tmp_path):
    def look_up(*advisories, pins=PINS):
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
            for number, each in enumerate(advisories):
                archive.writestr(f"{number}.json", json.dumps(each))
        (tmp_path / "pins.txt").write_text(pins)
        command = [sys.executable, AUDIT, "--database", tmp_path / "all.zip", tmp_path / "pins.txt"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    return look_up


def test_an_affected_version_is_named_with_the_version_that_mends_it(looked_up):
    code, words = looked_up(advisory("PYSEC-1", "H11", {"introduced": "0"}, {"fixed": "0.16.0"}))
    assert code == 1
    assert "h11 0.14.0: PYSEC-1, fixed in 0.16.0" in words


def test_a_version_listed_by_itself_is_affected(looked_up):
    listed = {"id": "X", "affected": [{"package": {"ecosystem": "PyPI", "name": "h11"}, "versions": ["0.14.0"]}]}
    assert looked_up(listed)[0] == 1


@pytest.mark.parametrize(
    "harmless",
    [
        advisory("mended before", "jinja2", {"introduced": "0"}, {"fixed": "3.1.6"}),
        advisory("begins later", "h11", {"introduced": "0.15"}),
        advisory("ended", "h11", {"introduced": "0"}, {"last_affected": "0.13.9"}),
        advisory("withdrawn", "h11", {"introduced": "0"}, withdrawn="2026-01-01"),
        advisory("of another package", "h2", {"introduced": "0"}),
    ],
    ids=lambda each: each["id"],
)
def test_a_version_that_is_not_affected_is_not_named(looked_up, harmless):
    assert looked_up(harmless) == (0, "2 versions looked up, 0 affected\n")


def test_lower_bounds_exclude_versions_with_advisories_that_are_known_here():
    """By hand from the advisories: the first version without each."""
    mended = {"jinja2": "3.1.6", "starlette": "0.49.1", "cryptography": "46.0.5", "opencv-python-headless": "4.12"}
    wanted = {each.name: each.version for each in runpy.run_path(str(AUDIT))["read_wanted"](ROOT / "pyproject.toml")}
    for name, version in mended.items():
        assert wanted[name] >= type(wanted[name])(version), name


def test_every_lock_is_looked_up():
    pinned = {path.name: len(re.findall("(?m)^[A-Za-z0-9.-]+==", path.read_text())) for path in locks()}
    read = {path.name: len(list(runpy.run_path(str(AUDIT))["read_wanted"](path))) for path in locks()}
    assert pinned == read
    assert pinned["product.txt"] > 20


def locks():
    return sorted((ROOT / "requirements").glob("*.txt"))


def test_the_bill_of_materials_names_every_package_of_a_folder(tmp_path):
    for name, version in (("Some_Thing", "1.2"), ("other", "3.0")):
        info = tmp_path / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nLicense: MIT\n")
    out = tmp_path / "bill.json"
    command = [sys.executable, ROOT / "packaging" / "sbom.py", tmp_path, out, "--version", "0.1.0"]
    subprocess.run(command, check=True, capture_output=True)
    bill = json.loads(out.read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert [each["purl"] for each in bill["components"]] == ["pkg:pypi/other@3.0", "pkg:pypi/some-thing@1.2"]
    assert bill["components"][0]["licenses"] == [{"license": {"name": "MIT"}}]
    first = out.read_bytes()
    subprocess.run(command, check=True, capture_output=True)
    assert out.read_bytes() == first


def test_a_folder_without_packages_is_an_error(tmp_path):
    command = [sys.executable, ROOT / "packaging" / "sbom.py", tmp_path, tmp_path / "out.json", "--version", "1"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 2
