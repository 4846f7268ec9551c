"""The option every telling command has: in which language."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kingdomrules.words.language import Language, WordsError, default_language

F = TypeVar("F", bound=Callable[..., Any])
_CHOSEN = "kingdomrules.language"


def _chosen(ctx: click.Context, _: click.Parameter, code: str | None) -> Language:
    try:
        language = Language.of(code or default_language())
    except WordsError as error:
        raise click.BadParameter(str(error)) from None
    ctx.find_root().meta[_CHOSEN] = language
    return language


def language_option(command: F) -> F:
    """`--lang`, by default the user's language by the environment."""
    told = "Language of the words: en, et, lv, lt, hu, pl, is, ru; by default the environment's."
    return click.option("--lang", "language", metavar="L", callback=_chosen, help=told, is_eager=True)(command)


def chosen_language(ctx: click.Context) -> Language:
    """The language that was asked for, for what goes wrong after the options were read."""
    return ctx.find_root().meta.get(_CHOSEN) or Language.of(default_language())
