"""What a player at a terminal may ask for: help, a hint, the legal moves, and what beats what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from climbcards import (
    Action,
    Card,
    ClimbingRuleset,
    Combination,
    Discard,
    GoOut,
    Hand,
    Play,
    Ruleset,
    ThreeThirteen,
    View,
)
from climbcards.agents.climbing import reading_of
from climbcards.analysis import hint
from climbcards.cli_demo import count, sorted_text
from climbcards.cli_greedy import bomb_out_of_turn
from climbcards.cli_play_input import Typed, Unclear, hand_typed, read_typed
from climbcards.cli_play_lines import Line, Tone, in_tone, list_text
from climbcards.cli_play_moment import Due, Moment
from climbcards.cli_play_rummy import discards
from climbcards.cli_play_tricks import as_read
from climbcards.climbing.table import ClimbingTable

__all__ = ["beats_lines", "help_lines", "hint_lines", "moves_lines"]

_FEW: Final = 6
"""How many plays of a kind are listed among others."""

_PAGE: Final = 40
"""How many are listed of one kind alone."""


# --- Help ----------------------------------------------------------------------------------------

_CLIMBING: Final = (
    ("3c 3d", "play these cards; 3♣ 3♦ and 3c3d are the same"),
    ("33", "play by ranks, where only one choice of suits can be meant"),
    ("3c … as KIND", "play them in this reading, where there are several"),
    ("pass", "pass (also p)"),
)
_AUCTION: Final = (("bid 2", "bid (in the auction 2 will do)"),)
_CALLING: Final = (("call 8c", "call a card (8c will do)"),)
_RUMMY: Final = (
    ("stock", "draw from the stock"),
    ("pile", "take the top of the discard pile"),
    ("discard 5d", "discard (5d will do, or 5 if you hold one five)"),
    ("out 5d", "go out and discard this card; out alone picks one"),
)
_ALWAYS: Final = (
    ("hint", "what the greedy player would do, and why"),
    ("moves", "what you may do; moves KIND lists all of a kind, moves KIND 2 its next page"),
)
_BEATS: Final = (("beats", "what beats what lies there; beats 3c 3d: what would beat this"),)
_REST: Final = (
    ("table", "show the table again"),
    ("undo", "take your last decision back, with all that came after"),
    ("save FILE", "save the game"),
    ("quit", "leave the game"),
)


def help_lines(ruleset: Ruleset) -> Iterator[Line]:
    """What may be typed in this game."""
    words: list[tuple[str, str]] = []
    if isinstance(ruleset, ClimbingRuleset):
        words += _CLIMBING
        if ruleset.name != "big_two":
            words += _AUCTION
        if ruleset.options.get("partners") == "called" and ruleset.players == 4:
            words += _CALLING
        words += (*_ALWAYS, *_BEATS)
    else:
        words += (*_RUMMY, *_ALWAYS)
    width = max(len(word) for word, _ in words)
    for word, meaning in (*words, *_REST):
        yield from in_tone(f"  {word:{width}}  ", meaning)


# --- Hint ----------------------------------------------------------------------------------------


def hint_lines(moment: Moment) -> Iterator[Line]:
    """What the greedy player would do, and what speaks for it."""
    view = moment.view
    if moment.due is Due.CHANCE:
        bomb = bomb_out_of_turn(view)
        if bomb is None:
            yield Line("Hint: nothing; nobody has few cards, so keep your bomb for later.")
        else:
            yield from in_tone("Hint: ", f"{bomb}; it leaves few cards, to you or to be beaten.")
        return
    found = hint(view)
    yield from in_tone("Hint: ", f"{found.action}; {found.why}.")


# --- Moves ---------------------------------------------------------------------------------------


def moves_lines(moment: Moment, words: str) -> Iterator[Line]:
    """The legal actions, those of each kind on a line or two, or a page of one kind.

    Raises:
        Unclear: there is no such kind among them, or no such page.
    """
    view, ruleset = moment.view, moment.state.ruleset
    actions = view.legal_actions()
    groups: dict[str, list[str]] = {}
    for action in actions:
        name, text = _named(ruleset, view, action)
        groups.setdefault(name, []).append(text)
    if words:
        yield from _page(groups, words)
        return
    yield Line(f"{count(len(actions), 'legal action')}:")
    if isinstance(ruleset, ThreeThirteen) and "discard" in groups:
        groups["discard"] = list(discards(ruleset, view))
    heads = [
        f"  {name} ({len(group)})" if group[0] else f"  {name}" for name, group in groups.items()
    ]
    width = max(map(len, heads))
    for head, (name, group) in zip(heads, groups.items(), strict=True):
        shown = group if len(group) <= _FEW + 1 or name == "discard" else group[:_FEW]
        more = len(group) - len(shown)
        tail = [f"… {more} more: moves {name}"] if more else []
        yield from in_tone(f"{head:{width}}  ", (*shown, *tail), between=", ")


def _named(ruleset: Ruleset, view: View, action: Action) -> tuple[str, str]:
    """The kind of an action, and the action without it."""
    match action:
        case Play(cards=cards) if isinstance(ruleset, ClimbingRuleset):
            target = view.table.target if isinstance(view.table, ClimbingTable) else None
            return str(reading_of(ruleset, action, target).kind), sorted_text(ruleset, cards)
        case GoOut(card=card):
            return "out", str(card)
        case Discard(card=card):
            return "discard", str(card)
        case _:
            name, _, rest = str(action).partition(" ")
            return name, rest


def _page(groups: Mapping[str, Sequence[str]], words: str) -> Iterator[Line]:
    *kind, last = words.lower().split()
    number = 1
    if last.isascii() and last.isdigit() and len(last) < 9:
        number = int(last)
    else:
        kind.append(last)
    name = "_".join(kind)
    if name not in groups:
        raise Unclear(
            f"you have no {name or 'kind of that name'}; the kinds are: {', '.join(groups)}"
        )
    group = groups[name]
    pages = -(-len(group) // _PAGE)
    if not 1 <= number <= pages:
        raise Unclear(f"{name} has {count(pages, 'page')}")
    head = f"  {name} ({len(group)})  "
    yield from in_tone(head, group[_PAGE * (number - 1) : _PAGE * number], between=", ")
    if pages > 1:
        after = f"; `moves {name} {number + 1}` is the next" if number < pages else ""
        yield Line(f"  Page {number} of {pages}{after}.")


# --- What beats what -----------------------------------------------------------------------------


def beats_lines(moment: Moment, words: str) -> Iterator[Line]:
    """What beats the combination typed, or the one on the table, and what of the hand does.

    Raises:
        Unclear: what is typed is no combination of the game.
    """
    ruleset, view = moment.state.ruleset, moment.view
    if not isinstance(ruleset, ClimbingRuleset):
        raise Unclear("in this game nothing is beaten: cards are drawn and discarded")
    if words:
        target, *others = _readings(ruleset, words)
        for other in others:
            yield from in_tone(
                "", f"It also reads as {_of_kind(other)}, and goes by what it beats."
            )
    else:
        on_table = view.table.target if isinstance(view.table, ClimbingTable) else None
        if on_table is None:
            yield from _leads(ruleset, view.hand)
            return
        target = on_table
    yield from in_tone("", f"{as_read(ruleset, target)} is beaten by {_beating(ruleset, target)}.")
    found = ruleset.answers(view.hand, target)
    if not found:
        yield Line("Nothing in your hand beats it.")
        return
    yield Line(f"Of your hand {count(len(found), 'play')} would:")
    groups: dict[str, list[str]] = {}
    for answer in found:
        groups.setdefault(str(answer.kind), []).append(sorted_text(ruleset, answer.cards))
    for name, group in groups.items():
        more = [f"… {len(group) - _FEW} more"] if len(group) > _FEW else []
        yield from in_tone(f"  {name}  ", (*group[:_FEW], *more), between=", ")


def _readings(ruleset: ClimbingRuleset, words: str) -> Sequence[Combination]:
    """The readings of what was typed; ranks alone are of the lowest suits.

    Raises:
        Unclear: it is no combination.
    """
    cards = _of_deck(ruleset, read_typed(words))
    readings = ruleset.readings(cards)
    if not readings:
        raise Unclear(f"{sorted_text(ruleset, cards)} is no combination")
    return readings


def _of_deck(ruleset: Ruleset, typed: Typed) -> Hand:
    """The cards typed, with the lowest of the deck for the ranks.

    Raises:
        Unclear: the deck does not hold so many.
    """
    given = hand_typed(typed.cards)
    extra = given.beyond(Hand(ruleset.deck))
    left = list(ruleset.sort(Hand(ruleset.deck).beyond(given)))
    chosen: list[Card] = []
    for rank in typed.ranks:
        card = next((card for card in left if card.rank is rank), None)
        if card is None or extra:
            raise Unclear(f"the deck does not hold so many of {extra or rank}")
        left.remove(card)
        chosen.append(card)
    if extra:
        raise Unclear(f"the deck does not hold so many of {extra}")
    return given + Hand(chosen)


def _of_kind(combination: Combination) -> str:
    return f"a {str(combination.kind).replace('_', ' ')}"


def _beating(ruleset: ClimbingRuleset, target: Combination) -> str:
    """The kinds that beat it, in words."""
    answers = ruleset.answers(Hand(ruleset.deck), target)
    kinds = dict.fromkeys(answer.kind for answer in answers)
    size = f" of {len(target.cards)} cards" if len(target.shape) > 1 else ""
    said = [
        f"a higher {str(kind).replace('_', ' ')}{size}"
        if kind is target.kind
        else f"a {str(kind).replace('_', ' ')}"
        for kind in kinds
    ]
    return list_text(said) if said else "nothing"


def _leads(ruleset: ClimbingRuleset, hand: Hand) -> Iterator[Line]:
    """What the kinds of combinations are, and how many of each the hand holds."""
    kinds: dict[str, int] = dict.fromkeys((str(one.kind) for one in ruleset.catalogue()), 0)
    for lead in ruleset.leads(hand):
        kinds[str(lead.kind)] += 1
    yield Line("Nothing lies on the table: any combination may be led. You hold of each kind:")
    said = (f"{kind} {number or '–'}" for kind, number in kinds.items())
    yield from in_tone("  ", said, Tone.PLAIN, "   ")
    yield from in_tone(
        "",
        "A play is beaten by a higher one of its kind and size; `beats 3c 3d` says by what else.",
    )
