"""What players can say: the verbs of the game, by what they are about."""
