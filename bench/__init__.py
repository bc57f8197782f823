"""The benchmark: `make bench`. Speed against peers, accuracy against the studio's truth, honesty by coverage."""

import os
import tempfile

os.environ.setdefault("TABLEASSIST_KEY_FOLDER", tempfile.mkdtemp(prefix="tableassist-keys-"))
"""Not the user's own."""
