"""The shelf the rules stand on: finds files by name or path, checks them, puts games together."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from kingdomrules import shipped
from kingdomrules.ruleset.changes import Layer
from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, RulesError, nearest
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.files import by_itself, is_path, kind_of, rules_files, shown_path
from kingdomrules.ruleset.layers import compose
from kingdomrules.ruleset.loading import Document, read
from kingdomrules.ruleset.misplaced import put_right
from kingdomrules.ruleset.model import FORMAT, Model
from kingdomrules.ruleset.schema import Edition, Ruleset, Variant
from kingdomrules.ruleset.shape import validate
from kingdomrules.ruleset.sources import Sources, source_complaints

CHANGING = ("players", "extends", "requires", "overrides", "set", "add", "remove")
"""The keys of a variant that change the game."""


def load(expression: str | Path) -> Ruleset:
    """The game an expression names: an edition and its variants, by id or path, joined by +.

    >>> load("classic+harmony").scoring["harmony"].points
    5
    """
    return Shelf().load(str(expression))


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was looked at: what is wrong with it, or what it turned out to be."""

    file: str
    complaints: tuple[Complaint, ...] = ()
    document: Document | None = None
    model: Model | None = None
    rules: Ruleset | None = None
    """For a variant or an edition, a game it is part of."""
    not_with: Mapping[str, tuple[Complaint, ...]] = field(default_factory=dict)
    """For a variant that some editions can take, those that cannot, and why."""


@dataclass(frozen=True)
class Shelf:
    """Folders of rules files, nearest first; the shipped ones always stand behind."""

    folders: tuple[Path, ...] = field(default_factory=shipped.search_path)

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """Every rules file by its name, the nearest folder's where two share one."""
        found: dict[str, Path] = {}
        for folder in (*self.folders, shipped.RULES):
            for path in rules_files(folder):
                found.setdefault(path.stem, path)
        return found

    @cached_property
    def domino_sets(self) -> Mapping[str, DominoSet]:
        found: dict[str, DominoSet] = {}
        for folder in (*self.folders, shipped.RULES):
            for path in (path for path in rules_files(folder) if path.name == "dominoes.yaml"):
                model = self.model(path)
                if isinstance(model, DominoSet):
                    found.setdefault(model.dominoes, model)
        return found

    @cached_property
    def sources(self) -> Sources | None:
        path = self.files.get("sources")
        model = self.model(path) if path else None
        return model if isinstance(model, Sources) else None

    @cached_property
    def _read(self) -> dict[Path, tuple[Document, Model]]:
        return {}

    @cached_property
    def _composed(self) -> dict[str, Ruleset]:
        return {}

    def names(self) -> tuple[str, ...]:
        """What an expression can be made of."""
        return tuple(sorted(set(self.files) - {"dominoes", "sources"}))

    def model(self, path: Path) -> Model:
        return self._document_and_model(path)[1]

    def _document_and_model(self, path: Path, shown_as: str | None = None) -> tuple[Document, Model]:
        """A file, read and checked by itself, once."""
        path = Path(os.path.abspath(path))
        if path not in self._read:
            document = read(path, shown_as or shown_path(path))
            kind = kind_of(document)
            document = put_right(document) if kind is Variant else document
            model, complaints = validate(kind, document)
            complaints += by_itself(model, document, path)
            if complaints or model is None:
                raise RulesError(complaints)
            self._read[path] = document, model
        return self._read[path]

    def layer(self, part: str, asked_at: Place, beside: Path | None = None) -> Layer:
        """The edition or variant a part names: by path, by id, or by the id of a file in the folder `beside`."""
        path = self._find(part, beside)
        if path is None:
            raise RulesError([self._nobody(part, asked_at)])
        document, model = self._document_and_model(path, part if is_path(part) and beside is None else None)
        if not isinstance(model, Edition | Variant):
            raise RulesError([self._nobody(part, asked_at)])
        return Layer(document, model, path, part)

    def _nobody(self, part: str, asked_at: Place) -> Complaint:
        """A name nobody answers to, with the few that look like it: all of them would bury what was meant."""
        here = next((f"./{name}" for name in (f"{part}.yaml", part) if part and Path(name).is_file()), None)
        near = here or nearest(part, self.names())
        alike = () if here else tuple(get_close_matches(part, self.names(), 5, 0.5))
        return Complaint("KR301", asked_at, {"found": part}, near, alike)

    def _find(self, part: str, beside: Path | None) -> Path | None:
        if is_path(part):
            return (beside or Path()) / Path(os.path.expanduser(part))
        if part in self.names():
            return self.files[part]
        neighbour = beside / f"{part}.yaml" if beside else None
        return neighbour if neighbour and neighbour.is_file() else None

    def load(self, expression: str) -> Ruleset:
        layers, builds_on = self._gather(self._named_in(expression))
        editions = [layer for layer in layers if isinstance(layer.model, Edition)]
        whole = Place("expression", 1, 1, len(expression) + 1, expression)
        if not editions:
            raise RulesError([Complaint("KR302", whole, {"found": expression}, suggestion=f"classic+{expression}")])
        if len(editions) > 1:
            raise RulesError([Complaint("KR303", whole, {"first": editions[0].id, "second": editions[1].id})])
        variants = [layer for layer in layers if isinstance(layer.model, Variant)]
        rules = compose(editions[0], variants, builds_on, self.domino_sets)
        printed = self.sources is not None and self.sources.prints_together(rules.id.split("+"))
        return rules if printed or rules.status == "house" else rules.model_copy(update={"status": "house"})

    def _named_in(self, expression: str) -> list[tuple[Layer, Place]]:
        found: list[tuple[Layer, Place]] = []
        complaints: list[Complaint] = []
        column = 1
        for part in expression.split("+"):
            place = Place("expression", 1, column, column + max(1, len(part)), expression)
            column += len(part) + 1
            if not part.strip():
                complaints.append(Complaint("KR312", place, {"found": expression}))
                continue
            try:
                found.append((self.layer(part.strip(), place), place))
            except RulesError as error:
                complaints.extend(error.complaints)
        if complaints:
            raise RulesError(complaints)
        return found

    def _gather(self, asked: Iterable[tuple[Layer, Place]]) -> tuple[list[Layer], dict[str, frozenset[str]]]:
        """Every file a game is made of, each once, and for each variant all it builds on."""
        complaints: list[Complaint] = []
        found: dict[str, Layer] = {}
        builds_on: dict[str, set[str]] = {}

        def take(layer: Layer, chain: tuple[str, ...], asked_at: Place) -> None:
            if layer.id in chain:
                circle = Quoted(" → ".join([*chain[chain.index(layer.id) :], layer.id]))
                complaints.append(Complaint("KR309", asked_at, {"chain": circle}))
                return
            for above in chain:
                builds_on.setdefault(above, set()).add(layer.id)
            known = found.setdefault(layer.id, layer)
            if known.document.file != layer.document.file:
                complaints.append(Complaint("KR315", asked_at, {"found": layer.id}))
            if isinstance(layer.model, Variant):
                complaints.extend(self._unknown_companions(layer, layer.model))
                for base, place in self._bases(layer, layer.model, complaints):
                    take(base, (*chain, layer.id), place)

        for layer, place in asked:
            take(layer, (), place)
        if complaints:
            raise RulesError(complaints)
        return list(found.values()), {name: frozenset(bases) for name, bases in builds_on.items()}

    def _bases(self, layer: Layer, model: Variant, complaints: list[Complaint]) -> Iterator[tuple[Layer, Place]]:
        """The variants a variant extends; whatever is wrong with them is added to the complaints."""
        for position, name in enumerate(model.extends):
            place = layer.document.place(("extends", str(position)))
            try:
                base = self.layer(name, place, layer.path.parent)
            except RulesError as error:
                complaints.extend(error.complaints)
                continue
            if isinstance(base.model, Edition):
                complaints.append(Complaint("KR317", place, {"found": name}))
            else:
                yield base, place

    def _unknown_companions(self, layer: Layer, model: Variant) -> Iterator[Complaint]:
        """Names under requires and overrides that no other variant can answer to."""
        places = [(name, layer.document.place(("requires", str(i)))) for i, name in enumerate(model.requires)]
        places += [(name, layer.document.key_place(("overrides", name))) for name in model.overrides]
        for name, place in places:
            if name == layer.id:
                yield Complaint("KR316", place, {"found": name})
            elif (path := self._find(name, layer.path.parent)) is None:
                yield self._nobody(name, place)
            elif isinstance(self.model(path), Edition):
                yield Complaint("KR317", place, {"found": name})

    def check(self, path: Path, shown_as: str) -> Checked:
        """Everything wrong with one file, by itself and in the games it can be part of."""
        try:
            document, model = self._document_and_model(path, shown_as)
        except RulesError as error:
            return Checked(shown_as, RulesError([*error.complaints, *self._further(path, shown_as)]).complaints)
        try:
            rules: Ruleset | None = None
            not_with: Mapping[str, tuple[Complaint, ...]] = {}
            if isinstance(model, Sources):
                found = [*source_complaints(model, document, self._named_by(model))]
                return Checked(shown_as, tuple(found), document, model)
            if isinstance(model, Edition):
                rules = compose(Layer(document, model, path, str(path)), (), {}, self.domino_sets)
            if isinstance(model, Variant):
                rules, not_with = self._check_variant(Layer(document, model, path, str(path)))
            promises = tuple(self._promises(document, model))
            return Checked(shown_as, promises, document, model, rules, not_with)
        except RulesError as error:
            return Checked(shown_as, error.complaints)

    def _check_variant(self, layer: Layer) -> tuple[Ruleset, dict[str, tuple[Complaint, ...]]]:
        """A game with the variant, and the editions that cannot take it; if it does something in none, why not.

        An edition that already is as the variant wants it takes it, of course, but that is not what it was written for.
        """
        layers, builds_on = self._gather(self._with_required(layer))
        games: list[Ruleset] = []
        changed: list[Ruleset] = []
        refused: dict[str, tuple[Complaint, ...]] = {}
        for edition in self._editions():
            try:
                games.append(compose(edition, layers, builds_on, self.domino_sets))
            except RulesError as error:
                refused[edition.id] = error.complaints
                continue
            if games[-1].hash != self._as_printed(edition).hash:
                changed.append(games[-1])
        if not games and not refused:
            raise RulesError([Complaint("KR302", layer.document.place(()), {"found": layer.id})])
        if refused and not changed:
            raise RulesError(next(iter(refused.values())))
        return (changed or games)[0], refused

    def _as_printed(self, edition: Layer) -> Ruleset:
        """An edition without any variant, put together once."""
        if edition.id not in self._composed:
            self._composed[edition.id] = compose(edition, (), {}, self.domino_sets)
        return self._composed[edition.id]

    def _further(self, path: Path, shown_as: str) -> tuple[Complaint, ...]:
        """What else is wrong with a variant whose head is wrong already: with what it changes."""
        try:
            document = read(path, shown_as)
            if kind_of(document) is not Variant:
                return ()
            document = put_right(document)
            unknown = set(document.data) - set(Variant.model_fields)
            if any(nearest(key, CHANGING) for key in unknown):
                return ()  # whatever stands under a misspelt `add` would be missed elsewhere
            head = {"format": FORMAT, "variant": "nameless", "status": "house", "title": {"en": "…"}}
            said = {key: value for key, value in document.data.items() if key in CHANGING and value is not None}
            model = Variant.model_validate({**head, **said})
            self._check_variant(Layer(replace(document, complaints=()), model, path, str(path)))
        except RulesError as error:
            return error.complaints
        except ValidationError:
            return ()
        return ()

    def _with_required(self, layer: Layer) -> list[tuple[Layer, Place]]:
        """A variant and, step by step, everything that must be in force beside it."""
        taken = {layer.id: (layer, layer.document.place(()))}
        waiting = [layer]
        while waiting:
            current = waiting.pop()
            assert isinstance(current.model, Variant)
            for position, name in enumerate(current.model.requires):
                place = current.document.place(("requires", str(position)))
                if name not in taken and self._find(name, current.path.parent):
                    needed = self.layer(name, place, current.path.parent)
                    taken[name] = needed, place
                    waiting += [needed] if isinstance(needed.model, Variant) else []
        return list(taken.values())

    def _editions(self) -> list[Layer]:
        found = []
        for name, path in self.files.items():
            if path.parent.name == "editions":
                try:
                    document, model = self._document_and_model(path)
                except RulesError:
                    continue  # checked and told under its own name
                if isinstance(model, Edition):
                    found.append(Layer(document, model, path, name))
        return found

    def _named_by(self, sources: Sources) -> dict[str, Layer | None]:
        """The editions and variants that books print; none where the file itself is wrong."""
        names = {book.edition for book in sources.sources.values()}
        names |= {variant for book in sources.sources.values() for variant in book.variants}
        found: dict[str, Layer | None] = {}
        for name in sorted(names & set(self.files)):
            if self.check(self.files[name], shown_path(self.files[name])).complaints:
                found[name] = None  # told under its own name
                continue
            document, model = self._document_and_model(self.files[name])
            if isinstance(model, Edition | Variant):
                found[name] = Layer(document, model, self.files[name], name)
        return found

    def _promises(self, document: Document, model: Model) -> list[Complaint]:
        """`official` is a promise: a printed source must have it."""
        if not isinstance(model, Edition | Variant) or model.status != "official":
            return []
        name = model.edition if isinstance(model, Edition) else model.variant
        try:
            printed = self.sources is not None and self.sources.prints(name)
        except RulesError:
            return []  # checked and told under its own name
        return [] if printed else [Complaint("KR404", document.place(("status",)), {"found": name})]


def check_files(paths: Iterable[Path] = ()) -> Iterator[Checked]:
    """Files and folders checked, or everything shipped and in one's own folders."""
    for path in list(paths) or [shipped.RULES, *shipped.search_path()]:
        is_folder = path.is_dir()
        shelf = Shelf((path, *shipped.search_path()) if is_folder else shipped.search_path())
        files = rules_files(path) if is_folder else [path]
        if not files:
            yield Checked(str(path), (Complaint("KR019", Place(str(path)), {"found": str(path)}),))
        for file in files:
            yield shelf.check(file, shown_path(file))
