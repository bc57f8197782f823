"""Commands of a card table."""

from tableassist.pipeline.card_game.as_moment import card_table
from tableassist.pipeline.card_game.proposal import CardProposal, CardProposalKind, ProposedCardActs
from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tableassist.sources import card_demo_table, card_demo_truth
from tableassist.table.commands import Answer, Roll, SayAct, SayActs
from tableassist.table.game import TableCardGame
from tests.table.headless import HeadlessTable


def test_a_phone_answers_what_the_camera_asks(tmp_path):
    truth = card_demo_truth()
    made = HeadlessTable(tmp_path, truth.start, card_table(card_demo_table()), TableCardGame)
    player = truth.start.players[0]
    option = ProposedCardActs((PassTurn(player),), "passes", 0.5)
    made.desk._propose(CardProposal(CardProposalKind.PASS, "", 0, (option,)))
    (proposal,) = made.desk.proposals
    assert made.by(player, Answer(proposal.number)).ok
    assert made.acts == [PassTurn(player)]
    assert made.desk.proposals == ()
    made.close()


def test_what_a_card_table_lacks_is_refused_in_words(tmp_path):
    truth = card_demo_truth()
    made = HeadlessTable(tmp_path, truth.start, card_table(card_demo_table()), TableCardGame)
    player = truth.start.players[0]
    for command in (Roll(3), SayActs(["x pass"])):
        assert "nothing like that" in str(made.by(player, command).refused)
    late = made.by(player, SayAct(f"{player} pass-turn", instead=1))
    assert not late.ok
    made.close()
