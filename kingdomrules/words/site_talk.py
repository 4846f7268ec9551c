"""Everything the site says besides the rules, one method a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from kingdomrules.words.language import Language


@dataclass(frozen=True, slots=True)
class SiteTalk:
    """The names of the pages, what stands above them, and the words on buttons, in one language."""

    language: Language

    # --- the names of pages and what they are about ---

    def rulebooks(self) -> str:
        return self.language.say("Rulebooks")

    def variants(self) -> str:
        return self.language.say("Variants")

    def editions_differ(self) -> str:
        return self.language.say("What differs between the editions")

    def house_rules(self) -> str:
        return self.language.say("House rules")

    def printed(self) -> str:
        return self.language.say("Printed rulebooks and their errata")

    def glossary(self) -> str:
        return self.language.say("Glossary")

    def trainer(self) -> str:
        return self.language.say("Practise scoring")

    def translations(self) -> str:
        return self.language.say("Translations")

    def picker(self) -> str:
        return self.language.say("Choose your game")

    def about_home(self) -> str:
        return self.language.say(
            "The rules of the board game Kingdomino, written once as data; text, pictures and examples come from it."
        )

    def about_picker(self) -> str:
        return self.language.say(
            "Choose the edition, the number of players and the variants. Below you can read exactly that game."
        )

    def about_house_rules(self) -> str:
        return self.language.say(
            "These rules stand in no printed rulebook. Each one is a small file that says what it changes."
        )

    def about_printed(self) -> str:
        return self.language.say(
            "The printed rulebooks these rules come from: what they leave open, and where they are mistaken."
        )

    def about_glossary(self) -> str:
        return self.language.say("The nouns of the game as they are called here.")

    def about_trainer(self) -> str:
        return self.language.say(
            "Count the points of each kingdom yourself, then open the solution. The game itself built these kingdoms."
        )

    def about_translations(self) -> str:
        return self.language.say("How many of the sentences of this site are translated into each language.")

    def compared_with(self, edition: str) -> str:
        return self.language.say("What changes compared with {edition:quoted}", edition=edition)

    def not_found(self) -> str:
        return self.language.say("There is no such page. The first page leads to all others.")

    # --- choosing a game ---

    def edition(self) -> str:
        return self.language.say("Edition")

    def everybody(self) -> str:
        return self.language.say("All numbers of players")

    def only_for(self, variant: str, numbers: Sequence[int]) -> str:
        return self.language.say(
            "{variant:quoted} can only be played with this number of players: {numbers:or}.",
            variant=variant,
            numbers=[str(number) for number in numbers],
        )

    def not_together(self, variant: str, other: str) -> str:
        return self.language.say(
            "{variant:quoted} cannot be combined with {other:quoted}.", variant=variant, other=other
        )

    def copy_link(self) -> str:
        return self.language.say("Copy a link to this game")

    def link_copied(self) -> str:
        return self.language.say("The link is copied.")

    def pdf(self) -> str:
        return self.language.say("Rulebook as PDF")

    def not_loaded(self) -> str:
        return self.language.say("The rulebook could not be loaded.")

    # --- practising ---

    def worth(self) -> str:
        return self.language.say("What is this kingdom worth?")

    def solution(self) -> str:
        return self.language.say("Solution")

    def discarded(self, dominoes: int) -> str:
        return self.language.say("Dominoes its owner discarded: {dominoes}", dominoes=dominoes)

    # --- around every page ---

    def search(self) -> str:
        return self.language.say("Search the rules")

    def close_search(self) -> str:
        return self.language.say("Close the search")

    def found(self, count: str) -> str:
        return self.language.say("Passages found: {count}", count=count)

    def nothing_found(self, words: str) -> str:
        return self.language.say("Nothing was found for {words:quoted}.", words=words)

    def choose_language(self) -> str:
        return self.language.say("Choose a language")

    def go_dark(self) -> str:
        return self.language.say("Switch to dark colours")

    def go_light(self) -> str:
        return self.language.say("Switch to light colours")

    def untranslated(self) -> str:
        return self.language.say("Not translated yet")
