"""The examples run, and do what they say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from examples import embed

from climbcards import Bid, BigThree, Hand, Pass, Play, Reason, step

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(example: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        check=False,
    )
    assert not done.returncode, done.stderr
    assert not done.stderr
    assert done.stdout


def test_the_embedded_deal_is_shown_refused_and_paid(capsys: pytest.CaptureFixture[str]) -> None:
    embed.main(7)
    printed = capsys.readouterr().out
    for name in embed.PLAYERS:
        assert f"{name} sieht:" in printed
    for sentence in (
        "„Ich passe“ ist ab dem 1. Zeichen nicht zu verstehen.",
        "Wer das Reizen eröffnet, muss bieten.",
        "Gereizt wird von 1 bis 3.",
        "Jetzt wird gereizt.",
        "bid 3 – in Ordnung.",
        "Wer ausspielt, kann nicht passen.",
        "Diese Karten fehlen dir: ",
    ):
        assert sentence in printed
    assert "Das geht nicht" not in printed
    assert printed.splitlines()[-1].startswith("Gewonnen: ")


@pytest.mark.parametrize("seed", range(20))
def test_the_embedded_deal_ends_whatever_is_dealt(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    embed.main(seed)
    last = capsys.readouterr().out.splitlines()[-1]
    points = [
        int(word) for word in last.replace(",", "").replace(")", "").split() if word[0] in "+-"
    ]
    assert len(points) == 3
    assert sum(points) == 0


def test_a_player_is_shown_the_own_hand_alone() -> None:
    rules = BigThree()
    state = step(rules.deal(7), Bid(3))
    for seat in range(3):
        text = embed.shown(rules, state.view(seat))
        assert {card for card in rules.deck if str(card) in text.split()} == set(state.hands[seat])


def test_the_app_has_a_sentence_for_every_refusal_of_the_game() -> None:
    """Each of Big Three's reasons, provoked; none falls through to the bare code."""
    auction = BigThree().deal(7)
    bidding = step(auction, Bid(2))
    opener, second = auction.to_act, bidding.to_act
    assert opener is not None
    assert second is not None
    playing = BigThree().position(["3♠ 4♠ 5♠ 6♠ 7♠ 8♠", "9♠", "10♠"], to_act=0)
    answering = BigThree().position(["4♠ 4♥ 6♠", "9♠", "10♠"], target="5♠", target_by=2)
    over = step(BigThree().position(["3♠", "9♠", "10♠"]), Play("3♠"))
    refusals = [
        over.check(Pass()),
        auction.check(Bid(1), (opener + 1) % 3),
        auction.check(Play("3♠")),
        playing.check(Bid(1)),
        auction.check(Bid(4)),
        bidding.check(Bid(1)),
        auction.check(Pass()),
        playing.check(Pass()),
        playing.check(Play(Hand())),
        playing.check(Play("3♥")),
        playing.check(Play("3♠ 5♠")),
        playing.check(Play("3♠", "pair")),
        answering.check(Play("4♠")),
        answering.check(Play("4♠ 4♥")),
    ]
    reasons = {refusal.reason for refusal in refusals if refusal is not None}
    others = {
        *(Reason.NOT_AN_ACTION, Reason.NO_SUCH_SEAT),  # of the app, not of a player
        *(Reason.CARD_NOT_CALLABLE, Reason.OPENING_CARD_MISSING, Reason.OWN_PLAY),
        *(Reason.NOT_A_BOMB, Reason.LAST_CARD_RULE, Reason.STOCK_EMPTY),
        *(Reason.NO_DISCARD_TO_DRAW, Reason.RETURNED_DISCARD, Reason.HAND_NOT_MELDED),
    }
    assert reasons == set(Reason) - others
    sentences = [embed.explain(refusal) for refusal in refusals if refusal is not None]
    assert len(sentences) == len(refusals) == len(set(sentences))
    assert not any("Das geht nicht" in sentence for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)
