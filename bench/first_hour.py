"""The first hour with a box of ships, by the real commands on path-traced pictures of the printed kit.

    python -m bench first_hour --renders DIR [--keep FOLDER] [--json FILE]

DIR has sets as `bench.blender.sets` makes them. For each, an empty folder gets `new`, `check`, `print kit`,
`calibrate`, `survey`, `scale`, `scan` (where islands are cardboard), `mount`, and a `judge` for every picture of play.
Counted are calls at each gap, wrong
calls as they were made (conditions do not excuse one), plus-minus, and how well outlines, mounts and distances keep
what they claim. The truth comes with the pictures; nothing of the program has a part in it.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import shapely

import tableassist
from tableassist.store.table import read_table

SCALE_LINE_MM = 100.0
"""The kit is rendered at true size, so this is what a ruler shows."""
PLUS_MINUS = 1.96
VERDICTS = ("yes", "no", "too_close", "not_seen", "no ruling")


@dataclass
class Call:
    """The answer to one question of one picture."""

    picture: str
    rule: str
    subject: str
    target: str
    cannon: int | None
    aimed_mm: float
    true_mm: float
    limit_mm: float
    verdict: str
    measured_mm: float | None = None
    sigma_mm: float | None = None
    conditions: int = 0

    @property
    def is_wrong(self) -> bool:
        return self.verdict == ("no" if self.true_mm <= self.limit_mm else "yes")


@dataclass
class Fit:
    """How far a fitted-out ship is from the truth, and what was claimed (one sigma)."""

    piece: str
    outline_sigma_mm: float = math.nan
    outline_rms_mm: float = math.nan
    """Of the outline's distance from the true one, after the best shift and turn."""
    outline_worst_mm: float = math.nan
    length_error_mm: float = math.nan
    width_error_mm: float = math.nan
    tags: list[dict] = field(default_factory=list)
    """Each tag's place relative to the bow tip: along, across, height, yaw, each error with its sigma."""


@dataclass
class Outcome:
    """What came of one set."""

    name: str
    kind: str
    steps: dict[str, dict] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    ranges: list[Call] = field(default_factory=list)
    """Every other range between enemies that has a truth."""
    fits: list[Fit] = field(default_factory=list)
    islands: list[Fit] = field(default_factory=list)
    warnings: Counter = field(default_factory=Counter)

    def to_json(self) -> dict:
        lists = {name: [asdict(row) for row in getattr(self, name)] for name in ("calls", "ranges", "fits", "islands")}
        return {"name": self.name, "kind": self.kind, "steps": self.steps, "warnings": dict(self.warnings), **lists}


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(prog="python -m bench first_hour", description=__doc__)
    asked.add_argument("--renders", type=Path, required=True)
    asked.add_argument("--keep", type=Path, help="work here and keep everything")
    asked.add_argument("--json", type=Path, help="write every call and fit")
    asked.add_argument("--only", action="append", default=[], help="the name of a set; may be repeated")
    asked.add_argument("--calibrated-by", help="the set whose pictures calibrate the camera; default: each its own")
    asked.add_argument("--true-lens", action="store_true", help="use the true lens instead of calibrating")
    options = asked.parse_args(words)
    folders = [options.renders] if (options.renders / "session.json").exists() else sorted(options.renders.iterdir())
    sets = [each for each in folders if (each / "session.json").exists()]
    sets = [each for each in sets if not options.only or each.name in options.only]
    outcomes = []
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sets:
            work = (options.keep or Path(scratch)) / folder.name
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            board = folder.parent / options.calibrated_by if options.calibrated_by else folder
            outcomes.append(run_set(folder, work, None if options.true_lens else board / "calibrate"))
            print("\n".join(describe(outcomes[-1])), flush=True)
    print("\n".join(summarise(outcomes)))
    if options.json:
        options.json.write_text(json.dumps([outcome.to_json() for outcome in outcomes], indent=1))
    return 0


def run_set(folder: Path, work: Path, board: Path | None) -> Outcome:
    """Go the whole way in `work`, an empty folder. Without pictures of the board the true lens is used; without
    pictures of the mat it is not surveyed."""
    truth = json.loads((folder / "session.json").read_text())
    outcome = Outcome(folder.name, truth["kind"])
    table = work / "table.toml"

    def step(name: str, *command: object) -> subprocess.CompletedProcess:
        begun = time.monotonic()
        done = run_command(*command, folder=work)
        words = (done.stdout + done.stderr).strip()
        seconds = round(time.monotonic() - begun, 1)
        outcome.steps[name] = {"exit": done.returncode, "seconds": seconds, "lines": words.count("\n") + 1}
        (work / f"{name}.txt").write_text(words)
        return done

    step("new", "new", "table.toml", *truth["new"])
    if _tag_sizes(table) != _tag_sizes(folder / "table.toml"):
        outcome.steps["new"]["note"] = "the kit has changed since the pictures were made: their table file is used"
        shutil.copy(folder / "table.toml", table)
    step("check", "check", "table.toml")
    step("print", "print", "kit", "--table", "table.toml", "--out", "kit.pdf")
    if board is None:
        write_true_lens(work / "camera.toml", truth["lens"])
        table.write_text(table.read_text().replace('camera = "typical"', 'camera = "camera.toml"'))
    else:
        _pictures(board, work / "board")
        step("calibrate", "calibrate", "board", "--out", "camera.toml", "--table", "table.toml", "--use")
    if (folder / "survey").exists():
        _pictures(folder / "survey", work / "mat")
        step("survey", "survey", "mat", "--table", "table.toml", "--out", "mat.toml", "--use")
    step("scale", "scale", "table.toml", "--line", SCALE_LINE_MM)
    if (folder / "scan").exists():
        _pictures(folder / "scan", work / "scan")
        step("scan", "scan", "scan", "--table", "table.toml", "--islands", "--update")
    _pictures(folder / "jig", work / "jig")
    step("mount", "mount", "--source", "jig", "--table", "table.toml")
    outcome.fits = [measure_fit(piece, truth) for piece in read_table(table).pieces if piece.id in truth["ships"]]
    outcome.islands = [measure_fit(piece, truth) for piece in read_table(table).pieces if piece.id in truth["islands"]]
    for picture in sorted((folder / "play").glob("*.jpg")):
        done = run_command("judge", picture, "--table", "table.toml", "--json", folder=work)
        (work / f"judge-{picture.stem}.json").write_text(done.stdout)
        if done.returncode not in (0, 1) or not done.stdout.strip():
            outcome.warnings[done.stderr.strip()[:200]] += 1
            continue
        add_calls(outcome, picture, json.loads(done.stdout))
    return outcome


def run_command(*words: object, folder: Path) -> subprocess.CompletedProcess:
    """Run the program as a user does, in `folder`."""
    here = Path(tableassist.__file__).resolve().parents[1]
    environment = {**os.environ, "PYTHONPATH": str(here), "COLUMNS": "160", "TABLEASSIST_LANG": "en"}
    command = [sys.executable, "-m", "tableassist", *map(str, words)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=900
    )


def write_true_lens(path: Path, lens: dict) -> None:
    (fx, _, cx), (_, fy, cy), _ = lens["matrix"]
    width, height = lens["size_px"]
    values = {"width_px": width, "height_px": height, "fx": fx, "fy": fy, "cx": cx, "cy": cy}
    values |= dict(zip(("k1", "k2", "p1", "p2"), lens["distortion_k1_k2_p1_p2"], strict=True))
    lines = ["format = 1", 'camera = "as built"', *(f"{name} = {value}" for name, value in values.items())]
    path.write_text("\n".join(lines) + "\n")


def _pictures(source: Path, target: Path) -> None:
    """Pictures alone, without the truth beside them."""
    target.mkdir()
    for picture in sorted(source.glob("*.jpg")):
        shutil.copy(picture, target)


def _tag_sizes(table: Path) -> dict[tuple[str, int], float]:
    return {(piece.id, tag.tag): tag.size_mm for piece in read_table(table).pieces for tag in piece.mounts}


def add_calls(outcome: Outcome, picture: Path, judged: dict) -> None:
    truth = json.loads(picture.with_suffix(".json").read_text())
    rulings = {(row["rule"], row["subject"], row["target"], row["cannon"]): row for row in judged["rulings"]}
    asked = {(q["rule"], q["subject"], q["target"], q["cannon"]) for q in truth["questions"]}
    for question in truth["questions"]:
        outcome.calls.append(_call(picture.stem, question, rulings, question["gap_mm"]))
    for row in truth["ranges"]:
        if (row["rule"], row["subject"], row["target"], row["cannon"]) not in asked:
            outcome.ranges.append(_call(picture.stem, row, rulings, math.nan))
    outcome.warnings.update(judged["warnings"])


def _call(picture: str, asked: dict, rulings: dict, aimed_mm: float) -> Call:
    about = (asked["rule"], asked["subject"], asked["target"], asked["cannon"])
    row = rulings.get(about)
    call = Call(picture, *about, aimed_mm, asked["distance_mm"], asked["limit_mm"], "no ruling")
    if row is not None:
        call.verdict, call.measured_mm, call.sigma_mm = row["verdict"], row["measured_mm"], row["sigma_mm"]
        call.conditions = len(row["conditions"])
    return call


def measure_fit(piece, truth: dict) -> Fit:
    """Hold a piece of the table file against the true one, both seen from the bow (ships) or from the frame's origin
    (islands), since that is what tags and outline are measured from."""
    fit = Fit(piece.id, outline_sigma_mm=piece.model.sigma_mm)
    true = (truth["ships"] if piece.id in truth["ships"] else truth["islands"])[piece.id]
    hull, true_hull = np.array(piece.model.hull), np.array(true["hull_mm"])
    is_ship = piece.id in truth["ships"]
    bow = np.array([hull[:, 0].max(), 0.0]) if is_ship else np.zeros(2)
    true_bow = np.array(true["bow_mm"]) if is_ship else np.zeros(2)
    distances, turn = outline_distances(hull - bow, true_hull - true_bow)
    c, s = math.cos(turn), math.sin(turn)
    fit.length_error_mm, fit.width_error_mm = (
        float(np.ptp(along) - np.ptp(true_along))
        for along, true_along in zip((hull @ np.array([[c, -s], [s, c]])).T, true_hull.T, strict=True)
    )
    fit.outline_rms_mm, fit.outline_worst_mm = float(np.sqrt((distances**2).mean())), float(np.abs(distances).max())
    measured = {mount.tag: mount for mount in piece.mounts}
    for tag in true["tags"]:
        mount = measured.get(tag["tag"])
        if mount is None:
            continue
        error = np.array([mount.x_mm, mount.y_mm]) - bow - (np.array([tag["x_mm"], tag["y_mm"]]) - true_bow)
        turn = math.degrees(math.remainder(mount.yaw_rad - tag["yaw_rad"], math.tau))
        fit.tags.append(
            {
                "tag": tag["tag"],
                "mount": tag["mount"],
                "along_mm": float(error[0]),
                "across_mm": float(error[1]),
                "sigma_xy_mm": mount.sigma_xy_mm,
                "height_mm": mount.z_mm - tag["z_mm"],
                "sigma_z_mm": mount.sigma_z_mm,
                "yaw_deg": turn,
                "sigma_yaw_deg": math.degrees(mount.sigma_yaw_rad),
                "arm_mm": float(abs(tag["x_mm"] - true_bow[0])),
            }
        )
    return fit


def outline_distances(outline: np.ndarray, true: np.ndarray) -> tuple[np.ndarray, float]:
    """Signed distances of the true outline's points from the measured one, above zero outside, every millimetre, after
    the shift and turn that fit best: where the frame is on the hull is the mounts' matter. Also that turn."""
    ring = shapely.LinearRing(true)
    points = np.array([ring.interpolate(at).coords[0] for at in np.arange(0.0, ring.length, 1.0)])
    moved, turn = points, 0.0
    for _ in range(15):
        signed, normals = _signed(outline, moved)
        arms = moved - moved.mean(axis=0)
        design = np.column_stack([normals, normals[:, 1] * arms[:, 0] - normals[:, 0] * arms[:, 1]])
        step, *_ = np.linalg.lstsq(design, -signed, rcond=None)
        turn += float(step[2])
        c, s = math.cos(step[2]), math.sin(step[2])
        moved = arms @ np.array([[c, s], [-s, c]]) + moved.mean(axis=0) + step[:2]
    return _signed(outline, moved)[0], turn


def _signed(outline: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    polygon = shapely.Polygon(outline)
    feet = shapely.get_coordinates(shapely.shortest_line(polygon.exterior, shapely.points(points))).reshape(-1, 2, 2)[
        :, 0
    ]
    outside = ~shapely.contains_xy(polygon, points[:, 0], points[:, 1])
    offsets = points - feet
    lengths = np.linalg.norm(offsets, axis=1)
    signs = np.where(outside, 1.0, -1.0)
    normals = offsets / np.maximum(lengths, 1e-9)[:, None] * signs[:, None]
    return lengths * signs, normals


def describe(outcome: Outcome) -> list[str]:
    """The figures of one set, for a reader."""
    lines = [f"{outcome.name} ({outcome.kind})"]
    for name, step in outcome.steps.items():
        note = f"; {step['note']}" if "note" in step else ""
        lines.append(f"  {name:<10} exit {step['exit']}  {step['seconds']:>6} s  {step['lines']} lines{note}")
    lines += summarise_calls(outcome.calls)
    lines += _range_lines(outcome.ranges)
    lines += _fit_lines("ships", outcome.fits)
    lines += _fit_lines("islands", outcome.islands)
    lines += [f"  {count} x {words}" for words, count in outcome.warnings.most_common(6)]
    return lines


def summarise(outcomes: list[Outcome]) -> list[str]:
    lines = []
    for kind in sorted({outcome.kind for outcome in outcomes}):
        some = [outcome for outcome in outcomes if outcome.kind == kind]
        calls = [call for outcome in some for call in outcome.calls]
        ranges = [call for outcome in some for call in outcome.ranges]
        lines.append(f"=== {kind}: {len(some)} sets, {len(calls)} close questions, {len(ranges)} other ranges")
        lines += summarise_calls(calls) + _range_lines(ranges)
        lines += _fit_lines("ships", [fit for outcome in some for fit in outcome.fits])
        lines += _fit_lines("islands", [fit for outcome in some for fit in outcome.islands])
    return lines


def summarise_calls(calls: list[Call]) -> list[str]:
    groups = defaultdict(list)
    for call in calls:
        groups[call.rule, call.aimed_mm].append(call)
    lines = []
    for (rule, aimed), some in sorted(groups.items()):
        counts = Counter(call.verdict for call in some)
        shares = "  ".join(f"{verdict} {counts[verdict]}" for verdict in VERDICTS if counts[verdict])
        lines.append(
            f"  {rule:<8} {aimed:>5g} mm  n={len(some):<4} {shares:<40} ± {_plus_minus(some)}  {_errors(some)}"
        )
    wrong = [call for call in calls if call.is_wrong]
    lines.append(f"  wrong: {len(wrong)} of {len(calls)}")
    lines += [
        f"    {call.picture} {call.rule} {call.subject} > {call.target}: {call.verdict}, measured {call.measured_mm} "
        f"sigma {call.sigma_mm}, true {call.true_mm:.2f} limit {call.limit_mm:g}"
        for call in wrong
    ]
    return lines


def _range_lines(ranges: list[Call]) -> list[str]:
    wrong = [call for call in ranges if call.is_wrong]
    counts = Counter(call.verdict for call in ranges)
    shares = "  ".join(f"{verdict} {counts[verdict]}" for verdict in VERDICTS if counts[verdict])
    lines = [f"  other ranges n={len(ranges)}: {shares}; wrong {len(wrong)}; {_errors(ranges)}"]
    return lines + [
        f"    {call.picture} {call.subject} > {call.target} cannon {call.cannon}: {call.verdict}, measured "
        f"{call.measured_mm}, true {call.true_mm:.2f} limit {call.limit_mm:g}"
        for call in wrong
    ]


def _plus_minus(calls: list[Call]) -> str:
    sigmas = [call.sigma_mm for call in calls if call.sigma_mm is not None]
    return f"{PLUS_MINUS * float(np.median(sigmas)):.2f} (worst {PLUS_MINUS * max(sigmas):.2f})" if sigmas else "-"


def _errors(calls: list[Call]) -> str:
    """How far measured distances are from the truth, and how many lie within their plus-minus."""
    some = [call for call in calls if call.measured_mm is not None and call.sigma_mm]
    if not some:
        return ""
    errors = np.array([call.measured_mm - call.true_mm for call in some])
    z = errors / np.array([call.sigma_mm for call in some])
    inside = (np.abs(z) <= PLUS_MINUS).mean()
    words = f"error {errors.mean():+.2f}, rms {np.sqrt((errors**2).mean()):.2f}"
    return f"{words}; inside ± {inside:.0%}, worst {np.abs(z).max():.1f} sigma"


def _fit_lines(title: str, fits: list[Fit]) -> list[str]:
    if not fits:
        return []
    rms = np.array([fit.outline_rms_mm for fit in fits])
    sigma = np.array([fit.outline_sigma_mm for fit in fits])
    worst = np.array([fit.outline_worst_mm for fit in fits])
    lengths, widths = (np.array([getattr(fit, name) for fit in fits]) for name in ("length_error_mm", "width_error_mm"))
    lines = [
        f"  {title} n={len(fits)}: outlines {np.sqrt((rms**2).mean()):.2f} mm rms, claimed {np.median(sigma):.2f}; "
        f"largest {(worst / sigma).max():.1f} sigma; "
        f"length {lengths.mean():+.2f} rms {np.sqrt((lengths**2).mean()):.2f}, "
        f"width {widths.mean():+.2f} rms {np.sqrt((widths**2).mean()):.2f}"
    ]
    for mount in sorted({tag["mount"] for fit in fits for tag in fit.tags}):
        tags = [tag for fit in fits for tag in fit.tags if tag["mount"] == mount]
        parts = []
        for name, sigma_name in (
            ("along_mm", "sigma_xy_mm"), ("across_mm", "sigma_xy_mm"), ("height_mm", "sigma_z_mm"),
            ("yaw_deg", "sigma_yaw_deg"),
        ):  # fmt: skip
            errors = np.array([tag[name] for tag in tags])
            sigmas = np.array([_total_sigma(tag, name, sigma_name) for tag in tags])
            inside = (np.abs(errors) <= PLUS_MINUS * sigmas).mean()
            rms = np.sqrt((errors**2).mean())
            parts.append(
                f"{name} {errors.mean():+.2f} rms {rms:.2f} claimed {np.median(sigmas):.2f} inside {inside:.0%}"
            )
        lines.append(f"    {mount} n={len(tags)}: " + "; ".join(parts))
    return lines


def _total_sigma(tag: dict, name: str, sigma_name: str) -> float:
    """Across the keel, an error of the yaw about the bow moves the tag too."""
    swing = math.radians(tag["sigma_yaw_deg"]) * tag["arm_mm"] if name == "across_mm" else 0.0
    return math.hypot(tag[sigma_name], swing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
