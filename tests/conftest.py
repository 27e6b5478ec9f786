"""How thoroughly Hypothesis searches: ``HYPOTHESIS_PROFILE=nightly`` for a long time."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("default", max_examples=60, deadline=None)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.register_profile("nightly", settings.get_profile("default"), max_examples=10_000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "default")
)
