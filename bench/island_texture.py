"""Write printed islands as pictures for other renderers: `python -m bench.island_texture TABLE.toml OUT`.

For each printed piece of the table the page that `tableassist print islands` makes is rendered by pdfium and cut out
along the model's outline: ID.png (BGRA, transparent outside the cut) and ID.json with the outline, the tags, and where
the piece's origin lies in the picture. A pixel's place is x = (column + 0.5 - origin_px[0]) / px_per_mm and
y = (origin_px[1] - row - 0.5) / px_per_mm in the piece's frame.
"""

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np
import pypdfium2 as pdfium

from tableassist.printing.mat import print_islands
from tableassist.printing.paper import Paper
from tableassist.setup.plan.sample import sample_table
from tableassist.store.table import read_table

MM_PER_POINT = 25.4 / 72.0
RIM_MM = 1.0
"""Of transparent margin round the outline."""


def island_texture(piece, px_per_mm):
    """The printed piece as (BGRA picture, origin_px): cut out along its outline."""
    printed = print_islands([piece], Paper.A4)
    tag, mount = printed.tags[0], piece.mounts[0]
    x_mm, y_mm = tag.x_mm - mount.x_mm, tag.y_mm - mount.y_mm
    page = pdfium.PdfDocument(printed.pdf)[0]
    _, page_high = page.get_size()
    hull = np.array(piece.model.hull)
    low, high = hull.min(axis=0) - RIM_MM, hull.max(axis=0) + RIM_MM
    whole = page.render(scale=px_per_mm * MM_PER_POINT).to_numpy()[..., :3]
    # pdfium stretches the page to whole pixels, by less than one over the page.
    scale = np.array([whole.shape[1], whole.shape[0]]) / (np.array(page.get_size()) * MM_PER_POINT)
    origin = x_mm * scale[0], (page_high * MM_PER_POINT - y_mm) * scale[1]
    left, top = math.floor(origin[0] + low[0] * scale[0]), math.floor(origin[1] - high[1] * scale[1])
    right, bottom = math.ceil(origin[0] + high[0] * scale[0]), math.ceil(origin[1] - low[1] * scale[1])
    picture = whole[top:bottom, left:right]
    origin_px = origin[0] - left, origin[1] - top
    corners = np.column_stack([origin_px[0] + hull[:, 0] * scale[0], origin_px[1] - hull[:, 1] * scale[1]]) - 0.5
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(corners * 256).astype(np.int32)], 255, cv2.LINE_AA, shift=8)
    return np.dstack([picture, mask]), origin_px


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("table", help="a table file, or 'sample'")
    words.add_argument("out", type=Path)
    words.add_argument("--px-per-mm", type=float, default=12.0)
    told = words.parse_args()
    table = sample_table() if told.table == "sample" else Path(told.table)
    told.out.mkdir(parents=True, exist_ok=True)
    for piece in read_table(table, to_print=True).pieces:
        if not piece.is_printed:
            continue
        picture, origin_px = island_texture(piece, told.px_per_mm)
        cv2.imwrite(str(told.out / f"{piece.id}.png"), picture)
        facts = {
            "id": piece.id,
            "model": piece.model.name,
            "px_per_mm": told.px_per_mm,
            "origin_px": origin_px,
            "height_mm": piece.model.height_mm,
            "outline_mm": piece.model.hull,
            "tags": [
                {
                    "tag": m.tag,
                    "family": m.family,
                    "size_mm": m.size_mm,
                    "x_mm": m.x_mm,
                    "y_mm": m.y_mm,
                    "yaw_rad": m.yaw_rad,
                }
                for m in piece.mounts
            ],
        }
        (told.out / f"{piece.id}.json").write_text(json.dumps(facts, indent=1))
        print(f"{piece.id}: {picture.shape[1]} x {picture.shape[0]} px")


if __name__ == "__main__":
    main()
