"""What the public moves of a deal prove about cards that nobody has shown."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from attrs import frozen
from typing_extensions import override

from climbcards.actions import Action, Move, Phase, Play
from climbcards.cards import Card
from climbcards.climbing.bits import ONES, bit_count, each_lane, lanes_of
from climbcards.climbing.catalogue import Catalogue
from climbcards.climbing.last_card import holds_more_than_singles
from climbcards.climbing.phases import carry_out, judge
from climbcards.climbing.situation import Private, Ruling, Setting, Situation
from climbcards.combination import Ranked
from climbcards.errors import PositionError
from climbcards.hand import Hand
from climbcards.hidden import Watch
from climbcards.violations import Violation

__all__ = ["LastCards", "NothingLonger", "PublicMove", "last_cards", "retold"]


class PublicMove(NamedTuple):
    """A move as the whole table saw it.

    Attributes:
        move: who did what.
        before: the public facts before it.
        ruling: how the rules read it.
        after: the public facts after it and what followed by itself.
    """

    move: Move
    before: Situation
    ruling: Ruling[Action]
    after: Situation


def retold(
    setting: Setting, began: Situation, history: Sequence[Move], kitty: Hand
) -> list[PublicMove]:
    """The public facts through a history, for which no hand is needed.

    Args:
        setting: the lasting public facts.
        began: the public facts at the beginning.
        history: the moves.
        kitty: so many cards as the kitty has: the kitty itself, if it is shown.

    Raises:
        PositionError: a move is not legal, whatever cards its player holds.
    """
    told: list[PublicMove] = []
    now = began
    for move in history:
        seat, action = move
        # A hand of just the cards that are played: it lacks nothing, and owes nothing.
        bits = action.cards.bits if isinstance(action, Play) else 0
        ruling = judge(setting, now, seat, bits, action)
        if isinstance(ruling, Violation):
            raise PositionError(f"the history is not legal at {move}: {ruling}")
        after, _ = carry_out(setting, now, Private(0, 0, kitty.bits), seat, ruling)
        told.append(PublicMove(move, now, ruling, after))
        now = after
    return told


@frozen
class LastCards:
    """What the last-card rule proves of one seat where it is enforced.

    Attributes:
        higher: cards that it does not hold: it has owed its highest card.
        shown: cards that it held when it led a single, the led one among them, and has shown
            since; with them and what it still holds there was no longer combination.  None: it
            never led a single when a longer combination was owed.
    """

    higher: frozenset[Card]
    shown: Hand | None


def last_cards(setting: Setting, told: Sequence[PublicMove]) -> dict[int, LastCards]:
    """What the last-card rule proves, by seat; nothing where it is not enforced."""
    rules = setting.rules
    if rules.last_card != "enforce":
        return {}
    catalogue = rules.catalogue
    higher: dict[int, frozenset[Card]] = {}
    shown: dict[int, Hand] = {}
    for (seat, action), now, ruling, _ in told:
        reading, target = ruling.reading, now.target
        if isinstance(action, Play) and seat in shown:
            shown[seat] += action.cards
        if seat != now.to_act or now.phase is not Phase.PLAY:
            continue  # out of turn nothing is owed
        if now.size(setting.next_in_trick(now, seat)) != 1:
            continue
        if reading is None and target is not None and target.size == 1:
            found = _beating(catalogue, target)  # its highest card would not have beaten it
        elif reading is not None and reading.size == 1 and not reading.power:
            found = _above(catalogue, reading.lanes)  # this was its highest card
            if target is None and isinstance(action, Play):
                shown.setdefault(seat, action.cards)
        else:
            continue
        higher[seat] = higher.get(seat, frozenset()) | found
    return {seat: LastCards(cards, shown.get(seat)) for seat, cards in higher.items()}


def _beating(catalogue: Catalogue, target: Ranked) -> frozenset[Card]:
    """The cards that beat a single."""
    return frozenset(
        card
        for card in catalogue.cards
        if any(reading.beats(target) for reading in catalogue.read(card.bit))
    )


def _above(catalogue: Catalogue, lanes: int) -> frozenset[Card]:
    """The cards above one, given in lanes."""
    return frozenset(card for card in catalogue.cards if catalogue.layout.lanes(card.bit) > lanes)


class NothingLonger(Watch):
    """A hand that, with cards it has shown, made no combination of more than one card.

    It remembers of a hand which ranks it has and how many cards of each suit, as a hand made up of
    the lowest ranks in the lowest suits: that settles which further cards it may hold, as long as
    any two of a rank are a combination, and cards of different ranks are one by their ranks alone,
    whatever their suits, or by being so many of one suit.

    Args:
        catalogue: the combinations.
        shown: what the hand has shown, in lanes.
    """

    def __init__(self, catalogue: Catalogue, shown: int) -> None:
        self._catalogue = catalogue
        self._shown = shown
        self._known: dict[tuple[int, int], int | None] = {}

    @property
    @override
    def start(self) -> Hashable:
        return self._shown

    @override
    def after(self, memory: Hashable, card: Card) -> Hashable | None:
        assert isinstance(memory, int)  # as start has it
        lanes = self._catalogue.layout.lanes(card.bit)
        key = memory, lanes
        if key not in self._known:
            self._known[key] = self._remembered(memory, lanes)
        return self._known[key]

    def _remembered(self, memory: int, lanes: int) -> int | None:
        if memory & 15 * lanes_of(lanes):
            return None
        held = memory | lanes
        if holds_more_than_singles(self._catalogue, held):
            return None
        suits = [bit for bit in range(4) for _ in range(bit_count(held >> bit & ONES))]
        return _of_suits(held, suits)

    @property
    def without_suits(self) -> NothingLonger:
        """The weaker condition on the ranks alone."""
        return _NothingLongerByRank(self._catalogue, self._shown)

    @property
    def without_ranks(self) -> NothingLonger:
        """The weaker condition that no two cards are of a rank; cards must come rank by rank."""
        return _NoTwoOfARank(self._catalogue, self._shown)

    @override
    def most(self, cards: Sequence[Card]) -> int:
        return len({card.rank for card in cards})

    @override
    def allows(self, cards: Iterable[Card]) -> bool:
        layout = self._catalogue.layout
        held = self._shown | layout.lanes(sum(card.bit for card in cards))
        return not holds_more_than_singles(self._catalogue, held)


class _NothingLongerByRank(NothingLonger):
    """The suits are taken to be as mixed as can be."""

    @override
    def _remembered(self, memory: int, lanes: int) -> int | None:
        if memory & 15 * lanes_of(lanes):
            return None
        held = memory | lanes
        held = _of_suits(held, [lane % 4 for lane in range(bit_count(lanes_of(held)))])
        return None if holds_more_than_singles(self._catalogue, held) else held


class _NoTwoOfARank(NothingLonger):
    """It remembers the last rank alone."""

    @property
    @override
    def start(self) -> Hashable:
        return 0

    @override
    def _remembered(self, memory: int, lanes: int) -> int | None:
        rank = lanes_of(lanes)
        return None if (memory | self._shown) & 15 * rank else rank


def _of_suits(lanes: int, suits: Sequence[int]) -> int:
    """A card of each rank, in these suits from the lowest rank on."""
    return sum([1 << 4 * lane + bit for lane, bit in zip(each_lane(lanes), suits, strict=True)])
