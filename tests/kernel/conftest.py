"""Settings of the property tests: no deadline, because a busy machine is no finding."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("sandtable", deadline=None, max_examples=60)
settings.load_profile("sandtable")
