"""What a command does not need is not loaded for it: that is most of the time it takes."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_FOR_A_PICTURE = (
    "scipy",
    "av",
    "PyQt6",
    "tableassist.rulebook.cardgame",
    "tableassist.studio",
    "tableassist.sources.card_stage",
)


def test_judging_a_picture_loads_no_video_no_studio_and_no_card_game():
    code = "import json, sys, tableassist.cli.play.judge; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "tableassist.pipeline.step" in loaded
    assert [name for name in NOT_FOR_A_PICTURE if name in loaded] == []
