"""The benchmark: `make bench`. Speed against peers, accuracy against the studio's truth, honesty by coverage."""

import os
import tempfile

os.environ.setdefault("TABLEASSIST_KEY_FOLDER", tempfile.mkdtemp(prefix="tableassist-keys-"))
"""Not the user's own."""
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
"""As the program itself sets them, before numpy and OpenCV are loaded. The peers scan in one thread anyway, as they are
set up."""
PROCESSES = int(os.environ.get("BENCH_PROCESSES", "2"))
"""That a part may measure with at a time."""
