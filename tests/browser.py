"""A headless Chromium at the other end of two pipes: the DevTools protocol needs no package and no open port."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.site_building import ROOT, served

REQUIRED = os.environ.get("KINGDOMRULES_BROWSER") == "required"
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --remote-debugging-pipe"
)
PATIENCE = 20.0
"""Seconds after which something that should have happened has not."""


def chromium() -> str | None:
    """The browser of this machine, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


needed = pytest.mark.skipif(not REQUIRED and chromium() is None, reason="there is no Chromium on this machine")


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """A part of a page as assistive software has it, with the parts it is inside of."""

    role: str
    name: str
    description: str
    more: dict[str, Any]
    """Its properties: level, disabled, checked, live."""
    within: tuple["Heard", ...]


def _read_out(nodes: dict[str, Any], id: str, within: tuple[Heard, ...]) -> Iterator[Heard]:
    node = nodes.get(id)
    if node is None:
        return
    if not node["ignored"]:
        role, name, description = (node.get(key, {}).get("value", "") for key in ("role", "name", "description"))
        more = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        part = Heard(role, name.strip(), description.strip(), more, within)
        yield part
        within = (*within, part)
    for child in node.get("childIds", ()):
        yield from _read_out(nodes, child, within)


class Tab:
    """One page of the browser, with everything it asked for and everything it complained about."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._write, self._read = os.fdopen(to_browser, "wb"), os.fdopen(from_browser, "rb")
        self._rest, self._last, self._session = b"", 0, ""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")

    def _call(self, method: str, **parameters: Any) -> Any:
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._write.write(json.dumps(message).encode() + b"\0")
        self._write.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    return {"result": {}}  # asked of a page that is just being left
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self._note(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            chunk = os.read(self._read.fileno(), 1 << 16)
            assert chunk, "the browser is gone"
            self._rest += chunk
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def _note(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(told["request"]["url"])
            case "Runtime.exceptionThrown":
                self.complaints.append(told["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            case "Log.entryAdded" if told["entry"]["level"] == "error":
                self.complaints.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "assert"):
                self.complaints.append(str(told["args"]))

    # --- what a reader does ---

    def forget(self, root: str) -> None:
        """A wide bright window that has been nowhere and chosen nothing."""
        self.open("about:blank")
        self._call("Storage.clearDataForOrigin", origin=root.rstrip("/"), storageTypes="all")
        self.size(1280, 900)
        self.prefer("light")
        self.requests.clear()
        self.complaints.clear()

    def size(self, width: int, height: int) -> None:
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme: str, medium: str = "") -> None:
        wanted = [{"name": "prefers-color-scheme", "value": scheme}]
        self._call("Emulation.setEmulatedMedia", media=medium, features=wanted)

    def open(self, url: str) -> None:
        """Goes to a page and waits until all of it is there, with the game that was asked for."""
        self._call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")
        self.wait("!document.getElementById('picker') || document.getElementById('game').dataset.game")

    def js(self, expression: str) -> Any:
        """The value of an expression, or of the promise it is."""
        answer = self._call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, f"{expression}: {answer['exceptionDetails']}"
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE
        # Between two pages there may be no document at all.
        asked = f"(() => {{ try {{ return Boolean({condition}) }} catch {{ return false }} }})()"
        while not self._call("Runtime.evaluate", expression=asked, returnByValue=True)["result"].get("value"):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(0.02)

    def key(self, key: str, **more: Any) -> None:
        for kind in ("keyDown", "keyUp"):
            self._call("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def type(self, text: str) -> None:
        self._call("Input.insertText", text=text)

    def printed(self) -> bytes:
        """The page as the browser would print it: a PDF."""
        answer = self._call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=False)
        return base64.b64decode(answer["data"])

    def heard(self) -> list[Heard]:
        """What a screen reader is told of the page, in its order."""
        nodes = {node["nodeId"]: node for node in self._call("Accessibility.getFullAXTree")["nodes"]}
        return list(_read_out(nodes, next(iter(nodes)), ()))

    def picture(self) -> bytes:
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])


@contextmanager
def browser() -> Iterator[Tab]:
    """A fresh browser that knows nothing, and is gone afterwards."""
    program = chromium()
    assert program, "there is no Chromium here"
    commands, to_browser = os.pipe()
    from_browser, answers = os.pipe()
    with tempfile.TemporaryDirectory(prefix="kingdomrules-browser-", ignore_cleanup_errors=True) as home:
        # Chromium reads commands from its third file and answers into its fourth.
        shell = f'exec "$0" "$@" 3<&{commands} 4>&{answers}'
        words = [program, *FLAGS.split(), f"--user-data-dir={home}", "about:blank"]
        running = subprocess.Popen(
            ["bash", "-c", shell, *words],
            pass_fds=(commands, answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
        )
        os.close(commands)
        os.close(answers)
        try:
            yield Tab(to_browser, from_browser)
        finally:
            running.terminate()
            running.wait(PATIENCE)


KINDS = (
    "",
    "choose/?game=classic+mighty-duel",
    "rulebooks/classic/",
    "rulebooks/revised/2/",
    "variants/harmony/",
    "editions/",
    "gallery/",
    "scoring/",
    "glossary/",
    "printed/",
    "translations/",
    "404.html",
)
"""A page of each kind."""
GUIDES = (
    "start/",
    "house-rules/",
    "vocabulary/",
    "commands/",
    "yaml/",
    "errors/",
    "api/",
    "decisions/0001-rules-by-id/",
)
"""Pages for programmers and authors, which are English; long ones, with tables, and with much code."""


def rotated(languages: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Every kind of page once bright and once dark, in languages that take turns; then guides in turns of colour."""
    for number, kind in enumerate(KINDS):
        yield kind, languages[number % len(languages)], "light"
        yield kind, languages[(number + 3) % len(languages)], "dark"
    for number, guide in enumerate(GUIDES):
        yield guide, "en", ("light", "dark")[number % 2]


VIEWS = (
    ("site-home-lt", "lt/", 1250, 820, "light"),
    ("site-choose-pl", "pl/choose/?game=classic+mighty-duel&players=2", 1250, 820, "light"),
    ("site-scoring-ru", "ru/scoring/", 1250, 820, "dark"),
    ("site-phone-hu", "hu/rulebooks/revised/2/#placement.grid", 390, 820, "light"),
)
"""The pictures of the README: a name, the address, width, height, and the scheme of colours."""


def take_pictures(root: str, into: Path, views: Sequence[tuple[str, str, int, int, str]] = VIEWS) -> None:
    with browser() as tab:
        for name, path, width, height, scheme in views:
            tab.forget(root)
            tab.size(width, height)
            tab.prefer(scheme)
            tab.open(root + path)
            time.sleep(0.5)  # the header's title moves into its place
            (into / f"{name}.png").write_bytes(tab.picture())


if __name__ == "__main__":
    with served(ROOT / "site") as address:
        take_pictures(address, ROOT / "docs/pictures")
