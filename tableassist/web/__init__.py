"""Browser pages of one table: spectators, players' phones, the judge, a stream."""
