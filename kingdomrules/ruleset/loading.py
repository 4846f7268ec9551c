"""YAML with its line numbers, and only the YAML a reader expects.

Rules files are untrusted text. Before a tree is built, its events are counted: depth, number of values,
anchors and tags. A scalar is a whole number, true, false, nothing, or else text: `no` is a word,
`1.10` is not 1.1, and a date is not a date.
"""

import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from kingdomrules.ruleset.complaints import Complaint, Place, Quoted, RulesError
from kingdomrules.ruleset.slips import joined, quoted, syntax_complaint, unusual_indent

MAX_BYTES = 1_000_000
MAX_DEPTH = 20
MAX_VALUES = 20_000

Path_ = tuple[str, ...]
"""The way to a value: keys and positions, as text."""

_Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})", re.ASCII)
_WORDS: Mapping[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(frozen=True, slots=True)
class Document:
    """A file as plain data, and where each key and value of it stands."""

    file: str
    data: Mapping[str, Any]
    keys: Mapping[Path_, Place]
    values: Mapping[Path_, Place]
    complaints: tuple[Complaint, ...] = ()

    def place(self, path: Path_) -> Place:
        """Where the value at a path stands; for a path that is not there, the nearest key above it."""
        if path in self.values:
            return self.values[path]
        return self.key_place(path[:-1])

    def key_place(self, path: Path_) -> Place:
        while path and path not in self.keys:
            path = path[:-1]
        return self.keys.get(path) or Place(self.file, 1, 1, 2, self.first_line)

    @property
    def first_line(self) -> str:
        return next(iter(self.keys.values())).text if self.keys else ""


def read(path: Path, shown_as: str | None = None) -> Document:
    """The file as data with places; whatever is not plain YAML is complained about, never guessed."""
    file = shown_as or str(path)
    return parse(_text(path, file), file)


def parse(text: str, file: str) -> Document:
    lines = _BREAK.split(text)
    if bad := _CONTROL.search(text):
        line, column = _position(text, bad.start())
        place = Place(file, line, column, column + 1, lines[line - 1])
        raise RulesError([Complaint("KR005", place, {"found": bad.group()})])
    if unusual := list(unusual_indent(file, lines)):
        raise RulesError(unusual)
    try:
        _check_events(text, file, lines)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        raise RulesError([syntax_complaint(error, file, lines)]) from None
    except yaml.YAMLError as error:
        raise RulesError([Complaint("KR006", Place(file, 1, 1, 2), {"problem": Quoted(str(error))})]) from None
    if not isinstance(node, yaml.MappingNode):
        place = _place(node, file, lines) if node else Place(file)
        found = Quoted("an empty file") if node is None else Quoted(NODE_NAMES[type(node)])
        raise RulesError([Complaint("KR012", place, {"found": found})])
    reader = _Reader(file, lines)
    data = reader.value(node, ())
    return Document(file, data, reader.keys, reader.values, tuple(reader.complaints))


NODE_NAMES = {yaml.ScalarNode: "a single value", yaml.SequenceNode: "a list", yaml.MappingNode: "a block of keys"}


@dataclass(slots=True)
class _Reader:
    """Nodes to plain data, noting where everything stands."""

    file: str
    lines: list[str]
    keys: dict[Path_, Place] = field(default_factory=dict)
    values: dict[Path_, Place] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)

    def value(self, node: yaml.Node, path: Path_) -> Any:
        self.values[path] = _place(node, self.file, self.lines)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return tuple(self.value(item, (*path, str(i))) for i, item in enumerate(node.value))
        return self._mapping(node, path)

    def _mapping(self, node: yaml.Node, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            place = _place(key_node, self.file, self.lines)
            if not isinstance(key_node, yaml.ScalarNode) or not key_node.value:
                what = Quoted("nothing" if isinstance(key_node, yaml.ScalarNode) else NODE_NAMES[type(key_node)])
                self.complaints.append(Complaint("KR013", place, {"found": what}))
                continue
            key = key_node.value
            if not key_node.style and _is_absent(value_node) and self._put_right(key, place, path, found):
                continue
            if key in found:
                first = self.keys[*path, key]
                self.complaints.append(Complaint("KR007", place, {"found": key}, related=(first,)))
                continue
            self.keys[*path, key] = place
            value = self.value(value_node, (*path, key))
            if value is None:
                self.complaints.append(Complaint("KR117", place, {"key": key}))
            found[key] = value
        return found

    def _put_right(self, key: str, place: Place, path: Path_, found: dict[str, Any]) -> bool:
        """A key that swallowed its value, or the rest of a text with a comma: told once, and then read as it was meant.

        >>> document = parse("where: {terrain:lake}", "a.yaml")
        >>> document.data, document.complaints[0].code
        ({'where': {'terrain': 'lake'}}, 'KR021')
        """
        before = next(reversed(found), None)
        if path[-1:] in (("title",), ("note",)) and before and isinstance(found[before], str):
            if re.fullmatch("[a-z]{2}", key):
                return False
            found[before] = f"{found[before]}, {key}"
            start = self.values[*path, before]
            whole = replace(start, end_column=place.end_column) if start.line == place.line else start
            told = Complaint("KR023", whole, {"found": ","}, quoted(found[before]))
            if self.complaints and (self.complaints[-1].code, self.complaints[-1].place.column) == (
                "KR023",
                start.column,
            ):
                self.complaints.pop()  # it was told before the next comma came
            self.complaints.append(told)
            return True
        meant, _, value = (joined(key) or "").partition(": ")
        if not value or meant in found:
            return False
        self.complaints.append(Complaint("KR021", place, {"found": key}, f"{meant}: {value}"))
        self.keys[*path, meant] = self.values[*path, meant] = place
        found[meant] = _plain(value)
        return True


def _is_absent(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.value and not node.style


def _scalar(node: yaml.ScalarNode) -> Any:
    return node.value if node.style in ("'", '"', "|", ">") else _plain(node.value)


def _plain(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text


def _text(path: Path, file: str) -> str:
    """What a file holds, read only as far as a rules file may reach."""
    place = Place(file)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise RulesError([Complaint("KR002", place, {"found": file})])
        if not stat.S_ISREG(mode):  # a pipe or a device could be read for ever
            raise RulesError([Complaint("KR017", place, {"found": file})])
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise RulesError([Complaint("KR001", place, {"found": file})]) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        problem = getattr(error, "strerror", None) or str(error)
        raise RulesError([Complaint("KR015", place, {"problem": Quoted(problem)})]) from None
    if len(content) > MAX_BYTES:
        raise RulesError([Complaint("KR003", place, {"limit": MAX_BYTES})])
    try:
        if len(content) > 3 and (content[1::2][:40].strip(b"\0") == b"" or content[::2][:40].strip(b"\0") == b""):
            raise UnicodeDecodeError("utf-8", content, content.index(0), content.index(0) + 1, "every second byte is 0")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", "replace")
        line, column = _position(before, len(before))
        found = Quoted(f"0x{content[error.start]:02x}")
        where = Place(file, line, column, column + 1, _BREAK.split(before)[-1])
        raise RulesError([Complaint("KR004", where, {"found": found, "encoding": Quoted("UTF-8")})]) from None


def _position(text: str, index: int) -> tuple[int, int]:
    before = _BREAK.split(text[:index])
    return len(before), len(before[-1]) + 1


def _check_events(text: str, file: str, lines: list[str]) -> None:
    """Refuse depth, size, anchors and tags while they are still a stream and cannot do harm."""
    depth = values = documents = 0
    for event in yaml.parse(text, Loader=_Loader):
        code, found = "", ""
        limit = 0
        match event:
            case yaml.DocumentStartEvent():
                documents += 1
                code = "KR014" if documents > 1 else ""
            case yaml.AliasEvent():
                code, found = "KR008", f"*{event.anchor}"
            case yaml.NodeEvent():
                values += 1
                if event.anchor is not None:
                    code, found = "KR008", f"&{event.anchor}"
                elif tag := getattr(event, "tag", None):
                    code, found = "KR009", tag
                elif values > MAX_VALUES:
                    code, limit = "KR011", MAX_VALUES
                elif isinstance(event, yaml.CollectionStartEvent):
                    depth += 1
                    if depth > MAX_DEPTH:
                        code, limit = "KR010", MAX_DEPTH
            case yaml.CollectionEndEvent():
                depth -= 1
        if code:
            raise RulesError([Complaint(code, _place(event, file, lines), {"found": found, "limit": limit})])


def _place(node: Any, file: str, lines: list[str]) -> Place:
    start, end = node.start_mark, node.end_mark
    text = lines[start.line] if start.line < len(lines) else ""
    end_column = end.column if end.line == start.line else len(text)
    return Place(file, start.line + 1, start.column + 1, max(end_column, start.column + 1) + 1, text)
