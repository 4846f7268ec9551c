"""What somebody meant who wrote something that is no YAML: the parser says where it gave up, the text says why."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from kingdomrules.ruleset.complaints import Complaint, Place, Quoted

UNUSUAL_SPACES = "\N{NO-BREAK SPACE}\N{FIGURE SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"
UNUSUAL_SPACES += "\N{EN SPACE}\N{EM SPACE}\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NO-BREAK SPACE}"

_KEY = r"[\w.+-]+"
_WITH_KEY = re.compile(rf" *(?:- +)*(?:{_KEY}|'[^']*'|\"[^\"]*\"):(?: |$)")
_UNUSUAL_INDENT = re.compile(rf"[ \t]*([{UNUSUAL_SPACES}])")
_UNUSUAL_GAP = re.compile(rf"\s*(?:- +)*{_KEY}:([{UNUSUAL_SPACES}])")
_CLOSING = {"{": "}", "[": "]"}
_NEARBY = 300
"""How many characters before a mistake are looked at, so that a hostile line costs no time."""


def syntax_complaint(error: yaml.MarkedYAMLError, file: str, lines: list[str]) -> Complaint:
    """The parser's finding in the words of whoever wrote the file, or else in its own."""
    broken = _Broken(file, lines, error)
    return next(broken.slips(), None) or broken.unexplained()


def unusual_indent(file: str, lines: list[str]) -> Iterator[Complaint]:
    """Lines that begin with spaces YAML does not take for indentation, so that they seem to stand elsewhere."""
    for number, text in enumerate(lines):
        if found := _UNUSUAL_INDENT.match(text):
            yield Complaint("KR024", Place(file, number + 1, found.start(1) + 1, found.end(1) + 1, text))


def joined(text: str) -> str | None:
    """`points = 3`, `points:3` and `points 3` as somebody meant them: `points: 3`."""
    found = re.fullmatch(rf"({_KEY}?)\s*[:=]\s*(\S.*)|({_KEY})\s+(\S.*)|({_KEY})", text.strip())
    if not found:
        return None
    key, value = found[1] or found[3] or found[5], found[2] or found[4]
    return f"{key}: {value}" if value else f"{key}:"


def quoted(text: str) -> str:
    """A value in quotes that do not occur in it."""
    return f"'{text}'" if '"' in text else f'"{text}"'


@dataclass(slots=True)
class _Broken:
    """The text around the place where it stopped being YAML; lines and columns count from 0 here."""

    file: str
    lines: list[str]
    error: yaml.MarkedYAMLError
    line: int = field(init=False)
    column: int = field(init=False)
    opened: tuple[int, int] | None = field(init=False)

    def __post_init__(self) -> None:
        mark, opened = self.error.problem_mark or self.error.context_mark, self.error.context_mark
        self.line = min(mark.line, len(self.lines) - 1) if mark else 0
        self.column = min(mark.column, len(self.lines[self.line])) if mark else 0
        self.opened = (min(opened.line, len(self.lines) - 1), opened.column) if opened else None

    @property
    def text(self) -> str:
        return self.lines[self.line]

    def says(self, *words: str) -> bool:
        told = f"{self.error.context} {self.error.problem}"
        return any(word in told for word in words)

    def place(self, line: int, column: int, end: int | None = None) -> Place:
        return Place(self.file, line + 1, column + 1, (column + 1 if end is None else end) + 1, self.lines[line])

    def whole(self, line: int) -> Place:
        """A line without its indentation and its comment."""
        start = _indent(self.lines[line])
        return self.place(line, start, start + max(1, len(_bare(self.lines[line]))))

    def unexplained(self) -> Complaint:
        related: tuple[Place, ...] = ()
        if self.opened and self.opened[0] != self.line:
            related = (self.place(*self.opened),)
        words = [f"{self.error.context}," if self.error.context else "", self.error.problem or "it breaks off here"]
        problem = Quoted(" ".join(words).strip())
        return Complaint("KR006", self.place(self.line, self.column), {"problem": problem}, related=related)

    def slips(self) -> Iterator[Complaint]:
        """Every explanation that fits, the surest first."""
        yield from self._spaces()
        yield from self._quotes()
        if self.says("flow mapping", "flow sequence"):
            yield from self._brackets()
        elif self.text[self.column : self.column + 1] in ("}", "]"):
            found = Quoted(self.text[self.column])
            yield Complaint("KR028", self.place(self.line, self.column), {"found": found})
        yield from self._reserved()
        yield from self._colons()
        yield from self._indentation()

    def _spaces(self) -> Iterator[Complaint]:
        first = self.opened[0] if self.opened else self._above(self.line)
        for number in range(max(0, first), self.line + 1):
            if tab := re.match(r" *(?:- *)*\t", self.lines[number]):
                yield Complaint("KR020", self.place(number, tab.end() - 1))
            if gap := _UNUSUAL_GAP.match(self.lines[number]):
                yield Complaint("KR024", self.place(number, gap.start(1)))
        if self.text[self.column : self.column + 1] == "\t":
            yield Complaint("KR020", self.place(self.line, self.column))

    def _quotes(self) -> Iterator[Complaint]:
        if self.opened and self.says("quoted scalar") and self.says("end of stream", "document separator"):
            yield Complaint("KR025", self.place(*self.opened))
        for number in range(self.opened[0] if self.opened else self.line, self.line + 1):
            if self.lines[number].count('"') % 2:
                yield Complaint("KR025", self.place(number, self.lines[number].rindex('"')))
        before = self.text[max(0, self.column - _NEARBY) : self.column]
        if not self.says("flow") and re.search(r"""[:-] +("[^"]*"|'[^']*') +$""", before):
            yield self._to_be_quoted(self.line, '"')

    def _brackets(self) -> Iterator[Complaint]:
        """A brace that nothing closes, or inside it a comma that is missing or a colon too many."""
        assert self.opened, "the parser says where the brace was opened"
        line, column = self.opened
        bracket = self.lines[line][column]
        missing = Quoted(_CLOSING.get(bracket, bracket))
        open_brace = Complaint("KR026", self.place(line, column), {"found": Quoted(bracket), "missing": missing})
        if self.line != line or missing.text not in self.text[self.column :]:
            yield open_brace
            return
        start_inside = max(column + 1, self.column - _NEARBY)
        inside = self.text[start_inside : self.column]
        entry = re.search(rf"(?:^|[,{{\[])\s*(?:({_KEY}): +)?([^,{{}}\[\]]*)$", inside)
        word = re.search(rf"({_KEY})\s*$", inside)
        if entry and word and self.text[self.column] == ":":
            of_language = re.fullmatch(r"[a-z]{2}", entry[1] or "")
            if of_language or " " not in entry[2].strip():
                start = start_inside + entry.start(2)
                end = re.compile(r" *[,}\]]").search(self.text, self.column)
                value = self.text[start : end.start() if end else len(self.text)].strip()
                place = self.place(self.line, start, start + len(value))
                yield Complaint("KR023", place, {"found": ":"}, quoted(value))
                return
            start = start_inside + word.start(1)
            yield Complaint("KR027", self.place(self.line, start, start + len(word[1])), {"found": word[1]})
            return
        found = re.match(r"\S[^,}\]]*", self.text[self.column :])
        yield Complaint("KR027", self.place(self.line, self.column), {"found": found[0].strip() if found else bracket})

    def _reserved(self) -> Iterator[Complaint]:
        if self.says("cannot start any token") and self.column < len(self.text):
            yield self._to_be_quoted(self.line, self.text[self.column])

    def _colons(self) -> Iterator[Complaint]:
        """A line without a colon is only noticed when the next one comes."""
        if self.says("could not find expected ':'") and self.opened:
            above = self._above(self.opened[0])
            if above >= 0 and re.search(r": *[|>][+-]?$", self.lines[above]):
                yield self._belongs_above(self.opened[0], above)
            yield self._colon_missing(self.opened[0])
        if not self.says("mapping values are not allowed"):
            return
        above = self._above(self.line)
        if above >= 0 and not _WITH_KEY.match(self.lines[above]) and not self.lines[above].lstrip().startswith("#"):
            yield self._colon_missing(above)
        key = _WITH_KEY.match(self.text[: self.column])
        if key and key.end() < self.column:
            yield self._to_be_quoted(self.line, ":")

    def _indentation(self) -> Iterator[Complaint]:
        """This line stands under none of those above it; the nearest of them is meant."""
        indent, above = _indent(self.text), self._above(self.line)
        if above < 0 or not self.says(
            "mapping values are not allowed", "did not find expected", "expected <block end>"
        ):
            return
        if self.opened and self.says("block collection") and not self.text.lstrip().startswith("-"):
            yield from self._beside_a_dash(*self.opened)
        open_lines: dict[int, int] = {}
        while above >= 0:
            column = _indent(self.lines[above])
            if not open_lines or column < min(open_lines):
                open_lines[column] = above
            above = self._above(above)
        if indent in open_lines:
            return
        below = next((_indent(text) for text in self.lines[self.line + 1 :] if _bare(text)), -1)
        meant = min(open_lines, key=lambda column: (abs(column - indent), column != below, -column))
        beside = open_lines[meant]
        facts = {"found": indent, "expected": meant, "above": _name(self.lines[beside])}
        yield Complaint("KR022", self.whole(self.line), facts, related=(self.whole(beside),))

    def _beside_a_dash(self, first: int, column: int) -> Iterator[Complaint]:
        """A key of a list's entry stands under the entry's first key, not under its dash."""
        above = range(self.line - 1, first - 1, -1)
        entry = next((number for number in above if self.lines[number][column:].startswith("- ")), first)
        dash = re.compile(r"- +").match(self.lines[entry], column)
        if _WITH_KEY.match(self.text) and dash:
            facts = {"found": _indent(self.text), "expected": dash.end(), "above": _name(self.lines[entry])}
            yield Complaint("KR022", self.whole(self.line), facts, related=(self.whole(entry),))

    def _colon_missing(self, line: int) -> Complaint:
        found = _bare(self.lines[line])
        return Complaint("KR021", self.whole(line), {"found": found}, joined(found))

    def _belongs_above(self, line: int, above: int) -> Complaint:
        facts = {"found": _bare(self.lines[line]), "above": _name(self.lines[above])}
        return Complaint("KR029", self.whole(line), facts, related=(self.whole(above),))

    def _to_be_quoted(self, line: int, found: str) -> Complaint:
        """The value of a line, which has a character in it that means something else."""
        text = self.lines[line]
        key = _WITH_KEY.match(text)
        start = key.end() if key else _indent(text)
        value = text[start:].strip()
        place = self.place(line, start, start + max(1, len(value)))
        bare = re.sub("['\"]", "", value)
        return Complaint("KR023", place, {"found": found}, quoted(bare) if bare else None)

    def _above(self, line: int) -> int:
        """The nearest line above that says something; -1 if there is none."""
        return next((number for number in range(line - 1, -1, -1) if _bare(self.lines[number])), -1)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _bare(text: str) -> str:
    """A line without its indentation and its comment."""
    return re.sub(r"(^|\s)#.*$", "", text).strip()


def _name(text: str) -> str:
    """What a line is called in a sentence: its key, or else all of it."""
    bare = _bare(text)
    found = re.match(rf"(?:- +)*({_KEY}):", bare)
    return found[1] if found else bare
