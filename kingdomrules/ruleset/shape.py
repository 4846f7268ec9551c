"""Does a file have the right shape? What pydantic finds, told with the place in the file and what was meant."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from kingdomrules import shipped
from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, nearest
from kingdomrules.ruleset.examples import EXAMPLES, example_kind
from kingdomrules.ruleset.loading import WHOLE_NUMBER, Document, Path_
from kingdomrules.ruleset.schema import RULE_SECTIONS, Sections
from kingdomrules.ruleset.slips import quoted

M = TypeVar("M", bound=BaseModel)

ENTRY_SECTIONS = (*RULE_SECTIONS, "players")
"""The sections made of entries that come and go: rules by id, rows by number of players."""

EXPECTED = {
    "int": "a whole number",
    "str": "text",
    "quoted": "text (in quotes)",
    "bool": "true or false",
    "tuple": "a list",
    "dict": "a block of keys",
}
FORMS = {
    "^[a-z][a-z0-9]*": "a name of small letters, figures and single hyphens",
    "^[ABD-Z]$": "one capital letter other than C",
    "^[ABD-Z][0-7]": "two squares as in pictures, with a space between them",
    "^-?[0-9]{1,2},": "a cell as two numbers, and the direction of the second half: e, n, w or s",
    "^[a-z][a-z0-9-]*\\*": "a terrain and a star for each crown, seven at most",
    "": "one line of text",
}


def validate(model: type[M], document: Document) -> tuple[M | None, list[Complaint]]:
    """The document as a model, or everything that keeps it from being one."""
    complaints = list(document.complaints)
    try:
        checked = model.model_validate(document.data)
    except ValidationError as error:
        complaints += shape_complaints(model, document.data, error, document.place, document.key_place)
        checked = None
    complaints += _unknown_languages(document)
    return checked, complaints


def shape_complaints(
    model: type[BaseModel], data: Mapping[str, Any], error: ValidationError, place: Any, key_place: Any
) -> list[Complaint]:
    """Pydantic's findings as complaints; `place` and `key_place` tell where a value and a key stand."""
    details = error.errors(include_url=False)
    # A key without a value was complained about when the file was read.
    told = [detail for detail in details if detail["input"] is not None or isinstance(detail["loc"][-1], int)]
    found = [_complaint(model, data, detail, place, key_place) for detail in told]
    # `gird: 5` is one mistake, an unknown key; that `grid` is now missing goes without saying.
    explained = {(path[:-1], complaint.suggestion) for path, complaint in found if complaint.code == "KR101"}
    return [
        complaint
        for path, complaint in found
        if not (complaint.code == "KR102" and (path[:-1], complaint.facts["key"]) in explained)
    ]


def _complaint(
    model: type[BaseModel], data: Mapping[str, Any], detail: ErrorDetails, place: Any, key_place: Any
) -> tuple[Path_, Complaint]:
    path, about_key = _path_in_file(data, detail["loc"])
    kind, found, context = detail["type"], detail["input"], detail.get("ctx", {})
    key = _key_of(path)
    if about_key:
        key = path[-1]
        if kind == "unknown_key":
            return path, _unknown(Complaint("KR101", key_place(path), {"found": key}), key, context["allowed"])
        facts = {"found": key, "expected": _form(context.get("pattern", ""))}
        return path, Complaint("KR120", key_place(path), facts, suggestion=_as_name(key))
    match kind:
        case "extra_forbidden":
            choices = known_keys(model, data, path[:-1])
            return path, _unknown(Complaint("KR101", key_place(path), {"found": key}), key, choices)
        case "missing":
            return path, Complaint("KR102", key_place(path[:-1]), {"key": key})
        case "union_tag_not_found":
            return (*path, "kind"), _missing_kind(model, data, path, key_place)
        case "literal_error" | "union_tag_invalid" | "enum":
            named = "expected_tags" if kind == "union_tag_invalid" else "expected"
            allowed = re.findall(r"'([^']*)'", str(context[named]))
            where, value = (path, found) if kind != "union_tag_invalid" else ((*path, "kind"), context["tag"])
            if not isinstance(value, str):
                return path, _wrong_type(place(where), "str", value)
            if allowed == [] and value == "true":
                return path, Complaint("KR123", place(where), {"found": Quoted(value)})
            code = "KR106" if kind == "union_tag_invalid" else "KR105"
            bare = Complaint(code, place(where), {"found": value, "key": _key_of(where)}, allowed=tuple(allowed))
            return path, _unknown(bare, value, allowed)
        case "greater_than_equal":
            return path, Complaint("KR107", place(path), {"found": found, "key": key, "low": context["ge"]})
        case "less_than_equal":
            return path, Complaint("KR121", place(path), {"found": found, "key": key, "high": context["le"]})
        case "one_comparison":
            return path, Complaint("KR122", key_place(path), {"words": Quoted("at_least, exactly, at_most")})
        case "one_of":
            return path, Complaint("KR122", place(path), {"words": Quoted(context["words"])})
        case "needs_key":
            return path, Complaint("KR102", place(path), {"key": context["key"]})
        case "model_type" if context.get("class_name") == "Compare":
            words = Quoted("at_least, exactly, at_most")
            return path, Complaint("KR124", place(path), {"key": key, "words": words}, _compared(found, key))
        case "dict_type" if key in ("title", "note") and isinstance(found, str):
            text = quoted(found) if re.search(r"[,:#{}\[\]]", found) else found
            return path, Complaint("KR125", place(path), {"key": key}, f"{{en: {text}}}")
        case "int_type" if isinstance(found, str) and WHOLE_NUMBER.fullmatch(found):
            return path, Complaint("KR123", place(path), {"found": Quoted(found)})
        case "bool_type" if found in ("true", "false"):
            return path, Complaint("KR123", place(path), {"found": Quoted(found)})
        case "string_pattern_mismatch":
            pattern = str(context["pattern"])
            facts = {"found": found, "key": key, "expected": _form(pattern)}
            meant = _as_name(found) if pattern.startswith("^[a-z]") else None
            return path, Complaint("KR108", place(path), facts, suggestion=meant)
        case "too_short" | "string_too_short":
            return path, Complaint("KR118", place(path), {"key": key})
        case "too_long" | "string_too_long":
            return path, Complaint("KR119", place(path), {"key": key, "limit": context["max_length"]})
    return path, _wrong_type(place(path), kind, found)


def _compared(found: object, key: str) -> str | None:
    """`4`, `4+` and `"> 4"` in the words of rules files; who writes `crowns: 1` hardly minds a second one."""
    written = re.fullmatch(r"\s*(>=|≥|>|<=|≤|<|==?|)\s*(\d{1,3})\s*(\+?)\s*", str(found))
    if not written or isinstance(found, bool):
        return None
    sign, number, more = written[1], int(written[2]), written[3]
    match sign:
        case ">" | ">=" | "≥":
            return f"{{at_least: {number + (sign == '>')}}}"
        case "<" | "<=" | "≤":
            return f"{{at_most: {number - (sign == '<')}}}" if number else None
    return f"{{at_least: {number}}}" if more or (key == "crowns" and not sign) else f"{{exactly: {number}}}"


def _wrong_type(place: Place, kind: str, found: object) -> Complaint:
    expected = next((words for name, words in EXPECTED.items() if kind.startswith(name)), EXPECTED["dict"])
    if kind.startswith("str"):
        # The commonest slip: a title that looks like a number or like true.
        expected = EXPECTED["quoted" if isinstance(found, int) else "str"]
    return Complaint("KR103", place, {"expected": Quoted(expected), "found": found})


def _missing_kind(model: type[BaseModel], data: Mapping[str, Any], path: Path_, key_place: Any) -> Complaint:
    """A rule without `kind`; a slip such as `knd` is named as what it is."""
    entry = value_at(data, path)
    for key in entry if isinstance(entry, Mapping) else ():
        if nearest(key, ("kind",)) and key not in known_keys(model, data, path):
            return Complaint("KR101", key_place((*path, key)), {"found": key}, suggestion="kind")
    return Complaint("KR102", key_place(path), {"key": "kind"})


def _unknown(complaint: Complaint, word: str, choices: list[str]) -> Complaint:
    near = nearest(word, choices)
    allowed = complaint.allowed or tuple(choices)
    return Complaint(complaint.code, complaint.place, complaint.facts, suggestion=near, allowed=allowed)


def _path_in_file(data: Any, loc: tuple[int | str, ...]) -> tuple[Path_, bool]:
    """Pydantic's location as a path of the file: tags of unions stand in the one and not in the other."""
    path: list[str] = []
    for i, step in enumerate(loc):
        if step == "[key]":
            return tuple(path), True
        if step in EXAMPLES and not (isinstance(data, Mapping) and step in data):
            continue
        is_item = isinstance(data, tuple) and isinstance(step, int) and step < len(data)
        if is_item or (isinstance(data, Mapping) and step in data):
            data = data[step]
        elif i < len(loc) - 1:
            continue
        elif isinstance(data, tuple) or (isinstance(step, int) and not isinstance(data, Mapping)):
            break  # an item that is not there: the list itself is meant, or the one word that stands for it
        path.append(str(step))
    return tuple(path), False


def _key_of(path: Path_) -> str:
    return next((step for step in reversed(path) if not step.isdigit()), path[-1] if path else "")


def _form(pattern: str) -> Quoted:
    return Quoted(next(words for start, words in FORMS.items() if pattern.startswith(start)))


def _as_name(word: str) -> str | None:
    """The name somebody meant who wrote capitals, spaces, underscores or too many hyphens."""
    name = "-".join(re.findall("[a-z0-9]+", word.casefold()))
    return name if name[:1].isalpha() and name != word else None


def _unknown_languages(document: Document) -> Iterator[Complaint]:
    known = shipped.languages()
    for key in ("title", "note"):
        texts = document.data.get(key)
        for language in texts if isinstance(texts, Mapping) else ():
            if language not in known:
                place = document.key_place((key, language))
                bare = Complaint("KR111", place, {"found": language}, allowed=known)
                yield _unknown(bare, language, list(known))


# --- walking the models -------------------------------------------------------------------------------------


def value_at(data: Any, path: Path_) -> Any:
    for step in path:
        data = data[int(step)] if isinstance(data, tuple) else data[step]
    return data


def known_keys(model: type[BaseModel], data: Any, path: Path_) -> list[str]:
    """The keys that may stand at a path; for a rule, those of its kind, or of all kinds if that is unclear."""
    kinds = _models_at(model, data, path)
    return sorted({key for kind in kinds for key in kind.model_fields})


def _models_at(model: type[BaseModel], data: Any, path: Path_) -> list[type[BaseModel]]:
    models = [model]
    for step in path:
        if isinstance(data, tuple) and step.isdigit():
            data = data[int(step)]
        else:
            data = data.get(step) if isinstance(data, Mapping) else None
        annotations = [m.model_fields[step].annotation for m in models if step in m.model_fields]
        if not annotations:  # an entry of a map: the step is its key, and `models` are its values already
            continue
        models = _models_in(annotations[0])
    if len(models) > 1 and models[0] in EXAMPLES.values():
        return [EXAMPLES[example_kind(data)]]
    if len(models) > 1:
        kind = data.get("kind") if isinstance(data, Mapping) else None
        models = [m for m in models if kind in get_args(m.model_fields["kind"].annotation)] or models
    return models


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _models_in(args[0])
    if isinstance(origin, type) and issubclass(origin, dict):
        return _models_in(args[1])
    return [m for arg in args for m in _models_in(arg)] if origin is not Literal else []


RULE_KEYS = frozenset(
    key
    for section in ENTRY_SECTIONS
    for model in _models_in(Sections.model_fields[section].annotation)
    for key in model.model_fields
)
"""Every key of some rule or row."""


def words_at(path: Path_) -> tuple[str, ...]:
    """The closed list a value of a ruleset is chosen from; a rule stands for its kind."""
    if is_entry(path):
        path = (*path, "kind")
    fields = [model.model_fields.get(path[-1]) for model in _models_at(Sections, {}, path[:-1])]
    return tuple(word for field in fields if field for word in _words_in(field.annotation))


def _words_in(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    for arg in get_args(annotation):
        yield from _words_in(arg)


def is_entry(path: Path_) -> bool:
    """Whether a path names a whole rule or a whole row of the players' table."""
    return len(path) == 2 and path[0] in ENTRY_SECTIONS


def wrong_step(path: Path_) -> tuple[int, list[str]] | None:
    """Which step of an address leads nowhere in any ruleset, and the steps there are instead."""
    if path[0] not in Sections.model_fields:
        return 0, list(Sections.model_fields)
    last = 2 if path[0] in ENTRY_SECTIONS else 1
    if len(path) <= last:
        return None
    models = _models_in(Sections.model_fields[path[0]].annotation)
    known = sorted({key for model in models for key in model.model_fields})
    if path[last] not in known:
        return last, known
    return (last + 1, []) if len(path) > last + 1 else None
