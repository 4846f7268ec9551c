"""Where the values of a composed game were written, and which change is to blame when they do not go together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingdomrules.ruleset.changes import Assignment, Change, Layer
from kingdomrules.ruleset.complaints import Complaint, Place
from kingdomrules.ruleset.finding import Finding
from kingdomrules.ruleset.loading import Path_
from kingdomrules.ruleset.schema import Sections


@dataclass(frozen=True, slots=True)
class Places:
    """The values that hold in a game, and what its variants changed."""

    edition: Layer
    chosen: Mapping[Path_, Assignment]
    changes: Sequence[Change]

    def key_place(self, path: Path_) -> Place:
        return self.chosen[path].key if path in self.chosen else self.place(path)

    def place(self, path: Path_) -> Place:
        chosen = self.chosen
        if path in chosen:
            return chosen[path].place
        for length in range(len(path) - 1, 1, -1):
            if path[:length] in chosen:  # inside a list, which is one value
                a = chosen[path[:length]]
                return a.document.place((*a.written_at, *path[length:]))
        entries = [change for change in self.changes if change.verb != "set"]
        added_or_removed = [change.place for change in entries if change.path[: len(path)] == path]
        below = [a.key for known, a in chosen.items() if known[: len(path)] == path]
        return next(iter([*added_or_removed, *below]), self.edition.document.key_place(path))

    def of_author(self, path: Path_) -> Place:
        """The same, but what a variant changed in a rule of the edition is the variant's to answer for."""
        return self._answerable(self.place(path), path)

    def key_of_author(self, path: Path_) -> Place:
        return self._answerable(self.key_place(path), path)

    def _answerable(self, place: Place, path: Path_) -> Place:
        if place.file != self.edition.document.file:
            return place
        return next((change.value_place for change in self.changes if change.path[:2] == path[:2]), place)

    def told(self, finding: Finding, at: Place | None = None, *, by_variants: bool = False) -> Complaint:
        """A finding with its place; if variants brought it about, the place is in a file of theirs."""
        place = at or self.place(finding.path)
        related = [self.place(path) for path in finding.related]
        if by_variants and place.file == self.edition.document.file and (cause := self._cause(finding)):
            place, related = cause, [place, *related]
        facts = finding.facts
        others = tuple(other for other in dict.fromkeys(related) if other != place)
        return Complaint(finding.code, place, facts, facts.get("near"), facts.get("allowed", ()), others)

    def _cause(self, finding: Finding) -> Place | None:
        """The change that lies nearest to what a finding is about: the value itself, its rule, its section, or any."""
        about = (finding.path, *finding.related)
        for change in self.changes:
            if any(change.path[: len(path)] == path or path[: len(change.path)] == change.path for path in about):
                return change.value_place
        for length in (2, 1, 0):
            for path in about:
                for change in self.changes:
                    if change.path[:length] == path[:length]:
                        return change.value_place
        return None


def nested(chosen: Mapping[Path_, Assignment]) -> dict[str, Any]:
    data: dict[str, Any] = {section: {} for section in Sections.model_fields}
    for path, assignment in sorted(chosen.items()):
        inner = data
        for step in path[:-1]:
            inner = inner.setdefault(step, {})
        inner[path[-1]] = dict(assignment.value) if isinstance(assignment.value, Mapping) else assignment.value
    return data
