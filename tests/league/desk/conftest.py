"""The browser of the pages' tests, for the desk's."""

from tests.web.conftest import browser, chromium

__all__ = ["browser", "chromium"]
