"""The rules of Fields of Fire, one folder per chapter of the rulebook."""
