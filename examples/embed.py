"""A table for Big Three, as an app would embed it: deal, show, check, explain, play, pay.

The app speaks German.  It never reads the package's English sentences: a refusal is a code and
the facts of the case, and the app has sentences of its own.

    python examples/embed.py
"""

from climbcards import (
    Action,
    BigThree,
    Hand,
    Kind,
    NotationError,
    Phase,
    Reason,
    Result,
    State,
    View,
    Violation,
    parse_action,
    step,
)
from climbcards.games.big_three import BigThreeTable

PLAYERS = ("Anna", "Bernd", "Clara")
KINDS = {
    Kind.SINGLE: "Einzelkarte",
    Kind.PAIR: "Paar",
    Kind.TRIPLE: "Drilling",
    Kind.QUAD: "Vierling",
    Kind.RUN: "Folge",
    Kind.PAIR_RUN: "Paarfolge",
    Kind.TRIPLE_RUN: "Drillingsfolge",
    Kind.QUAD_RUN: "Vierlingsfolge",
}


def explain(refusal: Violation) -> str:
    """The refusal in German."""
    match refusal:
        case Violation(reason=Reason.GAME_OVER):
            return "Das Spiel ist aus."
        case Violation(reason=Reason.NOT_YOUR_TURN, to_act=int(seat)):
            return f"{PLAYERS[seat]} ist am Zug."
        case Violation(reason=Reason.WRONG_PHASE, phase=phase):
            return "Jetzt wird gereizt." if phase is Phase.AUCTION else "Jetzt wird gespielt."
        case Violation(reason=Reason.BID_OUT_OF_RANGE, bids=bids) if bids:
            return f"Gereizt wird von {bids[0]} bis {bids[-1]}."
        case Violation(reason=Reason.BID_TOO_LOW, highest=highest):
            return f"Das Gebot muss höher als {highest} sein."
        case Violation(reason=Reason.MUST_BID):
            return "Wer das Reizen eröffnet, muss bieten."
        case Violation(reason=Reason.CANNOT_PASS_LEAD):
            return "Wer ausspielt, kann nicht passen."
        case Violation(reason=Reason.NO_CARDS):
            return "Es liegt keine Karte auf dem Tisch."
        case Violation(reason=Reason.CARDS_NOT_HELD, missing=missing):
            return f"Diese Karten fehlen dir: {missing}."
        case Violation(reason=Reason.NOT_A_COMBINATION, cards=cards):
            return f"{cards} passt nicht zusammen."
        case Violation(reason=Reason.NO_SUCH_READING, cards=cards, kind=kind) if kind:
            return f"{cards} ist nicht als {KINDS.get(kind, kind)} zu lesen."
        case Violation(reason=Reason.NOT_HIGHER, cards=cards, target=target) if target:
            return f"{cards} ist nicht höher als {target.cards}."
        case Violation(reason=Reason.DIFFERENT_SHAPE, cards=cards, target=target) if target:
            wanted = f"{KINDS[target.kind]} aus {len(target.cards)} Karten"
            return f"{cards} passt nicht auf {target.cards} ({wanted})."
        case _:
            return f"Das geht nicht ({refusal.reason})."


class Room:
    """One table of the app: the state is all it has to keep."""

    def __init__(self, rules: BigThree, seed: int | None = None) -> None:
        self.rules = rules
        self.state: State[BigThreeTable] = rules.deal(seed)

    def receive(self, seat: int, text: str) -> str | None:
        """Do what a player has typed; the answer says why not, if not."""
        try:
            action = parse_action(text)
        except NotationError as fault:
            return f"„{text}“ ist ab dem {fault.index + 1}. Zeichen nicht zu verstehen."
        return self.do(seat, action)

    def do(self, seat: int, action: Action) -> str | None:
        """Do what a player wants; the answer says why not, if not."""
        refusal = self.state.check(action, seat)
        if refusal is not None:
            return explain(refusal)
        self.state = step(self.state, action, seat)
        return None


def shown(rules: BigThree, view: View[BigThreeTable]) -> str:
    """What one player sees."""
    table = view.table
    lines = [f"  Blatt: {' '.join(map(str, rules.sort(view.hand)))}"]
    for seat, cards in enumerate(table.sizes):
        if seat != view.seat:
            solo = ", spielt allein" if seat == table.soloist else ""
            lines.append(f"  {PLAYERS[seat]}: {cards} Karten{solo}")
    if table.target is not None:
        lines.append(f"  Zu schlagen: {table.target.cards} ({KINDS[table.target.kind]})")
    return "\n".join(lines)


def simple_player(view: View[BigThreeTable]) -> Action:
    """Whatever is last on the list: the highest bid, the largest play, else a pass."""
    return view.legal_actions()[-1]


def account(result: Result) -> str:
    """Who has won, and what each pays or gets."""
    winners = " und ".join(PLAYERS[seat] for seat in result.winners)
    points = ", ".join(f"{name} {n:+d}" for name, n in zip(PLAYERS, result.payoffs, strict=True))
    return f"Gewonnen: {winners} ({points})"


def unheld(room: Room, seat: int) -> Hand:
    """A card that the player does not have."""
    hand = room.state.view(seat).hand
    return Hand([next(card for card in room.rules.deck if card not in hand)])


def main(seed: int = 2024) -> None:
    """Play one deal and print it."""
    room = Room(BigThree(), seed)
    opener = room.state.to_act
    assert opener is not None
    for place, name in enumerate(PLAYERS):
        print(f"{name} sieht:\n{shown(room.rules, room.state.view(place))}")

    # What people type goes wrong in many ways; the state is as before each time.
    for text in ("Ich passe", "pass", "bid 7", "play 3♠", "bid 3"):
        answer = room.receive(opener, text)
        print(f"{PLAYERS[opener]}: {text} – {answer or 'in Ordnung.'}")
    leader = room.state.to_act
    assert leader is not None
    for text in ("pass", f"play {unheld(room, leader)}", "play 3♠ 3♣ 4♥"):
        print(f"{PLAYERS[leader]}: {text} – {room.receive(leader, text)}")

    while (seat := room.state.to_act) is not None:
        action = simple_player(room.state.view(seat))
        print(f"{PLAYERS[seat]}: {action}")
        answer = room.do(seat, action)
        assert answer is None  # a listed action is never refused
    result = room.state.result
    assert result is not None
    print(account(result))


if __name__ == "__main__":
    main()
