"""The commands around sites: the pages as Markdown for any site builder, and every rulebook as a PDF beside them."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kingdomrules import shipped
from kingdomrules.fetched import files
from kingdomrules.games import Games, books
from kingdomrules.pages import pages
from kingdomrules.words.language import Language


@click.group()
def site() -> None:
    """What a rules site is made of; `mkdocs build` with the plugin kingdomrules makes the site itself."""


_folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
_languages = click.option(
    "--lang", "codes", metavar="L", multiple=True, help="Only this language; may be given several times."
)
_games = click.option(
    "--game", "names", metavar="NAME", multiple=True, help="Only this edition or variant; may be given several times."
)


@site.command()
@_folder
@_languages
@_games
@click.option(
    "--layouts",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Layouts of your own, under the names of ours.",
)
def export(folder: Path, codes: Sequence[str], names: tuple[str, ...], layouts: Path | None) -> None:
    """Write every page as Markdown, a folder for each language, for whatever builds your site."""
    games = Games(names=names)
    written = 0
    for code in _chosen(codes):
        for page in pages(games, code, layouts):
            _write(folder / code / page.path, page.with_front_matter().encode())
            written += 1
        for path, text in files(games, code):
            _write(folder / code / path, text.encode())
    click.echo(f"{written} pages are in {folder}")


@site.command("print")
@_folder
@_languages
@_games
def print_(folder: Path, codes: Sequence[str], names: tuple[str, ...]) -> None:
    """Print every rulebook that can be chosen on the site as a PDF; the plugin's option pdf takes them from DIR.

    A PDF that would come out the same as the one in DIR is not made again.
    """
    from kingdomrules.press import print_books

    games = Games(names=names)
    chosen = _chosen(codes)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("PDF", total=len(chosen) * len(list(games.choices())))
        told = ((f"{code}/{name}.pdf", book) for code in chosen for name, book in books(games, code))
        run = print_books(told, folder, every=not (codes or names), step=lambda count: progress.advance(task, count))
    click.echo(f"{len(run.made) + len(run.kept)} rulebooks are in {folder}, {len(run.made)} of them new")


def _chosen(codes: Sequence[str]) -> Sequence[str]:
    """The languages asked for, each of which must be there; all of them, if none was."""
    return [Language.of(code).code for code in codes] or shipped.languages()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
