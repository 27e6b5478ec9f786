# Every target makes what it needs in one virtual environment; a second run installs nothing.
#
#   make VENV=../venv test        another place for the environment
#   make PYTHON=python3.13 test    another interpreter (for a new environment)
#   make ARGS="-k auction" test    more arguments for the tool that the target runs

VENV ?= .venv
ARGS ?=

ifdef PYTHON
pythons := $(PYTHON)
else
pythons := python3 python3.13 python3.12 python3.11 python
endif

python := $(VENV)/bin/python
stamps := $(VENV)/.stamps
pip := $(python) -m pip --disable-pip-version-check --no-input -q
version_file := src/climbcards/_version.py

# The compiled build, installed in an environment of its own, and the tests that run on it: those of
# the engine and the games.  What is left out goes through the same few functions: records, views,
# agents, the arena and the command line.
compiled := $(VENV)-compiled
compiled_pip := $(compiled)/bin/python -m pip --disable-pip-version-check --no-input -q
compiled_from := pyproject.toml hatch_build.py $(wildcard src/climbcards/*.py src/climbcards/*/*.py)
compiled_tests := tests/golden tests/rules tests/stateful tests/packaging/test_build.py \
    $(patsubst %,tests/unit/test_%.py,bits lanes listing engine_toys hardening hidden inference ruleset) \
    tests/property/test_playout.py

# Other packages to measure beside, each in an environment of its own, and what pip is to install.
peers := $(VENV)-peers
peer_names := rlcard openspiel douzero
peer_stamps := $(peer_names:%=$(peers)/%/.installed)
peer_rlcard := rlcard==1.2.0
peer_openspiel := --only-binary open_spiel open_spiel==2.0.2
peer_douzero := --no-deps douzero==1.1.0 numpy  # its game needs no more; its training does

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo play server test test-compiled fuzz coverage compiled lint format types docs bench bench-peers bench-growth \
        bench-page package clean distclean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)$$/\1|\2/p' Makefile \
	| while IFS='|' read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

demo: $(stamps)/package ## Play a short match and print it
	@$(python) -m climbcards demo $(ARGS)

play: $(stamps)/package ## Play against bots: make play ARGS=big_two
	@$(python) -m climbcards play $(ARGS)

server: $(stamps)/package $(stamps)/server ## Serve tables to play at in the browser
	@$(python) -m examples.table_server $(ARGS)

test: $(stamps)/package $(stamps)/test ## Run the tests
	$(python) -m pytest -n auto --dist loadfile $(ARGS)

test-compiled: compiled ## Run the tests of the engine and the games on the compiled build
	CLIMBCARDS_EXPECT_COMPILED=1 $(compiled)/bin/python -m pytest -n auto --dist loadfile \
	    $(compiled_tests) $(ARGS)

fuzz: $(stamps)/package $(stamps)/test ## Run the property tests for a long time
	HYPOTHESIS_PROFILE=nightly $(python) -m pytest tests/property $(ARGS)

coverage: $(stamps)/package $(stamps)/test ## Run the tests and list the lines they miss
	$(python) -m coverage run -m pytest $(ARGS)
	$(python) -m coverage report

lint: $(stamps)/lint ## Check style and formatting
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

format: $(stamps)/lint ## Format the code and apply safe fixes
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .

types: $(stamps)/package $(stamps)/types ## Check types with mypy and pyright
	$(python) -m mypy $(ARGS)
	$(VENV)/bin/pyright --pythonpath $(python)

docs: $(stamps)/package $(stamps)/docs ## Build the documentation in docs/_build/html
	$(python) -m sphinx -q -W --keep-going -n -b html $(ARGS) docs docs/_build/html
	@echo "Built docs/_build/html/index.html"

bench: $(stamps)/package $(stamps)/bench ## Run the benchmarks
	$(python) -m pytest benchmarks $(ARGS)

bench-peers: $(stamps)/package $(peer_stamps) ## Measure beside RLCard, OpenSpiel and DouZero
	$(python) -m benchmarks.peers --peers $(peers) $(ARGS)

bench-growth: $(stamps)/package ## Measure how cost and memory grow, and the import
	$(python) -m benchmarks.growth $(ARGS)

bench-page: $(stamps)/package $(peer_stamps) ## Measure both and renew the tables of the page on speed
	$(python) -m benchmarks.peers --peers $(peers) --markdown docs/explanation/speed.md $(ARGS)
	$(python) -m benchmarks.growth --markdown docs/explanation/speed.md

compiled: $(compiled)/.stamps/package ## Install the compiled build in an environment of its own

package: $(stamps)/build ## Build the sdist and the wheel in dist
	rm -rf dist
	$(python) -m build $(ARGS)

clean: ## Remove what was built and cached
	rm -rf build dist docs/_build htmlcov .coverage .coverage.* .benchmarks
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests docs examples benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || :

distclean: clean ## Remove the virtual environments as well
	for venv in $(VENV) $(compiled) $(peer_names:%=$(peers)/%); do \
	    if test -f $$venv/pyvenv.cfg; then rm -rf $$venv; fi; \
	done
	if test -d $(peers); then rmdir $(peers); fi

# The virtual environment, with one stamp for each thing that is installed in it.  What is installed to
# be edited is never compiled.

$(python):
	@for python in $(pythons); do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "Making $(VENV) with $$python"; \
	        $$python -m venv $(VENV) && exit; \
	        rm -rf $(VENV); \
	        exit 1; \
	    fi; \
	done; \
	echo "climbcards needs Python 3.11 or newer (tried: $(pythons)); try make PYTHON=..." >&2; \
	exit 1

$(stamps)/package: pyproject.toml $(version_file) | $(python)
	@echo "Installing climbcards"
	@CLIMBCARDS_COMPILE=0 $(pip) install -e .
	@mkdir -p $(@D) && touch $@

$(compiled)/.stamps/test: pyproject.toml | $(python)
	@echo "Installing what test needs in $(compiled)"
	@test -x $(compiled)/bin/python || $(python) -m venv $(compiled)
	@$(compiled_pip) install --upgrade 'pip>=25.1'
	@$(compiled_pip) install --group test
	@mkdir -p $(@D) && touch $@

$(compiled)/.stamps/package: $(compiled_from) $(compiled)/.stamps/test
	@echo "Compiling climbcards"
	@CLIMBCARDS_COMPILE=1 $(compiled_pip) install .
	@mkdir -p $(@D) && touch $@

# Where a peer cannot be installed there is no stamp, and the others are measured without it.
$(peer_stamps): $(peers)/%/.installed: | $(python)
	@echo "Installing $* in $(peers)/$*"
	@rm -rf $(@D)
	@if $(python) -m venv $(@D) \
	    && $(@D)/bin/python -m pip --disable-pip-version-check --no-input -q install $(peer_$*); \
	then touch $@; \
	else rm -rf $(@D); echo "$* cannot be installed here: it is left out" >&2; fi

$(stamps)/pip: | $(python)
	@$(pip) install --upgrade 'pip>=25.1'  # the first that knows --group
	@mkdir -p $(@D) && touch $@

$(stamps)/test $(stamps)/lint $(stamps)/types $(stamps)/docs $(stamps)/bench: \
$(stamps)/%: pyproject.toml $(stamps)/pip | $(python)
	@echo "Installing what $* needs"
	@$(pip) install --group $*
	@mkdir -p $(@D) && touch $@

$(stamps)/server: pyproject.toml | $(python)
	@echo "Installing what the server needs"
	@CLIMBCARDS_COMPILE=0 $(pip) install -e '.[server]'
	@mkdir -p $(@D) && touch $@

$(stamps)/build: pyproject.toml $(stamps)/pip | $(python)
	@$(pip) install --group package
	@mkdir -p $(@D) && touch $@
