"""Sandtable's games as environments for learners; needs the extra ``lab``. See docs/python.md."""
