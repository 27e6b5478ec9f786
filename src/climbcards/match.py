"""Matches: deals in a row, with who deals and leads next and a running score.

A match is a value like a state: :meth:`Match.step` gives the next one.  When a deal ends the next
one starts by itself.  Everything random follows from the match's seed: deal k is shuffled from the
SHA-256 of seed and k, so that publishing one deal tells nothing of the next.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

from attrs import evolve, frozen
from typing_extensions import override

from climbcards.actions import Action
from climbcards.deal import DealContext, fresh_seed, generator
from climbcards.draw import Drawing
from climbcards.errors import PositionError
from climbcards.ruleset import Result, Ruleset, State, T, Table, step

__all__ = ["Match", "Standing"]

S = TypeVar("S", bound=Table)

_DEALER_DRAW = 0
"""The number, before that of the first deal, from which the draw for the first dealer is seeded."""


class Standing(NamedTuple):
    """A seat's place in a match.

    Attributes:
        place: from 1; seats with equal totals share one.
        seat: the seat.
        total: its points so far.
    """

    place: int
    seat: int
    total: int


@frozen(kw_only=True, repr=False)
class Match(Generic[T]):
    """A match in progress or finished.  Use :meth:`begin` to start one.

    Attributes:
        ruleset: the rules of every deal.
        seed: what every chance of the match follows from.
        deals: how many deals make the match, those thrown in not counted; None: no end.
        drawing: the draw for the first dealer, with its redraws; None where the dealer was given.
        state: the deal in progress; the last deal when the match is over.
        past: every finished deal, those thrown in included, as its final state.
        results: their results.
    """

    ruleset: Ruleset[T]
    seed: int
    deals: int | None
    drawing: Drawing | None
    state: State[T]
    past: tuple[State[T], ...] = ()
    results: tuple[Result, ...] = ()

    @override
    def __repr__(self) -> str:
        """Without the seed, from which every later deal follows."""
        deals = "" if self.deals is None else f" of {self.deals}"
        return (
            f"<Match of {self.ruleset!r}: {len(self.past)} deals{deals} finished, "
            f"totals {self.totals}>"
        )

    @staticmethod
    def begin(
        ruleset: Ruleset[S],
        seed: int | None = None,
        *,
        deals: int | None = None,
        dealer: int | None = None,
    ) -> Match[S]:
        """A match before its first move.

        Args:
            ruleset: the rules.
            seed: a whole number from 0; None takes 256 fresh bits, and the match says which.
            deals: how many deals to play; None: the ruleset's own number, or no end.
            dealer: who deals first; None: it is drawn for, as the game has it.

        Raises:
            PositionError: a seed, a number of deals or a dealer that cannot be.
        """
        if seed is None:
            seed = fresh_seed()
        generator(seed)  # refuses what is no seed
        if deals is None:
            deals = ruleset.match_length()
        elif type(deals) is not int or deals < 1:
            raise PositionError("the number of deals is a whole number from 1")
        drawing = None
        if dealer is None:
            drawing = ruleset.draw_dealer(generator(_deal_seed(seed, _DEALER_DRAW)))
            (dealer,) = drawing.places
        state = ruleset.deal(_deal_seed(seed, 1), DealContext(dealer=dealer))
        return Match(ruleset=ruleset, seed=seed, deals=deals, drawing=drawing, state=state)

    @property
    def last(self) -> State[T] | None:
        """The finished state of the deal before; of the last deal when the match is over."""
        return self.past[-1] if self.past else None

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points over the finished deals."""
        seats = range(self.ruleset.players)
        return tuple(sum(result.points[seat] for result in self.results) for seat in seats)

    @property
    def is_over(self) -> bool:
        """Whether the last deal of the match is finished."""
        return self.state.is_over

    def ranking(self) -> tuple[Standing, ...]:
        """The seats from first place to last; equal totals share a place, lower seats first.

        Most points are best, or fewest, as the game has it.
        """
        totals = self.totals
        sign = 1 if self.ruleset.fewest_points_win else -1
        order = sorted(range(len(totals)), key=lambda seat: sign * totals[seat])
        return tuple(
            Standing(1 + sum(sign * t < sign * totals[seat] for t in totals), seat, totals[seat])
            for seat in order
        )

    def step(self, action: Action, by: int | None = None) -> Match[T]:
        """The match after a seat (None: the seat to act) has done this.

        Raises:
            IllegalAction: the rules refuse it.
        """
        state = step(self.state, action, by)
        result = state.result
        if result is None:
            return evolve(self, state=state)
        past, results = (*self.past, state), (*self.results, result)
        counted = sum(not result.thrown_in for result in results)
        if counted != self.deals:
            seed = _deal_seed(self.seed, len(past) + 1)
            state = self.ruleset.deal(seed, self.ruleset.next_context(state))
        return evolve(self, state=state, past=past, results=results)


def _deal_seed(seed: int, number: int) -> int:
    """The seed of one deal: SHA-256 of both numbers in decimal, with a colon between."""
    return int.from_bytes(sha256(f"{seed}:{number}".encode()).digest())
