"""The program itself: desktop entries, licences, new versions.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.setup.program.desktop import check_desktop, data_home, install_desktop, own_command, remove_desktop
    from tableassist.setup.program.licences import part_licences
    from tableassist.setup.program.new_version import VersionNews, ask_for_version, packaged_address
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "desktop": "check_desktop data_home install_desktop own_command remove_desktop",
            "licences": "part_licences",
            "new_version": "VersionNews ask_for_version packaged_address",
        },
    )

__all__ = [
    "VersionNews",
    "ask_for_version",
    "check_desktop",
    "data_home",
    "install_desktop",
    "own_command",
    "packaged_address",
    "part_licences",
    "remove_desktop",
]
