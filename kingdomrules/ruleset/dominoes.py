"""The dominoes of a box, their terrains and the words a terrain of one's own brings."""

from functools import cached_property
from typing import Annotated

from pydantic import Field, StringConstraints

from kingdomrules.ruleset.model import FORMAT, FrozenMap, Line, Model, Name, Number, frozen_map


class NounForms(Model):
    """A noun with its forms: sg and pl by case, as in locales/*/terms.yaml."""

    gender: str | None = Field(None, max_length=4)
    animate: bool | None = None
    sg: Annotated[dict[str, Line], *frozen_map]
    pl: Annotated[dict[str, Line], *frozen_map]
    sg_def: Annotated[dict[str, Line], *frozen_map] | None = None
    pl_def: Annotated[dict[str, Line], *frozen_map] | None = None


class Terrain(Model):
    letter: Annotated[str, StringConstraints(pattern=r"^[ABD-Z]$")] = Field(
        description="capital letter that stands for the terrain in pictures; C is the castle's"
    )
    words: Annotated[dict[str, NounForms], *frozen_map] | None = Field(
        None, description="for a terrain of your own, its name by language with the forms the sentences ask for"
    )


class Total(Model):
    squares: int = Field(ge=0, le=9999, description="squares of the terrain on all dominoes")
    crowns: int = Field(ge=0, le=9999, description="crowns on them")


Half = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*\*{0,7}$")]


class DominoSet(Model):
    """The dominoes of a box, with totals that are counted again on reading."""

    format: int = Field(ge=1, le=FORMAT, description="the format of rules files this one was written for")
    dominoes: Name = Field(description="id of the set")
    terrains: Annotated[dict[Name, Terrain], *frozen_map, Field(min_length=1, max_length=12)]
    pieces: Annotated[dict[Number, tuple[Half, Half]], *frozen_map, Field(min_length=1)] = Field(
        description="number of the domino: [first half, second half], a star for each crown"
    )
    totals: Annotated[dict[Name, Total], *frozen_map] = Field(description="what the pieces must add up to")

    @cached_property
    def terrain_of(self) -> FrozenMap[str, str]:
        """The terrain each letter of a picture stands for."""
        return FrozenMap({look.letter: terrain for terrain, look in self.terrains.items()})

    @cached_property
    def letter_of(self) -> FrozenMap[str, str]:
        """The letter that stands for each terrain in a picture."""
        return FrozenMap({terrain: look.letter for terrain, look in self.terrains.items()})

    def __hash__(self) -> int:
        return hash((self.dominoes, len(self.pieces)))

    def words(self, terrain: str, language: str) -> NounForms | None:
        """The forms the file brings for a terrain of its own."""
        words = self.terrains[terrain].words
        return words.get(language) if words else None

    def halves(self, number: int) -> tuple[tuple[str, int], tuple[str, int]]:
        """Terrain and crowns of the two halves, in the order of the file."""
        first, second = self.pieces[number]
        return _terrain_and_crowns(first), _terrain_and_crowns(second)


def _terrain_and_crowns(half: str) -> tuple[str, int]:
    terrain = half.rstrip("*")
    return terrain, len(half) - len(terrain)
