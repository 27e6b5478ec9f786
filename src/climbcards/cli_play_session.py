"""A game at a terminal without the terminal: lines of text go in, lines come out.

The session plays for the bots, reads what the player types, refuses what the rules refuse, answers
questions and takes decisions back.  It touches no file, clock or screen: saving, quitting and how
lines look are a matter for the shell around it (:mod:`climbcards.cli_play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from climbcards import Action, IllegalAction, Match, Play, Record, State, Table
from climbcards.agents import AgentFactory
from climbcards.cli_play_advice import beats_lines, help_lines, hint_lines, moves_lines
from climbcards.cli_play_bots import Bots
from climbcards.cli_play_input import LONGEST, Unclear, read_action
from climbcards.cli_play_lines import Line, Tone, in_tone
from climbcards.cli_play_moment import Due, Moment, Played, retraced
from climbcards.cli_play_words import (
    ask_lines,
    beginning_lines,
    deal_lines,
    ending_lines,
    final_lines,
    move_lines,
    resumed_lines,
    table_lines,
)
from climbcards.record_json import JsonValue

__all__ = ["Session"]


class Session:
    """A game of a player in one seat against bots in the others.

    :meth:`begin` starts it; then every line that is typed goes to :meth:`enter`, until
    :attr:`is_over`, and after that ``undo`` alone.  Both give the lines to show one by one, as they
    come about: take them all, for bots play as they are taken.

    Args:
        moment: where it begins.
        bots: what makes the other players.
        past: the moments at which the player has decided before, for ``undo``.
    """

    def __init__(self, moment: Moment, bots: AgentFactory, past: Sequence[Moment] = ()) -> None:
        self._moment = moment
        self._bots = Bots(bots)
        self._past = list(past)
        self._resumed = bool(past) or bool(moment.state.history) or bool(moment.number)

    @staticmethod
    def resume(record: Record, seat: int, bots: AgentFactory) -> Session:
        """The session that goes on from a record, of a match or of one deal.

        Raises:
            RecordError: the rules or the record itself object.
        """
        moment, past = retraced(record, seat)
        return Session(moment, bots, past)

    @property
    def moment(self) -> Moment:
        """Where the game stands."""
        return self._moment

    @property
    def played(self) -> Played:
        """The match, or the deal, as it stands."""
        return self._moment.played

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return self._moment.due is Due.NOTHING

    @property
    def undos(self) -> int:
        """How many decisions can be taken back."""
        return len(self._past)

    def record(self, meta: JsonValue = None) -> Record:
        """The game as a record, to be kept and resumed.

        Raises:
            RecordError: ``meta`` is no JSON.
        """
        return Record.of(self.played, meta)

    def begin(self) -> Iterator[Line]:
        """Open the game and play on until the player has to decide.

        Raises:
            BotFault: a bot has failed.
        """
        if self._resumed:
            yield from resumed_lines(self._moment)
        else:
            yield from beginning_lines(self._moment)
        if self.is_over:
            yield from final_lines(self._moment)
        yield from self._play_on()

    def enter(self, text: str) -> Iterator[Line]:
        """Do what was typed: an action, or a command.

        Whatever the text is, nothing changes but by a legal action, by ``undo``, and by letting a
        chance out of turn go by.

        Raises:
            BotFault: a bot has failed.
        """
        if self.is_over and text.strip().lower() != "undo":
            yield Line("The game is over.", Tone.REFUSAL)
            return
        try:
            yield from self._entered(text)
        except Unclear as unclear:
            message = str(unclear)
            yield Line(f"{message[:1].upper()}{message[1:]}.".replace("?.", "?"), Tone.REFUSAL)

    def _entered(self, text: str) -> Iterator[Line]:
        if len(text) > LONGEST:
            raise Unclear("that is too long for a play: `help` lists what there is")
        words = text.split()
        if not words or [word.lower() for word in words] == ["wait"]:
            yield from self._nothing(text)
            return
        command = _COMMANDS.get(words[0].lower())
        if command is not None:
            yield from command(self, " ".join(words[1:]))
            return
        action = read_action(text, self._moment.view)
        refused = self._moment.state.check(action, self._moment.seat)
        if refused is not None:
            yield from in_tone("", f"Refused: {refused}.", Tone.REFUSAL)
            if self._moment.due is Due.CHANCE:
                yield from ask_lines(self._moment)
            return
        before = self._moment
        self._past.append(before)
        yield from self._do(action, before.seat)
        if isinstance(action, Play) and action.kind is None:
            yield from _reading(before, self._moment)
        yield from self._play_on()

    def _nothing(self, text: str) -> Iterator[Line]:
        """An empty line: a chance out of turn is let go by, and else what is due is asked again."""
        if self._moment.due is Due.CHANCE:
            self._past.append(self._moment)
            self._moment = self._moment.let_be()
            yield from self._play_on()
            return
        if text.split():
            raise Unclear("it is your turn: there is nobody to wait for")
        yield from ask_lines(self._moment)

    # --- Playing ---------------------------------------------------------------------------------

    def _do(self, action: Action, by: int) -> Iterator[Line]:
        """Carry an action out and tell it, with the end of the deal and the next beginning."""
        before = self._moment
        try:
            self._moment = after = before.step(action, by)
        except IllegalAction as error:  # it has been checked
            raise AssertionError(f"{action} was legal") from error
        state = _deal_after(before, after)
        yield from move_lines(before, state.history[-1], state)
        if state.is_over:
            yield from ending_lines(after, state)
            if after.due is Due.NOTHING:
                yield from final_lines(after)
            else:
                yield from deal_lines(after)

    def _play_on(self) -> Iterator[Line]:
        """Have the bots act until the player has to decide, and then show the table."""
        while self._moment.due is Due.OTHERS:
            yield from self._do(*self._bots.move(self._moment))
        if not self.is_over:
            yield from table_lines(self._moment)
            yield from ask_lines(self._moment)

    # --- Commands --------------------------------------------------------------------------------

    def _help(self, words: str) -> Iterator[Line]:
        yield from help_lines(self._moment.state.ruleset)

    def _hint(self, words: str) -> Iterator[Line]:
        yield from hint_lines(self._moment)

    def _moves(self, words: str) -> Iterator[Line]:
        yield from moves_lines(self._moment, words)

    def _beats(self, words: str) -> Iterator[Line]:
        yield from beats_lines(self._moment, words)

    def _show(self, words: str) -> Iterator[Line]:
        yield from table_lines(self._moment)
        yield from ask_lines(self._moment)

    def _undo(self, words: str) -> Iterator[Line]:
        if not self._past:
            raise Unclear("there is no decision of yours to take back")
        self._moment = self._past.pop()
        left = len(self._past)
        yield Line(f"Taken back; {left or 'no'} earlier decision{'' if left == 1 else 's'} left.")
        yield from self._show(words)


def _deal_after(before: Moment, after: Moment) -> State[Table]:
    """The deal of a moment after the next move, though that may have ended it."""
    if isinstance(after.played, Match) and after.number != before.number:
        return after.played.past[before.number]
    return after.state


def _reading(before: Moment, after: Moment) -> Iterator[Line]:
    """How a play was read that could be read in several ways."""
    _, action = _deal_after(before, after).history[len(before.state.history)]
    if isinstance(action, Play) and action.kind is not None:
        yield Line(
            f"  It was read as {action.kind}; `undo`, and `as KIND` after the cards, for another."
        )


_COMMANDS: Final[Mapping[str, Callable[[Session, str], Iterator[Line]]]] = {
    "help": Session._help,
    "?": Session._help,
    "hint": Session._hint,
    "moves": Session._moves,
    "beats": Session._beats,
    "table": Session._show,
    "undo": Session._undo,
}
"""What is carried out for a word that is no action."""
