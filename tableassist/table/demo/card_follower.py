"""A card game from the first picture on: it begins when the table is laid out, and the desk follows it."""

from collections.abc import Callable, Mapping

from tableassist.messages import Message
from tableassist.pipeline.card_game.proposal import CARD_POLICIES, CardProposalKind
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.cards.settling import CardsFollowed
from tableassist.pipeline.game.policy import Policy
from tableassist.store.game import CardGameFile
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.controller import keep_nothing


class CardFollower:
    """For one thread."""

    def __init__(
        self,
        settings: CardTableSettings,
        *,
        resumed: CardGameFile | None = None,
        on_begin: Callable[[CardDesk], None] = lambda _desk: None,
        policies: Mapping[CardProposalKind, Policy] = CARD_POLICIES,
        keep: Callable[[str], None] = keep_nothing,
    ) -> None:
        """`resumed`: a game that was kept. `on_begin`: called when a new one begins, before anything is said in it."""
        self.settings = settings
        self.desk: CardDesk | None = None
        self.not_ready: Message | None = Message("waiting until the table is at rest")
        """Why no game has begun; None once one has."""
        self._on_begin, self._policies, self._keep = on_begin, policies, keep
        if resumed is not None:
            self.not_ready = None
            self.desk = CardDesk(resumed.start, resumed.log, policies=policies, keep=keep)

    def see(self, followed: CardsFollowed, t_ns: int) -> None:
        """After each picture. Times are the match's."""
        if self.desk is None:
            self._begin(followed)
        if self.desk is not None:
            self.desk.take_cards(followed, t_ns)

    def _begin(self, followed: CardsFollowed) -> None:
        if followed.settled is None or followed.is_waiting:
            return
        self.not_ready = self.settings.not_ready(followed.settled)
        if self.not_ready is None:
            start = self.settings.start(followed.settled)
            self.desk = CardDesk(start, policies=self._policies, keep=self._keep)
            self._on_begin(self.desk)
