"""What is set against what, and the aims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = [
    "AIMS",
    "BIG_TWO",
    "BIG_TWO_PLAYOUTS",
    "COMPARISONS",
    "GROUPS",
    "Aim",
    "Comparison",
    "Group",
]

BIG_TWO: Final = 854 / 194
"""How many random games of Big Two the fastest public engine in Python plays while RLCard's raw
engine plays one of Dou Dizhu: 854 and 194 a second, recorded in one run on one machine.  That
engine (sartig/python-big-two-rl) cannot be installed by pip, so it does not run here."""


BIG_TWO_PLAYOUTS: Final = 20_000 / 194
"""The same for the playouts of Big Two that are aimed at: 20,000 a second on that machine."""


class Group(NamedTuple):
    """Tasks that are measured one after the other in a round.

    Attributes:
        title: what is measured.
        unit: what is counted.
        outputs: what comes out of each.
        tasks: the names of the tasks.
    """

    title: str
    unit: str
    outputs: str
    tasks: Sequence[str]


GROUPS: Final = (
    Group(
        "Dou Dizhu: random games",
        "game",
        "moves",
        (
            "ddz.games",
            "ddz.playout",
            "ddz.games.cpp",
            "ddz.games.dealt",
            "ddz.playout.dealt",
            "ddz.games.cpp.dealt",
        ),
    ),
    Group(
        "Big Two: random games",
        "game",
        "moves",
        ("big2.games", "big2.playout", "big2.playout.dealt"),
    ),
    Group(
        "Dou Dizhu: leads of 20 cards",
        "hand",
        "leads",
        (
            "ddz.leads20",
            "ddz.leads20.built.rlcard",
            "ddz.leads20.built.openspiel",
            "ddz.leads20.built.douzero",
            "ddz.leads20.built.cold",
            "ddz.leads20.listed",
            "ddz.leads20.listed.cold",
        ),
    ),
    Group(
        "Dou Dizhu: leads of 17 cards",
        "hand",
        "leads",
        (
            "ddz.leads17",
            "ddz.leads17.built.rlcard",
            "ddz.leads17.built.douzero",
            "ddz.leads17.listed",
            "ddz.leads17.listed.cold",
        ),
    ),
    Group(
        "Dou Dizhu: answers of 17 cards",
        "hand",
        "answers and passes",
        ("ddz.answers17", "ddz.answers17.built", "ddz.answers17.listed"),
    ),
    Group("Melds of ten cards", "hand", "points left", ("gin.melds10",)),
)


class Comparison(NamedTuple):
    """Ours and theirs.

    Attributes:
        about: what is compared.
        ours: the task of climbcards.
        peer: the name of the other worker.
        theirs: its task.
        factor: what its rate is multiplied by.
    """

    about: str
    ours: str
    peer: str
    theirs: str
    factor: float = 1.0


COMPARISONS: Final = (
    Comparison("Dou Dizhu, games move by move", "ddz.games", "RLCard", "ddz.games"),
    Comparison("Dou Dizhu, games move by move", "ddz.games", "DouZero", "ddz.games"),
    Comparison("Dou Dizhu, games move by move", "ddz.games", "OpenSpiel", "ddz.games"),
    Comparison("Dou Dizhu, playouts with deal", "ddz.playout", "RLCard", "ddz.games"),
    Comparison("Dou Dizhu, playouts with deal", "ddz.playout", "OpenSpiel", "ddz.games"),
    Comparison("Dou Dizhu, playouts with deal", "ddz.playout", "OpenSpiel", "ddz.games.cpp"),
    Comparison("Dou Dizhu, playouts, dealt", "ddz.playout.dealt", "OpenSpiel", "ddz.games.dealt"),
    Comparison(
        "Dou Dizhu, playouts, dealt", "ddz.playout.dealt", "OpenSpiel", "ddz.games.cpp.dealt"
    ),
    Comparison("Big Two, games move by move", "big2.games", "RLCard", "ddz.games", BIG_TWO),
    Comparison("Big Two, playouts with deal", "big2.playout", "RLCard", "ddz.games", BIG_TWO),
    Comparison("Big Two, playouts, dealt", "big2.playout.dealt", "RLCard", "ddz.games", BIG_TWO),
    *(
        Comparison(f"leads of {size} cards, all built", f"{task}.built.{name}", peer, task)
        for size, task in ((20, "ddz.leads20"), (17, "ddz.leads17"))
        for name, peer in (("rlcard", "RLCard"), ("douzero", "DouZero"), ("openspiel", "OpenSpiel"))
        if (size, peer) != (17, "OpenSpiel")
    ),
    *(
        Comparison(f"leads of {size} cards, listed", f"{task}.listed", peer, task)
        for size, task in ((20, "ddz.leads20"), (17, "ddz.leads17"))
        for peer in ("RLCard", "DouZero", "OpenSpiel")
        if (size, peer) != (17, "OpenSpiel")
    ),
    *(
        Comparison(f"answers of 17 cards, {how}", f"ddz.answers17.{word}", peer, "ddz.answers17")
        for word, how in (("built", "all built"), ("listed", "listed"))
        for peer in ("RLCard", "DouZero", "OpenSpiel")
    ),
    Comparison("melds of ten cards", "gin.melds10", "RLCard", "gin.melds10"),
    Comparison("melds of ten cards", "gin.melds10", "OpenSpiel", "gin.melds10"),
)


class Aim(NamedTuple):
    """A figure to reach.

    Attributes:
        about: what is to be reached.
        ours: the task of climbcards.
        least: the least ratio that is wanted; or the most microseconds, without a peer.
        best: a ratio (or time) to aim at beyond that, if there is one.
        peer: the name of the other worker; empty where a time is wanted.
        theirs: its task.
        factor: what its rate is multiplied by.
        compiled: whether the aim is the compiled build's.
    """

    about: str
    ours: str
    least: float
    best: float | None = None
    peer: str = ""
    theirs: str = ""
    factor: float = 1.0
    compiled: bool = False


AIMS: Final = (
    Aim("Dou Dizhu move by move, against RLCard", "ddz.games", 9, 12, "RLCard", "ddz.games"),
    Aim(
        "Big Two move by move, against the fastest in Python",
        "big2.games",
        2.5,
        4,
        "RLCard",
        "ddz.games",
        BIG_TWO,
    ),
    Aim("leads of 20 cards listed, cold", "ddz.leads20.listed.cold", 30),
    Aim("leads of 20 cards listed, cold", "ddz.leads20.listed.cold", 4, compiled=True),
    Aim("answers of 17 cards listed", "ddz.answers17.listed", 3, 1.5),
    Aim(
        "playouts from a deal, against OpenSpiel driven from Python",
        "ddz.playout.dealt",
        0.4,
        None,
        "OpenSpiel",
        "ddz.games.dealt",
    ),
    Aim(
        "playouts with deal, against OpenSpiel inside C++",
        "ddz.playout",
        1,
        None,
        "OpenSpiel",
        "ddz.games.cpp",
        compiled=True,
    ),
    Aim(
        "playouts from a deal, against OpenSpiel inside C++",
        "ddz.playout.dealt",
        1,
        None,
        "OpenSpiel",
        "ddz.games.cpp.dealt",
        compiled=True,
    ),
    Aim(
        "Big Two playouts from a deal, against 103 games of RLCard",
        "big2.playout.dealt",
        1,
        None,
        "RLCard",
        "ddz.games",
        BIG_TWO_PLAYOUTS,
        compiled=True,
    ),
)
