"""The chain of a match: each two seconds a link over all that was recorded, and one signed head that says how far it
goes. What was changed, left out, added or cut off afterwards does not fit it."""
