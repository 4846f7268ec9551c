"""The pages of a rules site: games and a language in, Markdown out, for whatever builds the site.

Nothing here has heard of MkDocs. Every heading and every rule has an explicit id made from the rule's own id, so an
address stays the same in all languages.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel import Locale
from markupsafe import Markup

from kingdomrules import shipped
from kingdomrules.games import Games, game_name
from kingdomrules.layout import Layout, chapter_of, chapters_of, drawn
from kingdomrules.play.drawing import table_svg
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.words.catalogs import coverage
from kingdomrules.words.differences import Change, changes
from kingdomrules.words.example import worked_example
from kingdomrules.words.language import SOURCE, Language, WordsError
from kingdomrules.words.prints import printed_sources
from kingdomrules.words.rulebook import Picture, Rulebook, picture_key, rulebook
from kingdomrules.words.showing import Shown, shown_examples
from kingdomrules.words.site_talk import SiteTalk


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where it lies, what it is called, what it is about, and where the navigation has it."""

    path: str
    title: str
    description: str
    markdown: str
    sections: tuple[str, ...] = ()
    label: str = ""
    """What the navigation calls it, if shorter than the title."""

    def with_front_matter(self) -> str:
        """Title and description as YAML before the text, as site builders want them."""
        head = {"title": self.title, "description": self.description}
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items())
        return "\n".join(["---", *lines, "---", "", self.markdown])


def pages(games: Games, language: str, layouts: Path | None = None, pdfs: Sequence[str] = ()) -> tuple[Page, ...]:
    """Every page of a site in one language, in the order of its navigation; `pdfs` as for the files they fetch.

    >>> titles = [page.title for page in pages(Games(names=("classic", "harmony")), "en")]
    >>> titles[:3]
    ['Kingdomino: the rules', 'Choose your game', 'Classic edition']
    """
    return tuple(_Writer(games, Language.of(language), layouts, pdfs).pages())


class _Writer:
    """Writes the pages in one language."""

    def __init__(self, games: Games, language: Language, layouts: Path | None, pdfs: Sequence[str]) -> None:
        self.games = games
        self.language = language
        self.pdfs = pdfs
        self.talk = SiteTalk(language)
        self.layout = Layout(language, layouts)

    def _page(
        self, path: str, title: str, about: str, layout: str, *sections: str, label: str = "", **values: object
    ) -> Page:
        self.layout.here = path
        text = self.layout.laid_out(layout, title=title, description=about, **values)
        return Page(path, title, about, text, sections, label)

    # --- the pages, in the order of the navigation ---

    def pages(self) -> Iterator[Page]:
        talk = self.talk
        yield self._home()
        yield self._page("choose.md", talk.picker(), talk.about_picker(), "choose.md.j2", form=self._form())
        for name, rules in self.games.editions.items():
            yield from self._edition(name, rules)
        for name in self.games.variants:
            yield self._variant(name)
        if len(self.games.editions) > 1:
            yield self._editions()
        if self.games.house_rules:
            yield self._house_rules()
        yield self._trainer()
        yield self._glossary()
        if self.games.shelf.sources is not None:
            chapters = [chapter_of(chapter) for chapter in printed_sources(self.language.code)]
            yield self._page("printed.md", talk.printed(), talk.about_printed(), "printed.md.j2", chapters=chapters)
        yield self._translations()

    def _home(self) -> Page:
        rules = next(iter(self.games.editions.values()))
        book = rulebook(rules, language=self.language.code, players=max(rules.players))
        editions = [(self._title(known), f"rulebooks/{id}/index.md") for id, known in self.games.editions.items()]
        variants = [
            (self.language.title(model.title), f"variants/{id}.md") for id, model in self.games.variants.items()
        ]
        return self._page(
            "index.md",
            book.title,
            self.talk.about_home(),
            "home.md.j2",
            notes=book.notes,
            picture=_picture(book),
            editions=editions,
            variants=variants,
            house_rules=bool(self.games.house_rules),
            several=len(self.games.editions) > 1,
            printed=self.games.shelf.sources is not None,
        )

    def _title(self, rules: Ruleset) -> str:
        return " + ".join(self.language.title(texts) for texts in rules.titles)

    def _for(self, players: int | None) -> str:
        if players is None:
            return self.talk.everybody()
        return self.language.say("For {players:player}", players=players)

    def _edition(self, name: str, rules: Ruleset) -> Iterator[Page]:
        title = self._title(rules)
        numbers: list[int | None] = [None, *(rules.players if len(rules.players) > 1 else ())]
        others = [(number, self._for(number), _book_path(name, number)) for number in numbers]
        for players in numbers:
            book = rulebook(rules, language=self.language.code, players=players)
            printed = game_name([name], players)
            yield self._page(
                _book_path(name, players),
                title if players is None else f"{title}: {self._for(players)}",
                f"{book.title} · {book.subtitle}",
                "rulebook.md.j2",
                self.talk.rulebooks(),
                title,
                label=self._for(players) if players else "",
                book=book,
                chapters=chapters_of(book),
                others=others,
                players=players,
                pdf=f"pdf/{printed}.pdf" if printed in self.pdfs else "",
            )

    def _variant(self, name: str) -> Page:
        title = self.language.title(self.games.variants[name].title)
        compared, picture = [], None
        for before, after in self.games.with_each_edition(name):
            book = rulebook(after, language=self.language.code, players=max(after.players))
            picture = picture or _picture(book)
            compared.append(self._change(before, after) | {"edition": after.id.split("+")[0]})
            compared[-1]["lines"] = _with_rules(compared[-1]["lines"], book)
        return self._page(
            f"variants/{name}.md",
            title,
            f"{title}: {compared[0]['heading']}" if compared else title,
            "variant.md.j2",
            self.talk.variants(),
            changes=compared,
            picture=picture,
            example=self.language.say("An example"),
        )

    def _change(self, before: Ruleset, after: Ruleset) -> dict[str, Any]:
        return {
            "title": self._title(after),
            "heading": self.talk.compared_with(self._title(before)),
            "lines": tuple(changes(before, after, self.language)),
            "expression": after.id,
        }

    def _editions(self) -> Page:
        compared = [
            self._change(before, after) | {"id": f"{first}-{second}"}
            for first, before in self.games.editions.items()
            for second, after in self.games.editions.items()
            if first != second
        ]
        description = f"{self.talk.editions_differ()}: {', '.join(map(self._title, self.games.editions.values()))}"
        return self._page("editions.md", self.talk.editions_differ(), description, "editions.md.j2", changes=compared)

    def _house_rules(self) -> Page:
        rules = []
        for name, model in self.games.house_rules.items():
            title = self.language.title(model.title)
            games = next(self.games.with_each_edition(name), None)
            rules.append(
                {
                    "id": name,
                    "title": title,
                    "note": self.language.title(model.note) if model.note else "",
                    "only_for": self.talk.only_for(title, model.players) if model.players else "",
                    "change": self._change(*games) if games else None,
                    "examples": [_example(shown) for shown in shown_examples(model, games[1], self.language)]
                    if games
                    else [],
                }
            )
        talk, edition = self.talk, next(iter(self.games.editions.values()))
        key = picture_key(edition, self.language.code)
        return self._page(
            "gallery.md", talk.house_rules(), talk.about_house_rules(), "gallery.md.j2", rules=rules, key=key
        )

    def _trainer(self) -> Page:
        exercises = []
        for parts, players in self._exercises():
            rules = self.games.game(*parts)
            assert isinstance(rules, Ruleset), "only games that can be played are practised"
            book = rulebook(rules, language=self.language.code, players=players)
            picture = _picture(book)
            discards = worked_example(rules, players).discards
            exercises.append((picture, book.subtitle, discards, game_name(parts, players)))
        exercises.sort(key=lambda exercise: len(exercise[0].lines) if exercise[0] else 0)
        talk = self.talk
        return self._page("scoring.md", talk.trainer(), talk.about_trainer(), "scoring.md.j2", exercises=exercises)

    def _exercises(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """The first edition with each number of players, and with each variant that scores otherwise."""
        edition, plain = next(iter(self.games.editions.items()))
        yield from (((edition,), players) for players in plain.players)
        for variant in self.games.variants:
            rules = self.games.game(edition, variant)
            if isinstance(rules, Ruleset):
                players = max(rules.players)
                if rules.scoring != plain.scoring or rules.row(players).grid != plain.row(players).grid:
                    yield (edition, variant), players

    def _glossary(self) -> Page:
        source = Language.of(SOURCE)
        rows = [
            (term, _noun(self.language, term), _noun(source, term) or term)
            for term in dict.fromkeys([*self.language.terms, *source.terms])
        ]
        codes = (self.language.code, SOURCE)
        names = (*(self.language.language_name(code) for code in codes), self.language.say("code"))
        talk = self.talk
        return self._page(
            "glossary.md", talk.glossary(), talk.about_glossary(), "glossary.md.j2", rows=rows, names=names
        )

    def _translations(self) -> Page:
        say = self.language.say
        rows = []
        for code in shipped.languages():
            done, wanted = coverage(code)
            rows.append((code, native_name(code), self.language.language_name(code), done, wanted))
        heads = (say("code"), say("language"), say("translated"))
        talk = self.talk
        return self._page(
            "translations.md",
            talk.translations(),
            talk.about_translations(),
            "translations.md.j2",
            rows=rows,
            heads=heads,
        )

    # --- choosing a game ---

    def _form(self) -> dict[str, object]:
        numbers = sorted({n for rules in self.games.editions.values() for n in rules.players})
        return {
            "players": self.language.say("Players"),
            "editions": [(name, self._title(rules)) for name, rules in self.games.editions.items()],
            "numbers": [("", self._for(None)), *((str(n), self._for(n)) for n in numbers)],
            "variants": [(name, self.language.title(model.title)) for name, model in self.games.variants.items()],
        }


def native_name(code: str) -> str:
    """What a language calls itself."""
    name = Locale.parse(code).get_language_name(code) or code
    return name[:1].upper() + name[1:]


def _book_path(edition: str, players: int | None) -> str:
    return f"rulebooks/{edition}/{'index' if players is None else players}.md"


def _noun(language: Language, term: str) -> str:
    """A noun's first forms, one and many; some have only one of them, and some languages none."""
    found = []
    for number in ("sg", "pl"):
        with suppress(WordsError):
            found.append(language.noun(term, [number]))
    return ", ".join(found)


def _with_rules(lines: Sequence[Change], book: Rulebook) -> list[tuple[Change, str]]:
    """Each change, and with the first of a rule that the book has, the rule's id."""
    unmarked = {paragraph.rule for chapter in book.chapters for paragraph in chapter.paragraphs}
    found = []
    for line in lines:
        found.append((line, line.rule if line.rule in unmarked else ""))
        unmarked.discard(line.rule)
    return found


def _picture(book: Rulebook) -> Picture | None:
    return next((chapter.picture for chapter in book.chapters if chapter.picture), None)


def _example(shown: Shown) -> dict[str, Any]:
    """An example's pictures, each with whose it is; a domino that is laid can be seen and needs no label."""
    told = shown.lines[-1]
    pictures = [
        (drawn(seen.kingdom, seen.label or told, seen.highlight), "" if seen.highlight else seen.label)
        for seen in shown.kingdoms
    ]
    if shown.game:
        pictures.append((Markup(table_svg(shown.game, title=told)), ""))  # it escapes the title itself
    return {"pictures": pictures, "lines": shown.lines}
