"""The values of an answer: verdict, ruling, overruling, and the call from a margin and its sigma."""
