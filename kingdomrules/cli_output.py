"""What comes out: text that any terminal can show, and JSON that any program can read."""

import io
import json
import sys
from typing import Any

import click


def forgive_encodings() -> None:
    """A terminal that lacks a letter shows a question mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(data: Any) -> None:
    """Letters as they are where the output can hold them; a question mark would be another word."""
    can_hold_all = "utf" in (getattr(sys.stdout, "encoding", None) or "utf").lower()
    click.echo(json.dumps(data, ensure_ascii=not can_hold_all, indent=2))
