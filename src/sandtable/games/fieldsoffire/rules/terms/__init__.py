"""Chapter 1: what the words of the game mean, and how cards are drawn."""
