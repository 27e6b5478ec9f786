"""Dou Dizhu played by rules drawn at random, beside a model that knows the rules page alone."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from climbcards import DouDizhu
from climbcards.testing import dou_dizhus
from tests.property.page_dou_dizhu import DOU_DIZHUS
from tests.stateful.table import TableMachine


class DouDizhuMachine(TableMachine):
    """Any preset, or any options."""

    @initialize(ruleset=st.sampled_from(DOU_DIZHUS) | dou_dizhus(), data=st.data())
    def deal(self, ruleset: DouDizhu, data: st.DataObject) -> None:
        self.begin(ruleset, data)


TestDouDizhu = DouDizhuMachine.TestCase
TestDouDizhu.settings = settings(
    max_examples=max(1, settings().max_examples // 2), stateful_step_count=30
)
