"""What all acts have in common: they are frozen, and JSON tells them apart by `act`."""

import msgspec

from tableassist.rulebook.ruling.ruling import Verdict

Answer = Verdict | None
"""What was measured or stated: yes, no, too close; None where nobody said."""


class Act(msgspec.Struct, frozen=True, tag_field="act", omit_defaults=True, forbid_unknown_fields=True):
    """The first field is who acts: a piece or a player, by id. A struct, so that files are checked against it and its
    JSON schema comes from here."""
