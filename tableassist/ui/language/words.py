"""Every word a person reads in the window goes through `tr` or `say`, so that it can be said in another language."""

from tableassist.messages import say, sentence, tr

__all__ = ["say", "sentence", "tr"]
