"""Every refusal in Spanish: the sentences of an app, filled from the facts of the case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from climbcards import Combination, Kind, Phase, Reason, Violation

# --- Sentences

SENTENCES: Final[Mapping[Reason, str]] = {
    Reason.NOT_AN_ACTION: "Eso no es ninguna jugada.",
    Reason.GAME_OVER: "La mano ha terminado.",
    Reason.NO_SUCH_SEAT: "En esta mesa hay {seats} jugadores.",
    Reason.NOT_YOUR_TURN: "Le toca a {to_act}.",
    Reason.WRONG_PHASE: "Ahora {phase}.",
    Reason.BID_OUT_OF_RANGE: "Se puede apostar {bids}.",
    Reason.MUST_BID: "Quien abre la subasta tiene que apostar {bids}.",
    Reason.BID_TOO_LOW: "Hay que superar {highest}.",
    Reason.CARD_NOT_CALLABLE: "No puedes llamar {card}.",
    Reason.CANNOT_PASS_LEAD: "Quien abre la baza no puede pasar.",
    Reason.NO_CARDS: "Elige por lo menos una carta.",
    Reason.CARDS_NOT_HELD: "No tienes {missing}.",
    Reason.NOT_A_COMBINATION: "{cards} no forman ninguna combinación.",
    Reason.NO_SUCH_READING: "{cards} no son {kind}, sino {readings}.",
    Reason.OPENING_CARD_MISSING: "La primera jugada tiene que llevar {card}.",
    Reason.OWN_PLAY: "No puedes superar tu propia jugada.",
    Reason.NOT_A_BOMB: "Fuera de turno solo se juegan bombas, y {cards} no lo es.",
    Reason.NOT_HIGHER: "{cards} no supera {target}.",
    Reason.DIFFERENT_SHAPE: "{cards} es {readings}, y hay que responder a {target}.",
    Reason.LAST_CARD_RULE: "Al siguiente le queda una carta: juega {card}.",
    Reason.STOCK_EMPTY: "No quedan cartas en el mazo.",
    Reason.NO_DISCARD_TO_DRAW: "No hay ningún descarte.",
    Reason.RETURNED_DISCARD: "Acabas de coger {card}: descarta otra.",
    Reason.HAND_NOT_MELDED: "{cards} no son todo combinaciones: no puedes salir.",
}

IN_HAND: Final = "{card} está en tu propia mano."
SEVERAL_CARDS: Final = "Al siguiente le queda una carta: juega más de una."

# --- Words

PHASES: Final[Mapping[Phase, str]] = {
    Phase.AUCTION: "se subasta",
    Phase.CALL: "se llama una carta",
    Phase.PLAY: "se juega",
    Phase.DRAW: "se roba una carta",
    Phase.DISCARD: "se descarta",
    Phase.OVER: "la mano ha terminado",
}

KINDS: Final[Mapping[Kind, str]] = {
    Kind.SINGLE: "una carta suelta",
    Kind.PAIR: "una pareja",
    Kind.TRIPLE: "un trío",
    Kind.RUN: "una escalera",
    Kind.PAIR_RUN: "una escalera de parejas",
    # … and so on for the kinds of the games that the app has.
}


def kind_of(kind: Kind) -> str:
    """A kind of combination; one that has no word yet keeps its name."""
    return KINDS.get(kind, kind.value.replace("_", " "))


def choice(words: Sequence[object]) -> str:
    """Words with an "or" before the last one."""
    *others, last = map(str, dict.fromkeys(words))
    return f"{', '.join(others)} o {last}" if others else last


# --- Filling in


def explain(violation: Violation, names: Sequence[str]) -> str:
    """The refusal in Spanish, with the players called by their names."""
    sentence = SENTENCES[violation.reason]
    if violation.reason is Reason.CARD_NOT_CALLABLE and violation.held:
        sentence = IN_HAND
    if violation.reason is Reason.LAST_CARD_RULE and violation.card is None:
        sentence = SEVERAL_CARDS
    return sentence.format_map(words_of(violation, names))


def words_of(violation: Violation, names: Sequence[str]) -> dict[str, object]:
    """Every fact of the case as it is to be read; a fact that says nothing here is left out."""
    found: dict[str, object] = {
        "seats": violation.seats,
        "to_act": None if violation.to_act is None else names[violation.to_act],
        "phase": None if violation.phase is None else PHASES[violation.phase],
        "bids": choice(violation.bids) if violation.bids else None,
        "highest": violation.highest,
        "card": violation.card,
        "missing": violation.missing,
        "cards": violation.cards,
        "kind": None if violation.kind is None else kind_of(violation.kind),
        "readings": _kinds(violation.readings),
        "target": None if violation.target is None else violation.target.cards,
    }
    return {name: value for name, value in found.items() if value is not None}


def _kinds(readings: Sequence[Combination]) -> str | None:
    return choice([kind_of(reading.kind) for reading in readings]) if readings else None
