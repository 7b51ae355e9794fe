"""What the departments of the staff hand in."""

from __future__ import annotations

from sandtable.kernel import Action

Idea = tuple[Action, ...]
"""Something to do, and what to do instead where it is not allowed."""
