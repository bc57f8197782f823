"""Carries out what only the judge and the people at the table's own screen may ask: notes, rules, marks, decisions,
saved games, the record and the league."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tableassist.matches.recording import matches_root
from tableassist.messages import say, tr
from tableassist.pipeline.judge import set_up_rulings
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import EDITIONS, Ruling, with_edition
from tableassist.rulebook.acts import Correct
from tableassist.store.kept import FoundGame
from tableassist.store.match import free_match_path
from tableassist.store.table import read_table
from tableassist.table.commands import (
    CallLeagueJudge,
    Command,
    ConfirmResult,
    ConfirmShip,
    CorrectNotes,
    DropSavedGame,
    JoinLeague,
    LeaveLeague,
    Mark,
    Overrule,
    ReadPieces,
    RefusedError,
    Result,
    ResumeGame,
    SeatPlayers,
    StartRecording,
    StopRecording,
    UseEdition,
    WithdrawCalls,
)
from tableassist.table.notes import can_correct, correct_settings, correction_words, tag_words
from tableassist.table.seats import Role, Seat
from tableassist.table.session import LeagueLink, MatchRecord, SavedGames, TableSession


def shown_moment(table: TableSession, seat: Seat) -> Moment | None:
    """Find the moment that the seat speaks of: people at the table's screen may look at an earlier one."""
    return table.find_shown_moment() if seat.role is Role.SCREEN else table.snapshot.moment


def find_ruling(table: TableSession, seat: Seat, name: str) -> tuple[Ruling, Moment]:
    """Find a ruling of the moment that the seat speaks of; a check of the set-up is made where it is asked for."""
    moment = shown_moment(table, seat)
    rulings = () if moment is None else moment.state.rulings
    ruling = next((ruling for ruling in rulings if ruling.id == name), None)
    if ruling is None and moment is not None and seat.is_judge:
        checks = set_up_rulings(moment.state, moment.settings)
        ruling = next((ruling for ruling in checks if ruling.id == name), None)
    if ruling is None or moment is None:
        raise RefusedError("{ruling}: nothing of that name is judged now", ruling=name)
    return ruling, moment


# Notes, rules and decisions


def _correct(table: TableSession, _seat: Seat, command: CorrectNotes) -> None:
    _check_live(table)
    correction = Correct(command.piece, command.what, command.value)
    if not can_correct(table.settings, correction):
        given = {"piece": command.piece, "what": command.what.value, "value": command.value}
        raise RefusedError("{piece} {what} {value}: this table has nothing like that", **given)
    if table.game_takes is not None and table.game_takes(correction):
        return
    words = correction_words(table.settings, correction)
    table.change(correct_settings(table.settings, correction), words)


def _use_edition(table: TableSession, _seat: Seat, command: UseEdition) -> None:
    _check_live(table)
    edition = EDITIONS.get(command.edition)
    if edition is None:
        raise RefusedError("edition: got {got}, expected {choices}", got=command.edition, choices=tuple(EDITIONS))
    rules = with_edition(table.settings.rules, edition)
    table.change(replace(table.settings, rules=rules), tr("edition {title}", title=say(edition.title)))


def _read_pieces(table: TableSession, _seat: Seat, _command: ReadPieces) -> None:
    _check_live(table)
    if table.table_file is None:
        raise RefusedError("This table has no file, so nothing can be read from it.")
    before, pieces = table.settings.pieces, read_table(table.table_file).pieces
    table.change(replace(table.settings, pieces=pieces), tag_words(before, pieces))


def _mark(table: TableSession, seat: Seat, command: Mark) -> None:
    moment = shown_moment(table, seat)
    if moment is None:
        raise RefusedError("There is no picture yet.")
    table.mark(command.words.strip() or tr("mark"), moment)


def _overrule(table: TableSession, seat: Seat, command: Overrule) -> None:
    if not seat.is_judge:
        raise RefusedError("only the judge can overrule")
    ruling, moment = find_ruling(table, seat, command.ruling)
    by = command.by or seat.by
    table.overrule(ruling, command.verdict, reason=command.reason, by=by, moment=moment)


def _confirm(table: TableSession, seat: Seat, command: ConfirmShip) -> None:
    _check_live(table)
    if table.newest is None or table.newest.state.scene.find(command.piece) is None:
        raise RefusedError("{piece}: no such ship is seen now", piece=command.piece)
    if command.confirmed:
        table.confirm(command.piece, seat.by)
    else:
        table.take_back_confirmation(command.piece)


# Saved games


def _resume_game(table: TableSession, _seat: Seat, command: ResumeGame) -> None:
    games = _saved_games(table)
    saved = _saved_game(games, command.name) if command.name else games.to_offer()
    if saved is None:
        raise RefusedError("No saved game can be resumed.")
    games.resume(saved)


def _drop_saved_game(table: TableSession, _seat: Seat, command: DropSavedGame) -> None:
    games = _saved_games(table)
    games.end(_saved_game(games, command.name))


def _saved_games(table: TableSession) -> SavedGames:
    if table.saved_games is None:
        raise RefusedError("This table saves no games.")
    return table.saved_games


def _saved_game(games: SavedGames, name: str) -> FoundGame:
    saved = next((game for game in games.games() if game.folder.name == name), None)
    if saved is None:
        raise RefusedError("{name}: no such saved game", name=name)
    return saved


# The record


def _start_recording(table: TableSession, seat: Seat, command: StartRecording) -> Result:
    record = _record(table)
    if (command.path or command.goes_on) and seat.role is not Role.SCREEN:
        raise RefusedError("only the table's own screen can choose where a match is recorded")
    path = Path(command.path) if command.path else None
    if record.is_recording:
        raise RefusedError("A match is being recorded already.")
    if command.goes_on and path is not None:
        folder = record.go_on(path)
    else:
        folder = record.record(path or free_match_path(matches_root(), table.settings.name, datetime.now()))
    if folder is None:
        raise RefusedError("The match could not be recorded.")
    return Result(words=str(folder))


def _stop_recording(table: TableSession, _seat: Seat, _command: StopRecording) -> Result:
    record = _record(table)
    if not record.is_recording or not record.can_stop:
        raise RefusedError("No match is being recorded that could be stopped here.")
    return Result(words=str(record.stop()))


def _record(table: TableSession) -> MatchRecord:
    if table.recording is None:
        raise RefusedError("This table cannot be recorded.")
    return table.recording


# The league


def _join_league(table: TableSession, seat: Seat, command: JoinLeague) -> None:
    league = _league(table)
    if seat.role is not Role.SCREEN:
        raise RefusedError("only the table's own screen can do that")
    membership = command.membership or next(iter(league.kept()), None)
    if membership is None:
        raise RefusedError("This computer has joined no league before: join one with a code.")
    league.join(membership)


def _leave_league(table: TableSession, _seat: Seat, _command: LeaveLeague) -> None:
    _joined_league(table).leave()


def _call_league_judge(table: TableSession, seat: Seat, command: CallLeagueJudge) -> None:
    ruling = find_ruling(table, seat, command.ruling)[0] if command.ruling else None
    _joined_league(table).call_judge(command.question, command.by, ruling)


def _withdraw_calls(table: TableSession, _seat: Seat, _command: WithdrawCalls) -> None:
    _joined_league(table).withdraw_calls()


def _seat_players(table: TableSession, _seat: Seat, command: SeatPlayers) -> None:
    _joined_league(table).seat_players(command.players)


def _confirm_result(table: TableSession, seat: Seat, command: ConfirmResult) -> None:
    if not seat.is_judge and command.player != seat.player:
        raise RefusedError("that is for {player} to answer", player=command.player)
    _joined_league(table).confirm_result(command.player)


def _league(table: TableSession) -> LeagueLink:
    if table.league is None:
        raise RefusedError("This table can take part in no league.")
    return table.league


def _joined_league(table: TableSession) -> LeagueLink:
    league = _league(table)
    if not league.is_on:
        raise RefusedError("This table takes part in no league now.")
    return league


def _check_live(table: TableSession) -> None:
    if table.is_replay:
        raise RefusedError("A finished match is not changed any more.")


OPEN_TO_PLAYERS = (ConfirmShip, ConfirmResult, Overrule)
"""What decides by itself whether a player may; the rest is the judge's and the screen's."""
SCREEN_HANDLERS: Mapping[type[Command], Callable[..., Result | None]] = {
    CorrectNotes: _correct,
    UseEdition: _use_edition,
    ReadPieces: _read_pieces,
    Mark: _mark,
    Overrule: _overrule,
    ConfirmShip: _confirm,
    ResumeGame: _resume_game,
    DropSavedGame: _drop_saved_game,
    StartRecording: _start_recording,
    StopRecording: _stop_recording,
    JoinLeague: _join_league,
    LeaveLeague: _leave_league,
    CallLeagueJudge: _call_league_judge,
    WithdrawCalls: _withdraw_calls,
    SeatPlayers: _seat_players,
    ConfirmResult: _confirm_result,
}
"""Each puts its own step onto the screen's undo stack where it can be undone."""
