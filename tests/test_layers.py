"""Variants commute; a conflict shows both places; the hash is the meaning and nothing else."""

import shutil
from collections.abc import Iterator
from itertools import chain, combinations, permutations
from pathlib import Path
from typing import Any

import pytest
import yaml

import kingdomrules as kr
from kingdomrules import shipped
from kingdomrules.ruleset.layers import meaning_hash
from kingdomrules.ruleset.schema import Sections
from kingdomrules.ruleset.shelf import Shelf
from tests.conftest import Write

OFFICIAL = ("dynasty", "harmony", "middle-kingdom", "mighty-duel")
EDITIONS = ("classic", "revised")
SUBSETS = list(chain.from_iterable(combinations(OFFICIAL, n) for n in range(len(OFFICIAL) + 1)))


def house(write: Write, name: str, text: str) -> str:
    """Writes a house rule and gives back the part of an expression that names it."""
    write(f"{name}.yaml", f"format: 1\nvariant: {name}\nstatus: house\ntitle: {{en: {name}}}\n{text}")
    return f"./{name}.yaml"


def outcome(expression: str) -> object:
    """The hash of a game, or what keeps it from being one, whatever order it is told in."""
    try:
        return kr.load(expression).hash
    except kr.RulesError as error:
        return {(c.code, str(c.place), c.message, tuple(map(str, c.related))) for c in error.complaints}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variants", SUBSETS, ids="+".join)
def test_the_order_of_official_variants_never_matters(edition: str, variants: tuple[str, ...]) -> None:
    outcomes = [outcome("+".join(order)) for order in permutations((edition, *variants))]
    assert all(other == outcomes[0] for other in outcomes)
    assert isinstance(outcomes[0], str)


def test_different_games_have_different_hashes() -> None:
    games = ["+".join((edition, *variants)) for edition in EDITIONS for variants in SUBSETS]
    hashes = {game: kr.load(game).hash for game in games}
    # The revised game for two is the mighty duel already, but for two players only.
    assert len(set(hashes.values())) == len(games)


def test_the_order_of_disagreeing_variants_never_matters(write: Write) -> None:
    parts = [
        house(write, "five", "set: {match.games: 5, match.equal_sums: shared}\n"),
        house(write, "no-crowns", "remove: [ties.most-crowns]\n"),
        house(write, "crowns-last", "set: {ties.most-crowns.order: 3}\n"),
        "dynasty",
    ]
    outcomes = [outcome("+".join(("classic", *order))) for order in permutations(parts)]
    assert all(other == outcomes[0] for other in outcomes)
    assert sorted(code for code, *_ in outcomes[0]) == ["KR304", "KR304", "KR314"]  # type: ignore[attr-defined]


def test_two_variants_may_say_the_same(write: Write) -> None:
    mine = house(write, "mine", "set: {players.2.grid: 7, players.2.dominoes: 48}\n")
    assert kr.load(f"classic+mighty-duel+{mine}").players[2].grid == 7


def test_an_override_wins_from_either_side(write: Write) -> None:
    mine = house(write, "mine", "overrides: {dynasty: five evenings suit us}\nset: {match.games: 5}\n")
    assert kr.load(f"classic+dynasty+{mine}").match.games == 5
    assert kr.load(f"classic+{mine}+dynasty").match.games == 5


def test_an_override_of_an_added_rule_replaces_it_whole(write: Write) -> None:
    text = "overrides: {harmony: twice as much}\nadd:\n  scoring.harmony: {kind: complete_kingdom, points: 10, "
    mine = house(write, "mine", text + "reading: full-grid}\n")
    rule = kr.load(f"classic+harmony+{mine}").scoring["harmony"]
    assert rule.model_dump() == {"kind": "complete_kingdom", "points": 10, "reading": "full-grid"}


def test_what_a_variant_extends_it_may_change(write: Write) -> None:
    mine = house(write, "mine", "extends: [harmony]\nset: {scoring.harmony.points: 8}\n")
    rules = kr.load(f"classic+{mine}")
    assert rules.id == "classic+harmony+mine"
    assert rules.scoring["harmony"].model_dump()["points"] == 8


def test_what_is_reached_twice_is_applied_once(write: Write) -> None:
    house(write, "base", "set: {match.games: 2, match.equal_sums: shared}\n")
    left = house(write, "left", "extends: [./base.yaml]\nset: {players.2.dominoes: 48, players.2.grid: 7}\n")
    right = house(write, "right", "extends: [base]\nremove: [ties.most-crowns]\n")
    assert kr.load(f"classic+{left}+{right}").id == "classic+base+left+right"
    assert outcome(f"classic+{left}+{right}") == outcome(f"classic+./base.yaml+{right}+{left}+{left}")


def test_a_longer_circle_is_shown_as_a_chain(write: Write) -> None:
    for name, base in (("one", "two"), ("two", "three"), ("three", "one")):
        house(write, name, f"extends: [{base}]\n")
    with pytest.raises(kr.RulesError, match="in a circle: one → two → three → one"):
        kr.load("classic+./one.yaml")


def test_what_a_variant_requires_must_be_named(write: Write) -> None:
    mine = house(write, "mine", "requires: [dynasty]\nset: {scoring.properties.castle: joins}\n")
    assert kr.load(f"classic+dynasty+{mine}").match.games == 3
    assert kr.check([Path("mine.yaml")])[1] == []
    with pytest.raises(kr.RulesError, match="'mine' requires 'dynasty', which is not part of this game"):
        kr.load(f"classic+{mine}")


@pytest.mark.parametrize("key", ["requires: [classic]", "overrides: {classic: ours is better}", "extends: [classic]"])
def test_the_companions_of_a_variant_are_variants(key: str, write: Write) -> None:
    house(write, "mine", f"{key}\nplayers: [2]\n")
    _, (complaint,) = kr.check([Path("mine.yaml")])
    assert complaint.message == "'classic' is an edition; a variant builds on variants"


def test_what_is_set_is_one_value_and_no_block(write: Write) -> None:
    house(write, "mine", "set:\n  match.games: {first: 1, second: 2}\n")
    _, (complaint,) = kr.check([Path("mine.yaml")])
    assert complaint.message == "expected a whole number, found a block of keys"
    assert str(complaint.place) == "mine.yaml:6:16"


def test_a_value_left_without_a_subject_is_dropped() -> None:
    duel = kr.load("classic+mighty-duel")
    assert duel.setup.thinning is None
    assert "setup.thinning" not in duel.origins


def test_a_value_may_lose_its_subject_to_another_variant(write: Write) -> None:
    mine = house(write, "mine", "set: {setup.thinning: end-marker}\n")
    assert kr.load(f"classic+{mine}").setup.thinning == "end-marker"
    assert kr.load(f"classic+{mine}+mighty-duel").setup.thinning is None


def test_who_plays_alone_has_nobody_to_tie_with_and_no_order_of_turns() -> None:
    rules = kr.load("classic+solo-limited-picks+dynasty+a-tie-is-a-tie+round-the-table")
    assert (dict(rules.ties), rules.draft.order, rules.match.equal_sums) == ({}, None, None)
    assert rules.match.games == 3
    assert not any(path.startswith(("ties.", "draft.order", "match.equal_sums")) for path in rules.origins)
    assert rules.hash == kr.load("classic+solo-limited-picks+dynasty").hash


def test_a_game_that_may_be_played_alone_keeps_what_decides_between_players(write: Write) -> None:
    mine = house(write, "mine", "add: {players.1: {kings: 1, dominoes: 12, line: 1, grid: 5}}\n")
    rules = kr.load(f"classic+{mine}")
    assert set(rules.players) == {1, 2, 3, 4}
    assert (len(rules.ties), rules.draft.order) == (3, "by-domino")


def test_without_a_grid_rule_there_is_no_grid(write: Write) -> None:
    mine = house(write, "no-limit", "remove: [placement.grid]\n")
    assert {row.grid for row in kr.load(f"classic+{mine}").players.values()} == {None}


def test_every_value_knows_who_wrote_it() -> None:
    rules = kr.load("classic+mighty-duel")
    before, last = rules.origins["players.2.grid"]
    assert (before.layer, before.file, before.line) == ("classic", "rules/editions/classic.yaml", 22)
    assert (last.layer, last.file, last.line) == ("mighty-duel", "rules/variants/mighty-duel.yaml", 18)
    assert rules.origin("players.2.grid") == last


def test_a_game_not_printed_together_is_a_house_rule(write: Write) -> None:
    assert kr.load("classic+dynasty").status == "official"
    assert kr.load("revised+dynasty").status == "house"
    assert kr.load(f"classic+{house(write, 'mine', 'players: [2]')}").status == "house"


def test_a_number_of_players_that_is_not_there_is_refused_with_a_sentence() -> None:
    with pytest.raises(kr.WrongPlayers, match="classic\\+mighty-duel is a game for 2 players, not for 3"):
        kr.load("classic+mighty-duel").row(3)


# --- the hash -----------------------------------------------------------------------------------------------


def rewritten(data: dict[str, Any], folder: Path) -> str:
    """The hash of an edition written to a file in another place, in another order."""
    path = folder / f"{data['edition']}.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=True, default_flow_style=False), encoding="utf-8")
    return kr.load(str(path)).hash


def edition_data(name: str) -> dict[str, Any]:
    text = (shipped.RULES / "editions" / f"{name}.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_hash_ignores_key_order_comments_titles_and_where_the_file_lies(edition: str, tmp_path: Path) -> None:
    data = edition_data(edition)
    assert rewritten({**data, "title": {"en": "Another title"}}, tmp_path) == kr.load(edition).hash


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    else:
        yield path


def meaning(edition: str) -> dict[str, Any]:
    return kr.load(edition).model_dump(include=set(Sections.model_fields), exclude_defaults=True)


# Plain data stands where models are expected, so that a value can be anything at all.
@pytest.mark.filterwarnings("ignore:Pydantic serializer")
@pytest.mark.parametrize(
    ("edition", "path"),
    [(edition, path) for edition in EDITIONS for path in leaves(meaning(edition))],
    ids=lambda part: part if isinstance(part, str) else ".".join(map(str, part)),
)
def test_the_hash_changes_with_any_value(edition: str, path: tuple[Any, ...]) -> None:
    """Playable or not: whatever a value becomes, the hash looks at it."""
    rules, data = kr.load(edition), meaning(edition)
    assert meaning_hash(Sections.model_construct(**data), rules.domino_set) == rules.hash
    owner = data
    for step in path[:-1]:
        owner = owner[step]
    owner[path[-1]] = "something else"
    assert meaning_hash(Sections.model_construct(**data), rules.domino_set) != rules.hash


def test_the_hash_changes_with_any_domino() -> None:
    rules = kr.load("classic")
    for number, (first, second) in rules.domino_set.pieces.items():
        pieces = {**rules.domino_set.pieces, number: (first + "*", second)}
        assert meaning_hash(rules, rules.domino_set.model_copy(update={"pieces": pieces})) != rules.hash


def test_the_hash_is_the_same_in_a_moved_folder(tmp_path: Path) -> None:
    shutil.copytree(shipped.RULES, tmp_path / "moved")
    assert Shelf((tmp_path / "moved",)).load("classic+harmony").hash == kr.load("harmony+classic").hash
