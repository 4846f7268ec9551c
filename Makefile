# `make` sets everything up and does the main job; `make test` sets everything up and runs the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

GAMES := classic revised classic+mighty-duel classic+harmony+middle-kingdom classic+dynasty
BOOKS := build/rulebooks
PRINTED := build/books
PDFS := build/pdf

.PHONY: all test check types lint wheel books site pdfs browser pictures docs bench fuzz clean

all: $(READY)
	@$(BIN)/kingdomrules check
	@for game in $(GAMES); do echo; $(BIN)/kingdomrules show --brief $$game; done
	@echo
	@$(BIN)/kingdomrules rulebook $(GAMES) --all-languages --format html --out $(BOOKS)
	@echo "Open $(BOOKS)/classic/en.html in a browser; every language lies beside it."

# Everything is installed at the versions that were tested; the project itself in editable form.
$(READY): pyproject.toml .ci/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kingdomrules needs Python 3.11 or newer")'
	@echo "Setting up $(VENV) (once) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt hatchling editables
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt \
		--no-build-isolation -e '.[dev]'
	@touch $@

test: $(READY)
	$(BIN)/python -m pytest

check: $(READY)
	$(BIN)/kingdomrules check
	$(BIN)/kingdomrules languages check

types: $(READY)
	$(BIN)/python -m mypy

lint: $(READY)
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check

# A wheel, installed into an empty environment and used away from the checkout.
wheel: $(READY)
	sh .ci/try-wheel $(BIN)/python

# Both editions in every language for the printer: A5 booklets with a score pad.
books: $(READY)
	@$(BIN)/kingdomrules rulebook classic revised --all-languages --format pdf --score-pad --out $(PRINTED)
	@echo "Open $(PRINTED)/classic/en.pdf; every language lies beside it, the other edition in $(PRINTED)/revised."

# The site in every language with all its PDFs, into site/. SITE_URL is where it will lie, for its sitemap.
SITE_URL ?= http://127.0.0.1:8000/
site: pdfs
	@echo "Building the site; a language takes some two seconds …"
	@SITE_URL=$(SITE_URL) PDF=$(PDFS) NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in site/, made for $(SITE_URL); for another address say make site SITE_URL=https://…"
	@echo "To read it: $(BIN)/python -m http.server --directory site"

# Every rulebook that can be chosen on the site as a PDF; what has not changed since the last time is kept.
pdfs: $(READY)
	@echo "Printing the rulebooks that have changed; all of them take some twenty seconds …"
	@$(BIN)/kingdomrules site print $(PDFS)

# What the tests in a real browser need besides Chromium.
AXE := build/axe/node_modules/axe-core/axe.min.js
browser: $(AXE)
$(AXE):
	npm install --silent --no-fund --no-audit --prefix build/axe axe-core@4.14.0

# The pictures of the site in the README; needs Chromium.
pictures: site
	$(BIN)/python -m tests.browser

# Pages that are made from the code.
docs: $(READY)
	$(BIN)/python -m docs.generated

bench: $(READY)
	$(BIN)/python -m benchmarks

# Untrusted input by the hundred thousand: whatever comes in, only sentences come out.
fuzz: $(READY)
	$(BIN)/python -m tests.fuzz 120000

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
