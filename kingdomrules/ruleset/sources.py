"""The printed rulebooks: what each states, implies or leaves unsaid, and its errata.

A statement is the value a book prints for a path of its edition. It must agree with the edition or be
explained by an erratum, so sources and editions cannot drift apart.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kingdomrules import shipped
from kingdomrules.ruleset.changes import Layer
from kingdomrules.ruleset.complaints import Complaint, Quoted, nearest
from kingdomrules.ruleset.loading import Document, Path_
from kingdomrules.ruleset.model import FORMAT, FrozenMap, Line, Model, Name, frozen_map
from kingdomrules.ruleset.schema import RULE_SECTIONS, Sections
from kingdomrules.ruleset.shape import words_at

Printed = Annotated[int, Field(strict=True)] | bool | Line | tuple[Line, ...]

ErratumKind = Literal[
    "arithmetic",
    "wrong-term",
    "misprint",
    "grammar",
    "term-drift",
    "untranslated",
    "typeface",
    "loose-count",
]


class Erratum(Model):
    """One printed mistake: what stands there and what was meant; with a path if a rule is concerned."""

    kind: ErratumKind = Field(description="what sort of mistake it is")
    printed: int | Line = Field(description="what the book prints")
    meant: int | Line = Field(description="what it should print")
    path: Line | None = Field(None, description="the value of the edition that is concerned")


class Statements(Model):
    states: Annotated[dict[str, Printed], *frozen_map] = Field(
        default_factory=FrozenMap, description="what the book says outright, by path"
    )
    differs: Annotated[dict[str, Printed], *frozen_map] = Field(
        default_factory=FrozenMap, description="what the book rules otherwise than its edition as we tell it, by path"
    )
    implies: tuple[str, ...] = Field((), description="paths that follow from what it says")
    silent: tuple[str, ...] = Field((), description="paths it says nothing about: open questions, answered by us")


class Source(Statements):
    """One printed rulebook."""

    language: str = Field(description="language of the book")
    edition: Name = Field(description="the edition it describes")
    text: Literal["clean", "out-of-order", "ocr-damaged", "ocr-interleaved"] = Field(
        description="the state of the text the facts were read from"
    )
    copy_of: Name | None = Field(None, description="the book this one only repeats")
    lacks: tuple[Literal["variants"], ...] = Field((), description="pages that are missing from the copy")
    variants: Annotated[dict[Name, Statements], *frozen_map] = Field(
        default_factory=FrozenMap, description="the variants it prints, and what it says of each"
    )
    errata: tuple[Erratum, ...] = Field((), description="its printed mistakes")


class Sources(Model):
    format: int = Field(ge=1, le=FORMAT, description="the format of rules files this one was written for")
    sources: Annotated[dict[Name, Source], *frozen_map] = Field(description="the printed rulebooks, by id")

    def prints(self, game: str) -> tuple[str, ...]:
        """The books that print an edition or a variant."""
        return tuple(id for id, book in self.sources.items() if game == book.edition or game in book.variants)

    def prints_together(self, games: list[str]) -> bool:
        """Whether one and the same book prints all of these: an edition and its variants."""
        return any({*games} <= {book.edition, *book.variants} for book in self.sources.values())


def statable(layer: Layer) -> dict[str, Any]:
    """Everything a book can state about an edition or a variant: settings, and rules by their kind."""
    data = layer.document.data
    found: dict[str, Any] = {}
    roots = {section: data.get(section) for section in Sections.model_fields}
    if "variant" in data:
        roots = {**data.get("set", {}), **data.get("add", {})}
    for root, value in roots.items():
        for path, leaf in _leaves(tuple(root.split(".")), value):
            is_kind = path[0] in RULE_SECTIONS and path[-1] == "kind"
            found[".".join(path[:-1] if is_kind else path)] = leaf
    return found


def _leaves(path: Path_, value: Any) -> Iterator[tuple[Path_, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves((*path, key), inner)
    else:
        yield path, value


def source_complaints(sources: Sources, document: Document, layers: Mapping[str, Layer | None]) -> Iterator[Complaint]:
    """Every statement that agrees neither with its edition nor with an erratum, and every path left out."""
    for id, book in sources.sources.items():
        here = ("sources", id)
        yield from _names(id, book, document, here)
        if book.edition not in layers:
            facts, near = {"found": book.edition}, nearest(book.edition, layers)
            yield Complaint("KR301", document.place((*here, "edition")), facts, suggestion=near)
            continue
        if book.copy_of is not None:
            if book.copy_of not in sources.sources:
                facts = {"found": book.copy_of}
                near = nearest(book.copy_of, sources.sources)
                yield Complaint("KR114", document.place((*here, "copy_of")), facts, suggestion=near)
            continue
        if edition := layers[book.edition]:
            yield from _about(id, book, book.errata, document, here, edition)
        for name, statements in book.variants.items():
            where = (*here, "variants", name)
            if name not in layers:
                near = nearest(name, layers)
                yield Complaint("KR301", document.key_place(where), {"found": name}, suggestion=near)
                continue
            if variant := layers[name]:
                yield from _about(id, statements, (), document, where, variant)


def _names(id: str, book: Source, document: Document, here: Path_) -> Iterator[Complaint]:
    """A book is called by its language, with a word added where there are several."""
    known = shipped.languages()
    if book.language not in known:
        place, near = document.place((*here, "language")), nearest(book.language, known)
        yield Complaint("KR111", place, {"found": book.language}, near, known)
    elif id.split("-")[0] != book.language:
        facts = {"found": id, "language": book.language}
        yield Complaint("KR408", document.key_place(here), facts, suggestion=book.language)


def _unknown_words(said: Statements, holds: Mapping[str, Any], document: Document, here: Path_) -> Iterator[Complaint]:
    """Printed values that no ruleset could have."""
    for name, stated in (("states", said.states), ("differs", said.differs)):
        for path, value in stated.items():
            steps = tuple(path.split("."))
            for word in value if isinstance(value, tuple) else (value,):
                allowed = words_at(steps) if path in holds else ()
                if isinstance(word, str) and allowed and word not in allowed:
                    place = document.place((*here, name, path))
                    yield Complaint("KR105", place, {"found": word, "key": path}, nearest(word, allowed), allowed)


def _about(
    id: str, said: Statements, errata: tuple[Erratum, ...], document: Document, here: Path_, layer: Layer
) -> Iterator[Complaint]:
    holds = statable(layer)
    lists = {
        "states": tuple(said.states),
        "differs": tuple(said.differs),
        "implies": said.implies,
        "silent": said.silent,
    }
    seen: set[str] = set()
    for name, paths in lists.items():
        for position, path in enumerate(paths):
            place = document.place((*here, name, str(position)))
            if name in ("states", "differs"):
                place = document.key_place((*here, name, path))
            if path not in holds:
                yield Complaint("KR101", place, {"found": path}, suggestion=nearest(path, holds))
            if path in seen:
                yield Complaint("KR403", place, {"path": path})
            seen.add(path)
    unsaid = set(holds) - seen
    misspelt = {nearest(path, holds) for path in seen - set(holds)}
    for path in sorted(unsaid - misspelt):
        yield Complaint("KR402", document.key_place(here), {"source": id, "path": path})
    yield from (unknown := list(_unknown_words(said, holds, document, here)))
    if unknown:
        return
    explained = {erratum.path: erratum for erratum in errata if erratum.path}
    for path, value in said.states.items():
        if path in holds and value != holds[path] and path not in explained:
            facts = {"source": id, "found": value, "path": path, "edition": layer.id, "value": holds[path]}
            yield Complaint("KR401", document.place((*here, "states", path)), facts)
    for path, value in said.differs.items():
        if path in holds and value == holds[path]:
            facts = {"path": path, "edition": layer.id, "found": value}
            yield Complaint("KR407", document.place((*here, "differs", path)), facts)
    for position, erratum in enumerate(errata):
        where = (*here, "errata", str(position))
        if erratum.path is None:
            continue
        if erratum.path not in holds:
            near = nearest(erratum.path, holds)
            yield Complaint("KR101", document.place((*where, "path")), {"found": erratum.path}, suggestion=near)
        elif said.states.get(erratum.path) != erratum.printed:
            facts = {"source": id, "found": erratum.printed, "path": erratum.path}
            facts["value"] = said.states.get(erratum.path)
            yield Complaint("KR405", document.place((*where, "printed")), facts)
        elif holds[erratum.path] != erratum.meant:
            facts = {"path": Quoted(erratum.path), "found": erratum.meant, "edition": layer.id}
            facts["value"] = holds[erratum.path]
            yield Complaint("KR406", document.place((*where, "meant")), facts)
