"""The sequence of play: segments, who acts in them, what they allow."""
