"""What tables send, into the database: records as they are, then sorted into their tables in order; parts of evidence.

Twice or out of order counts once: a record's place is its match and number, and it is sorted when all before it are."""
