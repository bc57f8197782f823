"""Was a move legal, by which route, and what water can a ship reach?"""
