"""The steps. `vNNNN_what.py`: revision NNNN, with the revision before it in `down_revision`."""
