"""The rules, one folder per chapter of the rulebook; ``manifest.toml`` says which chapter is where."""
