"""One browser for all tests of the pages; every test has its own pages in it."""

import pytest

from tests.web.browser import Browser


@pytest.fixture(scope="session")
def chromium():
    one = Browser()
    try:
        yield one
    finally:
        one.close()


@pytest.fixture
def browser(chromium):
    yield chromium
    chromium.close_pages()
