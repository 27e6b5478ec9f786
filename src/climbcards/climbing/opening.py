"""What a seat was shown before the first move, as plain values, and the view they make.

A view is sent from one program to another as these and the events since.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from attrs import frozen

from climbcards.actions import Phase, Play
from climbcards.cards import Card
from climbcards.climbing.readings import Reading, combination
from climbcards.climbing.situation import SIZE_BITS, Contract, Setting, Situation, first_situation
from climbcards.climbing.table import ClimbingTable
from climbcards.climbing.watching import Watch
from climbcards.deal import MOST, DealContext, is_seat
from climbcards.errors import PositionError
from climbcards.hand import Hand
from climbcards.ruleset import View

if TYPE_CHECKING:
    from climbcards.climbing.game import ClimbingGame

__all__ = ["OPENINGS", "DealOpening", "Opening", "PositionOpening", "opening_of", "view_of"]

C = TypeVar("C", bound=ClimbingTable, covariant=True)


@frozen(kw_only=True)
class DealOpening:
    """What a seat was shown when the cards were dealt.

    Attributes:
        context: what the deal takes over from its match.
        opener: the seat that speaks or leads first.
        opening_card: the card that made it the opener, and that everybody knows it holds.
        opening_card_due: whether the opening lead must contain that card.
        odd_card: the card left over that was shown and given to a player.
        kitty_size: how many cards wait for the declarer.
        sizes: how many cards each seat was dealt.
        hand: the seat's cards; a spectator has none.
    """

    context: DealContext
    opener: int
    opening_card: Card | None
    opening_card_due: bool
    odd_card: Card | None
    kitty_size: int
    sizes: tuple[int, ...]
    hand: Hand


@frozen(kw_only=True)
class PositionOpening:
    """What a seat saw when a position was set up.

    Attributes:
        context: the order of the seats, and who was drawn as partners.
        to_act: the seat whose turn it is.
        sizes: how many cards each seat holds.
        hand: the seat's cards; a spectator has none.
        gone: the cards played before.
        target: the combination to beat, with its kind; None when a lead is due.
        target_by: the seat that played it.
        passes: how many seats in succession have passed.
        out_of_trick: the seats that have no more turns in the trick.
        stake: what is played for; 0 where there was no auction.
        declarer: the highest bidder.
        called: the card called.
        partner: the seat that played it.
    """

    context: DealContext
    to_act: int
    sizes: tuple[int, ...]
    hand: Hand
    gone: Hand
    target: Play | None
    target_by: int | None
    passes: int
    out_of_trick: tuple[int, ...]
    stake: int
    declarer: int | None
    called: Card | None
    partner: int | None


Opening: TypeAlias = DealOpening | PositionOpening
"""What a seat was shown before the first move."""

OPENINGS: Final[Mapping[str, type[Opening]]] = {"deal": DealOpening, "position": PositionOpening}
"""The kinds of openings by name."""


def opening_of(setting: Setting, hand: Hand) -> Opening:
    """What a seat that held this hand was shown before the first move."""
    first = setting.first
    contract = first.contract
    seats = range(len(setting.after))
    sizes = tuple(first.size(seat) for seat in seats)
    if not setting.position:
        assert setting.opener is not None  # every deal has one
        return DealOpening(
            context=setting.context,
            opener=setting.opener,
            opening_card=setting.opening_card,
            opening_card_due=contract.opening is not None,
            odd_card=setting.odd_card,
            kitty_size=setting.kitty_size,
            sizes=sizes,
            hand=hand,
        )
    assert first.to_act is not None  # no position is over
    target: Play | None = None
    if first.target is not None:
        layout = setting.rules.catalogue.layout
        read = combination(layout, first.target_bits, first.target)
        target = Play(read.cards, read.kind)
    return PositionOpening(
        context=setting.context,
        to_act=first.to_act,
        sizes=sizes,
        hand=hand,
        gone=setting.gone,
        target=target,
        target_by=first.target_by,
        passes=first.passes,
        out_of_trick=tuple(seat for seat in seats if first.out >> seat & 1),
        stake=contract.bid,
        declarer=contract.declarer,
        called=contract.called,
        partner=contract.partner,
    )


def view_of(game: ClimbingGame[C], opening: Opening, seat: int | None) -> View[C]:
    """The view of a seat (None: a spectator) that was shown this.

    Raises:
        PositionError: no seat can have been; the error names what is wrong.
    """
    found = _problems(game, opening, seat)
    if found:
        raise PositionError(*found)
    if isinstance(opening, DealOpening):
        setting = _setting_of_deal(game, opening, seat)
    else:
        setting = _setting_of_position(game, opening)
    watch = Watch(setting, setting.first, (), seat, opening.hand)
    watch.unseen(watch.known())
    watch.check_sizes()
    table = game._table_type()(setting, setting.first, ())
    dealt = opening.hand if isinstance(opening, DealOpening) else Hand()
    return View(seat=seat, table=table, hand=opening.hand, dealt=dealt)


def _problems(game: ClimbingGame[C], opening: Opening, seat: int | None) -> list[str]:
    """What is wrong with either kind."""
    found: list[str] = []
    players, rules, sizes = game.players, game.rules, opening.sizes
    kitty = opening.kitty_size if isinstance(opening, DealOpening) else 0
    found += opening.context.problems(players) or game._context_problems(opening.context)
    if seat is not None and not is_seat(seat, players):
        found.append(f"seats are numbered from 0 to {players - 1}")
    if kitty and (kitty < 0 or not rules.bids):
        found.append("there is no such kitty")
    if len(sizes) != players or not all(1 <= size <= rules.largest_hand - kitty for size in sizes):
        found.append(f"{players} sizes, from 1 to {rules.largest_hand - kitty} cards, belong here")
    if sum(sizes) + kitty > len(rules.catalogue.deck):
        found.append("the deck does not hold so many cards")
    if not found and len(opening.hand) != (0 if seat is None else sizes[seat]):
        found.append("the hand has not as many cards as its seat")
    return found


def _setting_of_deal(game: ClimbingGame[C], opening: DealOpening, seat: int | None) -> Setting:
    rules, card = game.rules, opening.opening_card
    found: list[str] = []
    if not is_seat(opening.opener, game.players):
        found.append(f"the opener is a seat from 0 to {game.players - 1}")
    for name, shown in (("opening", card), ("odd", opening.odd_card)):
        if shown is not None and shown not in rules.catalogue.deck:
            found.append(f"the {name} card is not in the deck")
    if opening.opening_card_due and card is None:
        found.append("no opening card can be due")
    if card is not None and seat == opening.opener and card not in opening.hand:
        found.append(f"the opener holds the {card}")
    if found:
        raise PositionError(*found)
    due = card if opening.opening_card_due else None
    first = first_situation(rules, opening.opener, opening.sizes, due)
    return Setting(
        ruleset=game,
        context=opening.context,
        first=first,
        opener=opening.opener,
        opening_card=card,
        odd_card=opening.odd_card,
        kitty_size=opening.kitty_size,
    )


def _setting_of_position(game: ClimbingGame[C], opening: PositionOpening) -> Setting:
    players, rules = game.players, game.rules
    found: list[str] = []
    for name in ("to_act", "target_by", "declarer", "partner"):
        number = getattr(opening, name)
        if not is_seat(number, players) and (number is not None or name == "to_act"):
            found.append(f"{name} is a seat from 0 to {players - 1}")
    out = opening.out_of_trick
    if not all(is_seat(seat, players) and seat != opening.to_act for seat in out):
        found.append("the seats out of the trick are others than the one to act")
    target = opening.target
    reading = None if target is None else _read(game, target)
    if target is not None and reading is None:
        found.append("the target is no combination")
    if (target is None) != (opening.target_by is None) or opening.target_by == opening.to_act:
        found.append("a target, and no lead, was played by another seat")
    if not 0 <= opening.passes < rules.passes_to_end_trick or (target is None and opening.passes):
        found.append("so many passes end the trick")
    if not 0 <= opening.stake <= MOST:
        found.append(f"the stake is a whole number from 0 to {MOST:,}")
    if opening.called is not None and opening.called.rank not in rules.callable_ranks:
        found.append("that card cannot be called")
    if opening.partner is not None and (
        opening.called is None or opening.partner == opening.declarer
    ):
        found.append("the partner is another seat, which played the card called")
    if found:
        raise PositionError(*found)
    contract = Contract(
        bid=opening.stake,
        bidder=opening.declarer,
        declarer=opening.declarer,
        called=opening.called,
        partner=opening.partner,
    )
    first = Situation(
        Phase.PLAY,
        opening.to_act,
        sum(size << SIZE_BITS * seat for seat, size in enumerate(opening.sizes)),
        reading,
        0 if target is None else target.cards.bits,
        opening.target_by,
        opening.passes,
        contract,
        sum({1 << seat for seat in out}),
    )
    return Setting(
        ruleset=game, context=opening.context, first=first, gone=opening.gone, position=True
    )


def _read(game: ClimbingGame[C], target: Play) -> Reading | None:
    catalogue = game.rules.catalogue
    if not target.cards <= catalogue.deck:
        return None
    readings = catalogue.read(target.cards.bits)
    return next((reading for reading in readings if reading.kind is target.kind), None)
