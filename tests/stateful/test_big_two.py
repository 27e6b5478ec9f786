"""Big Two played by rules drawn at random, beside a model that knows the rules page alone."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from climbcards import BigTwo
from climbcards.testing import big_twos
from tests.property.page_big_two import BIG_TWOS
from tests.stateful.table import TableMachine


class BigTwoMachine(TableMachine):
    """Any preset, or any options."""

    @initialize(ruleset=st.sampled_from(BIG_TWOS) | big_twos(), data=st.data())
    def deal(self, ruleset: BigTwo, data: st.DataObject) -> None:
        self.begin(ruleset, data)


TestBigTwo = BigTwoMachine.TestCase
TestBigTwo.settings = settings(
    max_examples=max(1, settings().max_examples // 2), stateful_step_count=30
)
