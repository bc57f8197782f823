"""Looks through the built site: nothing in it is fetched from another place, and every link leads to a place in it.

`python -m bench.site_check build/site`; a line for each mistake, exit code 1 where there is one. Only Python's own
library is needed.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {
    "script": ("src",), "img": ("src", "srcset"), "iframe": ("src",), "video": ("src", "poster"), "audio": ("src",),
    "source": ("src", "srcset"), "embed": ("src",), "object": ("data",), "input": ("src",), "link": ("href",),
}  # fmt: skip
"""What a browser gets by itself, by tag."""
ONLY_NAMED = frozenset({"canonical", "alternate", "next", "prev"})
"""Links that a browser does not follow by itself."""
IN_STYLES = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class PageReader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.fetched, self.links, self.places = [], [], set()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.places |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "link" and given.get("rel") in ONLY_NAMED:
            return
        self.fetched += [given[name] for name in FETCHED.get(tag, ()) if given.get(name)]
        if given.get("style"):
            self.fetched += styles_in(given["style"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])


def styles_in(text):
    return [one or other for one, other in IN_STYLES.findall(text)]


def read_page(path):
    page = PageReader()
    page.feed(path.read_text("utf-8"))
    return page


def mistakes(site):
    pages = {path: read_page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        yield from (f"{where}: fetches {each}" for each in page.fetched if is_outside(each))
        for link in page.links:
            if not is_outside(link) and path.name != "404.html":
                yield from (f"{where}: {link}: {why}" for why in broken(path, link, pages))
    for path in sorted(site.rglob("*.css")):
        found = styles_in(path.read_text("utf-8", "replace"))
        yield from (f"{path.relative_to(site).as_posix()}: fetches {each}" for each in found if is_outside(each))


def is_outside(address):
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme in ("http", "https", "ftp")


def broken(path, link, pages):
    parts = urlsplit(link)
    if parts.scheme:
        return
    target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        yield "leads nowhere"
    elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
        yield "there is no such place on the page"


def main():
    site = Path(sys.argv[1]).resolve()
    found = list(mistakes(site))
    for each in found:
        print(each)
    pages = len(list(site.rglob("*.html")))
    print(f"{site}: {pages} pages, {len(found)} mistakes")
    sys.exit(1 if found or not pages else 0)


if __name__ == "__main__":
    main()
