"""The hub: listens to the tables on the bus, keeps what they tell, answers with receipts, hands on what is ordered."""
