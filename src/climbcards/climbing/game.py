"""What the climbing games share: a ruleset that plays its catalogue with this package's engine."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache

from attrs import field, frozen
from typing_extensions import TypeVar, override

from climbcards.cards import Card
from climbcards.climbing.opening import OPENINGS, DealOpening, PositionOpening, opening_of, view_of
from climbcards.climbing.places import Places, Proved, places_of
from climbcards.climbing.readings import combination
from climbcards.climbing.rules import Rules
from climbcards.climbing.sampling import sampled
from climbcards.climbing.situation import (
    HAND_BITS,
    LANES_BITS,
    SIZE_BITS,
    Ended,
    Private,
    Setting,
    first_situation,
)
from climbcards.climbing.state import opened
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination
from climbcards.deal import Deal, DealContext, deck_problems, seed_problems
from climbcards.draw import Drawing, draw_for_places
from climbcards.errors import PositionError
from climbcards.hand import Cards, Hand, as_hand, size_of
from climbcards.linked import Origin
from climbcards.ruleset import ClimbingRuleset, Result, State, Table, View

__all__ = ["ClimbingGame", "Dealt"]

C = TypeVar("C", bound=ClimbingTable, covariant=True, default=ClimbingTable)
V = TypeVar("V", bound=Table)


@frozen(kw_only=True)
class Dealt:
    """The cards of a deal, handed out.

    Attributes:
        hands: each seat's.
        kitty: those left over for the declarer.
        opener: the seat that speaks (or leads) first.
        opening_card: the card that makes it the opener, if one does.
        opening_card_due: whether the opening lead must contain that card.
        odd_card: the card left over that was shown and given to the opener.
    """

    hands: tuple[Hand, ...]
    opener: int
    kitty: Hand = Hand()
    opening_card: Card | None = None
    opening_card_due: bool = False
    odd_card: Card | None = None


@frozen(kw_only=True, repr=False)
class ClimbingGame(ClimbingRuleset[C]):
    """A climbing game by its rules: its cards, catalogue, deal and payment."""

    rules: Rules = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._validate()
        object.__setattr__(self, "rules", _rules_of(self))

    @abstractmethod
    def _validate(self) -> None:
        """Raise a RulesetError for options that are out of range or contradict each other."""

    @abstractmethod
    def _rules(self) -> Rules:
        """What the engine has to know of the game with these options."""

    @abstractmethod
    def _table_type(self) -> type[C]:
        """The type of the game's tables."""

    @abstractmethod
    def _hand_out(self, deal: Deal) -> Dealt:
        """Deal the cards."""

    @abstractmethod
    def _settle(self, ended: Ended) -> Result:
        """How a finished deal ended."""

    def _context_problems(self, context: DealContext) -> list[str]:
        """What in a context this game rules out, besides numbers that are out of range."""
        found: list[str] = []
        if context.leader is not None:
            found.append(f"{self.name} has no leader to name: its rules decide")
        if context.partners is not None:
            found.append("partners are not drawn under these rules")
        return found

    def _face_up_problems(self, face_up: int | None) -> list[str]:
        """What is wrong with the place of a card turned face up; most games turn none."""
        return [] if face_up is None else ["no card is turned face up"]

    def _places(self, context: DealContext) -> Places:
        """Where in the deck each seat's cards lie.

        A game of one pack need not say it: it is found out by dealing.  A game of several packs
        must.
        """
        deck = self.deck
        if len(set(deck)) < len(deck):
            raise TypeError(f"{self.name} has several packs: it has to say where its cards lie")
        dealt = self._hand_out(Deal(deck=deck, context=context))
        return places_of(deck, dealt.hands, dealt.kitty, dealt.odd_card)

    def _proved(self, setting: Setting, sizes: Sequence[int]) -> Proved:
        """Which cards everybody knows the place of, from the beginning of a deal on.

        Here it is the opening card, which the opener was dealt.

        Args:
            setting: the lasting public facts of the deal.
            sizes: how many cards each seat was dealt.
        """
        opener, card = setting.opener, setting.opening_card
        return Proved() if opener is None or card is None else Proved(hands={opener: Hand((card,))})

    def _redrawn(self, deal: Deal, setting: Setting, rng: random.Random) -> Deal:
        """A sampled deal with what else chance decided in it, in keeping with the public facts.

        Most games draw nothing.
        """
        return deal

    def _sampled(self, view: View[V], rng: random.Random) -> State[V]:
        return sampled(self, view, rng)

    @property
    @override
    def deck(self) -> tuple[Card, ...]:
        return self.rules.catalogue.cards

    @override
    def sort(self, cards: Cards) -> tuple[Card, ...]:
        return tuple(sorted(as_hand(cards), key=self.rules.catalogue.layout.order))

    @override
    def draw_dealer(self, rng: random.Random) -> Drawing:
        """Every seat draws, and the highest rank of the game deals."""
        rank = self.rules.catalogue.layout.lane
        return draw_for_places(range(self.players), 1, self.deck, lambda card: rank[card.rank], rng)

    @override
    def catalogue(self) -> Sequence[Combination]:
        return self.leads(self.rules.catalogue.deck)

    @override
    def leads(self, hand: Cards) -> Sequence[Combination]:
        return self._listed(hand, None)

    @override
    def answers(self, hand: Cards, target: Combination) -> Sequence[Combination]:
        return self._listed(hand, target)

    def _listed(self, hand: Cards, target: Combination | None) -> Sequence[Combination]:
        catalogue = self.rules.catalogue
        layout = catalogue.layout
        bits = catalogue.within_deck(as_hand(hand).bits)
        lanes = layout.lanes(bits)
        if target is not None and not self._knows(target):
            raise PositionError(f"the target {target} is no combination of these rules")
        chosen = layout.chosen

        def built(code: int, lanes: int) -> Combination:
            return catalogue.combination(code, lanes, chosen(bits, lanes))

        return catalogue.listed(lanes, target, built)

    def _knows(self, combination: Combination) -> bool:
        """Whether the combination is one of this game's, with the place it has in its order."""
        if not isinstance(combination, Combination):
            raise TypeError(f"a {type(combination).__name__} is no combination")
        return combination in self.readings(combination.cards)

    @override
    def readings(self, cards: Cards) -> tuple[Combination, ...]:
        catalogue = self.rules.catalogue
        hand = as_hand(cards)
        if not hand <= catalogue.deck:
            return ()
        found = catalogue.read(hand.bits)
        return tuple(combination(catalogue.layout, hand.bits, reading) for reading in found)

    @override
    def classify(self, cards: Cards, beating: Combination | None = None) -> Combination | None:
        readings = self.readings(cards)
        if beating is not None:
            if not isinstance(beating, Combination):
                raise TypeError(f"a {type(beating).__name__} is no combination")
            for reading in readings:
                if reading.beats(beating):
                    return reading
        return readings[0] if readings else None

    @override
    def start(self, deal: Deal) -> State[C]:
        if not isinstance(deal, Deal):
            raise TypeError(f"a {type(deal).__name__} is no deal")
        problems = deck_problems(deal.deck, self.rules.catalogue.deck)
        if deal.seed is not None:
            problems += seed_problems(deal.seed)
        problems += self._face_up_problems(deal.face_up)
        if deal.reshuffles != ():
            problems.append("nothing is reshuffled")
        problems += deal.context.problems(self.players) or self._context_problems(deal.context)
        if problems:
            raise PositionError(*problems)
        dealt = self._hand_out(deal)
        rules = self.rules
        now = first_situation(
            rules,
            dealt.opener,
            [size_of(hand._bits) for hand in dealt.hands],
            dealt.opening_card if dealt.opening_card_due else None,
        )
        setting = Setting(
            ruleset=self,
            context=deal.context,
            first=now,
            opener=dealt.opener,
            opening_card=dealt.opening_card,
            odd_card=dealt.odd_card,
            kitty_size=len(dealt.kitty),
        )
        private = private_of(rules, dealt.hands, dealt.kitty)
        return opened(Origin(game=self, setting=setting, deal=deal, now=now, private=private))

    @property
    @override
    def _openings(self) -> Mapping[str, type]:
        return OPENINGS

    @override
    def _opening_of(self, view: View[Table]) -> object:
        table = view.table
        assert isinstance(table, ClimbingTable)  # games of this engine have no others
        return opening_of(table._setting, view.first.hand)

    @override
    def _view_of(self, opening: object, seat: int | None) -> View[C]:
        assert isinstance(opening, DealOpening | PositionOpening)  # those of _openings
        return view_of(self, opening, seat)


def sizes_of(hands: Sequence[Hand]) -> int:
    """How many cards the hands hold, eight bits a seat."""
    return sum(len(hand) << SIZE_BITS * seat for seat, hand in enumerate(hands))


def private_of(rules: Rules, hands: Sequence[Hand], kitty: Hand = Hand()) -> Private:
    """The hidden cards, in both layouts."""
    lanes_of = rules.catalogue.layout.lanes
    bits = lanes = 0
    for seat, hand in enumerate(hands):
        held = hand._bits
        bits |= held << HAND_BITS * seat
        lanes |= lanes_of(held) << LANES_BITS * seat
    return Private(bits, lanes, kitty.bits)


@lru_cache(maxsize=64)
def _rules_of(game: ClimbingGame) -> Rules:
    """Equal rulesets share their tables; at most 64 different ones are kept."""
    return game._rules()
