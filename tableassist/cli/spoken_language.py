"""The language of the commands: `--lang`, else TABLEASSIST_LANG, else the system's. Help too is translated."""

import os
from collections.abc import Iterator, Sequence

import click
from typer.core import TyperGroup

from tableassist.messages import LANGUAGES, Message, say, speak
from tableassist.messages.current import current_language
from tableassist.messages.language import ENGLISH

OPTION = "--lang"
VARIABLE = "TABLEASSIST_LANG"
_EXAMPLES = ("Examples:", "Example:")
_asked: list[str] = []


def asked_language() -> str | None:
    """What was asked for on this run; None leaves it to the system or to what the window remembers."""
    return _asked[0] if _asked else None


class SpokenGroup(TyperGroup):
    """Knows the language before it reads the other options, so that help and errors are in it too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        chosen = _given(args) or os.environ.get(VARIABLE)
        _asked[:] = [chosen] if chosen in LANGUAGES else []
        speak(chosen or "system")
        if current_language().code != ENGLISH:
            translate(self)
        return super().parse_args(ctx, args)


def _given(args: Sequence[str]) -> str | None:
    """Before the command."""
    for place, word in enumerate(args):
        if word == OPTION and place + 1 < len(args):
            return args[place + 1]
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2]
        if not word.startswith("-"):
            return None
    return None


def translate(command: click.Command) -> None:
    """The words of a command, of its options and of the commands below it, in place."""
    for each in _tree(command):
        each.help, each.epilog = _said(each.help), _epilog(each.epilog)
        panel = getattr(each, "rich_help_panel", None)
        if isinstance(panel, str):
            each.rich_help_panel = _said(panel)  # type: ignore[attr-defined]
        for param in each.params:
            if isinstance(words := getattr(param, "help", None), str):
                param.help = _said(words)  # type: ignore[attr-defined]


def help_texts(command: click.Command) -> Iterator[str]:
    """All that `translate` looks up, for the catalogues."""
    for each in _tree(command):
        yield from (text for text in (each.help, getattr(each, "rich_help_panel", None)) if isinstance(text, str))
        yield from (text for param in each.params if isinstance(text := getattr(param, "help", None), str))
        yield from (head for head in _EXAMPLES if each.epilog and each.epilog.startswith(head))


def _tree(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from _tree(below)


def _said(text: str | None) -> str | None:
    return say(Message(text)) if text else text


def _epilog(text: str | None) -> str | None:
    """Only its heading: the examples are typed as they are."""
    head = next((head for head in _EXAMPLES if text and text.startswith(head)), None)
    return text if text is None or head is None else f"{say(Message(head))}{text.removeprefix(head)}"
