"""What the first run takes from the commands: a new table as `tableassist new` makes it."""

import pytest

from tableassist.errors import BadRequestError
from tableassist.formats.table.file import read_table
from tableassist.ui.setup_wizard.start_pages import TableRequest, make_requested_table


def request(folder, *ships):
    fleets = (("Anne", ships), ("Mary", ("Harbinger",)))
    return TableRequest(folder / "club.toml", "Club night", "670x670", fleets)


def test_wished_table_reads_with_its_fleets_and_mat(tmp_path):
    make_requested_table(request(tmp_path, "HMS Titan"))
    settings = read_table(tmp_path / "club.toml")
    assert (settings.name, settings.mat.width_mm) == ("Club night", 670.0)
    owned = {piece.name: settings.ledger.owners.get(piece.id) for piece in settings.pieces}
    assert (owned["HMS Titan"], owned["Harbinger"]) == ("Anne", "Mary")
    with pytest.raises(BadRequestError, match="already exists"):
        make_requested_table(request(tmp_path, "HMS Titan"))


def test_ship_that_nobody_knows_is_told_and_nothing_is_written(tmp_path):
    with pytest.raises(BadRequestError, match="HMS Xyzzyq"):
        make_requested_table(request(tmp_path, "HMS Xyzzyq"))
    assert not (tmp_path / "club.toml").exists()
