"""Finds every sentence in the source and brings each language's file up to date: python -m tableassist.messages.extract

Babel finds the literals in the code and the pages' templates; the commands' help is asked of the commands themselves.
What is no longer said is dropped, what is new has an empty translation, and a sentence of which only the gaps have
other names keeps its translation.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

Id: TypeAlias = str | tuple[str, ...]
"""A template; for a plural, that of one and that of the rest."""

PACKAGE: Final = Path(__file__).parents[1]
LANGUAGES: Final = PACKAGE / "messages" / "languages"
TEMPLATES: Final = PACKAGE / "store" / "page" / "templates"
KEYWORDS: Final[Mapping[str, tuple[int, ...]]] = {
    **dict.fromkeys(("tr", "Message", "template"), (1,)),
    **dict.fromkeys(("plural", "tr_plural"), (1, 2)),
    **dict.fromkeys(("told", "not_proven", "wrong_signer", "differs"), (1,)),
    **dict.fromkeys(
        ("TableAssistError", "BadFileError", "SourceError", "BadRequestError", "NotTracedError", "RefusedError"), (1,)
    ),
}
"""Which calls take words, and at which places."""
OF_FILES: Final[Mapping[str, tuple[int, ...]]] = {
    **KEYWORDS,
    **dict.fromkeys(("bad_file", "placed", "error", "warn", "hint"), (2,)),
}
"""In `store`, what is wrong with a file is said after where it is wrong."""
FIELD: Final = re.compile(r"\{[^{}]*\}")


def extracted() -> tuple[Id, ...]:
    """Sorted, each once."""
    keys = {*_in_files(PACKAGE, "*.py", "python"), *_in_pages(), *_in_help()}
    return tuple(sorted(keys, key=lambda key: (key,) if isinstance(key, str) else key))


def updated(language: Catalog, keys: Sequence[Id]) -> Catalog:
    """With the translations that it has, as far as they still serve."""
    translated = {message.id: message for message in language if message.id and message.string}
    alike = _translation_by_shape({key: message.string for key, message in translated.items()})
    made = Catalog(locale=language.locale)
    for key in keys:
        message = translated.get(key)
        words = alike(key) if message is None else message.string
        comments = () if message is None else message.user_comments
        # Ours are in braces: a per cent sign is only a per cent sign.
        made.add(key, words, user_comments=comments).flags.discard("python-format")
    return made


def _in_files(folder: Path, pattern: str, method: str | Callable[..., Any]) -> Iterator[Id]:
    for path in sorted(folder.rglob(pattern)):
        with path.open("rb") as file:
            keywords = OF_FILES if "store" in path.parts or path.name == "plain_file.py" else KEYWORDS
            for _, words, _, _ in extract(method, file, keywords=keywords):
                if isinstance(words, tuple) or words:
                    yield words


def _in_pages() -> Iterator[Id]:
    from jinja2.ext import babel_extract  # noqa: PLC0415

    return _in_files(TEMPLATES, "*", babel_extract)


def _in_help() -> Iterator[str]:
    """Commands stand far above this module, and only this tool looks up to them: by name, when it runs."""
    typer_main, app = import_module("typer.main"), import_module("tableassist.cli.app")
    return _help_of(typer_main.get_command(app.app))


def _help_of(command: Any) -> Iterator[str]:
    # Examples are typed as they are: only their heading is translated (`cli/spoken_language.py`).
    epilog = None if (command.epilog or "").startswith("Example") else command.epilog
    texts = (command.help, epilog, *(getattr(param, "help", None) for param in command.params))
    yield from (words for words in texts if words)
    for subcommand in getattr(command, "commands", {}).values():
        yield from _help_of(subcommand)


def _translation_by_shape(translated: Mapping[Any, Any]) -> Callable[[Id], Any]:
    """Return a function that finds the translation of a sentence from one that only names its gaps differently."""
    shapes: dict[str, list[str]] = {}
    for key in translated:
        if isinstance(key, str) and FIELD.search(key):
            shapes.setdefault(FIELD.sub("{}", key), []).append(key)

    def find_translation(key: Id) -> str:
        if not isinstance(key, str):
            return ""
        same = shapes.get(FIELD.sub("{}", key), [])
        texts = {_renamed(translated[old], FIELD.findall(old), FIELD.findall(key)) for old in same}
        return texts.pop() if len(texts) == 1 else ""

    return find_translation


def _renamed(words: str, old: list[str], new: list[str]) -> str:
    names = dict(zip(old, new, strict=True))
    return FIELD.sub(lambda field: names.get(field[0], field[0]), words)


def written(language: Catalog) -> bytes:
    """Without dates and places in the source, so that a file changes only where its words do."""
    body = BytesIO()
    write_po(body, language, width=120, no_location=True, omit_header=True, sort_output=True)
    head = (
        f"Language: {language.locale}",
        "Content-Type: text/plain; charset=utf-8",
        f"Plural-Forms: {language.plural_forms}",
    )
    lines = "".join(f'"{line}\\n"\n' for line in head)
    return f'msgid ""\nmsgstr ""\n{lines}\n'.encode() + body.getvalue()


def main() -> None:
    keys = extracted()
    for path in sorted(LANGUAGES.glob("*.po")):
        made = updated(read_po(BytesIO(path.read_bytes()), locale=path.stem), keys)
        path.write_bytes(written(made))
        missing = sum(not message.string or not all(message.string) for message in made if message.id)
        print(f"{path.name}: {len(keys) - missing} of {len(keys)} sentences")


if __name__ == "__main__":
    main()
