"""Korea, chapter 3: light infantry, snipers, marines."""
