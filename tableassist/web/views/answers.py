"""What the API answers: the JSON of `tableassist judge --json`, with what the pages show beside it."""

from dataclasses import replace
from typing import Any

import msgspec

from tableassist.messages import speaking
from tableassist.rulebook import Ruling
from tableassist.store.judgement_json import MomentRecord, judgement
from tableassist.table.snapshot import TableSnapshot
from tableassist.table.visibility import is_hidden, visible_rulings
from tableassist.web.views.channel import ChannelKey, Views
from tableassist.web.views.evidence import opened_ruling
from tableassist.web.views.game_view import GameView
from tableassist.web.views.table_view import row_with_overruling

NOTHING_SEEN = MomentRecord((), (), None, ())


def section_of(name: str, posted: TableSnapshot, key: ChannelKey) -> Any:
    """`name`: state, rulings or game."""
    rulings = visible_rulings(posted, key.seat)
    with speaking(key.language):
        if name == "game":
            return None if posted.game is None else GameView().section(posted.game, key.seat, rulings)
        record = _record(posted, key, rulings)
        return record["rulings"] if name == "rulings" else {**Views().sections(posted, key), **record}


def evidence_of(ruling: str, posted: TableSnapshot, key: ChannelKey) -> dict[str, Any] | None:
    """None where the reader sees no such ruling."""
    found = next((each for each in visible_rulings(posted, key.seat) if each.id == ruling), None)
    if found is None:
        return None
    with speaking(key.language):
        return opened_ruling(posted, found)


def _record(posted: TableSnapshot, key: ChannelKey, rulings: tuple[Ruling, ...]) -> dict[str, Any]:
    """Under the names of `judge --json`; its rulings have the page's words too."""
    moment = posted.moment
    if moment is None or is_hidden(posted, key.seat):
        return dict(msgspec.to_builtins(NOTHING_SEEN))
    piece = key.selected
    about = tuple(each for each in rulings if piece is None or piece in (each.subject, each.target))
    plain = dict(msgspec.to_builtins(judgement(replace(moment.state, rulings=about), moment.settings.notes)))
    words = (row_with_overruling(each, moment, posted.overrulings) for each in about)
    return {**plain, "rulings": [{**row, **told} for row, told in zip(plain["rulings"], words, strict=True)]}
