"""Hints: what an agent would do, with a sentence why."""

from __future__ import annotations

from attrs import frozen

from climbcards.actions import Action, Bid, Call, Discard, Draw, GoOut, Pass, Phase, Play, Source
from climbcards.agents.agent import Agent, choices
from climbcards.agents.climbing import high_ranks, reading_of
from climbcards.agents.greedy import GreedyAgent
from climbcards.agents.sides import allies
from climbcards.climbing.table import ClimbingTable
from climbcards.combination import Combination
from climbcards.games.three_thirteen import ThreeThirteen
from climbcards.hand import Hand
from climbcards.ruleset import ClimbingRuleset, Ruleset, Table, View
from climbcards.rummy.table import RummyTable
from climbcards.violations import IllegalAction

__all__ = ["Hint", "hint"]


@frozen
class Hint:
    """What a player might do.

    Attributes:
        action: the action.
        why: an English sentence, without a full stop, of facts that the player can check.
    """

    action: Action
    why: str


def hint(view: View[Table], agent: Agent | None = None) -> Hint:
    """What an agent would do in the seat of this view, and what speaks for it.

    The sentence is composed from facts of the view, not from the agent's thoughts: it is true
    whichever agent chooses.

    Args:
        view: the view of a seat that has something to choose.
        agent: who chooses; None: a :class:`~climbcards.agents.GreedyAgent`.

    Raises:
        PositionError: the seat has nothing to choose from.
        IllegalAction: the agent's choice is against the rules.
    """
    actions = choices(view)
    action = (agent or GreedyAgent()).act(view)
    refused = view.check(action)
    if refused is not None:
        raise IllegalAction(refused)
    if len(actions) == 1 and view.seat == view.table.to_act:  # out of turn it may wait as well
        return Hint(action, f"there is nothing else to do than to {action}")
    return Hint(action, _why(view, action))


def _why(view: View[Table], action: Action) -> str:
    ruleset, table = view.table.ruleset, view.table
    match action:
        case Bid() | Pass() if table.phase is Phase.AUCTION:
            said = _of_high_cards(ruleset, view.hand)
            bids = [bid.value for bid in view.legal_actions() if isinstance(bid, Bid)]
            if isinstance(action, Pass) and bids:
                return f"{said}; the lowest bid left is {min(bids)}"
            return said
        case Call():
            return f"you do not hold the {action.card}: who does is your partner"
        case Pass() if isinstance(ruleset, ClimbingRuleset):
            return _of_pass(ruleset, view)
        case Play() if isinstance(ruleset, ClimbingRuleset):
            return _of_play(ruleset, view, action)
        case Draw() if isinstance(ruleset, ThreeThirteen) and isinstance(table, RummyTable):
            return _of_draw(ruleset, table, view.hand, action.source)
        case Discard() | GoOut() if isinstance(ruleset, ThreeThirteen) and isinstance(
            table, RummyTable
        ):
            return _of_discard(ruleset, table, view.hand, action)
        case _:
            return f"the rules allow you to {action}"


# --- Auction ----------------------------------------------------------------------------


def _of_high_cards(ruleset: Ruleset[Table], hand: Hand) -> str:
    high = high_ranks(ruleset)
    held = sum(card.rank in high for card in hand)
    deck = sum(card.rank in high for card in ruleset.deck)
    share = len(hand) * deck / len(ruleset.deck)
    names = " ".join(map(str, high))
    verdict = "more" if held > share else "no more"
    return (
        f"you hold {held or 'none'} of the {deck} highest cards ({names}), "
        f"{verdict} than your share"
    )


# --- Tricks --------------------------------------------------------------------------------------


def _target(view: View[Table]) -> Combination | None:
    return view.table.target if isinstance(view.table, ClimbingTable) else None


def _of_pass(ruleset: ClimbingRuleset[Table], view: View[Table]) -> str:
    table, target = view.table, _target(view)
    assert target is not None  # nobody passes a lead
    if isinstance(table, ClimbingTable) and table.target_by in allies(view):
        return f"seat {table.target_by}, who played {target.cards}, is on your side"
    answers = ruleset.answers(view.hand, target)
    weakest = min(answers, key=lambda answer: (answer.power, answer.strength))
    if weakest.power > target.power:
        return f"only a bomb of yours beats {target.cards}, and you keep it"
    return f"you keep {weakest.cards}, the least that beats {target.cards}"


def _of_play(ruleset: ClimbingRuleset[Table], view: View[Table], play: Play) -> str:
    target, hand = _target(view), view.hand
    reading = reading_of(ruleset, play, target)
    rest = hand - play.cards
    if not rest:
        return f"{_a(reading)} empties your hand"
    said = (
        _of_lead(ruleset, hand, reading)
        if target is None
        else _of_answer(ruleset, hand, reading, target)
    )
    bombs = [bomb.core for bomb in ruleset.leads(hand) if bomb.power]
    if bombs and not reading.power and all(bomb <= rest for bomb in bombs):
        said += "; you keep your " + ("bomb" if len(set(bombs)) == 1 else "bombs")
    return said


def _of_lead(ruleset: ClimbingRuleset[Table], hand: Hand, reading: Combination) -> str:
    leads = ruleset.leads(hand)
    plain = [lead for lead in leads if not lead.power]
    lowest = _is_weakest(reading, [lead for lead in leads if lead.shape == reading.shape])
    name = f"your lowest {_name(reading)}" if lowest else _a(reading)
    most = max((len(lead.cards) for lead in plain), default=0)
    if not reading.power and len(reading.cards) == most > 1:
        return f"{name} gets rid of {most} cards, the most you can play without a bomb"
    cards = len(reading.cards)
    return f"{name} gets rid of {cards} card{'s' if cards > 1 else ''}"


def _of_answer(
    ruleset: ClimbingRuleset[Table], hand: Hand, reading: Combination, target: Combination
) -> str:
    if reading.power > target.power:
        return f"{_a(reading)} is a bomb and beats {target.cards}"
    like = [answer for answer in ruleset.answers(hand, target) if answer.power == reading.power]
    if _is_weakest(reading, like):
        return f"the lowest {_name(reading)} of yours that beats {target.cards}"
    return f"{_a(reading)} beats {target.cards}"


def _is_weakest(reading: Combination, others: list[Combination]) -> bool:
    return all(reading.strength <= other.strength for other in others)


def _name(reading: Combination) -> str:
    return str(reading.kind).replace("_", " ")


def _a(reading: Combination) -> str:
    return f"the {_name(reading)} {reading.cards}"


# --- Three Thirteen ------------------------------------------------------------------------------


def _of_draw(ruleset: ThreeThirteen, table: RummyTable, hand: Hand, source: Source) -> str:
    top = table.pile[-1]  # there is one: there is a choice
    before = ruleset.arrange(hand, table.number).points
    with_it = hand + Hand([top])
    after = min(
        (
            ruleset.arrange(with_it - Hand([card]), table.number).points
            for card in dict.fromkeys(hand)
            if card is not top
        ),
        default=before,
    )
    if source is Source.DISCARD and after >= before:
        return f"with the {top} at least {_points(after)} would be left, and you have {before} now"
    if source is Source.DISCARD:
        return f"with the {top} you can get down to {_points(after)}, from {before}"
    if after < before:
        return (
            f"the stock may hold better than the {top}, with which {_points(after)} would be left"
        )
    return f"the {top} would not lower the {_points(before)} that you have left"


def _of_discard(
    ruleset: ThreeThirteen, table: RummyTable, hand: Hand, action: Discard | GoOut
) -> str:
    if isinstance(action, GoOut):
        return f"all but the {action.card} is in melds"
    left = {
        card: ruleset.arrange(hand - Hand([card]), table.number).points
        for card in dict.fromkeys(hand)
    }
    own = left[action.card]
    said = f"without the {action.card} you have {_points(own)} left"
    return f"{said}, the fewest there can be" if own == min(left.values()) else said


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
