"""Chapter 6: who fires at whom, how hard, and what comes of it."""
