"""The commands of a recorded match: record, verify, matches, evidence, report, export, score."""
