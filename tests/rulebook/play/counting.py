"""A game for testing logs: a number that is added to and must not go below zero, nor past ten."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Entry, Log, foul


def judge(total, entry):
    if entry.card:
        return FINE
    if 0 <= total + entry.act <= 10:
        return FINE
    return foul("out-of-bounds", Message("the total would leave 0 to 10"), "counting, Bounds")


class CountingGame:
    """No offers and no duties: a log asks for neither."""

    def judge(self, total, entry):
        return judge(total, entry)

    def apply(self, total, step):
        return total + step


COUNTING = CountingGame()


def logged(*steps):
    log = Log()
    for step in steps:
        log = log.append(Entry(0, step))
    return log
