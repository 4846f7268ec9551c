"""What a site tells: the games on offer, every way to combine them, and the rulebook of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from kingdomrules.errors import KingdomRulesError
from kingdomrules.ruleset.complaints import Complaint, Place, RulesError
from kingdomrules.ruleset.schema import Edition, Ruleset, Variant
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words.rulebook import Rulebook, rulebook

MOST_VARIANTS = 7
"""Every combination is written down in advance, and each further variant doubles their number."""


class SiteError(KingdomRulesError):
    """A site cannot be made as it was asked for."""


@dataclass(frozen=True)
class Games:
    """What a site tells: editions, variants that can be combined with them, and house rules."""

    shelf: Shelf = field(default_factory=Shelf)
    names: tuple[str, ...] = ()
    """Ids or paths of editions and variants; everything on the shelf, if empty."""

    @cached_property
    def _models(self) -> dict[str, Edition | Variant]:
        found: dict[str, Edition | Variant] = {}
        for name in self.names or self.shelf.names():
            model = self.shelf.layer(name, Place("games", 1, 1, len(name) + 1, name)).model
            assert isinstance(model, Edition | Variant), "a layer is one of the two"
            found[name] = model
        return found

    @cached_property
    def editions(self) -> dict[str, Ruleset]:
        found = {name: self.shelf.load(name) for name, model in self._models.items() if isinstance(model, Edition)}
        if not found:
            raise SiteError(f"no edition among {', '.join(self.names)}: a site tells at least one, such as classic")
        return found

    @cached_property
    def variants(self) -> dict[str, Variant]:
        """The variants that can be chosen and combined: the official ones, and those that were asked for by name."""
        found = {n: m for n, m in self._models.items() if isinstance(m, Variant) and (self.names or _official(m))}
        if len(found) > MOST_VARIANTS:
            raise SiteError(f"{len(found)} variants are too many to combine; name at most {MOST_VARIANTS} under games")
        return found

    @cached_property
    def house_rules(self) -> dict[str, Variant]:
        return {n: m for n, m in self._models.items() if isinstance(m, Variant) and not _official(m)}

    @cached_property
    def combinations(self) -> dict[tuple[str, ...], Ruleset | tuple[Complaint, ...]]:
        """Every edition with every set of variants: the game it makes, or why it makes none."""
        found: dict[tuple[str, ...], Ruleset | tuple[Complaint, ...]] = {}
        for edition in self.editions:
            for count in range(len(self.variants) + 1):
                for variants in combinations(self.variants, count):
                    parts = (edition, *variants)
                    found[parts] = self.game(*parts)
        return found

    def choices(self) -> Iterator[tuple[str, Ruleset, int | None]]:
        """Every game that can be chosen, for everybody and for each number of players, with its file's name."""
        for parts, rules in self.combinations.items():
            if isinstance(rules, Ruleset):
                for players in (None, *rules.players):
                    yield game_name(parts, players), rules, players

    def game(self, *parts: str) -> Ruleset | tuple[Complaint, ...]:
        try:
            return self.shelf.load("+".join(parts))
        except RulesError as error:
            return tuple(error.complaints)

    def with_each_edition(self, variant: str) -> Iterator[tuple[Ruleset, Ruleset]]:
        """Every edition a variant can be played with, without it and with it."""
        needed = self._models[variant]
        requires = needed.requires if isinstance(needed, Variant) else ()
        for edition in self.editions:
            before = self.game(edition, *requires)
            after = self.game(edition, *requires, variant)
            if isinstance(before, Ruleset) and isinstance(after, Ruleset):
                yield before, after


def _official(model: Variant) -> bool:
    return model.status == "official"


def books(games: Games, language: str) -> Iterator[tuple[str, Rulebook]]:
    """The rulebook of every game that can be chosen, with its file's name."""
    for name, rules, players in games.choices():
        yield name, rulebook(rules, language=language, players=players)


def game_name(parts: Sequence[str], players: int | None) -> str:
    """What the file of a game is called: `classic_harmony_3`, without a number for everybody."""
    return "_".join([*parts, *([] if players is None else [str(players)])])
