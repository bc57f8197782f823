"""The card table in the studio: how often a ship's space or face is read wrong, and how often it is not sure.

A scene is a camera, a light and a strip laid by hand; its pictures are fresh rows. The truth is the studio's own table:
what is claimed must lie there, face and all; where it is not sure nothing is claimed.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from rich.table import Table

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.strip import STRIP_PIECES
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS
from tableassist.studio.cards.card_table import (
    STRIP_AT,
    CardTable,
    Laying,
    StagedStripPiece,
    card_camera,
    laid_cards,
    staged_table,
)
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedHand
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.tags.detector import TagDetector

SEED = 4021
SCENES, PICTURES = 5, 10
MOST_UNSURE = {
    "laid with care": 0.01,
    "crooked": 0.06,
    "dark": 0.05,
    "blurred": 0.05,
    "720p": 0.02,
    "fanned fame": 0.02,
}
"""Share of spaces, in pictures that nothing hides anything in."""


@dataclass(frozen=True)
class Row:
    name: str
    off_mm: float = 3.0
    turn_deg: float = 2.5
    off_deg: tuple[float, float] = (0.0, 30.0)
    brightness: tuple[float, float] = (0.8, 1.1)
    blur_px: tuple[float, float] = (0.5, 0.7)
    squeeze: tuple[float, float] = (1.0, 1.0)
    uneven: tuple[float, float] = (0.0, 0.0)
    fan_mm: float = 0.0
    height_px: int = 1080
    hands: bool = False
    held: bool = False
    """One ship is in a hand, above the row or pulled out of it."""


ROWS = (
    Row("laid with care"),
    Row("crooked", off_mm=6.0, turn_deg=9.0),
    Row("overlapping", off_mm=4.0, turn_deg=5.0, squeeze=(0.65, 0.95)),
    Row("pushed together here and there", off_mm=4.0, turn_deg=5.0, uneven=(0.2, 0.6)),
    Row("pushed together, with hands", off_mm=4.0, turn_deg=5.0, squeeze=(0.6, 1.0), uneven=(0.1, 0.4), hands=True),
    Row("hands in the row", off_mm=5.0, turn_deg=5.0, hands=True),
    Row("a ship in a hand", off_mm=4.0, turn_deg=4.0, held=True),
    Row("fanned fame", off_mm=4.0, turn_deg=3.0, fan_mm=16.5),
    Row("dark", brightness=(0.3, 0.5), off_mm=5.0, turn_deg=5.0),
    Row("blurred", blur_px=(1.0, 1.5), off_mm=5.0, turn_deg=5.0),
    Row("720p", height_px=720, off_mm=5.0, turn_deg=5.0),
)


@dataclass
class Count:
    pictures: int = 0
    spaces: int = 0
    wrong: int = 0
    unsure: int = 0
    places: int = 0
    places_wrong: int = 0
    places_unsure: int = 0
    fame: int = 0
    fame_seen: int = 0
    fame_made_up: int = 0
    whole_rows: int = 0

    def row(self):
        return {
            "pictures": self.pictures,
            "wrong": self.wrong,
            "not_sure_share": self.unsure / max(self.spaces, 1),
            "whole_rows_share": self.whole_rows / max(self.pictures, 1),
            "places_wrong": self.places_wrong,
            "places_not_sure_share": self.places_unsure / max(self.places, 1),
            "fame_cards": self.fame,
            "fame_seen_share": self.fame_seen / max(self.fame, 1),
            "fame_made_up": self.fame_made_up,
        }


class Scene:
    def __init__(self, row, rng):
        side = -90.0 if rng.random() < 0.75 else 90.0
        camera = card_camera(
            off_vertical_deg=rng.uniform(*row.off_deg),
            azimuth_deg=side + rng.uniform(-12.0, 12.0),
            roll_deg=rng.uniform(-3.0, 3.0),
            height_px=row.height_px,
        )
        look = Look(
            light_azimuth_deg=rng.uniform(0.0, 360.0),
            light_elevation_deg=rng.uniform(40.0, 75.0),
            brightness=rng.uniform(*row.brightness),
            blur_sigma_px=rng.uniform(*row.blur_px) * row.height_px / 1080.0,
        )
        at = PlanarPose(STRIP_AT.x_mm, STRIP_AT.y_mm + rng.uniform(-8.0, 8.0), rng.uniform(-0.02, 0.02))
        pieces = tuple(StagedStripPiece(piece, _nudged(at, rng)) for piece in STRIP_PIECES)
        self.laying = Laying(
            row.off_mm, math.radians(row.turn_deg), row.fan_mm, at, pieces, mixed_layers=True,
            squeeze=rng.uniform(*row.squeeze),
            uneven=rng.uniform(*row.uneven),
            upside_down=0.05,
        )  # fmt: skip
        self.studio, self.row = Studio(camera, look, samples=3), row
        lens = Lens(
            camera.width_px, camera.height_px, camera.fx, camera.fy, camera.cx, camera.cy, camera.dist,
            np.zeros((12, 12)),
        )  # fmt: skip
        self.lens = lens if rng.random() < 0.5 else typical_lens(camera.width_px, camera.height_px)

    def picture(self, table, rng):
        """The picture, and the ship that lies in no space of it."""
        laid, held = dict(laid_cards(table, rng, self.laying)), ""
        hands = ()
        if self.row.held:
            held, laid, hands = _held(table, laid, rng)
        if self.row.hands:
            hands = tuple(_hand(rng) for _ in range(rng.integers(1, 3)))
        staged = replace(staged_table(laid, self.laying), hands=hands)
        return self.studio.picture(staged, rng), held


def _nudged(at, rng):
    off_x, off_y = rng.normal(0.0, 0.7, 2)
    return PlanarPose(at.x_mm + off_x, at.y_mm + off_y, at.heading_rad)


def _hand(rng):
    return StagedHand(
        rng.uniform(90.0, 820.0), rng.uniform(200.0, 420.0), rng.uniform(-125.0, -55.0),
        height_mm=rng.uniform(20.0, 90.0), spread=bool(rng.random() < 0.5),
    )  # fmt: skip


def _held(table, laid, rng):
    """A ship pulled out of the row, or held above it anywhere, her face in sight."""
    ship = table.row[rng.integers(9)]
    card = laid[f"ship-{ship}"]
    if rng.random() < 0.4:
        card = replace(card, y_mm=card.y_mm - rng.uniform(60.0, 130.0))
    else:
        x = laid[f"ship-{table.row[rng.integers(9)]}"].x_mm
        tilt = rng.normal(0.0, 0.1, 2)
        z, y = rng.uniform(22.0, 90.0), card.y_mm + rng.uniform(-40.0, 20.0)
        card = replace(card, x_mm=x, y_mm=y, z_mm=z, roll_rad=tilt[0], pitch_rad=tilt[1])
    laid[f"ship-{ship}"] = card
    hand = StagedHand(card.x_mm, card.y_mm - 40.0, rng.uniform(-115.0, -65.0), height_mm=card.z_mm + 10.0)
    return ship, laid, (hand,)


def fresh_table(rng, *, fanned=False):
    pick = lambda cards, count: tuple(str(card) for card in rng.choice(cards, count, replace=False))  # noqa: E731
    ships = pick(SHIPS, 9)
    adventures, movements = pick(ADVENTURES, 5), pick(MOVEMENTS, 4)
    fame = tuple((ship, int(rng.integers(0, 6))) for ship in ships) if fanned else ()
    return CardTable(
        ships,
        frozenset(ship for ship in ships if rng.random() < 0.3),
        fame,
        adventures[0],
        adventures[1 : 1 + rng.integers(0, 4)],
        movements[:3] if rng.random() < 0.8 else (),
        movements[3] if rng.random() < 0.8 else None,
        adventures[4] if rng.random() < 0.8 else None,
        adventure_pile=bool(rng.random() < 0.9),
    )


def count_picture(seen, table, held, count):
    count.pictures += 1
    count.whole_rows += seen.row_is_sure
    for space in seen.spaces:
        count.spaces += 1
        ship = table.row[space.space - 1]
        if space.ship is None:
            count.unsure += 1
        elif space.ship != ship or space.ship == held or space.damaged != (ship in table.damaged):
            count.wrong += 1
    _count_places(seen, table, count)
    truth = dict(table.fame)
    count.fame += sum(truth.values())
    for ship, cards in seen.fame:
        count.fame_seen += min(cards, truth.get(ship, 0))
        count.fame_made_up += max(0, cards - truth.get(ship, 0))


def _count_places(seen, table, count):
    upcoming, opened = (*table.upcoming, None, None, None)[:3], (*table.open, None, None, None)[:3]
    claimed = (seen.active, *seen.upcoming, *seen.open, seen.movement_discard, seen.adventure_discard)
    lying = (table.active, *upcoming, *opened, table.movement_discard, table.adventure_discard)
    for claim, truth in zip(claimed, lying, strict=True):
        count.places += truth is not None
        if claim.card is None:
            count.places_unsure += truth is not None
        elif claim.card != truth:
            count.places_wrong += 1


def run_row(row, scenes, pictures, seed, on_wrong=None):
    count, detector = Count(), TagDetector(("36h11",))
    for number in range(scenes):
        rng = np.random.default_rng((seed, ROWS.index(row), number))
        scene = Scene(row, rng)
        for _ in range(pictures):
            table = fresh_table(rng, fanned=row.fan_mm > 0.0)
            image, held = scene.picture(table, rng)
            before = count.wrong + count.places_wrong + count.fame_made_up
            seen = read_cards(detector.detect(image), scene.lens)
            count_picture(seen, table, held, count)
            if on_wrong is not None and count.wrong + count.places_wrong + count.fame_made_up > before:
                on_wrong(row, image, table, held, seen)
    return count.row()


def run(console, quick, *, on_wrong=None):
    figures = {}
    for row in ROWS:
        figures[row.name] = run_row(row, *((1, 4) if quick else (SCENES, PICTURES)), SEED, on_wrong)
        console.print(row.name, figures[row.name])
    console.print(table_of(figures))
    return {"cards_seen": figures}


def table_of(figures):
    table = Table(title="the card table, by what the studio laid", title_justify="left")
    for column in ("row", "pictures", "wrong", "not sure %", "whole rows %", "other places wrong", "fame seen %"):
        table.add_column(column)
    for name, row in figures.items():
        shares = [f"{100 * row[key]:.1f}" for key in ("not_sure_share", "whole_rows_share")]
        fame = f"{100 * row['fame_seen_share']:.1f}" if row["fame_cards"] else ""
        table.add_row(name, str(row["pictures"]), str(row["wrong"]), *shares, str(row["places_wrong"]), fame)
    return table


def misses(figures):
    for name, row in figures.items():
        if row["wrong"] or row["places_wrong"] or row["fame_made_up"]:
            wrong = {key: row[key] for key in ("wrong", "places_wrong", "fame_made_up")}
            yield f"cards seen, {name}: {wrong}, asked none"
        if row["not_sure_share"] > MOST_UNSURE.get(name, 1.0):
            yield f"cards seen, {name}: {row['not_sure_share']:.3f} not sure, asked {MOST_UNSURE[name]}"
