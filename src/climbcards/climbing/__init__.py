"""The engine of the climbing games: it reads a game's catalogue and plays it."""
