"""A picture of a case's scene from above: outlines, names, and the lines that its rulings measured."""

import cv2
import numpy as np

PX_PER_MM = 4.0
MARGIN_MM = 15.0
SEA, LAND, OUTLINE, WORDS = (92, 62, 30), (150, 190, 205), (235, 235, 235), (255, 255, 255)
FLEETS = ((90, 90, 235), (235, 200, 80), (110, 220, 110), (220, 120, 220))
VERDICTS = {"yes": (80, 220, 80), "no": (70, 70, 240), "too_close": (60, 200, 250)}


def draw_case(path, scene, rulings):
    corners = np.concatenate([placed.part_edges.reshape(-1, 2) for placed in scene.pieces])
    low, high = corners.min(axis=0) - MARGIN_MM, corners.max(axis=0) + MARGIN_MM
    width, height = np.maximum(np.ceil((high - low) * PX_PER_MM), 320).astype(int)
    image = np.full((height, width, 3), SEA, dtype=np.uint8)

    def px(point):
        x, y = (np.asarray(point) - low) * PX_PER_MM
        return round(float(x)), round(float(height - y))

    players = list(scene.ledger.players)
    for placed in scene.pieces:
        owner = scene.ledger.owners.get(placed.id)
        colour = FLEETS[players.index(owner) % len(FLEETS)] if owner in players else LAND
        cv2.fillPoly(image, [np.array([px(point) for point in placed.hull_points])], tuple(c // 2 for c in colour))
        for start, end in placed.part_edges:
            cv2.line(image, px(start), px(end), colour, 2, cv2.LINE_AA)
        if placed.bow is not None:
            cv2.polylines(image, [np.array([px(p) for p in placed.bow.exterior.coords])], True, OUTLINE, 1, cv2.LINE_AA)
        x, y = px((placed.pose.pose.x_mm, placed.pose.pose.y_mm))
        cv2.putText(image, placed.id, (x - 8, y - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, WORDS, 2, cv2.LINE_AA)
    for ruling in rulings:
        if ruling.witness is not None:
            colour = VERDICTS.get(ruling.verdict.value, OUTLINE)
            cv2.line(image, px(ruling.witness.start), px(ruling.witness.end), colour, 1, cv2.LINE_AA)
            if ruling.witness.stopped_at is not None:
                cv2.circle(image, px(ruling.witness.stopped_at), 5, colour, 2, cv2.LINE_AA)
    cv2.imwrite(str(path), image)
