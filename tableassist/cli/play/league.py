"""`--league` of the commands that watch a table: a code, or the broker's address with a membership or a token.

Heavy imports wait until somebody asks for a league."""

from typing import TYPE_CHECKING, Annotated

from typer import Option

from tableassist.errors import BadRequestError

if TYPE_CHECKING:
    from tableassist.store.league import Membership

League = Annotated[
    str | None,
    Option(
        "--league",
        help="Join a league: the code shown by its hub, or mqtts://[TABLE@]HOST[:PORT]/LEAGUE.",
    ),
]
LeagueHub = Annotated[
    str | None, Option("--league-hub", help="With a code: HOST:PORT of the hub, if it is not found on the network.")
]
LeagueToken = Annotated[
    str | None,
    Option("--league-token", envvar="TABLEASSIST_LEAGUE_TOKEN", help="With an address: the table's token."),
]


def choose_membership(league: str | None, hub: str | None, token: str | None) -> "Membership | None":
    """None where no league is asked for."""
    if league is None:
        if hub is not None:
            raise BadRequestError("--league-hub: expected --league CODE too")
        return None
    from tableassist.store.league import read_join_code
    from tableassist.table.hub_link import joined, league_root, membership_for

    if "://" in league:
        return membership_for(league_root(), league, token)
    code = read_join_code(league)
    return joined(hub if hub is not None else _only_hub(), code)


def _only_hub() -> str:
    from tableassist.table.hub_link import find_hubs

    found = find_hubs()
    if len(found) == 1:
        return found[0].address
    if not found:
        raise BadRequestError("--league: no hub was found on the network; expected --league-hub HOST:PORT")
    hubs = tuple(f"{each.address} ({each.title})" for each in found)
    raise BadRequestError("--league: several hubs were found: {hubs}; expected --league-hub HOST:PORT", hubs=hubs)
