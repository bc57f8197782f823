"""Draws the icons that installers and desktops want, as the window draws its own: `python packaging/make_icons.py`."""

import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
SIDE = 256


def main() -> None:
    from tableassist.ui import application_icon, make_application  # noqa: PLC0415

    make_application()
    icon, drawn = ROOT / "desktop" / "tableassist.png", application_icon().pixmap(SIDE, SIDE)
    if not drawn.save(str(icon)):
        raise SystemExit(f"{icon} could not be written")
    with Image.open(icon) as picture:
        picture.save(icon, optimize=True)
        picture.save(ROOT / "packaging" / "tableassist.ico", sizes=[(16, 16), (32, 32), (48, 48), (SIDE, SIDE)])
        picture.save(ROOT / "packaging" / "tableassist.icns")


if __name__ == "__main__":
    main()
