"""`tableassist referee --play`: a game typed in a terminal. Everything that is typed is saved at once."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec.structs

from tableassist import __version__
from tableassist.cli.referee.told import tell_offers, terminal_game
from tableassist.cli.terminal import tell
from tableassist.errors import BadRequestError, TableAssistError, one_line
from tableassist.matches.games import GameDocument, read_game, save_game
from tableassist.messages import say, tr
from tableassist.rulebook import Entry, Log, act_text
from tableassist.rulebook.play import Need, Offer
from tableassist.store.game import parse_entry_of


def play_on(path: Path) -> None:
    """Until `quit` or the end of the input."""
    session = _Session(path, read_game(str(path)))
    with suppress(ImportError):
        import_module("readline")  # arrows and what was typed before, where the system has it
    example = session.example
    tell(
        tr(
            "Type an action ({act}), the number of an offer, or: undo, redo, strike N, restore N, stands [N],",
            act=example,
        )
    )
    tell(tr("offers, score, save FILE, help, quit. Everything is saved to {path} at once.", path=path))
    session.tell_all()
    while (line := _ask_value("> ")) is not None:
        if line in ("quit", "q", "exit"):
            return
        try:
            session.take(line)
        except TableAssistError as problem:
            tell("! " + one_line(say(problem.message)))


def _ask_value(prompt: str) -> str | None:
    """What was typed; None at the end of the input."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        return None


class _Session:
    def __init__(self, path: Path, document: GameDocument) -> None:
        self._path = path
        self._document = document
        self._game = terminal_game(document.game)
        self._refereed = self._game.referee(document.game.start, document.game.log, None)
        self._offers: tuple[Offer[Any], ...] = ()

    @property
    def example(self) -> str:
        return self._game.example

    @property
    def _log(self) -> Log[Any]:
        return self._document.game.log

    def take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "": lambda _rest: None,
            "undo": lambda _rest: self._amend_log(self._log.undo()),
            "redo": lambda _rest: self._amend_log(self._log.redo()),
            "strike": lambda number: self._amend_log(self._log.strike(self._number(number))),
            "restore": lambda number: self._amend_log(self._log.restore(self._number(number))),
            "stands": lambda number: self._amend_log(self._log.let_stand(self._number(number, last=True))),
            "offers": lambda _rest: self._tell_offers(),
            "score": lambda _rest: self._game.tell_game(self._refereed, ()),
            "save": self._save,
            "help": lambda _rest: tell(tr("docs/referee.md lists all acts; offers shows how each of them is typed.")),
        }
        if word in commands:
            commands[word](rest.strip())
        elif line.isdecimal():
            self._say(self._choose_offer(int(line)))
        else:
            self._say(parse_entry_of(line, self._game.rules.acts))

    def tell_all(self) -> None:
        for act in self._refereed.acts[-3:]:
            self._game.tell_act(act, ())
        self._game.tell_game(self._refereed, ())
        self._tell_offers()

    def _tell_offers(self) -> None:
        self._offers = self._game.rules.offers(self._refereed.game)
        tell_offers(self._offers)

    def _say(self, entry: Entry[Any]) -> None:
        """The referee's view of the moment is kept with it."""
        view = self._game.rules.judge(self._refereed.game, entry)
        before = self._game.rules.duties(self._refereed.game)
        self._keep_entry(self._log.append(replace(entry, view=view, version=__version__)))
        said = self._log.next_number - 1
        for act in self._refereed.acts:
            if act.number == said:
                self._game.tell_act(act, before)
        self._tell_after()

    def _amend_log(self, log: Log[Any]) -> None:
        if log is self._log:
            raise BadRequestError("there is nothing to be changed")
        before = self._refereed
        self._keep_entry(log)
        self._tell_changed(before)
        self._tell_after()

    def _keep_entry(self, log: Log[Any]) -> None:
        document = self._document.with_log(log)
        save_game(document, self._path)
        self._document = document
        self._refereed = self._game.referee(document.game.start, document.game.log, None)

    def _tell_changed(self, before: Any) -> None:
        """The acts that are judged otherwise than before the log was amended."""
        then = {act.number: act.judged for act in before.acts}
        for act in self._refereed.acts:
            if then.get(act.number) != act.judged:
                self._game.tell_act(act, ())
        for number in sorted(then.keys() - {act.number for act in self._refereed.acts}):
            tell(tr("act {number} no longer counts", number=number))

    def _tell_after(self) -> None:
        if self._refereed.game.ending is not None:
            self._game.tell_game(self._refereed, ())
        self._game.tell_owed(self._refereed.game)
        self._tell_offers()

    def _number(self, text: str, *, last: bool = False) -> int:
        if not text and last:
            text = str(self._refereed.acts[-1].number) if self._refereed.acts else ""
        if not text.isdecimal() or self._log.entry(int(text[:9])) is None:
            most = self._log.next_number - 1
            raise BadRequestError("got '{text}', expected the number of an act, 1 to {most}", text=text, most=most)
        return int(text)

    def _choose_offer(self, number: int) -> Entry[Any]:
        if not 1 <= number <= len(self._offers):
            raise BadRequestError("got {number}, expected an offer, 1 to {most}", number=number, most=len(self._offers))
        offer = self._offers[number - 1]
        values = {need.field: _fill_offer(need, offer.act) for need in offer.needs if need.choices}
        values |= {need.field: _default(need, offer.act) for need in offer.needs if not need.choices}
        text = act_text(msgspec.structs.replace(offer.act, **values))
        seen = ", ".join(need.field for need in offer.needs if not need.choices)
        more = _ask_value(tr("more, as name=value ({fields}): ", fields=seen)) if seen else ""
        return parse_entry_of(f"{text} {more or ''}", self._game.rules.acts)

    def _save(self, name: str) -> None:
        path = Path(name) if name else self._path
        save_game(self._document, path)
        tell(tr("written: {path}", path=path))


def _default(need: Need, act: Any) -> object:
    """As the field is where nobody says anything."""
    fields = {field.name: field for field in msgspec.structs.fields(act)}
    return getattr(act, need.field) if fields[need.field].required else fields[need.field].default


def _fill_offer(need: Need, act: Any) -> object:
    """What the player picks for a field of an offer."""
    choices = {str(choice): choice for choice in need.choices}
    shown = ", ".join(choices)
    if isinstance(getattr(act, need.field), tuple):
        typed = _ask_value(tr("{field} (up to {most} of {choices}): ", field=need.field, most=need.most, choices=shown))
        picked = [each.strip() for each in (typed or "").split(",") if each.strip()]
        if all(each in choices for each in picked):
            return tuple(choices[each] for each in picked)
        raise BadRequestError(
            "{field}: got '{typed}', expected some of {choices}", field=need.field, typed=typed, choices=shown
        )
    typed = _ask_value(tr("{field} ({choices}): ", field=need.field, choices=shown)) or ""
    if typed not in choices:
        raise BadRequestError(
            "{field}: got '{typed}', expected one of {choices}", field=need.field, typed=typed, choices=shown
        )
    return choices[typed]
