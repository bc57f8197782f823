"""What the catalogue says of a hull model, read without its shapes: quick enough for a list."""

import msgspec

from tableassist.formats.io.packaged_data import packaged_folder
from tableassist.formats.io.toml_file import Name, Sigma, read_toml


class ModelHeading(msgspec.Struct, frozen=True):
    grade: Name
    sigma_mm: Sigma
    masts: list[dict[str, object]] = []
    segments: list[dict[str, object]] = []

    @property
    def mast_count(self) -> int:
        """A sea creature's segments stand where a ship has masts."""
        return len(self.masts) + len(self.segments)


def model_heading(name: str) -> ModelHeading | None:
    """None if no such model is packaged."""
    path = packaged_folder("models") / f"{name}.toml"
    return read_toml(path, ModelHeading) if path.is_file() else None
