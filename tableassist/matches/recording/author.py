"""Who makes a note, where nobody has been asked: the account at the computer."""

import getpass


def account_name() -> str:
    """Empty where the system does not say."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
