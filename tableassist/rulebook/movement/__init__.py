"""Was a move legal, and by which route?"""
