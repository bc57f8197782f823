"""How well the hull itself tells where it lies, and which of its masts stand: shares that can be told, and errors.

Two sorts of pictures: the path-traced ones of tests/data/staged, and the studio's own at three sizes, from above and
from 30 degrees, with a third of the masts off. Then the same pictures with something wrong: the pose that is handed in
is off by so much while the plate stays where it is seen, a tag is half a turn round, or the plate of another model
stands on the hull. The row "all looks" compares poses by tags alone with poses by tags and hulls, on the same pictures.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from bench import staging
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Piece, PieceKind
from tableassist.pipeline.hull_looks import hull_place
from tableassist.pipeline.piece_fit import HullSeen
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.look import look_at_hull, seen_appearance
from tableassist.vision.hull.masts import MastSeen, masts_seen
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import TagSighting
from tests.vision import staged_photos

FALSE_ALARM = 14.2
"""Squared sigmas over three numbers that one right pose in 380 exceeds by chance."""
MAX_RATIO = 1.05
"""Of the RMS by tags and hulls to that by tags alone, on ships that stand upright."""
CHI2_95_OF_TWO = 5.99
GONE_SHARE = 0.3
PICTURES = 6
"""Of each cell."""
CELLS = tuple((size, off_deg) for size in staging.SIZES for off_deg in (1.0, 30.0))
SLIPS = {
    "2 mm": (2.0, 0.0),
    "3 degrees": (0.0, 3.0),
    "5.7 mm": (5.7, 0.0),
    "12 mm": (12.0, 0.0),
}


@dataclass(frozen=True)
class Scene:
    image: Image
    registration: Registration
    pieces: tuple[Piece, ...]
    given: dict[str, PlanarPose]
    """By the tags."""
    true: dict[str, PlanarPose]
    standing: dict[str, tuple[int, ...]]
    sightings: tuple[TagSighting, ...] = ()

    @property
    def ships(self):
        return [piece for piece in self.pieces if piece.model.kind is PieceKind.SHIP and piece.id in self.given]

    def others(self, piece):
        return [(one, self.given[one.id], self.standing[one.id]) for one in self.pieces
                if one.id != piece.id and one.id in self.given]  # fmt: skip


def staged_scene(name):
    truth, image = staged_photos.truth_of(name), staged_photos.image_of(name)
    pieces = staged_photos.rigged_pieces_of(truth)
    true = {str(n): PlanarPose(each["x"], each["y"], each["yaw"]) for n, each in enumerate(truth["pieces"])}
    standing = {piece.id: tuple(range(1, len(piece.model.masts) + 1)) for piece in pieces}
    return _scene(image, staged_photos.mat_of(truth), staged_photos.lens_of(truth), pieces, true, standing)


def studio_scene(size, off_deg, seed, count=16):
    rng = np.random.default_rng(seed)
    view = staging.camera(size, off_deg, rng.uniform(-180, 180), rng.uniform(-5, 5))
    look = Look(light_azimuth_deg=rng.uniform(0, 360), light_elevation_deg=rng.uniform(40, 75))
    staged = []
    for each in staging.fleet(count, rng):
        exact = replace(each.piece, model=replace(each.piece.model, sigma_mm=0.0))
        masts = tuple(n for n in range(1, len(exact.model.masts) + 1) if rng.random() > GONE_SHARE)
        staged.append(replace(each, piece=exact, masts_standing=masts))
    image = Studio(view, look).picture(staging.table(staged), rng)
    pieces = tuple(each.piece for each in staged)
    true = {each.piece.id: each.pose for each in staged}
    standing = {each.piece.id: each.masts_standing for each in staged}
    return _scene(image, staging.mat_layout(), staging.lens_of(view), pieces, true, standing)


def _scene(image, mat, lens, pieces, true, standing):
    sightings = TagDetector(("36h11",)).detect(image)
    registration = register(sightings, mat, lens)
    given = {piece: found.pose for piece, found in localise(sightings, pieces, registration, 0).poses.items()}
    return Scene(image, registration, pieces, given, true, standing, sightings)


@dataclass(frozen=True)
class Answer:
    look: object
    error: np.ndarray
    """Of the offset."""

    @property
    def told(self):
        return self.look.cannot_tell is None

    @property
    def score(self):
        """Squared sigmas of the error, per number."""
        return float(self.error @ np.linalg.solve(self.look.covariance, self.error)) / 3

    @property
    def alarmed(self):
        return self.look.squared_sigmas > FALSE_ALARM or self.look.turned or not self.look.fits


def _answer(scene, piece, pose, standing, true, whose, kept=None):
    look = look_at_hull(scene.image, scene.registration, piece, pose, standing, scene.others(whose), kept)
    error = look.offset - np.array([true.x_mm - pose.x_mm, true.y_mm - pose.y_mm, 0.0])
    error[2] = math.remainder(look.offset[2] - true.heading_rad + pose.heading_rad, math.tau)
    return Answer(look, error)


def as_they_are(scene, kept=None):
    """`kept` holds appearances by piece."""
    return [
        _answer(scene, ship, scene.given[ship.id], scene.standing[ship.id], scene.true[ship.id], ship,
                (kept or {}).get(ship.id))
        for ship in scene.ships
    ]  # fmt: skip


def poses_with_looks(scene):
    """Poses by tags alone, those by tags and by what is seen of hulls, and pieces that are said to lean or to float."""
    looks = {ship.id: answer.look for ship, answer in zip(scene.ships, as_they_are(scene), strict=True)}
    seen = {
        ship: place
        for ship, look in looks.items()
        if (place := hull_place(HullSeen(look, scene.given[ship], scene.standing[ship], {}))) is not None
    }
    alone = localise(scene.sightings, scene.pieces, scene.registration, 0)
    both = localise(scene.sightings, scene.pieces, scene.registration, 0, hulls=seen, sizes=alone.sizes)
    return alone.poses, both.poses, set(both.sentences) - set(alone.sentences)


def look_summary(scenes):
    """How far places by all looks are off, beside those by tags alone: of ships that both have."""
    errors, inside, warned = {"tags": [], "all": []}, {"tags": [], "all": []}, 0
    for scene in scenes:
        alone, both, words = poses_with_looks(scene)
        warned += len(words)
        for ship in scene.ships:
            if ship.id not in alone or ship.id not in both:
                continue
            for name, pose in (("tags", alone[ship.id]), ("all", both[ship.id])):
                true = scene.true[ship.id]
                error = np.array([pose.pose.x_mm - true.x_mm, pose.pose.y_mm - true.y_mm])
                errors[name].append(error)
                inside[name].append(error @ np.linalg.solve(pose.covariance[:2, :2], error) < CHI2_95_OF_TWO)
    rms = {name: float(np.sqrt(np.mean(np.square(each)))) if each else None for name, each in errors.items()}
    return {
        "ships": len(errors["all"]),
        "tags_rms_mm": None if rms["tags"] is None else round(rms["tags"], 4),
        "all_rms_mm": None if rms["all"] is None else round(rms["all"], 4),
        "ratio": round(rms["all"] / rms["tags"], 3) if rms["tags"] else None,
        "tags_coverage": round(float(np.mean(inside["tags"])), 3) if inside["tags"] else None,
        "all_coverage": round(float(np.mean(inside["all"])), 3) if inside["all"] else None,
        "warned_by_looks": warned,
    }


def appearances(scene):
    """Of all ships whose colours can be told."""
    found = {
        ship.id: seen_appearance(
            scene.image, scene.registration, ship, scene.given[ship.id], scene.standing[ship.id], scene.others(ship)
        )
        for ship in scene.ships
    }
    return {ship: colours for ship, colours in found.items() if colours is not None}


def slipped(scene, mm, deg, rng):
    """The pose is off, the plate is seen where it is."""
    answers = []
    for ship in scene.ships:
        true, way = scene.true[ship.id], rng.uniform(-math.pi, math.pi)
        pose = PlanarPose(
            true.x_mm + mm * math.cos(way),
            true.y_mm + mm * math.sin(way),
            true.heading_rad + rng.choice((-1.0, 1.0)) * math.radians(deg),
        )
        answers.append(_answer(scene, _plate_kept(ship, true, pose), pose, scene.standing[ship.id], true, ship))
    return answers


def _plate_kept(ship, true, pose):
    mounts = []
    for mount in ship.mounts:
        at = np.array(true.place_one(mount.x_mm, mount.y_mm)) - (pose.x_mm, pose.y_mm)
        x, y = at @ pose.rotation
        yaw = mount.yaw_rad + true.heading_rad - pose.heading_rad
        mounts.append(replace(mount, x_mm=float(x), y_mm=float(y), yaw_rad=yaw))
    return replace(ship, mounts=tuple(mounts))


def turned_round(scene):
    """The tag is glued on half a turn round: all of the ship is thought to lie on its other side."""
    answers = []
    for ship in scene.ships:
        true, mount = scene.true[ship.id], ship.mounts[0]
        x, y = true.place_one(2 * mount.x_mm, 2 * mount.y_mm)
        pose = PlanarPose(x, y, true.heading_rad + math.pi)
        answers.append(_answer(scene, ship, pose, scene.standing[ship.id], true, ship))
    return answers


def swapped(scene, rng, kept=None):
    """The plate of a ship of another model stands on each."""
    answers = []
    for ship in scene.ships:
        others = [one for one in scene.ships if len(one.model.masts) != len(ship.model.masts)]
        if not others:
            continue
        other = others[rng.integers(len(others))]
        true, mount, its = scene.true[ship.id], ship.mounts[0], other.mounts[0]
        x, y = true.place_one(mount.x_mm - its.x_mm, mount.y_mm - its.y_mm)
        standing = tuple(range(1, len(other.model.masts) + 1))
        answers.append(_answer(scene, other, PlanarPose(x, y, true.heading_rad), standing, true, ship,
                               (kept or {}).get(other.id)))  # fmt: skip
    return answers


def masts_told(scene):
    """Pairs: whether it stands, and what is seen. Nobody has noted a mast that is off: the hull is looked at as if all
    stood, and the masts are looked for on it, as in play."""
    pairs = []
    for ship in scene.ships:
        pose, standing = scene.given[ship.id], scene.standing[ship.id]
        every = tuple(range(1, len(ship.model.masts) + 1))
        look = look_at_hull(scene.image, scene.registration, ship, pose, every, scene.others(ship))
        seen = masts_seen(scene.image, scene.registration, ship, pose, scene.others(ship), look)
        pairs += [(number in standing, what) for number, what in seen.items()]
    return pairs


def summary(answers):
    told = [answer for answer in answers if answer.told]
    errors = np.array([answer.error for answer in told]).reshape(-1, 3)
    sigmas = np.sqrt([np.diag(answer.look.covariance) for answer in told]).reshape(-1, 3)
    return {
        "pieces": len(answers),
        "told": round(len(told) / max(1, len(answers)), 3),
        "rms_mm": round(float(np.sqrt((errors[:, :2] ** 2).mean())), 3) if told else None,
        "rms_deg": round(math.degrees(np.sqrt((errors[:, 2] ** 2).mean())), 3) if told else None,
        "sigma_mm": round(float(np.median(sigmas[:, :2])), 3) if told else None,
        "chi_square": round(float(np.mean([answer.score for answer in told])), 3) if told else None,
        "beyond_3_sigma": round(float((np.abs(errors) > 3 * sigmas).any(axis=1).mean()), 4) if told else None,
        "alarms": round(sum(answer.alarmed for answer in answers) / max(1, len(answers)), 4),
        "size": round(float(np.mean([answer.look.size for answer in told])), 4) if told else None,
    }


def mast_summary(pairs):
    standing = [what for stands, what in pairs if stands]
    gone = [what for stands, what in pairs if not stands]
    wrong = standing.count(MastSeen.GONE) + gone.count(MastSeen.STANDS)
    told = sum(what is not MastSeen.CANNOT_TELL for _, what in pairs)
    return {
        "masts": len(pairs),
        "standing_told": round(1 - standing.count(MastSeen.CANNOT_TELL) / max(1, len(standing)), 3),
        "gone_told": round(1 - gone.count(MastSeen.CANNOT_TELL) / len(gone), 3) if gone else None,
        "wrong": wrong,
        "wrong_share": round(wrong / max(1, told), 4),
    }


def measure(scenes, seed=5):
    """All of the above for a pool of scenes."""
    rng = np.random.default_rng(seed)
    rows = {"as they are": summary([each for scene in scenes for each in as_they_are(scene)])}
    for name, (mm, deg) in SLIPS.items():
        rows[name] = summary([each for scene in scenes for each in slipped(scene, mm, deg, rng)])
    rows["half a turn"] = summary([each for scene in scenes for each in turned_round(scene)])
    rows["swapped"] = summary([each for scene in scenes for each in swapped(scene, rng)])
    kept = [appearances(scene) for scene in scenes]
    before = [*kept[-1:], *kept[:-1]]  # the same fleet, in another picture by another light, where there are several
    pairs = list(zip(scenes, before, strict=True))
    rows["colours"] = summary([each for scene, colours in pairs for each in as_they_are(scene, colours)])
    rows["swapped, colours"] = summary([each for scene, colours in pairs for each in swapped(scene, rng, colours)])
    masts = mast_summary([pair for scene in scenes for pair in masts_told(scene)])
    return {"looks": rows, "masts": masts, "all looks": look_summary(scenes)}


def run(quick=False, progress=None, pictures=PICTURES):
    """{pool: figures}; a studio pool has some pictures of 16 ships each."""
    pools = {}
    names = [staged_photos.LEANING, *staged_photos.UPRIGHT][: 2 if quick else None]
    for name in names:
        pools[f"staged {name}"] = measure([staged_scene(name)])
        _tell(progress, f"staged {name}", pools)
    for size, off_deg in CELLS[2:4] if quick else CELLS:
        name = f"studio {size} {off_deg:.0f} degrees"
        pools[name] = measure([studio_scene(size, off_deg, 9000 + n) for n in range(1 if quick else pictures)])
        _tell(progress, name, pools)
    return pools


def _tell(progress, name, pools):
    if progress is not None:
        progress(name, pools[name])


def misses(pools):
    out = []
    for name, figures in pools.items():
        if name != f"staged {staged_photos.LEANING}" and figures["looks"]["as they are"]["alarms"] > 0.003:
            out.append(f"hull {name}: {figures['looks']['as they are']['alarms']} false alarms, at most 0.003 asked")
        if figures["masts"]["wrong_share"] > 0.01:
            out.append(f"masts {name}: {figures['masts']['wrong_share']} wrong, at most 0.01 asked")
        ratio = figures["all looks"]["ratio"]
        if name != f"staged {staged_photos.LEANING}" and ratio is not None and ratio > MAX_RATIO:
            out.append(f"hull {name}: places by all looks are off {ratio} times as far, at most {MAX_RATIO} asked")
    return out


def lines(name, figures):
    rows = {**figures["looks"], "masts": figures["masts"], "all looks": figures["all looks"]}
    return "\n".join(
        f"{name:24} {row:16} " + "  ".join(f"{key} {value}" for key, value in values.items())
        for row, values in rows.items()
    )
