"""Play pictures: ships docked, ramming and shooting at exact gaps, with the truth by shapely from the true outlines."""

import math
from dataclasses import dataclass

import numpy as np
import shapely

from bench.blender.shipyard import SetDown, TrueIsland, TrueShip
from bench.blender.stage import LEAN_RAD, Session

GAPS_MM = (0.0, 0.5, 1.5, 3.0)
RANGE_MARGINS_MM = (4.0, -4.0)
TOUCH_MM = 1.0
"""Pieces within this gap touch, as the rules of the program have it."""
REACH_MM = {"S": 57.5, "L": 83.8}
INSIDE_MM = (78.0, 837.0)
"""Where pieces stand: clear of the mat's tags."""
CELLS = tuple((x, y) for y in (215.0, 457.0, 700.0) for x in (190.0, 457.0, 725.0))
MIN_HULL_DISTANCE_MM = 12.0
MIN_PLATE_DISTANCE_MM = 27.0
"""Between the middles of two ships' flags, so that no plate runs into another."""


@dataclass(frozen=True)
class Question:
    rule: str
    subject: str
    target: str
    cannon: int | None
    gap_mm: float
    """What was aimed for: the gap, or the margin of a range."""
    distance_mm: float
    """What is true."""
    limit_mm: float

    def to_json(self) -> dict:
        return {**vars(self), "answer": "yes" if self.distance_mm <= self.limit_mm else "no"}


def bow_polygon(ship: TrueShip, at: SetDown) -> shapely.Polygon:
    zone = shapely.Polygon(ship.hull_mm).intersection(shapely.box(ship.bow_zone_x_mm, -99.0, 99.0, 99.0))
    return shapely.Polygon(at.place(np.asarray(zone.exterior.coords)))


def hull_polygon(ship: TrueShip | TrueIsland, at: SetDown) -> shapely.Polygon:
    outline = ship.hull_mm if isinstance(ship, TrueShip) else ship.outline_mm
    return shapely.Polygon(at.place(outline))


def target_parts(ship: TrueShip, at: SetDown) -> shapely.GeometryCollection:
    """What a shot may end on: hull, bowsprit, sails, as seen from above."""
    parts = [shapely.Polygon(at.place(ship.hull_mm))]
    if ship.bowsprit_mm:
        bow = ship.bow_mm
        parts.append(shapely.LineString(at.place(np.array([bow, (bow[0] + ship.bowsprit_mm, bow[1])]))))
    for mast in ship.masts:
        sail = mast.get("sail")
        if sail:
            angle = {"athwart": math.pi / 2, "fore-and-aft": 0.0, "diagonal": math.pi * 0.75}[sail["plane"]]
            along = np.array([math.cos(angle), math.sin(angle)]) * sail["width_mm"] / 2
            middle = np.array([mast["x_mm"], mast["y_mm"]])
            parts.append(shapely.LineString(at.place(np.array([middle - along, middle + along]))))
    return shapely.GeometryCollection(parts)


def gun(ship: TrueShip, at: SetDown, mast: int) -> shapely.Point:
    post = ship.masts[mast - 1]
    return shapely.Point(at.place(np.array([[post["x_mm"], post["y_mm"]]]))[0])


def range_mm(shooter: TrueShip, at: SetDown, mast: int, target: TrueShip, there: SetDown) -> float:
    return target_parts(target, there).distance(gun(shooter, at, mast))


def approach(place, distance_to, gap_mm: float, far_mm: float) -> SetDown | None:
    """Come in along a line until the distance is the gap: `place(d)` is the pose `d` from the goal."""
    wanted = max(gap_mm, 1e-9)
    if distance_to(place(far_mm)) <= wanted:
        return None
    low, high = None, far_mm
    for step in np.arange(far_mm, -60.0, -1.0):
        if distance_to(place(step)) <= wanted:
            low = step
            break
        high = step
    if low is None:
        return None
    for _ in range(50):
        middle = (low + high) / 2
        if distance_to(place(middle)) <= wanted:
            low = middle
        else:
            high = middle
    return place(high)


def lay_out(session: Session, number: int, rng: np.random.Generator) -> tuple[dict[str, SetDown], list[Question]]:
    """Islands in cells of the mat, a ship docked at each, rams upon ships, and free ships at the edge of range."""
    for _ in range(400):
        made = _try_layout(session, number, rng)
        if made is not None:
            return made
    raise RuntimeError("no layout found")


def _try_layout(session: Session, number: int, rng: np.random.Generator):
    poses: dict[str, SetDown] = {}
    questions: list[Question] = []
    cells = [np.array(cell) + rng.uniform(-22.0, 22.0, 2) for cell in rng.permutation(CELLS)]
    islands = list(session.islands)
    for name in islands:
        poses[name] = SetDown(*cells.pop(), rng.uniform(-math.pi, math.pi))
    ships = [str(name) for name in rng.permutation(list(session.ships))]
    turn = number * 3
    for name in islands:
        ship = _take(ships, lambda each, shore=name: _may_dock(session, each, shore))
        if ship is None:
            return None
        gap = GAPS_MM[turn % 4]
        turn += 1
        at = _dock(session, ship, name, poses, gap, rng)
        if at is None:
            return None
        poses[ship] = at
        distance = hull_polygon(session.ships[ship], at).distance(hull_polygon(session.islands[name], poses[name]))
        questions.append(Question("docking", ship, name, None, gap, distance, TOUCH_MM))
    docked = [question.subject for question in questions]
    for _ in range(min(2, len(ships))):
        rammer = ships.pop()
        gap = GAPS_MM[turn % 4]
        turn += 1
        for victim in rng.permutation(docked):
            if session.owners[rammer] != session.owners[victim]:
                at = _ram(session, rammer, str(victim), poses, gap, rng)
                if at is not None:
                    poses[rammer] = at
                    distance = hull_polygon(session.ships[rammer], at).distance(
                        hull_polygon(session.ships[victim], poses[victim])
                    )
                    questions.append(Question("ram", rammer, str(victim), None, gap, distance, TOUCH_MM))
                    docked.remove(victim)
                    break
        else:
            return None
    for k in range(min(2, len(ships))):
        shooter = ships.pop()
        made = _aim(session, shooter, poses, RANGE_MARGINS_MM[(number + k) % 2], rng)
        if made is None:
            return None
        poses[shooter] = made[0]
        questions.append(made[1])
    return poses, questions


def _take(ships: list[str], fits) -> str | None:
    for ship in ships:
        if fits(ship):
            ships.remove(ship)
            return ship
    return None


def _may_dock(session: Session, ship: str, island: str) -> bool:
    """Not at an opponent's home."""
    homes = {home: player["name"] for player in session.table.get("players", ()) for home in player.get("homes", ())}
    return homes.get(island, session.owners[ship]) == session.owners[ship]


def _lean(rng: np.random.Generator) -> tuple[float, float]:
    return tuple(rng.normal(0.0, LEAN_RAD, 2))


def _dock(session, ship_id, island_id, poses, gap, rng) -> SetDown | None:
    ship, shore = session.ships[ship_id], hull_polygon(session.islands[island_id], poses[island_id])
    return _meet(session, ship, shore, shore.centroid, poses, {island_id}, gap, rng, math.radians(35.0))


def _ram(session, ship_id, victim_id, poses, gap, rng) -> SetDown | None:
    ship, victim = session.ships[ship_id], session.ships[victim_id]
    hull = hull_polygon(victim, poses[victim_id])
    along = poses[victim_id].place(np.array([[rng.uniform(-0.25, 0.25) * np.ptp(victim.hull_mm[:, 0]), 0.0]]))[0]
    side = poses[victim_id].heading_rad + rng.choice((-1.0, 1.0)) * math.pi / 2
    return _meet(session, ship, hull, shapely.Point(along), poses, {victim_id}, gap, rng, math.radians(25.0), side)


def _meet(session, ship, still, goal, poses, partners, gap, rng, most_turn, from_side=None) -> SetDown | None:
    """Bring her bow up to `still`, and let nothing else be in the way."""
    for _ in range(12):
        side = rng.uniform(-math.pi, math.pi) if from_side is None else from_side + rng.uniform(-0.4, 0.4)
        away = np.array([math.cos(side), math.sin(side)])
        heading = math.remainder(side + math.pi + rng.uniform(-most_turn, most_turn), math.tau)
        lean, aim = _lean(rng), np.array([goal.x, goal.y])

        def place(distance, aim=aim, away=away, heading=heading, lean=lean):
            return SetDown(*(aim + distance * away), heading, lean)

        at = approach(place, lambda pose: hull_polygon(ship, pose).distance(still), gap, 160.0)
        if at is None or not _has_room(session, ship, at, poses, partners):
            continue
        nearest = shapely.shortest_line(hull_polygon(ship, at), still).coords[0]
        c, s = math.cos(at.heading_rad), math.sin(at.heading_rad)
        ahead = (nearest[0] - at.x_mm) * c + (nearest[1] - at.y_mm) * s
        if ahead >= ship.bow_zone_x_mm + 2.0:
            return at
    return None


def _has_room(session, ship, at, poses, partners) -> bool:
    """Whether she is on the mat and clear of all but those she is to meet: hull, flag, and plates on the mat."""
    hull = hull_polygon(ship, at)
    low_x, low_y, high_x, high_y = hull.bounds
    on_mat = min(low_x, low_y) >= INSIDE_MM[0] and max(high_x, high_y) <= INSIDE_MM[1]
    return on_mat and all(
        _clear(ship, at, session.ships.get(name) or session.islands[name], pose, hull, name in partners)
        for name, pose in poses.items()
    )


def _clear(ship, at, other, pose, hull, is_partner) -> bool:
    other_hull = hull_polygon(other, pose)
    plates = _flat_plates(ship, at)
    if not is_partner and hull.distance(other_hull) < MIN_HULL_DISTANCE_MM:
        return False
    if any(plate.distance(other_hull) < 1.0 for plate in plates):
        return False
    if isinstance(other, TrueIsland):
        return True
    flats = _flat_plates(other, pose)
    crowded = any(flat.distance(each) < 1.0 for flat in flats for each in (hull, *plates))
    apart = np.linalg.norm(_flag_place(other, pose) - _flag_place(ship, at))
    return not crowded and apart >= MIN_PLATE_DISTANCE_MM


def _flat_plates(ship: TrueShip, at: SetDown) -> list[shapely.Polygon]:
    return [shapely.Polygon(at.place(outline)) for outline in ship.flat_outlines()]


def _flag_place(ship: TrueShip, at: SetDown) -> np.ndarray:
    tag = ship.tags[0]
    return at.place(np.array([[tag.x_mm, tag.y_mm]]))[0]


def _aim(session, shooter_id, poses, margin, rng) -> tuple[SetDown, Question] | None:
    """Stand so that one gun is `margin` inside its reach of an enemy."""
    shooter = session.ships[shooter_id]
    enemies = [name for name in poses if name in session.ships and session.owners[name] != session.owners[shooter_id]]
    for _ in range(60):
        target_id = str(rng.choice(enemies))
        mast, reach = session.cannons[shooter_id][rng.integers(len(session.cannons[shooter_id]))]
        target, there = session.ships[target_id], poses[target_id]
        side, heading, lean = rng.uniform(-math.pi, math.pi), rng.uniform(-math.pi, math.pi), _lean(rng)
        away = np.array([math.cos(side), math.sin(side)])

        def place(distance, there=there, away=away, heading=heading, lean=lean):
            return SetDown(there.x_mm + distance * away[0], there.y_mm + distance * away[1], heading, lean)

        wanted = REACH_MM[reach] - margin
        at = approach(
            place, lambda pose, mast=mast, target=target, there=there: range_mm(shooter, pose, mast, target, there),
            wanted, 200.0,
        )  # fmt: skip
        if at is None or not _has_room(session, shooter, at, poses, ()):
            continue
        distance = range_mm(shooter, at, mast, target, there)
        return at, Question("range", shooter_id, target_id, mast, margin, distance, REACH_MM[reach])
    return None


def all_ranges(session: Session, poses: dict[str, SetDown]) -> list[dict]:
    """Every gun to every enemy nearer than 140 mm: no call about any of them may be wrong."""
    rows = []
    ships = [name for name in poses if name in session.ships]
    for one in ships:
        for two in ships:
            if session.owners[one] == session.owners[two]:
                continue
            for mast, reach in session.cannons[one]:
                distance = range_mm(session.ships[one], poses[one], mast, session.ships[two], poses[two])
                if distance < 140.0:
                    rows.append(
                        {"rule": "range", "subject": one, "target": two, "cannon": mast, "distance_mm": distance,
                         "limit_mm": REACH_MM[reach]}
                    )  # fmt: skip
    return rows


def all_gaps(session: Session, poses: dict[str, SetDown]) -> list[dict]:
    """Every hull to every other within 40 mm, at mat level and at deck level."""
    rows, names = [], list(poses)
    for place, one in enumerate(names):
        for two in names[place + 1 :]:
            first = session.ships.get(one) or session.islands[one]
            second = session.ships.get(two) or session.islands[two]
            gap = hull_polygon(first, poses[one]).distance(hull_polygon(second, poses[two]))
            if gap < 40.0:
                rows.append({"between": [one, two], "gap_mm": gap})
    return rows
