"""The rules of Global 1940, one module for each part of the rulebook."""
