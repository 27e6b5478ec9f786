"""The games: a module each, with its catalogue, its deal, its payment and its options."""
