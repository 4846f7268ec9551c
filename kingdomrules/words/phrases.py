"""The sentences of the vocabulary of house rules, in tables: a row for each part and for what it can be said of.

Grammar breaks where fragments must agree across a join, so nothing is glued: every filter is a whole clause about
the thing that is counted, a negated clause is a clause of its own, and clauses are listed after a colon.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

Verb = Literal["get", "every", "lose", "lose-every"]
Filtered = Literal["all", "one", "several"]

AWARDS: Mapping[tuple[Verb, str, Filtered], str] = {
    ("get", "squares", "all"): "You get {points:point} for each square of your kingdom.",
    ("get", "squares", "one"): "You get {points:point} for each square for which this is true: {clause}.",
    ("get", "squares", "several"): "You get {points:point} for each square for which all of this is true: {clauses}.",
    ("get", "properties", "all"): "You get {points:point} for each property of your kingdom.",
    ("get", "properties", "one"): "You get {points:point} for each property for which this is true: {clause}.",
    ("get", "properties", "several"): (
        "You get {points:point} for each property for which all of this is true: {clauses}."
    ),
    ("get", "crowns", "all"): "You get {points:point} for each crown in your kingdom.",
    ("get", "terrains", "all"): "You get {points:point} for each different terrain in your kingdom.",
    ("get", "gaps", "all"): (
        "You get {points:point} for each empty cell inside the smallest rectangle around your kingdom."
    ),
    ("get", "discarded-dominoes", "all"): "You get {points:point} for each domino you have discarded.",
    ("every", "squares", "all"): "You get {points:point} for every full {n:square} of your kingdom.",
    ("every", "squares", "one"): "You get {points:point} for every full {n:square} for which this is true: {clause}.",
    ("every", "squares", "several"): (
        "You get {points:point} for every full {n:square} for which all of this is true: {clauses}."
    ),
    ("every", "properties", "all"): "You get {points:point} for every full {n:property} of your kingdom.",
    ("every", "properties", "one"): (
        "You get {points:point} for every full {n:property} for which this is true: {clause}."
    ),
    ("every", "properties", "several"): (
        "You get {points:point} for every full {n:property} for which all of this is true: {clauses}."
    ),
    ("every", "crowns", "all"): "You get {points:point} for every full {n:crown} in your kingdom.",
    ("every", "terrains", "all"): "You get {points:point} for every full {n:terrain} in your kingdom.",
    ("every", "gaps", "all"): (
        "You get {points:point} for every full {n:square} that would still fit inside the smallest "
        "rectangle around your kingdom."
    ),
    ("every", "discarded-dominoes", "all"): "You get {points:point} for every full {n:domino} you have discarded.",
    ("lose", "squares", "all"): "You lose {points:point} for each square of your kingdom.",
    ("lose", "squares", "one"): "You lose {points:point} for each square for which this is true: {clause}.",
    ("lose", "squares", "several"): "You lose {points:point} for each square for which all of this is true: {clauses}.",
    ("lose", "properties", "all"): "You lose {points:point} for each property of your kingdom.",
    ("lose", "properties", "one"): "You lose {points:point} for each property for which this is true: {clause}.",
    ("lose", "properties", "several"): (
        "You lose {points:point} for each property for which all of this is true: {clauses}."
    ),
    ("lose", "crowns", "all"): "You lose {points:point} for each crown in your kingdom.",
    ("lose", "terrains", "all"): "You lose {points:point} for each different terrain in your kingdom.",
    ("lose", "gaps", "all"): (
        "You lose {points:point} for each empty cell inside the smallest rectangle around your kingdom."
    ),
    ("lose", "discarded-dominoes", "all"): "You lose {points:point} for each domino you have discarded.",
    ("lose-every", "squares", "all"): "You lose {points:point} for every full {n:square} of your kingdom.",
    ("lose-every", "squares", "one"): (
        "You lose {points:point} for every full {n:square} for which this is true: {clause}."
    ),
    ("lose-every", "squares", "several"): (
        "You lose {points:point} for every full {n:square} for which all of this is true: {clauses}."
    ),
    ("lose-every", "properties", "all"): "You lose {points:point} for every full {n:property} of your kingdom.",
    ("lose-every", "properties", "one"): (
        "You lose {points:point} for every full {n:property} for which this is true: {clause}."
    ),
    ("lose-every", "properties", "several"): (
        "You lose {points:point} for every full {n:property} for which all of this is true: {clauses}."
    ),
    ("lose-every", "crowns", "all"): "You lose {points:point} for every full {n:crown} in your kingdom.",
    ("lose-every", "terrains", "all"): "You lose {points:point} for every full {n:terrain} in your kingdom.",
    ("lose-every", "gaps", "all"): (
        "You lose {points:point} for every full {n:square} that would still fit inside the "
        "smallest rectangle around your kingdom."
    ),
    ("lose-every", "discarded-dominoes", "all"): (
        "You lose {points:point} for every full {n:domino} you have discarded."
    ),
}

NATURAL: Mapping[tuple[str, ...], str] = {
    ("get", "squares", "terrain"): (
        "You get {points:point} for each square of this terrain in your kingdom: {terrain}."
    ),
    ("get", "squares", "castle.around", "terrain"): (
        "You get {points:point} for each square of this terrain beside your castle or diagonally next to it: {terrain}."
    ),
    ("get", "squares", "at.corner", "terrain"): (
        "You get {points:point} for each corner of the smallest rectangle around your kingdom that "
        "is of this terrain: {terrain}."
    ),
    ("get", "squares", "at.edge", "crowns.some"): (
        "You get {points:point} for each square with crowns at the edge of the smallest rectangle around your kingdom."
    ),
    ("get", "properties", "crowns.none", "size.at_least", "terrains"): (
        "You get {points:point} for each property without crowns that has at least {squares:square} "
        "and is of one of these terrains: {terrains:or}."
    ),
    ("get", "properties", "crowns.none", "size.exactly", "terrains"): (
        "You get {points:point} for each property without crowns that has exactly {squares:square} "
        "and is of one of these terrains: {terrains:or}."
    ),
    ("get", "properties", "size.at_least"): "You get {points:point} for each property of at least {squares:square}.",
    ("lose", "properties", "size.exactly"): "You lose {points:point} for each property of exactly {squares:square}.",
    ("most", "squares", "terrain"): (
        "The player who has the most squares of this terrain gets {points:point}: {terrain}."
    ),
    ("line", "squares", "crowns.some"): (
        "You get {points:point} for each straight line of {n:square} with crowns, across, down or diagonal."
    ),
}
"""Sentences of their own for what is asked most often: the award, what is counted, and what the filter says of it."""

LINES: Mapping[Filtered, str] = {
    "all": "You get {points:point} for each straight line of {n:square}, across, down or diagonal.",
    "one": (
        "You get {points:point} for each straight line of {n:square}, across, down or diagonal, "
        "if this is true for every square of the line: {clause}."
    ),
    "several": (
        "You get {points:point} for each straight line of {n:square}, across, down or diagonal, "
        "if all of this is true for every square of the line: {clauses}."
    ),
}

CLAUSES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("squares", "terrain"): (
        "the square is of this terrain: {terrain}",
        "the square is not of this terrain: {terrain}",
    ),
    ("squares", "terrains"): (
        "the square is of one of these terrains: {terrains:or}",
        "the square is of none of these terrains: {terrains:or}",
    ),
    ("squares", "crowns.none"): ("the square has no crowns", "the square has crowns"),
    ("squares", "crowns.at_least"): (
        "the square has at least {crowns:crown}",
        "the square has fewer than {crowns:crown}",
    ),
    ("squares", "crowns.exactly"): (
        "the square has exactly {crowns:crown}",
        "the number of crowns on the square is not {crowns}",
    ),
    ("squares", "crowns.at_most"): (
        "the square has at most {crowns:crown}",
        "the square has more than {crowns:crown}",
    ),
    ("squares", "castle.touching"): ("the square touches the castle", "the square does not touch the castle"),
    ("squares", "castle.around"): (
        "the square lies beside the castle or diagonally next to it",
        "the square lies neither beside the castle nor diagonally next to it",
    ),
    ("squares", "at.corner"): (
        "the square lies in a corner of the smallest rectangle around the kingdom",
        "the square does not lie in a corner of the smallest rectangle around the kingdom",
    ),
    ("squares", "at.edge"): (
        "the square lies at the edge of the smallest rectangle around the kingdom",
        "the square does not lie at the edge of the smallest rectangle around the kingdom",
    ),
    ("squares", "at.centre"): (
        "the square lies exactly in the middle of the kingdom",
        "the square does not lie exactly in the middle of the kingdom",
    ),
    ("properties", "terrain"): (
        "the property is of this terrain: {terrain}",
        "the property is not of this terrain: {terrain}",
    ),
    ("properties", "terrains"): (
        "the property is of one of these terrains: {terrains:or}",
        "the property is of none of these terrains: {terrains:or}",
    ),
    ("properties", "size.at_least"): (
        "the property has at least {squares:square}",
        "the property has fewer than {squares:square}",
    ),
    ("properties", "size.exactly"): (
        "the property has exactly {squares:square}",
        "the number of squares of the property is not {squares}",
    ),
    ("properties", "size.at_most"): (
        "the property has at most {squares:square}",
        "the property has more than {squares:square}",
    ),
    ("properties", "crowns.none"): ("the property has no crowns", "the property has crowns"),
    ("properties", "crowns.at_least"): (
        "the property has at least {crowns:crown}",
        "the property has fewer than {crowns:crown}",
    ),
    ("properties", "crowns.exactly"): (
        "the property has exactly {crowns:crown}",
        "the number of crowns on the property is not {crowns}",
    ),
    ("properties", "crowns.at_most"): (
        "the property has at most {crowns:crown}",
        "the property has more than {crowns:crown}",
    ),
    ("properties", "castle.touching"): ("the property touches the castle", "the property does not touch the castle"),
    ("properties", "castle.around"): (
        "a square of the property lies beside the castle or diagonally next to it",
        "no square of the property lies beside the castle or diagonally next to it",
    ),
}
"""For what is counted and what is said of it: the clause, and the clause that says the opposite."""

THINGS: Mapping[tuple[str, Filtered], str] = {
    ("squares", "one"): "squares for which this is true ({clause})",
    ("squares", "several"): "squares for which all of this is true ({clauses})",
    ("properties", "one"): "properties for which this is true ({clause})",
    ("properties", "several"): "properties for which all of this is true ({clauses})",
    ("squares", "all"): "squares of your kingdom",
    ("properties", "all"): "properties of your kingdom",
    ("crowns", "all"): "crowns in your kingdom",
    ("terrains", "all"): "different terrains in your kingdom",
    ("gaps", "all"): "empty cells inside the smallest rectangle around your kingdom",
    ("discarded-dominoes", "all"): "dominoes you have discarded",
}
"""What is counted, with a filter or without, as something to stand behind a colon."""

COMPARISONS: Mapping[str, str] = {
    "at_least": "the number of these is at least {n}: {thing}",
    "exactly": "the number of these is exactly {n}: {thing}",
    "at_most": "the number of these is at most {n}: {thing}",
    "none": "there are none of these: {thing}",
    "some": "there is at least one of these: {thing}",
}
SIMPLY: Mapping[tuple[str, ...], str] = {
    ("none", "squares", "terrain"): "there is no {terrain} in your kingdom",
    ("some", "squares", "terrain"): "there is at least one {terrain} in your kingdom",
    ("none", "squares", "castle.around", "terrain"): "no {terrain} lies beside your castle or diagonally next to it",
    ("some", "squares", "castle.around", "terrain"): (
        "at least one {terrain} lies beside your castle or diagonally next to it"
    ),
    ("none", "crowns"): "your kingdom has no crowns",
    ("some", "crowns"): "your kingdom has crowns",
    ("none", "gaps"): "your kingdom has no gaps",
    ("some", "gaps"): "your kingdom has gaps",
    ("none", "discarded-dominoes"): "you have not discarded a single domino",
    ("some", "discarded-dominoes"): "you have discarded at least one domino",
    ("at_least", "crowns"): "your kingdom has at least {n:crown}",
    ("exactly", "crowns"): "your kingdom has exactly {n:crown}",
    ("at_most", "crowns"): "your kingdom has at most {n:crown}",
    ("at_least", "terrains"): "your kingdom has at least {n:terrain}",
    ("exactly", "terrains"): "your kingdom has exactly {n:terrain}",
    ("at_most", "terrains"): "your kingdom has at most {n:terrain}",
}
"""Simpler words for a count compared with a number: the comparison, what is counted, and what the filter says of it."""


def messages() -> Iterator[str]:
    """Every message of the tables, for the catalogs."""
    yield from AWARDS.values()
    yield from NATURAL.values()
    yield from LINES.values()
    yield from (clause for both in CLAUSES.values() for clause in both)
    yield from THINGS.values()
    yield from COMPARISONS.values()
    yield from SIMPLY.values()
