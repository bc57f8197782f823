"""`tableassist judge --cards`: what lies on a card table, and where it is not sure."""

from pathlib import Path

from rich.table import Table

from tableassist.cli.terminal import echo_json, make_console, plain_table, tell
from tableassist.judging import card_camera_profile, picture_or_source, seen_cards
from tableassist.messages import Message, say, tr
from tableassist.pipeline.cards.card_tags import card_title
from tableassist.pipeline.cards.reading import CardDoubt, CardsSeen, PlaceSeen, SpaceSeen
from tableassist.store.cards_json import cards_json

ACTIVE, NEXT, OPEN = Message("active adventure"), Message("next adventure"), Message("open movement card")
DISCARDS = Message("movement discards"), Message("adventure discards")


def judge_cards(source: str, table: Path | None, *, as_json: bool) -> None:
    seen = seen_cards(picture_or_source(source), card_camera_profile(table))
    if as_json:
        echo_json(cards_json(seen).decode())
        return
    console = make_console()
    if seen.reason is not None:
        tell(f"! {say(seen.reason)}", "yellow", console=console)
        return
    console.print(_row_table(seen))
    console.print(_places_table(seen))


def _row_table(seen: CardsSeen) -> Table:
    columns = (tr("space"), tr("ship"), tr("side"), tr("fame seen"), tr("why"))
    table = plain_table(columns, left=5, title=tr("The row, front first"))
    fame = dict(seen.fame)
    for at in seen.spaces:
        cards = fame.get(at.ship or "", 0)
        why = "" if at.reason is None else say(at.reason)
        table.add_row(str(at.space), _ship(at), _side(at), str(cards) if cards else "", why)
    return table


def _ship(at: SpaceSeen) -> str:
    return tr("not sure") if at.ship is None else f"{at.ship}  {say(card_title(at.ship))}"


def _side(at: SpaceSeen) -> str:
    if at.damaged is None:
        return ""
    return tr("damaged") if at.damaged else tr("undamaged")


def _places_table(seen: CardsSeen) -> Table:
    """Places where no card is read are left out: most are empty."""
    table = plain_table((tr("place"), tr("card"), tr("why")), left=3, title=tr("Other cards"))
    found = [
        (ACTIVE, seen.active),
        *((NEXT, place) for place in seen.upcoming),
        *((OPEN, place) for place in seen.open),
        *zip(DISCARDS, (seen.movement_discard, seen.adventure_discard), strict=True),
    ]
    for place, at in found:
        if at.doubt is not CardDoubt.NOTHING:
            table.add_row(say(place), _card(at), "" if at.reason is None else say(at.reason))
    return table


def _card(at: PlaceSeen) -> str:
    return tr("not sure") if at.card is None else f"{at.card}  {say(card_title(at.card))}"
