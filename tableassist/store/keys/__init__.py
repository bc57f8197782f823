"""Keys, signatures, and the tables that are known here. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.keys.digits import fingerprint
    from tableassist.store.keys.handover import Handover, earlier_keys
    from tableassist.store.keys.key_file import make_key, public_pem, read_private_key, read_public_key
    from tableassist.store.keys.known_tables import (
        Acquaintance,
        KnownTable,
        forgotten,
        known_as,
        read_known_tables,
        remembered,
        tables_named,
        write_known_tables,
    )
    from tableassist.store.keys.signature import TableKey, verify
    from tableassist.store.keys.table_key import (
        KEY_FILE,
        key_folder,
        load_or_make_table_key,
        read_handovers,
        renew_table_key,
        table_key_or_none,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "digits": "fingerprint",
            "handover": "Handover earlier_keys",
            "key_file": "make_key public_pem read_private_key read_public_key",
            "known_tables": "Acquaintance KnownTable forgotten known_as read_known_tables remembered tables_named "
            "write_known_tables",
            "signature": "TableKey verify",
            "table_key": "KEY_FILE key_folder load_or_make_table_key read_handovers renew_table_key table_key_or_none",
        },
    )

__all__ = [
    "KEY_FILE",
    "Acquaintance",
    "Handover",
    "KnownTable",
    "TableKey",
    "earlier_keys",
    "fingerprint",
    "forgotten",
    "key_folder",
    "known_as",
    "load_or_make_table_key",
    "make_key",
    "public_pem",
    "read_handovers",
    "read_known_tables",
    "read_private_key",
    "read_public_key",
    "remembered",
    "renew_table_key",
    "table_key_or_none",
    "tables_named",
    "verify",
    "write_known_tables",
]
