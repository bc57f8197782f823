"""What all acts of the card game have in common: they are frozen, and JSON tells them apart by `act`."""

import msgspec


class CardAct(msgspec.Struct, frozen=True, tag_field="act", omit_defaults=True, forbid_unknown_fields=True):
    """The first field is who acts or what it is about, as in the acts of the constructible game."""
