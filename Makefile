# Two commands do everything on a machine with Python 3.11 to 3.13, pip and make:
#   make demo    decide and count the boards of examples/
#   make test    the test suite
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
JOBS := uniqueness counting counting_frontier ladder generate sequences_jobs sequences_growth sequences_peers

.PHONY: demo test test-slow lint types check ledger docs dist notebooks strip corpus corpus-ladder benchmarks clean help

help:
	@echo "make demo        decide and count the boards of examples/"
	@echo "make test        the default tests (under five minutes on two cores)"
	@echo "make test-slow   the longer checks, records and proofs"
	@echo "make lint types  ruff and mypy --strict"
	@echo "make ledger      measure every published claim anew, record it and write docs/ledger.md"
	@echo "make docs        write the documentation site to build/docs/; any warning is an error"
	@echo "make dist        build wheel and sdist, install the wheel elsewhere and try it"
	@echo "make notebooks   run the essays of notebooks/ and write them to build/notebooks/ as HTML"
	@echo "make strip       take outputs out of the notebooks, as they are kept"
	@echo "make corpus      the table over ../shared/corpus, where that folder is present"
	@echo "make corpus-ladder  the ladder's table over the same boards"
	@echo "make benchmarks  the speed tables of benchmarks/"

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(None if (3, 11) <= v <= (3, 13) else "expected Python 3.11 to 3.13, found %d.%d: call make PYTHON=python3.12" % v)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: $(STAMP)
	$(BIN)/python -m benchmarks.demo

test: $(STAMP)
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup

test-slow: $(STAMP)
	$(BIN)/python -m pytest -q -m slow

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

check: lint types test

# Stopped with Ctrl-C, it goes on where it was: results are kept in ledger.sqlite.
ledger: $(STAMP)
	$(BIN)/python -m ledger run --workers 2 --record

# With the notebooks where `make notebooks` wrote them before.
docs: $(STAMP)
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

dist: $(STAMP)
	rm -rf build/dist build/lib build/bdist.*
	$(BIN)/python -m build --outdir build/dist >/dev/null
	$(BIN)/python -m tests.smoke build/dist

notebooks: $(STAMP)
	$(BIN)/python -m notebooks.build

strip: $(STAMP)
	$(BIN)/python -m notebooks.build --strip

corpus: $(STAMP)
	$(BIN)/python -m benchmarks.corpus

corpus-ladder: $(STAMP)
	$(BIN)/python -m benchmarks.ladder

benchmarks: $(STAMP)
	@for job in $(JOBS); do echo "== $$job"; $(BIN)/python -m benchmarks.$$job || exit 1; done

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache
