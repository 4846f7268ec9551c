"""A language: its catalog, its nouns with all their forms, and what a numeral does to a noun.

A message is a whole sentence with placeholders. The translator chooses the forms inside the sentence:

| placeholder | value | becomes |
|---|---|---|
| `{kings:king.acc}` | a number | number and noun together, `2 karalius` |
| `{terrain:gen.pl}` | a `Term` | that form of the noun |
| `{terrains:or.acc}` | a list | every member in that case, joined as the language joins lists |
| `{grid}`, `{grid:adj}` | a `Size` | `5×5`, and where there is one its adjective, `5×5-ös` |
| `{title:quoted}` | text | in the language's quotation marks |

`cap` capitalises, `art` puts the article before. Catalogs are untrusted text: a placeholder is a plain name,
with no way to an attribute, an index or a conversion.
"""

import os
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po

from kingdomrules import shipped
from kingdomrules.errors import KingdomRulesError
from kingdomrules.ruleset.complaints import nearest
from kingdomrules.ruleset.dominoes import NounForms
from kingdomrules.ruleset.loading import read
from kingdomrules.ruleset.model import FrozenMap, Model

SOURCE = "en"
NO_BREAK = "\u00a0"

_NAME = re.compile(r"[a-z][a-z_]*")
_FLAGS = frozenset(("cap", "art", "def", "noun"))
_NUMBERS = ("sg", "pl")


class WordsError(KingdomRulesError):
    """A language cannot say what it is asked to; the sentence names language, message and form."""


@dataclass(frozen=True, slots=True)
class Term:
    """A noun of the game, by its id in terms.yaml, or with the forms that a rules file brings."""

    id: str
    forms: NounForms | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """So many squares each way."""

    n: int


Value = int | str | Term | Size | Sequence["int | str | Term"]


class Article(Model):
    """The definite article where it depends on the sound that follows."""

    before_vowel: str
    before_consonant: str
    numbers_with_vowel: tuple[int, ...]


class Grammar(Model):
    """The parts of grammar.yaml."""

    size: str
    quotes: tuple[str, str]
    full_stop: Literal["inside", "outside"] = "inside"
    counts: dict[str, dict[str, str]]
    article: Article | None = None
    adjective_of_number: dict[str, str] = FrozenMap()


@dataclass(frozen=True)
class Language:
    """One language, made once and passed on; `Language.of("lt")`."""

    code: str
    folders: tuple[Path, ...]

    @classmethod
    def of(cls, code: str) -> "Language":
        """The language with this code, or a sentence that names those there are."""
        return _made(code, shipped.locale_folders())

    @classmethod
    def made(cls, code: str, folders: tuple[Path, ...]) -> "Language":
        known = shipped.languages()
        if code not in known:
            near = nearest(code, known)
            hint = f", did you mean {near!r}" if near else ""
            raise WordsError(f"there is no language {code!r:.20}{hint}; there are {', '.join(known)}")
        return cls(code, tuple(folder / code for folder in folders if (folder / code).is_dir()))

    @staticmethod
    def read_again() -> None:
        """From now on catalogs and nouns are read anew, for programs that go on while somebody edits them."""
        _made.cache_clear()

    @cached_property
    def locale(self) -> Locale:
        return Locale.parse("en_GB" if self.code == SOURCE else self.code)  # our English is British

    @cached_property
    def grammar(self) -> Grammar:
        path = next(f / "grammar.yaml" for f in reversed(self.folders) if (f / "grammar.yaml").is_file())
        return Grammar.model_validate(read(path).data)

    @cached_property
    def terms(self) -> Mapping[str, Mapping[str, Any]]:
        """Noun to its forms: `terms["king"]["pl"]["gen"]`."""
        found: dict[str, Mapping[str, Any]] = {}
        for folder in reversed(self.folders):  # one's own words go before the shipped ones
            if (folder / "terms.yaml").is_file():
                found |= read(folder / "terms.yaml").data
        return found

    @cached_property
    def catalog(self) -> Mapping[str, str | tuple[str, ...]]:
        """Message to translation; what is empty or fuzzy is not there."""
        found: dict[str, str | tuple[str, ...]] = {}
        for folder in reversed(self.folders):
            path = folder / "LC_MESSAGES" / "kingdomrules.po"
            if self.code != SOURCE and path.is_file():
                found |= _translations(path, self.code)
        return found

    # --- saying things ---

    def say(self, message: str, /, **values: Value) -> str:
        """The message in this language, with its values."""
        translation = message if self.code == SOURCE else self.catalog.get(message)
        if not isinstance(translation, str):
            return untranslated(Language.of(SOURCE).say(message, **values))
        return self.fill(translation, values, message)

    def say_n(self, singular: str, plural: str, n: int, /, **values: Value) -> str:
        """The message in the form that so many ask for; for verbs and adjectives that must agree."""
        if self.code == SOURCE:
            return self.fill(singular if self.category(n) == "one" else plural, values, singular)
        forms = self.catalog.get(singular)
        if not isinstance(forms, tuple):
            return untranslated(Language.of(SOURCE).say_n(singular, plural, n, **values))
        return self.fill(forms[self.plural_index(n)], values, singular)

    def fill(self, text: str, values: Mapping[str, Value], message: str | None = None) -> str:
        """A text of this language with its values; `message` is what to name if it goes wrong."""
        filled = []
        for literal, name, spec in parsed(text):
            filled.append(literal)
            if name is None:
                continue
            if name not in values:
                raise WordsError(f"{self.code}: {message or text!r:.80}: there is no value called {name!r}")
            try:
                filled.append(self.form(values[name], spec))
            except WordsError as error:
                raise WordsError(f"{self.code}: {message or text!r:.80}: {{{name}:{spec}}}: {error}") from None
        return "".join(filled)

    def form(self, value: Value, spec: str = "") -> str:
        """One value in the form a placeholder asks for."""
        wanted = spec.split(".") if spec else []
        flags = _FLAGS.intersection(wanted)
        steps = [step for step in wanted if step not in ("cap", "art", "noun")]
        if isinstance(value, bool):
            raise WordsError("true and false are no words")
        if isinstance(value, int):
            told = self._count(value, steps, only_noun="noun" in flags) if steps else _figure(value)
        elif isinstance(value, Term):
            told = self.noun(value.id, steps, value.forms)
        elif isinstance(value, Size):
            told = self._size(value.n, steps)
        elif isinstance(value, str):
            told = self._text(value, steps)
        else:
            told = self._list(value, steps)
        if "cap" in flags:
            told = told[:1].upper() + told[1:]
        if "art" in flags:
            told = f"{self._article(value, told)} {told}"
        return told

    def noun(self, term: str, steps: Sequence[str] = (), own: NounForms | None = None) -> str:
        """A form of a noun: case and number in any order, nominative singular if nothing is said."""
        if own is None and term not in self.terms:
            raise WordsError(f"there is no term {term!r} in {self.code}/terms.yaml")
        number = next((step for step in steps if step in _NUMBERS), "sg")
        case = next((step for step in steps if step not in (*_NUMBERS, "def")), "nom")
        group = f"{number}_def" if "def" in steps else number
        forms = (getattr(own, group) or {}) if own is not None else self.terms[term].get(group, {})
        if case not in forms:
            raise WordsError(f"{term} has no form {case}.{group} in {self.code}/terms.yaml")
        return str(forms[case])

    def category(self, n: int) -> str:
        """The plural category of CLDR."""
        return str(self.locale.plural_form(n))

    def plural_index(self, n: int) -> int:
        """Which of a message's forms so many ask for: in the order zero, one, two, few, many, other."""
        return plural_categories(self.locale).index(self.category(n))

    def counted(self, n: int, term: str, case: str = "nom") -> list[str]:
        """The steps to the form of a noun after a number, by the language's own table."""
        table = self.grammar.counts.get(self.category(n))
        if table is None:
            raise WordsError(f"{self.code}/grammar.yaml says nothing of counts that are {self.category(n)}")
        noun = self.terms.get(term, {})
        narrow = [f"{case}.{noun.get('gender')}"] + ([f"{case}.animate"] if noun.get("animate") else [])
        rule = next((table[key] for key in (*narrow, case, "*") if key in table), None)
        if rule is None:
            raise WordsError(f"{self.code}/grammar.yaml does not say what {self.category(n)} does to the case {case}")
        return rule.replace("*", case).split(".")

    def _count(self, n: int, steps: Sequence[str], *, only_noun: bool) -> str:
        term, rest = steps[0], list(steps[1:])
        case = next((step for step in rest if step != "def"), "nom")
        noun = self.noun(term, [*self.counted(n, term, case), *(["def"] if "def" in rest else [])])
        return noun if only_noun else f"{_figure(n)}{NO_BREAK}{noun}"

    def _size(self, n: int, steps: Sequence[str]) -> str:
        told = self.grammar.size.replace("{n}", str(n))
        if "adj" not in steps:
            return told
        suffix = self.grammar.adjective_of_number.get(str(n))
        if suffix is None:
            raise WordsError(f"{self.code}/grammar.yaml has no adjective for the number {n}")
        return f"{told}-{suffix}"

    def _text(self, text: str, steps: Sequence[str]) -> str:
        if steps not in ([], ["quoted"]):
            raise WordsError(f"text has no form {'.'.join(steps)}")
        if not steps:
            return text
        opening, closing = self.grammar.quotes
        if text.endswith(".") and self.grammar.full_stop == "outside":
            return f"{opening}{text[:-1]}{closing}."
        return f"{opening}{text}{closing}"

    def _list(self, items: Sequence[int | str | Term], steps: Sequence[str]) -> str:
        style: Literal["or", "standard"] = "or" if "or" in steps else "standard"
        rest = ".".join(step for step in steps if step not in ("or", "and"))
        text_form = "quoted" if "quoted" in steps else ""
        told = [self.form(item, rest if isinstance(item, Term) else text_form) for item in items]
        # A one-letter "and" does not stay behind at the end of a line.
        return re.sub(r" (\w) ", f" \\1{NO_BREAK}", format_list(told, style=style, locale=self.locale))

    def _article(self, value: Value, told: str) -> str:
        article = self.grammar.article
        if article is None:
            raise WordsError(f"{self.code}/grammar.yaml has no article")
        if isinstance(value, int | Size):
            number = value if isinstance(value, int) else value.n
            vowel = number in article.numbers_with_vowel
        else:
            vowel = told[:1].casefold() in "aáeéiíoóöőuúüű"
        return article.before_vowel if vowel else article.before_consonant

    def title(self, texts: Mapping[str, str]) -> str:
        """A title in this language; one that is not there is shown in a language it has, and marked as such."""
        if self.code in texts:
            return texts[self.code]
        code = next((known for known in (SOURCE, *texts) if known in texts), SOURCE)
        return f"{texts[code]} [{code}]"

    def language_name(self, code: str) -> str:
        """What this language calls another one."""
        return Locale.parse(code).get_language_name(self.locale) or code


@cache
def _made(code: str, folders: tuple[Path, ...]) -> Language:
    return Language.made(code, folders)


def _translations(path: Path, code: str) -> dict[str, str | tuple[str, ...]]:
    with path.open("rb") as stream:
        catalog = read_po(stream, locale=code)
    found: dict[str, str | tuple[str, ...]] = {}
    for message in catalog:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and all(strings) and not message.fuzzy:
            key = message.id[0] if isinstance(message.id, tuple) else message.id
            found[str(key)] = message.string  # type: ignore[assignment]
    return found


@cache
def plural_categories(locale: Locale) -> tuple[str, ...]:
    """The categories whole numbers fall into, in CLDR's order: the order of a catalog's plural forms."""
    rule = locale.plural_form
    used = {str(rule(n)) for n in range(1001)}
    return tuple(name for name in ("zero", "one", "two", "few", "many", "other") if name in used)


def _figure(n: int) -> str:
    return str(n).replace("-", "\N{MINUS SIGN}")


def untranslated(text: str) -> str:
    """A sentence that has no translation yet, marked so that nobody mistakes it for one."""
    return f"[en] {text}"


@cache
def parsed(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Literals and placeholders of a message; only plain names, no attribute, index, conversion or nesting."""
    found = []
    try:
        for literal, name, spec, conversion in string.Formatter().parse(text):
            if name is not None and (not _NAME.fullmatch(name) or conversion or "{" in (spec or "")):
                raise WordsError(f"{text!r:.80}: a placeholder is a plain name such as {{kings:king}}, not {{{name}}}")
            found.append((literal, name, spec or ""))
    except ValueError as error:
        raise WordsError(f"{text!r:.80}: {error}") from None
    return tuple(found)


def default_language() -> str:
    """The user's language by the environment, if it is one of ours; else English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = re.split(r"[_.@:-]", os.environ.get(variable, ""))[0]
        if code in shipped.languages():
            return code
    return SOURCE
