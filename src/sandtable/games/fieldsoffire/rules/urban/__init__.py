"""Urban warfare: areas of a card, how they are entered and fought for (chapter 13)."""
