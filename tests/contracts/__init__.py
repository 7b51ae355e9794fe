"""Promises that every game and every bot keeps, as functions over a played game; being registered is being tested."""
