"""The panel of rulings: groups, words, overruling, the evidence drawn."""
