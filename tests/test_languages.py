"""Every language takes the same exam: complete, right placeholders, every form there, every count right."""

import re
from collections.abc import Iterator

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from kingdomrules import shipped
from kingdomrules.words.catalogs import catalog_path, faults, sources, updated
from kingdomrules.words.language import Language, Size, Term, WordsError, parsed, plural_categories

LANGUAGES = shipped.languages()
TRANSLATED = [code for code in LANGUAGES if code != "en"]


def test_the_eight_languages_are_there_and_english_comes_first() -> None:
    assert LANGUAGES == ("en", "et", "hu", "is", "lt", "lv", "pl", "ru")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_complete_and_every_form_it_asks_for_is_there(code: str) -> None:
    assert [str(fault) for fault in faults(code)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalog_is_up_to_date_with_the_program(code: str) -> None:
    assert updated(code) == catalog_path(code).read_bytes()


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_plural_header_says_what_cldr_says(code: str) -> None:
    with catalog_path(code).open("rb") as stream:
        catalog = read_po(stream, locale=code)
    choose = _python_of(_bare(catalog.plural_expr))
    categories = plural_categories(Locale.parse(code))
    assert catalog.num_plurals == len(categories)
    for n in range(1001):
        assert categories[int(eval(choose, {"n": n}))] == str(Locale.parse(code).plural_form(n)), n


def _bare(expression: str) -> str:
    """Without the one pair of brackets that may stand around the whole."""
    found = expression.strip()
    return found[1:-1] if found.startswith("(") and found.endswith(")") and "?" in found else found


def _python_of(expression: str) -> str:
    """A C expression of comparisons and ?: as Python."""
    condition, question, rest = expression.strip().replace("&&", " and ").replace("||", " or ").partition("?")
    if not question:
        return condition
    then, _, otherwise = rest.partition(":")
    return f"{then} if {condition} else {_python_of(otherwise)}"


# What a number does to its noun, by hand from grammars: 0 1 2 5 11 12 21 22 24 36 48.
COUNTS = {
    "en": (
        "domino",
        "nom",
        "dominoes domino dominoes dominoes dominoes dominoes dominoes dominoes dominoes dominoes dominoes",
    ),
    "et": (
        "king",
        "nom",
        "kuningat kuningas kuningat kuningat kuningat kuningat kuningat kuningat kuningat kuningat kuningat",
    ),
    "hu": ("king", "acc", "királyt királyt királyt királyt királyt királyt királyt királyt királyt királyt királyt"),
    "is": ("king", "acc", "kónga kóng kónga kónga kónga kónga kóng kónga kónga kónga kónga"),
    "lt": (
        "king",
        "acc",
        "karalių karalių karalius karalius karalių karalių karalių karalius karalius karalius karalius",
    ),
    "lv": ("king", "nom", "karaļu karalis karaļi karaļi karaļu karaļu karalis karaļi karaļi karaļi karaļi"),
    "pl": (
        "tile",
        "acc",
        "kafelków kafelek kafelki kafelków kafelków kafelków kafelków kafelki kafelki kafelków kafelków",
    ),
    "ru": ("king", "acc", "королей короля королей королей королей королей короля королей королей королей королей"),
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_counts_agree_as_the_grammar_says(code: str) -> None:
    term, case, expected = COUNTS[code]
    language = Language.of(code)
    numbers = (0, 1, 2, 5, 11, 12, 21, 22, 24, 36, 48)
    told = [language.form(n, f"{term}.{case}").split("\u00a0") for n in numbers]
    assert [number for number, _ in told] == [str(n) for n in numbers]
    assert [noun for _, noun in told] == expected.split()


@pytest.mark.parametrize(
    ("code", "spec", "n", "expected"),
    [
        ("et", "king.obj", 1, "1 kuninga"),  # võtab ühe kuninga
        ("et", "player.com", 2, "2 mängijaga"),
        ("lv", "tile.with_gen", 24, "24 kauliņiem"),  # every preposition takes the dative in the plural
        ("lv", "tile.with_acc", 21, "21 kauliņu"),
        ("lv", "point", 10, "10 punktu"),
        ("lt", "tile.ins", 12, "12 kortelių"),  # stays genitive plural whatever the case
        ("lt", "tile.ins", 24, "24 kortelėmis"),
        ("pl", "king", 2, "2 królów"),
        ("pl", "tile.loc", 4, "4 kafelkach"),
        ("pl", "tile.ins", 48, "48 kafelkami"),
        ("is", "tile.dat", 2, "2 flísum"),
        ("is", "tile", 21, "21 flís"),
        ("ru", "tile.acc", 2, "2 плитки"),
        ("ru", "tile.gen", 24, "24 плиток"),
        ("ru", "tile.loc", 4, "4 плитках"),
    ],
)
def test_cases_after_numbers_are_those_a_native_speaker_expects(code: str, spec: str, n: int, expected: str) -> None:
    assert Language.of(code).form(n, spec) == expected.replace(" ", "\u00a0")


def test_sizes_quotes_and_articles_follow_the_language() -> None:
    assert Language.of("et").form(Size(5)) == "5\u00a0×\u00a05"
    assert Language.of("hu").form(Size(5), "adj") == "5×5-ös"
    assert Language.of("hu").form(Size(7), "adj") == "7×7-es"
    assert Language.of("hu").form(5, "point.art") == "az 5\u00a0pont"
    assert Language.of("hu").form(2, "king.art") == "a 2\u00a0király"
    assert Language.of("lt").form("x", "quoted") == "„x“"
    assert Language.of("ru").form("x", "quoted") == "«x»"
    assert Language.of("pl").form("Tak jest.", "quoted") == "„Tak jest”."
    assert Language.of("hu").form("Így van.", "quoted") == "„Így van.”"


def test_lists_take_one_case_and_the_language_joins_them() -> None:
    terrains = [Term("forest"), Term("lake"), Term("mine")]
    assert Language.of("lt").form(terrains, "acc") == "mišką, ežerą ir kasyklą"
    assert Language.of("pl").form(terrains, "or.gen") == "lasu, jeziora lub kopalni"


@pytest.mark.parametrize("message", ["{x.__class__}", "{x[0]}", "{x!r}", "{x:{y}}", "{0}", "{}", "{x", "{__x}"])
def test_a_catalog_is_text_and_reaches_into_nothing(message: str) -> None:
    with pytest.raises(WordsError):
        Language.of("en").fill(message, {"x": 1, "y": 2})


def test_a_missing_form_names_language_message_and_form() -> None:
    with pytest.raises(
        WordsError, match=r"^lt: 'Take \{kings:king.foo\}': \{kings:king.foo\}: king has no form foo.pl"
    ):
        Language.of("lt").fill("Take {kings:king.foo}", {"kings": 2})


# --- typography ---------------------------------------------------------------------------------------------

STRAIGHT = re.compile("[\"`]|(?<![^\\W\\d_])'|'(?![^\\W\\d_])")


def _translations(code: str) -> Iterator[str]:
    for text in Language.of(code).catalog.values():
        yield from text if isinstance(text, tuple) else (text,)


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_use_the_signs_of_their_language(code: str) -> None:
    for text in _translations(code):
        assert not STRAIGHT.search(text), text
        assert " - " not in text, f"a dash, not a hyphen: {text}"
        assert "  " not in text, text
        assert text == text.strip(" "), text
        assert not re.search(r"\s[,.;!?]", text.replace(" …", "")), text
        assert not re.search(r"\d\s*[xх]\s*\d|\}\s*[xх]\s*\{", text), f"the sign is ×: {text}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_end_as_their_source_ends(code: str) -> None:
    catalog = Language.of(code).catalog
    for source in sources():
        translation = catalog[source.message]
        for text in translation if isinstance(translation, tuple) else (translation,):
            for sign in (".", ":", "?"):
                assert source.message.endswith(sign) == text.endswith(sign) or text.endswith("!"), text


def test_no_message_is_left_in_english() -> None:
    """A translation equal to its source is only right for names and for what has no words."""
    for code in TRANSLATED:
        for message, translation in Language.of(code).catalog.items():
            words = [word for literal, _, _ in parsed(message) for word in re.findall(r"[^\W\d_]{3,}", literal)]
            assert translation != message or not words, (code, message)
