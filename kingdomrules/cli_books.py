"""The commands that tell: rulebooks, differences, printed sources, and the state of the languages."""

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from kingdomrules import shipped
from kingdomrules.cli_language import language_option
from kingdomrules.cli_output import print_json
from kingdomrules.ruleset.schema import Ruleset
from kingdomrules.ruleset.shelf import load
from kingdomrules.words.catalogs import add_language, catalog_path, coverage, faults, updated
from kingdomrules.words.differences import differences
from kingdomrules.words.language import Language
from kingdomrules.words.printed import pdf as make_pdf
from kingdomrules.words.printed import score_pad as make_pad
from kingdomrules.words.prints import printed_sources
from kingdomrules.words.rulebook import Rulebook
from kingdomrules.words.rulebook import rulebook as make_book

SUFFIXES = {"markdown": "md", "html": "html", "text": "txt", "pdf": "pdf"}


@click.command()
@click.argument("exprs", metavar="EXPR...", nargs=-1, required=True)
@language_option
@click.option("--all-languages", is_flag=True, help="Every language at once; needs --out.")
@click.option("--players", type=int, help="Only the game for so many players.")
@click.option("--summary", is_flag=True, help="One page for those who know the game.")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(SUFFIXES)),
    help="By default what the file of --out ends in; else text, and html for several books.",
)
@click.option("--ink-saving", is_flag=True, help="PDF in black lines, without coloured grounds.")
@click.option("--score-pad", is_flag=True, help="PDF with a last page to write the points on.")
@click.option("--out", type=click.Path(path_type=Path), help="A file; for several books a folder.")
def rulebook(
    exprs: tuple[str, ...],
    language: Language,
    all_languages: bool,
    players: int | None,
    summary: bool,
    style: str | None,
    ink_saving: bool,
    score_pad: bool,
    out: Path | None,
) -> None:
    """The rulebook of a game, in any language; several games or all languages go into a folder."""
    several = all_languages or len(exprs) > 1
    ending = next((name for name, end in SUFFIXES.items() if out and out.suffix.lower() == f".{end}"), None)
    if several and out and ending and not out.is_dir():
        hint = f"--out {out.with_suffix('')} --format {style or ending}"
        raise click.UsageError(f"several books go into a folder, and {out.name} is named like a file: {hint}")
    style = style or ending or ("html" if several else "text")
    if style != "pdf" and (ink_saving or score_pad):
        raise click.UsageError("--ink-saving and --score-pad are for --format pdf")
    if style == "pdf" and out is None:
        raise click.UsageError("a PDF needs a file: --out FILE")
    games = [load(expr) for expr in exprs]
    codes = shipped.languages() if all_languages else (language.code,)
    jobs = [(game, code) for game in games for code in codes]

    def laid_out(game: Ruleset, code: str) -> bytes:
        book = make_book(game, language=code, players=players, summary=summary)
        if style != "pdf":
            return _text(book, style).encode()
        pad = make_pad(game, language=code, players=players) if score_pad else None
        return make_pdf(book, ink_saving=ink_saving, pad=pad)

    if len(jobs) == 1:
        made = laid_out(games[0], codes[0])
        if out is None:
            click.echo(made.decode(), nl=False)
        else:
            _write(out, made)
        return
    if out is None:
        raise click.UsageError("several books need a folder: --out DIR")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(language.say("Writing rulebooks"), total=len(jobs))
        for game, code in jobs:
            _write(out / game.id / f"{code}.{SUFFIXES[style]}", laid_out(game, code))
            progress.advance(task)
    click.echo(language.say("Rulebooks written: {count}. They are in {folder}", count=len(jobs), folder=str(out)))


def _text(book: Rulebook, style: str) -> str:
    match style:
        case "markdown":
            return book.markdown()
        case "html":
            return book.html()
        case _:
            return book.text()


def _write(path: Path, made: bytes) -> None:
    """All of it or nothing: a book is written beside its place and then moved there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(made)
    beside.replace(path)


@click.command()
@click.argument("known", metavar="A")
@click.argument("new", metavar="B")
@language_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def diff(known: str, new: str, language: Language, as_json: bool) -> None:
    """What changes for somebody who knows game A and plays game B."""
    changes = differences(known, new, language=language.code)
    if as_json:
        print_json(list(changes))
    elif not changes:
        click.echo(language.say("Nothing changes."))
    for change in () if as_json else changes:
        click.echo(f"- {change}")


@click.command()
@language_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def sources(language: Language, as_json: bool) -> None:
    """The printed rulebooks compared, and their errata."""
    chapters = printed_sources(language.code)
    if as_json:
        told = {chapter.id: [p.text for p in chapter.paragraphs] for chapter in chapters}
        print_json(told)
        return
    for chapter in chapters:
        Console().print(Text(f"{chapter.title} ({chapter.id})", style="bold"))
        for paragraph in chapter.paragraphs:
            click.echo(f"- {paragraph.text}")
        click.echo()


@click.group(invoke_without_command=True)
@language_option
@click.pass_context
def languages(ctx: click.Context, language: Language) -> None:
    """The languages and how complete they are; check them, update their catalogs, add a new one."""
    if ctx.invoked_subcommand:
        return
    table = Table(box=None, header_style="bold")
    for heading in (language.say("code"), language.say("language"), language.say("translated")):
        table.add_column(heading)
    for code in shipped.languages():
        done, wanted = coverage(code)
        table.add_row(code, language.language_name(code), f"{done}/{wanted}")
    Console().print(table)


@languages.command("check")
@click.argument("codes", nargs=-1)
def check_languages(codes: tuple[str, ...]) -> None:
    """What a language cannot say yet: missing, fuzzy, wrong placeholders, forms that are not there."""
    found = [fault for code in codes or shipped.languages() for fault in faults(Language.of(code).code)]
    for fault in found:
        click.echo(str(fault), err=True)
    if found:
        raise SystemExit(1)
    click.echo(f"languages checked: {', '.join(codes or shipped.languages())}; nothing is missing")


@languages.command("update")
@click.argument("codes", nargs=-1)
def update_languages(codes: tuple[str, ...]) -> None:
    """Bring catalogs up to date with the messages of the program; nothing is guessed."""
    for code in codes or shipped.languages()[1:]:
        catalog_path(Language.of(code).code).parent.mkdir(parents=True, exist_ok=True)
        catalog_path(code).write_bytes(updated(code))
        click.echo(f"{code}: {catalog_path(code)}")


@languages.command("add")
@click.argument("code")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("locales"),
    show_default=True,
    help="The folder of languages; in a folder of your own rules it is found by --rules.",
)
def add_a_language(code: str, out: Path) -> None:
    """Start a new language: its folder with an empty catalog, its grammar and its nouns."""
    for path in add_language(code, out):
        click.echo(str(path))
