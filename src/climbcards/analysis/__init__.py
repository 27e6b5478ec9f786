"""Analysis of hands and views, for bots and for hints in apps."""

from climbcards.analysis.hints import Hint, hint
from climbcards.analysis.shedding import shed

__all__ = ["Hint", "hint", "shed"]
