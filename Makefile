# One command a task; CI runs nothing that is not here.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PEERS := .venv/.peers
HOST ?= 127.0.0.1
PORT ?= 8000
REQUESTS ?= 20000
SEED ?= 13

KILLS ?= 100
WORKERS ?= 0

.PHONY: help install run test quick coverage browser offline dictionaries postgres matrix lint check bench bench-web bench-search bench-words bench-start bench-editor bench-pocket bench-store bench-hostile mutants snapshots tables worlds soak soak-games soak-solo soak-store load docs clean

help: ## list the tasks
	@sed -n 's/^\([a-z-]*\):.*## /\1  /p' Makefile

install: $(STAMP) ## make .venv and install the project in it

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,postgres]'
	@touch $(STAMP)

run: install ## serve the web app
	$(BIN)/paragraf serve --host $(HOST) --port $(PORT)

test: install ## run the tests (WORKERS=4: in so many processes)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

quick: install ## run the tests that take a moment: no browser, no whole games
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow and not browser and not corpus"

# what the quick tests reach of each package, lines and branches, in percent
FLOORS = grammar:96 kb:95 referee:93 web:85

coverage: install ## how much of each package the quick tests reach; too little fails
	-$(BIN)/python -m pytest -q -n 2 --dist loadfile -m "not slow and not browser and not corpus" --cov --cov-report=
	@for floor in $(FLOORS); do \
	  echo "$${floor%%:*}: at least $${floor##*:} %"; \
	  told=$$($(BIN)/python -m coverage report --include="$${floor%%:*}/*" --fail-under="$${floor##*:}") || low=1; \
	  echo "$$told" | tail -n 12; \
	done; test -z "$$low"

# with apt where it is there (as root, or by sudo), else by the tools' own means
APT = $(if $(filter 0,$(shell id -u)),,sudo) env DEBIAN_FRONTEND=noninteractive apt-get -qq
fetch = $(APT) update && $(APT) install --yes --no-install-recommends $(1)

browser: install ## bring Chromium, for the tests that look at pages
	@if command -v chromium chromium-browser >/dev/null; then true; \
	elif command -v apt-get >/dev/null; then $(call fetch,chromium); \
	else $(BIN)/python -m playwright install chromium; fi

# beside the checkout, where `make run` and the tests look for it
export PARAGRAF_OFFLINE ?= $(CURDIR)/.paragraf/offline

offline: install ## bring what lets phones keep the whole referee: Python for browsers, by npm or pip
	$(BIN)/paragraf offline

dictionaries: install ## bring the dictionaries of Polish and Ukrainian, for `paragraf forms`, `paragraf proof` and their tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,postgres,forms]'
	@if test -f /usr/share/hunspell/pl_PL.dic && test -f /usr/share/hunspell/uk_UA.dic; then true; \
	elif command -v apt-get >/dev/null; then $(call fetch,hunspell-pl hunspell-uk); \
	else echo "Install the Hunspell dictionaries of Polish and Ukrainian in /usr/share/hunspell, for \`paragraf proof\`."; fi

postgres: ## bring the PostgreSQL server, for the tests that run on both databases
	@if command -v pg_ctl >/dev/null || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1; then true; \
	elif command -v apt-get >/dev/null; then $(call fetch,postgresql); \
	elif command -v brew >/dev/null; then brew install postgresql; \
	else echo "Install the server package of PostgreSQL, so that pg_ctl is on the path."; exit 1; fi

matrix: install ## run the quick tests under every Python from 3.11 to 3.14 that is here; says which are not (ONLY=tests/referee)
	$(BIN)/python -m tests.matrix $(ONLY)

lint: install ## style, types and the direction of imports
	$(BIN)/ruff check grammar kb referee web tests
	$(BIN)/ruff format --check --quiet grammar kb referee web tests
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

check: install ## lint the corpus and run its cases
	$(BIN)/paragraf check

bench: $(PEERS) ## time what is served, beside what it should be (ONLY=moves for one part)
	$(BIN)/python -m tests.bench $(ONLY)

$(PEERS): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,postgres,bench]' \
	  && touch $(PEERS) || echo "Not all engines to compare with could be installed; the bench says which are missing."

bench-web: install ## time the pages against an empty view
	$(BIN)/python -m tests.bench.web

bench-search: install ## time the search
	$(BIN)/python -m tests.bench.search

bench-words: install ## questions in words: how many are read and answered right (TRAIN=--train learns the weights anew)
	$(BIN)/python -m tests.bench.words $(TRAIN)

tables: install ## make the parser tables that come with the grammars again, after a change to a grammar
	$(BIN)/python -m grammar

bench-start: install ## time the start: imports, the cache, the parser
	$(BIN)/python -m tests.bench.start

worlds: install ## try everything a curious player could, at two tables that differ only in secrets
	PARAGRAF_WORLDS=all $(BIN)/python -m pytest tests/web/table/test_worlds.py

snapshots: install ## write the answers that are kept for review anew; then read the difference
	$(BIN)/python -m tests.snapshots

mutants: install ## put known faults into the code, one by one: each must be noticed by its tests (ONLY=word)
	$(BIN)/python -m tests.mutants $(ONLY)

bench-editor: install ## time what an editor waits for: problems after an edit, completion, hover
	$(BIN)/python -m tests.bench.editor

bench-pocket: browser offline ## time keeping the referee on a phone and starting it there (GAME=name)
	$(BIN)/python -m tests.bench.pocket $(GAME)

bench-store: install ## bytes that a change takes on disk
	$(BIN)/python -m tests.bench.storing

bench-hostile: install ## look for the worst request somebody can send (REQUESTS=20000 SEED=13)
	$(BIN)/python -m tests.bench.hostile $(REQUESTS) $(SEED)

soak: soak-games soak-solo soak-store ## all of the following

soak-games: install ## play many whole games by random legal moves
	$(BIN)/python -m tests.bench.soak

soak-solo: install ## play whole games of one person against Automas, 100 unless GAMES=… tells another number
	$(BIN)/python -m tests.bench.solo $(GAMES)

soak-store: install ## kill servers in a storm of writes, and write from everywhere at once (KILLS=100)
	$(BIN)/python -m tests.bench.storm $(KILLS)

load: install ## a thousand tables with four phones each, two servers and PostgreSQL (LOAD="--tables 1000 --seconds 60")
	$(BIN)/python -m tests.bench.load $(LOAD)

clean: ## remove what the tasks made
	rm -rf .venv .paragraf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

docs: install ## write the generated parts of the docs
	$(BIN)/python -m kb.model.problems > docs/problems.md
	$(BIN)/python -m tests.manual
	$(BIN)/python -m web.manual docs
	$(BIN)/python -m tests.project.house docs
	$(BIN)/python -m web.editor.highlight editors/vscode/syntaxes
