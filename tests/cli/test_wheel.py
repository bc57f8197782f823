"""What `pip install .` gives, tried outside the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_models_calibration_the_manual_and_the_demo_table(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "models").glob("*.toml"):
        assert f"tableassist/data/models/{path.name}" in names
    for name in ("ships.csv", "crew.csv", "forts.csv", "misprints.toml"):
        assert f"tableassist/data/models/catalogue/{name}" in names
    for path in (ROOT / "calibration").glob("*.toml"):
        assert f"tableassist/data/calibration/{path.name}" in names
    for path in (ROOT / "docs").glob("*.md"):
        assert f"tableassist/data/docs/{path.name}" in names, "the manual in the window"
    for path in (ROOT / "desktop").iterdir():
        assert f"tableassist/data/desktop/{path.name}" in names
    assert "tableassist/studio/demo_table.toml" in names
    for path in (ROOT / "tableassist" / "data" / "samples").iterdir():
        assert f"tableassist/data/samples/{path.name}" in names
    for folder in ("store/page/templates", "web/static"):
        for path in (ROOT / "tableassist" / folder).iterdir():
            assert f"tableassist/{folder}/{path.name}" in names
    assert not any(name.startswith("tests/") or name.endswith((".mp4", ".gif")) for name in names)


def test_the_installed_command_runs_away_from_the_checkout(wheel, tmp_path):
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    done = subprocess.run(
        [sys.executable, "-c", "from tableassist.sources.table_source import demo_settings, find_stage;"
         "print(len(demo_settings(find_stage('demo')).pieces))"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "15", done.stderr
