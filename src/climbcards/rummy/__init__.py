"""The engine of Three Thirteen: it arranges hands in melds, and plays a deal."""
