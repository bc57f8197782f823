"""Letting people and tables in: an admin's part."""

from tableassist.errors import BadRequestError
from tableassist.league.desk.commands import AddJudge, Administering, InviteTable, RevokeJudge
from tableassist.league.desk.obeying.asking import DeskAsking
from tableassist.league.storage.user_list import UserRole, add_user, revoke_user

HOUR_MS = 3_600_000


def obey_admin(asking: DeskAsking, asked: Administering) -> dict[str, object]:
    if not asking.is_admin:
        raise BadRequestError("only an admin does this")
    hub = asking.hub
    match asked:
        case InviteTable():
            return {"code": asking.invite(asked.table, asked.title, asking.user.name)}
        case AddJudge():
            role = UserRole.ADMIN if asked.role == UserRole.ADMIN.value else UserRole.JUDGE
            expires_ms = asking.now_ms + asked.hours * HOUR_MS
            with hub.engine.begin() as connection:
                user, token = add_user(
                    connection, hub.league, asked.name, role, now_ms=asking.now_ms, expires_ms=expires_ms
                )
                asking.note(connection, "add user", user.name, role.value)
            return {"token": token, "name": user.name, "role": role.value}
        case RevokeJudge():
            if asked.name == asking.user.name:  # the last admin would be locked out
                raise BadRequestError("this is your own link: another admin revokes it, or the command line")
            with hub.engine.begin() as connection:
                revoke_user(connection, hub.league, asked.name, now_ms=asking.now_ms)
                asking.note(connection, "revoke user", asked.name)
            return {}
