"""What a player types at a terminal, read as an action.

Cards are typed in any notation of the package, with or without spaces: ``3c 3d``, ``3♣ 3♦``,
``3c3d``.  Ranks alone will do where only one choice of suits can be played: ``33``, ``345``, ``k``.
Every action may also be typed as it prints: ``play 3♣ 3♦``, ``draw stock``, ``go out 5♦``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from climbcards import (
    Action,
    Bid,
    Call,
    Card,
    ClimbcardsError,
    Discard,
    Draw,
    GoOut,
    Hand,
    Kind,
    Pass,
    Phase,
    Play,
    Rank,
    Source,
    View,
)
from climbcards.agents.sides import Calling
from climbcards.cli_play_lines import list_text

__all__ = ["LONGEST", "Typed", "Unclear", "hand_typed", "read_action", "read_hand", "read_typed"]

LONGEST: Final = 400
"""How many characters of a line are read; the longest play has fewer."""

_MOST_LISTED: Final = 6
_EXCERPT: Final = 30


class Unclear(Exception):
    """What was typed cannot be read as an action; the message says why, or asks what is meant."""


def read_action(text: str, view: View) -> Action:
    """The action that a line of text means for the seat of this view; it need not be legal.

    Raises:
        Unclear: it means none, or could mean several.
    """
    whole = " ".join(text.split())
    verb, _, rest = whole.partition(" ")
    reader = _VERBS.get(verb.lower())
    if reader is not None:
        return reader(rest, view)
    phase = view.table.phase
    if phase is Phase.AUCTION and whole.removeprefix("-").isdigit():
        return _bid(whole, view)
    if phase is Phase.CALL:
        return _call(whole, view)
    if phase in (Phase.DRAW, Phase.DISCARD):
        return _discard(whole, view)
    return _play(whole, view)


# --- Words ---------------------------------------------------------------------------------------


def _pass(rest: str, view: View) -> Action:
    if rest:
        raise Unclear("a pass is the word `pass` alone")
    return Pass()


def _bid(rest: str, view: View) -> Action:
    try:
        return Bid(int(rest) if len(rest) < 9 else 10**9)
    except (ClimbcardsError, ValueError):
        raise Unclear("a bid is a number: `bid 2`") from None


def _call(rest: str, view: View) -> Action:
    calls = [call.card for call in view.legal_actions() if isinstance(call, Call)]
    return Call(_one_card(rest, calls, calls, "call"))


def _discard(rest: str, view: View) -> Action:
    allowed = [one.card for one in view.legal_actions() if isinstance(one, Discard)]
    return Discard(_one_card(rest, allowed, view.hand, "discard"))


def _go_out(rest: str, view: View) -> Action:
    _, out, after = rest.rpartition("out")
    rest = after.strip() if out else rest
    allowed = [one.card for one in view.legal_actions() if isinstance(one, GoOut)]
    if not rest and allowed:
        rest = str(allowed[-1])
    return GoOut(_one_card(rest, allowed, view.hand, "out"))


def _stock(rest: str, view: View) -> Action:
    return _draw("stock", view) if not rest else _draw(rest, view)


def _pile(rest: str, view: View) -> Action:
    return _draw("pile", view) if not rest else _draw(rest, view)


def _draw(rest: str, view: View) -> Action:
    match rest.lower().split():
        case ["stock"]:
            return Draw(Source.STOCK)
        case ["pile" | "discard"]:
            return Draw(Source.DISCARD)
        case _:
            raise Unclear("draw from where? `stock` or `pile`")


def _play(rest: str, view: View) -> Action:
    words = rest.lower().split()
    kind: Kind | None = None
    for place in range(len(words) - 1, -1, -1):
        name = "_".join(words[place + 1 :])
        if words[place] == "as" and name in _KINDS:
            kind, rest = _KINDS[name], " ".join(rest.split()[:place])
            break
    return Play(read_hand(rest, view), kind)


_KINDS: Final[Mapping[str, Kind]] = {str(kind): kind for kind in Kind}

_VERBS: Final[Mapping[str, Callable[[str, View], Action]]] = {
    "pass": _pass,
    "p": _pass,
    "-": _pass,
    "–": _pass,
    "bid": _bid,
    "call": _call,
    "play": _play,
    "draw": _draw,
    "stock": _stock,
    "pile": _pile,
    "discard": _discard,
    "go": _go_out,
    "out": _go_out,
}
"""How what stands after a word is read."""


# --- Cards ---------------------------------------------------------------------------------------

_RANK: Final = r"10|[2-9TJQKA]"
_TOKEN: Final = re.compile(
    rf"(?P<joker>[BR]J)|(?P<card>(?:{_RANK})[♣♦♥♠CDHS]|[♣♦♥♠](?:{_RANK}))|(?P<rank>{_RANK})"
    r"|(?P<gap>[\s,]+)",
    re.IGNORECASE | re.ASCII,
)
_RANKS: Final[Mapping[str, Rank]] = {str(rank): rank for rank in Rank} | {"T": Rank.TEN}


class Typed(NamedTuple):
    """Cards as they were typed: some with their suits, of others the ranks alone."""

    cards: Sequence[Card]
    ranks: Sequence[Rank]


def read_typed(text: str) -> Typed:
    """Read cards and ranks.

    Raises:
        Unclear: there is anything else.
    """
    cards: list[Card] = []
    ranks: list[Rank] = []
    place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            shown = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
            raise Unclear(f"{shown!r} is neither cards nor a command: `help` lists what there is")
        if token["rank"]:
            ranks.append(_RANKS[token["rank"].upper()])
        elif not token["gap"]:
            cards.append(Card.parse(token[0]))
        place = token.end()
    return Typed(cards, ranks)


def hand_typed(cards: Iterable[Card]) -> Hand:
    """The cards as a hand.

    Raises:
        Unclear: no hand holds so many of one card.
    """
    try:
        return Hand(cards)
    except ClimbcardsError as error:
        raise Unclear(str(error)) from None


def read_hand(text: str, view: View) -> Hand:
    """The cards that are typed; suits that are left out are those of the one play there is.

    Raises:
        Unclear: they are no cards, or several plays are made of these ranks.
    """
    cards, ranks = read_typed(text)
    given = hand_typed(cards)
    if not ranks:
        return given
    wanted = Counter(ranks) + Counter(card.rank for card in cards)
    plays = [action.cards for action in view.legal_actions() if isinstance(action, Play)]
    found = [
        play
        for play in dict.fromkeys(plays)
        if len(play) == wanted.total()
        and given <= play
        and Counter(card.rank for card in play) == wanted
    ]
    table = view.table
    if len(found) > 1 and isinstance(table, Calling) and table.called is not None:
        # Showing the called card is a decision: whoever means it types it.
        found = [play for play in found if table.called not in play] or found
    if len(found) > 1:
        sort = table.ruleset.sort
        listed = [" ".join(map(str, sort(play))) for play in found[:_MOST_LISTED]]
        more = len(found) - len(listed)
        which = list_text(listed) if not more else f"{', '.join(listed)} or {more} others"
        raise Unclear(f"which? {which}: type the suits")
    return found[0] if found else _lowest(view, given, ranks)


def _lowest(view: View, given: Hand, ranks: Iterable[Rank]) -> Hand:
    """The lowest cards held of these ranks, besides those given; no legal play is made of them.

    Raises:
        Unclear: the hand does not hold so many.
    """
    left = view.table.ruleset.sort(view.hand.beyond(given))
    chosen: list[Card] = []
    for rank, needed in Counter(ranks).items():
        held = [card for card in left if card.rank is rank]
        if len(held) < needed:
            more = "more " if given else ""
            some = f"only {len(held)} {more}of rank" if held else f"no {more}card of rank"
            raise Unclear(f"you hold {some} {rank}")
        chosen += held[:needed]
    return given + hand_typed(chosen)


def _one_card(text: str, allowed: Sequence[Card], others: Iterable[Card], verb: str) -> Card:
    """The one card that is typed; a rank alone stands for the one card there is of it.

    Args:
        text: what was typed.
        allowed: the cards that may be meant.
        others: where it is looked for if none of those is.
        verb: what is done with it.

    Raises:
        Unclear: it is no card, or more than one.
    """
    if not text:
        raise Unclear(f"which card? `{verb} 5♦`, say")
    cards, ranks = read_typed(text)
    if len(cards) + len(ranks) != 1:
        raise Unclear(f"one card, please: `{verb} 5♦`, say")
    if cards:
        return cards[0]
    for place in (allowed, others):
        found = list(dict.fromkeys(card for card in place if card.rank is ranks[0]))
        if len(found) > 1:
            raise Unclear(f"which? {list_text(found)}: type the suit")
        if found:
            return found[0]
    raise Unclear(f"there is no {ranks[0]} to {'go out with' if verb == 'out' else verb}")
