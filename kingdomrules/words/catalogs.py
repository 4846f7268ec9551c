"""The catalogs: every message the program can say, collected from its sources, and the exam a language takes.

Nothing is ever guessed: an update keeps translations of messages that are still there, adds new ones empty, and
drops the rest. A guessed rule is a wrong rule.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2.ext import extract_from_ast

from kingdomrules import shipped
from kingdomrules.ruleset.complaints import CODES
from kingdomrules.ruleset.loading import NODE_NAMES
from kingdomrules.ruleset.shape import EXPECTED, FORMS
from kingdomrules.ruleset.shelf import Shelf
from kingdomrules.words import phrases
from kingdomrules.words.language import SOURCE, Language, Size, Term, Value, WordsError, parsed, plural_categories
from kingdomrules.words.telling import COLOURS, NAMES, TEMPLATES, environment

PACKAGE = Path(__file__).resolve().parent.parent
COUNTS = range(101)
"""The numbers every counted noun is tried with."""


@dataclass(frozen=True, slots=True)
class Source:
    """A message, its plural if it has one, and where it is said."""

    message: str
    plural: str | None
    places: tuple[str, ...]


@cache
def sources() -> tuple[Source, ...]:
    """Every message of the program: from templates, from calls of say, and from the tables of sentences."""
    found: dict[str, tuple[str | None, list[str]]] = {}
    for message, plural, place in _all_messages():
        known = found.setdefault(message, (plural, []))
        if place not in known[1]:
            known[1].append(place)
    return tuple(Source(message, plural, tuple(places)) for message, (plural, places) in found.items())


def _all_messages() -> Iterator[tuple[str, str | None, str]]:
    for template in sorted(TEMPLATES.glob("*.j2")):
        tree = environment().parse(template.read_text(encoding="utf-8"))
        for _, function, text in extract_from_ast(tree, ("_", "ngettext")):
            strings = [text] if isinstance(text, str) else [part for part in text or () if part is not None]
            yield strings[0], strings[1] if function == "ngettext" else None, f"words/templates/{template.name}"
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                strings = _said(node)
                if strings:
                    yield strings[0], strings[1] if len(strings) > 1 else None, place
    for table, place in ((NAMES, "words/telling.py"), (COLOURS, "words/telling.py"), (CODES, "ruleset/complaints.py")):
        for message in table.values():
            yield message, None, place
    for message in phrases.messages():
        yield message, None, "words/phrases.py"
    short = (*EXPECTED.values(), *FORMS.values(), *NODE_NAMES.values(), "nothing", "an empty file")
    for message in short:
        yield message, None, "ruleset/complaints.py"


def _said(call: ast.Call) -> list[str]:
    """The literal messages of a call of say or say_n."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    wanted = {"say": 1, "say_n": 2}.get(name, 0)
    strings = [a.value for a in call.args[:wanted] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return strings if len(strings) == wanted else []


# --- writing catalogs ---------------------------------------------------------------------------------------


def catalog_path(code: str) -> Path:
    """The catalog of a language: the shipped one, or else that of a folder of one's own."""
    homes = [folder / code for folder in reversed(shipped.locale_folders()) if (folder / code).is_dir()]
    return next(iter(homes), shipped.LOCALES / code) / "LC_MESSAGES" / "kingdomrules.po"


def new_catalog(locale: Locale) -> Catalog:
    """An empty catalog whose plural header says what CLDR says."""
    catalog = Catalog(locale=locale, project="kingdomrules", fuzzy=False, charset="utf-8")
    categories = plural_categories(locale)
    # Babel's own headers differ from CLDR in two of our languages, and offers no other way to set them.
    vars(catalog).update(_num_plurals=len(categories), _plural_expr=plural_expression(locale))
    return catalog


def plural_expression(locale: Locale) -> str:
    """CLDR's rule for whole numbers as a C expression, the categories in the order of a catalog's forms."""
    return _PLURALS.get(locale.language) or _searched_expression(locale)


_SLAVIC = "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14)"
_PLURALS = {
    "lv": "n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 ? 1 : 2",
    "lt": "n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2",
    "pl": f"n==1 ? 0 : {_SLAVIC} ? 1 : 2",
    "ru": f"n%10==1 && n%100!=11 ? 0 : {_SLAVIC} ? 1 : 2",
    "is": "n%10!=1 || n%100==11",
}


def _searched_expression(locale: Locale) -> str:
    """The commonest rules, tried against CLDR; a language that needs another one is named."""
    categories = plural_categories(locale)
    indexes = [categories.index(str(locale.plural_form(n))) for n in range(1001)]
    common = {"0": [0] * 1001, "n != 1": [int(n != 1) for n in range(1001)], "n > 1": [int(n > 1) for n in range(1001)]}
    for expression, expected in common.items():
        if indexes == expected:
            return expression
    raise WordsError(f"the plural rule of {locale.language} is not among those known; add it to _PLURALS")


def updated(code: str) -> bytes:
    """The catalog of a language with all messages of today: kept, new and empty, never guessed."""
    locale = Locale.parse(code)
    old = _read(code) if catalog_path(code).is_file() else new_catalog(locale)
    return _filled(new_catalog(locale), {_key(message): message for message in old if message.id})


def _filled(fresh: Catalog, known: Mapping[str, Message]) -> bytes:
    empty: tuple[str, ...] = ("",) * fresh.num_plurals
    for source in sources():
        kept = known.get(source.message)
        id = (source.message, source.plural) if source.plural else source.message
        string: str | tuple[str, ...] = empty if source.plural else ""
        if kept is not None and kept.string and isinstance(kept.string, str) != bool(source.plural):
            string = kept.string if isinstance(kept.string, str) else tuple(kept.string)
        comments = tuple(kept.user_comments) if kept is not None else ()
        fresh.add(id, string, locations=[(place, 0) for place in source.places], user_comments=comments)
    return _written(fresh)


def _read(code: str) -> Catalog:
    with catalog_path(code).open("rb") as stream:
        return read_po(stream, locale=code)


def _key(message: Message) -> str:
    return str(message.id[0] if isinstance(message.id, tuple | list) else message.id)


def _written(catalog: Catalog) -> bytes:
    stream = BytesIO()
    for message in catalog:
        # msgfmt would check {king:acc} against Python's own formats, and refuse it.
        message.flags.discard("python-brace-format")
        message.flags.discard("python-format")
    write_po(stream, catalog, width=110, omit_header=False, include_lineno=False)
    # Dates of a file that is made from others only make noise in its history.
    lines = stream.getvalue().decode("utf-8").splitlines()
    unwanted = ('"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator', '"Generated-By', '"Report-Msgid')
    kept = [line for line in lines if not line.startswith(unwanted) and not line.startswith("# ")]
    return ("\n".join(kept).strip("#\n ") + "\n").encode("utf-8")


def add_language(code: str, locales: Path) -> list[Path]:
    """A ninth language in a folder of locales: an empty catalog, its grammar and the nouns that need forms."""
    try:
        locale = Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        raise WordsError(f"{code!r:.20} is no language CLDR knows; use a code such as fi") from None
    if locale.language != code:
        raise WordsError(f"{code!r:.20} is no language code; use {locale.language}")
    folder = locales / code
    if folder.exists() or code in shipped.languages():
        raise WordsError(f"the language {code} is there already and was left alone")
    name = locale.get_display_name("en")
    categories = plural_categories(locale)
    counts = "".join(f'  {category}: {{"*": "*.{"sg" if category == "one" else "pl"}"}}\n' for category in categories)
    nouns = "".join(f'\n{term}:\n  sg: {{nom: "?"}}\n  pl: {{nom: "?"}}\n' for term in Language.of(SOURCE).terms)
    terms = (
        f"# The game's nouns in {name}: replace every question mark, and add the cases your sentences ask for,\n"
        f"# {{king:…}} in a translation.\n{nouns}"
    )
    grammar = (
        "# Typography, and what a numeral does to its noun: for each plural category of CLDR the case asked for\n"
        "# and the form it becomes; * is every other case, or the case that was asked for.\n"
        f'size: "{{n}}×{{n}}"\nquotes: ["“", "”"]\ncounts:\n{counts}'
    )
    written = {
        folder / "terms.yaml": terms.encode("utf-8"),
        folder / "grammar.yaml": grammar.encode("utf-8"),
        folder / "LC_MESSAGES" / "kingdomrules.po": _filled(new_catalog(locale), {}),
    }
    for path, content in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return list(written)


# --- the exam -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """What a language cannot say yet: which message, and why not."""

    language: str
    message: str
    problem: str

    def __str__(self) -> str:
        return f"{self.language}: {self.message!r:.100}: {self.problem}"


def faults(code: str) -> list[Fault]:
    """Everything that keeps a language from being complete."""
    found: list[Fault] = []
    language = Language.of(code)
    found += [
        Fault(code, term, "terms.yaml: still a question mark") for term, noun in language.terms.items() if _open(noun)
    ]
    if code != SOURCE:
        if not catalog_path(code).is_file():
            return [Fault(code, "", "there is no catalog")]
        catalog = _read(code)
        found += _header_faults(code, catalog)
        known = {_key(message): message for message in catalog if message.id}
        wanted = {source.message for source in sources()}
        found += [Fault(code, id, "no longer said by the program") for id in known if id not in wanted]
        for source in sources():
            found += _message_faults(code, source, known.get(source.message))
    else:
        for source in sources():
            for text in filter(None, (source.message, source.plural)):
                found += _text_faults(language, source, text)
    return found


def _open(noun: Mapping[str, object]) -> bool:
    return any("?" in forms.values() for forms in noun.values() if isinstance(forms, Mapping))


def _header_faults(code: str, catalog: Catalog) -> Iterator[Fault]:
    locale = Locale.parse(code)
    categories = plural_categories(locale)
    expected = plural_expression(locale)
    if catalog.num_plurals != len(categories) or catalog.plural_expr.strip("()") != expected.strip("()"):
        yield Fault(code, "Plural-Forms", f"expected nplurals={len(categories)}; plural=({expected})")


def _message_faults(code: str, source: Source, message: Message | None) -> Iterator[Fault]:
    if message is None:
        yield Fault(code, source.message, "missing")
        return
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if message.fuzzy:
        yield Fault(code, source.message, "fuzzy")
    if not all(strings):
        yield Fault(code, source.message, "not translated")
        return
    for text in strings:
        yield from _text_faults(Language.of(code), source, str(text))


def _text_faults(language: Language, source: Source, text: str) -> Iterator[Fault]:
    """Placeholders lost or invented, figures in prose, forms that are not there for a value that may come."""
    code = language.code
    if re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)):
        yield Fault(code, source.message, "a figure in prose; numbers come from the ruleset")
    try:
        wanted = {name for _, name, _ in parsed(source.message) if name}
        if source.plural:
            wanted |= {name for _, name, _ in parsed(source.plural) if name}
        placeholders = [(name, spec) for _, name, spec in parsed(text) if name]
    except WordsError as error:
        yield Fault(code, source.message, str(error))
        return
    names = {name for name, _ in placeholders}
    if names != wanted:
        lost, strange = sorted(wanted - names), sorted(names - wanted)
        problem = [f"lost {', '.join(lost)}"] if lost else []
        problem += [f"unknown {', '.join(strange)}"] if strange else []
        yield Fault(code, source.message, "placeholders: " + "; ".join(problem))
    specs = {name: spec for _, name, spec in parsed(source.message) if name}
    for name, spec in placeholders:
        for value in _possible_values(name, specs.get(name, ""), spec, language):
            try:
                language.form(value, spec)
            except WordsError as error:
                yield Fault(code, source.message, f"{{{name}:{spec}}}: {error}")
                break


def _possible_values(name: str, source_spec: str, spec: str, language: Language) -> Iterable[Value]:
    """Values that can reach a placeholder, judged by its name and by what the source asks of it."""
    terrains = [Term(terrain) for box in Shelf().domino_sets.values() for terrain in box.terrains]
    if name == "terrain":
        return terrains
    if name == "terrains":
        return [terrains]
    if name == "grid":
        return [Size(n) for n in range(3, 14)] if "grid" not in spec else ()
    first = spec.split(".")[0]
    counted = source_spec.split(".")[0] in Language.of(SOURCE).terms or first in language.terms
    if counted:
        return COUNTS
    return ["text"] if name not in _LISTS else [["one", "two", "three"]]


_LISTS = frozenset(("colours", "numbers", "variants", "languages", "letters", "cells"))


def coverage(code: str) -> tuple[int, int]:
    """How many messages are translated, and how many there are."""
    if code == SOURCE:
        return len(sources()), len(sources())
    translated: Mapping[str, object] = Language.of(code).catalog
    return sum(1 for source in sources() if source.message in translated), len(sources())
