"""Paints a `Drawing` with Qt: inks, labels, symbols, projections. No widgets."""
