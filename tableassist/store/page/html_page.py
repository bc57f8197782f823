"""Every page we write: one file that holds all it shows. No script, nothing from elsewhere, every word escaped.

The templates beside this file escape whatever they are given, but for drawings, which escape their own words.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from tableassist.messages import current_language, say, sentence, tr
from tableassist.overlay.svg_inks import svg_hatches, svg_style

if TYPE_CHECKING:
    from jinja2 import Environment


def written_page(template: str, **values: object) -> str:
    return _environment().get_template(template).render(lang=current_language().code, **values)


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415  loaded where a page is written

    loader, undefined = PackageLoader("tableassist.store.page"), StrictUndefined
    environment = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=undefined)
    environment.globals |= {"tr": tr, "say": say, "sentence": sentence, "style": svg_style(), "hatches": svg_hatches()}
    return environment
