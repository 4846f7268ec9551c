"""The house rules that are shipped, as several tests look at them."""

from kingdomrules import shipped
from kingdomrules.ruleset.schema import Variant
from kingdomrules.ruleset.shelf import Shelf


def _gallery() -> dict[str, Variant]:
    models = {path.stem: Shelf().model(path) for path in sorted((shipped.RULES / "house").glob("*.yaml"))}
    return {id: model for id, model in models.items() if isinstance(model, Variant)}


GALLERY = _gallery()

TERRAINS = ("wheat", "forest", "lake", "meadow", "swamp", "mine")
QUESTS = (
    "middle-kingdom",
    "harmony",
    "lost-corner",
    "crowned-lines-apart",
    "bleak-king",
    *(f"local-business-{terrain}" for terrain in TERRAINS),
    *(f"four-corners-{terrain}" for terrain in TERRAINS),
)
"""The seventeen bonus rules of a printed expansion."""
