"""Builds map Q of Barbarossa: Crimea from public geography, pinned to every hex the rulebook names."""
