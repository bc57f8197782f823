"""Makes the golden pictures anew: python -m tests.ui.make_golden. Look at them before they are committed."""

import os
import sys
from pathlib import Path


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(Path(__file__).parent))
    import cv2
    from golden_pictures import FOLDER, NAMES, picture

    from tableassist.ui.shell.application import make_application

    application = make_application()
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        cv2.imwrite(str(FOLDER / f"{name}.png"), picture(name), [cv2.IMWRITE_PNG_COMPRESSION, 9])
        print(FOLDER / f"{name}.png")
    application.quit()


if __name__ == "__main__":
    main()
