"""The shelf the rules stand on: finds files by name or path, checks them, puts games together."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from kingdomrules import shipped
from kingdomrules.ruleset.changes import Layer
from kingdomrules.ruleset.checks import domino_findings
from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, RulesError, nearest
from kingdomrules.ruleset.dominoes import DominoSet
from kingdomrules.ruleset.layers import compose
from kingdomrules.ruleset.loading import Document, read
from kingdomrules.ruleset.model import FORMAT, Model
from kingdomrules.ruleset.schema import Edition, Ruleset, Variant
from kingdomrules.ruleset.shape import validate
from kingdomrules.ruleset.sources import Sources, source_complaints

KINDS: Mapping[str, type[Model]] = {
    "edition": Edition,
    "variant": Variant,
    "dominoes": DominoSet,
    "sources": Sources,
}
"""The key that tells what a file is."""


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


@dataclass(frozen=True)
class Shelf:
    """Folders of rules files, nearest first; the shipped ones always stand behind."""

    folders: tuple[Path, ...] = field(default_factory=shipped.search_path)

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """Every rules file by its name, the nearest folder's where two share one."""
        found: dict[str, Path] = {}
        for folder in (*self.folders, shipped.RULES):
            for path in sorted(folder.rglob("*.yaml")):
                if _is_rules(path, folder):
                    found.setdefault(path.stem, path)
        return found

    @cached_property
    def domino_sets(self) -> Mapping[str, DominoSet]:
        found: dict[str, DominoSet] = {}
        for folder in (*self.folders, shipped.RULES):
            for path in folder.rglob("dominoes.yaml"):
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
            model, complaints = validate(_kind(document), document)
            complaints += _by_itself(model, document, path)
            if complaints or model is None:
                raise RulesError(complaints)
            self._read[path] = document, model
        return self._read[path]

    def layer(self, part: str, asked_at: Place, beside: Path | None = None) -> Layer:
        """The edition or variant a part names: by path, by id, or by the id of a file in the folder `beside`."""
        path = self._find(part, beside)
        if path is None:
            suggestion = nearest(part, self.names())
            if suggestion is None and Path(f"{part}.yaml").is_file():
                suggestion = f"./{part}.yaml"
            raise RulesError([Complaint("KR301", asked_at, {"found": part}, suggestion, self.names())])
        document, model = self._document_and_model(path, part if _is_path(part) and beside is None else None)
        if not isinstance(model, Edition | Variant):
            raise RulesError([Complaint("KR301", asked_at, {"found": part}, allowed=self.names())])
        return Layer(document, model, path, part)

    def _find(self, part: str, beside: Path | None) -> Path | None:
        if _is_path(part):
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
                yield Complaint("KR301", place, {"found": name}, nearest(name, self.names()), self.names())
            elif isinstance(self.model(path), Edition):
                yield Complaint("KR317", place, {"found": name})

    def check(self, path: Path, shown_as: str) -> Checked:
        """Everything wrong with one file, by itself and in the games it can be part of."""
        try:
            document, model = self._document_and_model(path, shown_as)
            rules = None
            if isinstance(model, Sources):
                found = [*source_complaints(model, document, self._named_by(model))]
                return Checked(shown_as, tuple(found), document, model)
            if isinstance(model, Edition):
                rules = compose(Layer(document, model, path, str(path)), (), {}, self.domino_sets)
            if isinstance(model, Variant):
                rules = self._check_variant(Layer(document, model, path, str(path)))
            return Checked(shown_as, tuple(self._promises(document, model)), document, model, rules)
        except RulesError as error:
            return Checked(shown_as, error.complaints)

    def _check_variant(self, layer: Layer) -> Ruleset:
        """A variant is right if some edition can take it; else the nearest edition's complaints are told."""
        first: RulesError | None = None
        layers, builds_on = self._gather(self._with_required(layer))
        for edition in self._editions():
            try:
                return compose(edition, layers, builds_on, self.domino_sets)
            except RulesError as error:
                first = first or error
        raise first or RulesError([Complaint("KR302", layer.document.place(()), {"found": layer.id})])

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
        files = sorted(file for file in path.rglob("*.yaml") if _is_rules(file, path)) if is_folder else [path]
        if not files:
            yield Checked(str(path), (Complaint("KR019", Place(str(path)), {"found": str(path)}),))
        for file in files:
            yield shelf.check(file, shown_path(file))


def _is_rules(file: Path, folder: Path) -> bool:
    return "locales" not in file.relative_to(folder).parts


def shown_path(path: Path) -> str:
    """A path as people know it: shipped files by their place in rules/, others as they were given."""
    for folder, name in ((shipped.RULES, "rules"), (Path.cwd(), "")):
        if path.is_relative_to(folder):
            return (name / path.relative_to(folder)).as_posix()
    return str(path)


def _is_path(part: str) -> bool:
    return "/" in part or "\\" in part or part.endswith((".yaml", ".yml"))


def _kind(document: Document) -> type[Model]:
    """What a file is by its keys; a format from the future is not searched for mistakes."""
    declared = document.data.get("format")
    if isinstance(declared, int) and declared > FORMAT:
        raise RulesError([Complaint("KR016", document.place(("format",)), {"found": declared, "limit": FORMAT})])
    for key, model in KINDS.items():
        if key in document.data:
            return model
    for key in document.data:
        if near := nearest(key, KINDS):
            place = document.key_place((key,))
            raise RulesError([Complaint("KR101", place, {"found": key}, suggestion=near, allowed=tuple(KINDS))])
    allowed = Quoted(", ".join(KINDS))
    place = document.key_place((next(iter(document.data), ""),))
    raise RulesError([Complaint("KR018", place, {"allowed": allowed})])


def _by_itself(model: Model | None, document: Document, path: Path) -> list[Complaint]:
    """What the shape cannot tell: names of files, totals, lists that say a thing twice."""
    found: list[Complaint] = []
    if isinstance(model, DominoSet):
        for finding in domino_findings(model) if not document.complaints else ():
            place = document.key_place(finding.path) if finding.at_key else document.place(finding.path)
            allowed = tuple(model.terrains) if finding.code == "KR104" and finding.path[0] != "terrains" else ()
            found.append(Complaint(finding.code, place, finding.facts, finding.facts.get("near"), allowed))
        return found
    for key in ("edition", "variant"):
        name = document.data.get(key)
        if isinstance(name, str) and name != path.stem and isinstance(model, Edition | Variant):
            facts = {"file": path.name, "found": name}
            found.append(Complaint("KR109", document.place((key,)), facts, suggestion=path.stem))
    if isinstance(model, Variant):
        if not (model.set or model.add or model.remove or model.players or model.extends):
            found.append(Complaint("KR116", document.key_place(("variant",)), {}))
        for key in ("players", "extends", "requires", "remove"):
            values = document.data.get(key) or ()
            for position, value in enumerate(values):
                if value in values[:position]:
                    found.append(Complaint("KR113", document.place((key, str(position))), {"found": value}))
    return found
