"""Fleets as players share them: PSMList's text and its JSON."""
