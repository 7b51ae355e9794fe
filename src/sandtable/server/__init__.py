"""The table in the browser: people, time and network around the umpire."""
