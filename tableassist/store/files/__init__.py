"""Reading and writing files safely: TOML, pictures, errors in words. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.files.closing import closed_if_it_fails
    from tableassist.store.files.new_file import check_new_file
    from tableassist.store.files.packaged_data import packaged_folder
    from tableassist.store.files.picture_file import check_picture_name, encoded, encoded_jpeg, narrowed, write_picture
    from tableassist.store.files.problems import bad_file, not_ours, unreadable, unwritable
    from tableassist.store.files.safe_write import write_bytes_safely, write_text_safely
    from tableassist.store.files.toml_file import FORMAT, MOST_BYTES, load_toml, parse_toml, pick
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "closing": "closed_if_it_fails",
            "new_file": "check_new_file",
            "packaged_data": "packaged_folder",
            "picture_file": "check_picture_name encoded encoded_jpeg narrowed write_picture",
            "problems": "bad_file not_ours unreadable unwritable",
            "safe_write": "write_bytes_safely write_text_safely",
            "toml_file": "FORMAT MOST_BYTES load_toml parse_toml pick",
        },
    )

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "bad_file",
    "check_new_file",
    "check_picture_name",
    "closed_if_it_fails",
    "encoded",
    "encoded_jpeg",
    "load_toml",
    "narrowed",
    "not_ours",
    "packaged_folder",
    "parse_toml",
    "pick",
    "unreadable",
    "unwritable",
    "write_bytes_safely",
    "write_picture",
    "write_text_safely",
]
