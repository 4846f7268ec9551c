"""The commands. Words come out on stdout; errors are sentences on stderr with exit code 1, wrong usage with 2."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdomrules.cli_authors import check, new, print_complaints, print_warnings
from kingdomrules.cli_books import diff, languages, rulebook, sources
from kingdomrules.cli_language import chosen_language, language_option
from kingdomrules.cli_output import forgive_encodings, print_json
from kingdomrules.cli_site import site
from kingdomrules.cli_table import play, replay, score
from kingdomrules.errors import KingdomRulesError
from kingdomrules.play.position import position_schema
from kingdomrules.play.record import record_schema
from kingdomrules.ruleset.complaints import Complaint, Place, RulesError, nearest
from kingdomrules.ruleset.export import SCHEMAS, json_schema
from kingdomrules.ruleset.files import shown_path
from kingdomrules.ruleset.rivals import rivals
from kingdomrules.ruleset.schema import Edition, Ruleset, Sections, Variant
from kingdomrules.ruleset.shelf import Shelf, load
from kingdomrules.shipped import folders
from kingdomrules.words.language import Language
from kingdomrules.words.rulebook import players_table
from kingdomrules.words.showing import shown_examples
from kingdomrules.words.telling import Teller, row_numbers


class _Sentences(click.Group):
    """Our own errors as sentences instead of tracebacks, and the nearest command for a misspelt one."""

    def invoke(self, ctx: click.Context) -> Any:
        forgive_encodings()
        try:
            return super().invoke(ctx)
        except RulesError as error:
            print_complaints(error.complaints, chosen_language(ctx))
            ctx.exit(1)
        except KingdomRulesError as error:
            click.echo(str(error), err=True)
            ctx.exit(1)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands and (near := nearest(args[0], self.commands)):
            ctx.fail(f"No such command '{args[0]}'. Did you mean '{near}'?")
        return super().resolve_command(ctx, args)


@click.group(cls=_Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kingdomrules")
@click.option(
    "--rules",
    "own_rules",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder of rules files of your own, perhaps with locales/; also by KINGDOMRULES_PATH.",
)
@click.pass_context
def main(ctx: click.Context, own_rules: tuple[Path, ...]) -> None:
    """The rules of Kingdomino as data (unofficial).

    EXPR names a game: an edition and its variants joined by +, each by its id or by the path of a file,
    for instance classic+harmony or classic+./my-rules.yaml.
    """
    ctx.with_resource(folders(*own_rules))


@main.command("list")
@language_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_(language: Language, as_json: bool) -> None:
    """Editions, variants and house rules that can be named in an expression."""
    rows = list(_shelf_rows(Shelf()))
    if as_json:
        print_json(rows)
        return
    table = Table(box=None, header_style="bold")
    table.add_column("id", no_wrap=True)
    for heading in (language.say("title"), language.say("kind"), language.say("players")):
        table.add_column(heading)
    for row in rows:
        players = ", ".join(str(n) for n in row["players"])
        table.add_row(row["id"], language.title(row["title"]), _kind(row, language), players)
    Console().print(table)


def _shelf_rows(shelf: Shelf) -> Iterator[dict[str, Any]]:
    """One row for each file on the shelf: editions, then official variants, then house rules."""
    models = [shelf.model(shelf.files[name]) for name in shelf.names()]
    models.sort(key=lambda model: isinstance(model, Variant) and model.status == "house")
    editions = [model for model in models if isinstance(model, Edition)]
    everyone = sorted({n for edition in editions for n in edition.players})
    for edition in editions:
        yield _row(edition.edition, "edition", edition, list(edition.players))
    for variant in models:
        if isinstance(variant, Variant):
            yield _row(variant.variant, "variant", variant, list(variant.players or everyone))


def _row(id: str, what: str, model: Edition | Variant, players: list[int]) -> dict[str, Any]:
    return {"id": id, "what": what, "status": model.status, "players": players, "title": dict(model.title)}


def _kind(row: dict[str, Any], language: Language) -> str:
    if row["status"] == "house":
        return language.say("house rule")
    return language.say("official edition") if row["what"] == "edition" else language.say("official variant")


@main.command()
@click.argument("expr")
@language_option
@click.option("--players", type=int, help="Only the game for so many players.")
@click.option("--brief", is_flag=True, help="Only what depends on the number of players.")
@click.option("--source", is_flag=True, help="The rules files as they are written; a house rule may stand alone.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def show(expr: str, language: Language, players: int | None, brief: bool, source: bool, as_json: bool) -> None:
    """A game as a table: what depends on the players, then every rule with its id, then the variants' examples."""
    if source:
        click.echo("\n".join(_written(expr)), nl=False)
        return
    rules = load(expr)
    numbers = [players] if players is not None else list(rules.players)
    for number in numbers:
        rules.row(number)
    if as_json:
        print_json(_as_json(rules, numbers))
        return
    console = Console()
    teller = Teller(rules, language, players)
    status = language.say("official") if rules.status == "official" else language.say("house rule")
    console.print(Text(" + ".join(language.title(texts) for texts in rules.titles), style="bold"))
    console.print(Text(f"{rules.id} · {status} · {rules.hash}", style="dim"))
    console.print(_players_table(teller, numbers))
    if not brief:
        console.print(_rules_table(teller))
        for text in _examples(expr, rules, language):
            console.print(text)
    print_warnings(rivals(rules), language)


def _written(expr: str) -> Iterator[str]:
    """The files an expression names, each under a line that says where it lies."""
    shelf, place = Shelf(), Place("expression", 1, 1, len(expr) + 1, expr)
    for part in expr.split("+"):
        path = shelf.files.get(part.strip()) or shelf.layer(part.strip(), place).path
        yield f"# {shown_path(path)}\n{path.read_text(encoding='utf-8-sig')}"


def _per_player(rules: Ruleset, players: int) -> dict[str, Any]:
    grid = rules.row(players).grid
    return {**row_numbers(rules, players), "full_kingdom": None if grid is None else grid**2}


def _as_json(rules: Ruleset, numbers: list[int]) -> dict[str, Any]:
    sections = rules.model_dump(mode="json", exclude_none=True, include=set(Sections.model_fields) - {"players"})
    return {
        "id": rules.id,
        "expression": rules.expression,
        "hash": rules.hash,
        "status": rules.status,
        "titles": [dict(texts) for texts in rules.titles],
        "players": {str(number): _per_player(rules, number) for number in numbers},
        **sections,
    }


def _players_table(teller: Teller, numbers: list[int]) -> Table:
    told = players_table(teller, numbers)
    table = Table(box=None, header_style="bold")
    for position, cell in enumerate(told.head):
        table.add_column(cell, justify="right" if position else "left")
    for row in told.rows:
        table.add_row(*row)
    squares = [_per_player(teller.rules, number)["full_kingdom"] for number in numbers]
    label = teller.language.say("Squares of a full kingdom")
    table.add_row(label, *("–" if cell is None else str(cell) for cell in squares))
    return table


def _rules_table(teller: Teller) -> Table:
    table = Table(box=None, header_style="bold")
    table.add_column(teller.language.say("rule"), no_wrap=True)
    table.add_column(teller.language.say("what it says"))
    for id in teller.ids():
        if told := teller.tell(id):
            table.add_row(id, Text(told))
    return table


def _examples(expr: str, rules: Ruleset, language: Language) -> Iterator[Text]:
    """The examples of every variant that was named, as this game plays them."""
    shelf, place = Shelf(), Place("expression", 1, 1, len(expr) + 1, expr)
    for variant in (shelf.layer(part.strip(), place).model for part in expr.split("+")):
        for example in shown_examples(variant, rules, language) if isinstance(variant, Variant) else ():
            yield Text(f"\n{language.say('An example')}: {language.title(variant.title)}", style="bold")
            for kingdom, _, label in example.kingdoms:
                yield Text("\n".join([label, str(kingdom)] if label else [str(kingdom)]))
            yield Text("\n".join(example.lines))


def _worded(value: Any) -> str:
    """A value as it is written in a rules file."""
    return (
        ", ".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)
    )


@main.command()
@click.argument("expr")
@click.argument("path")
@language_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def blame(expr: str, path: str, language: Language, as_json: bool) -> None:
    """Who set a value: its file and line, and what it replaced. PATH is a rule id, a setting or a section."""
    rules = load(expr)
    found = {p: o for p, o in rules.origins.items() if p == path or p.startswith(f"{path}.")}
    if not found:
        names = [*rules.origins, *(id for id, _ in rules.rules()), *Sections.model_fields]
        place = Place("path", 1, 1, len(path) + 1, path)
        raise RulesError([Complaint("KR101", place, {"found": path}, suggestion=nearest(path, names))])
    values = rules.model_dump(mode="json")
    if as_json:
        report = [
            {
                "path": p,
                "value": _value_at(values, p),
                "origins": [{"layer": o.layer, "file": o.file, "line": o.line, "column": o.column} for o in origins],
            }
            for p, origins in found.items()
        ]
        print_json(report)
        return
    for p, (*before, last) in found.items():
        click.echo(f"{p} = {_worded(_value_at(values, p))}")
        click.echo(f"  {last.layer}, {last.file}:{last.line}:{last.column}")
        for o in reversed(before):
            replaced = f"{o.layer}, {o.file}:{o.line}:{o.column}"
            click.echo("  " + language.say("replaces: {place}", place=replaced))


def _value_at(values: Mapping[str, Any], path: str) -> Any:
    found: Any = values
    for step in path.split("."):
        found = found[step] if step in found else found[int(step)]
    return found


_OF_PLAY = {"record": record_schema, "position": position_schema}


@main.command()
@click.argument("kind", type=click.Choice([*SCHEMAS, *_OF_PLAY]), default="variant")
def schema(kind: str) -> None:
    """The JSON Schema (draft-07) of a kind of file, for editors."""
    found = _OF_PLAY[kind]() if kind in _OF_PLAY else json_schema(kind)
    print_json(found)


for _command in (new, check, rulebook, diff, sources, languages, score, play, replay, site):
    main.add_command(_command)
