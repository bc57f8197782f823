"""`tableassist plan`: the plan as tables, as JSON, as a picture."""

import json
import sys
from pathlib import Path

from tableassist.cli.plan.json_output import plan_json
from tableassist.cli.plan.tables import print_plan
from tableassist.cli.terminal import tell
from tableassist.formats.io.picture_file import write_picture
from tableassist.messages import tr
from tableassist.services.table.planning import PlannedTable
from tableassist.vision.planning.picture import plan_picture


def show_plan(planned: PlannedTable, picture: Path | None, *, as_json: bool) -> None:
    if picture is not None:
        write_picture(picture, plan_picture(planned.plan))
    if as_json:
        sys.stdout.write(json.dumps(plan_json(planned.plan), indent=1, ensure_ascii=False) + "\n")
        return
    print_plan(planned.plan, planned.lens)
    if picture is not None:
        tell(tr("picture: {path}", path=picture))
