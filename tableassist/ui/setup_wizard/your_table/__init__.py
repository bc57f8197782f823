"""The page on which a table is put together: fleets from the catalogue, mat, rules, islands and terrain."""
