"""Run by a test in its own process: what the real window says of a ship that nobody sees, of a camera that hangs, of
a picture that is mirrored, and of a ship in a player's hand. Prints the words.
"""

import json
import math
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from hands import lines, make_program, must, open_demo, photograph, wait
from loop_eye import LoopEye, sights
from PyQt6.QtWidgets import QApplication

from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging import table_faults
from tableassist.ui.shell.application import make_application
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

IN_HAND_S = np.arange(5.75, 9.5, 0.25)
"""Of the demo's game: a player moves the Harbinger."""
HELD_MM = 1.0
"""A ship that is higher above the mat is in a hand."""


class EditedEye(LoopEye):
    """The first picture again and again, with its sightings as `edit` makes them."""

    def __init__(self, edit):
        super().__init__(still=True)
        image, sightings = sights()[0]
        self._sight = image, tuple(edit(sightings))

    def take(self, timeout_s):
        seen = super().take(timeout_s)
        return None if seen is None else Sight(replace(seen.frame, image=self._sight[0]), self._sight[1])


class HangingEye(LoopEye):
    """One picture, and then none."""

    def take(self, timeout_s):
        if self._number < 5:
            return super().take(timeout_s)
        self.health = CaptureHealth(CaptureState.STALLED, "the camera has sent no picture for a second")
        time.sleep(min(0.05, timeout_s))
        return None


def in_fingers(ship):
    """Upright at rest; she leans by 8 degrees to starboard while she is held."""
    if ship.lift_mm < HELD_MM:
        return ship
    return table_faults.leaning(ship, lean_rad=math.radians(8.0), towards_rad=-math.pi / 2.0)


class FilmEye(LoopEye):
    """Pictures of the demo's game, a quarter of a second apart; the ship leans in the hand."""

    def __init__(self):
        super().__init__()
        stage = find_stage("demo")
        settings, studio = demo_settings(stage), Studio(stage.camera)
        game, detector = stage_game(settings), TagDetector(settings.tag_families)
        self.passed = 0
        tables = [table_faults.on_pieces(game.table_at(t_s), {"harbinger": in_fingers}) for t_s in IN_HAND_S]
        images = [studio.picture(table, np.random.default_rng(7)) for table in tables]
        self._film = [(image, detector.detect(image)) for image in images]

    def take(self, timeout_s):
        time.sleep(min(0.25, timeout_s))
        if self._closed or self._number >= len(self._film):
            return None
        image, found = self._film[self._number]
        self.health = CaptureHealth(CaptureState.SEEING)
        self._number += 1
        return Sight(Frame(image, time.monotonic_ns(), self._number, "studio"), found)


def pieces_tags(piece):
    settings = demo_settings(find_stage("demo"))
    return {mount.tag for each in settings.pieces if each.id == piece for mount in each.mounts}


def one_unseen(folder, application):
    hidden = pieces_tags("oxley")
    eye = partial(EditedEye, lambda found: [each for each in found if each.tag not in hidden])
    window = open_demo(make_program(folder / "unseen", eye))
    window.session.selection.choose("harbinger")
    must(lambda: any("not been seen" in line or "not measured" in line for line in lines(window)), "the unseen ship")
    found = lines(window)
    photograph(application, folder / "unseen.png")
    window.close()
    return found


def hanging(folder):
    window = open_demo(make_program(folder / "hanging", HangingEye))
    must(lambda: "no picture" in window.views.banner.text(), "the camera's fault")
    wait(lambda: window.session.moment.state.registration is None)
    QApplication.processEvents()
    found = window.views.banner.text().splitlines()
    window.close()
    return found


def mirrored(folder):
    """All tags of the mat are seen, and yet nothing can be measured."""
    mat = {tag.tag for tag in demo_settings(find_stage("demo")).mat.tags}
    seen = {each.tag for each in sights()[0][1]} & mat
    eye = partial(EditedEye, lambda found: [replace(each, mirrored=True) for each in found])
    window = open_demo(make_program(folder / "mirrored", eye))
    must(window.views.banner.isVisible, "a fault")
    found = {"told": window.views.banner.text().splitlines(), "seen": len(seen)}
    window.close()
    return found


def in_hand(folder):
    """All that the banner said while the ship was moved; and whether the chain itself had doubts about her."""
    window = open_demo(make_program(folder / "hand", FilmEye))
    said, doubts = set(), set()

    def over():
        said.update(window.views.banner.text().splitlines())
        doubts.update(str(each) for each in window.session.newest.state.warnings)
        return window.session.newest.frame.number >= len(IN_HAND_S)

    must(over, "the end of the film")
    window.close()
    return {"said": sorted(said), "doubts": sorted(doubts)}


def main(folder: Path) -> None:
    application = make_application()
    told = {
        "unseen": one_unseen(folder, application),
        "hanging": hanging(folder),
        "mirrored": mirrored(folder),
        "hand": in_hand(folder),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
