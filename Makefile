# Two commands on a fresh machine: `make demo` and `make test`.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PRODUCT := $(VENV)/.product
TEST := $(VENV)/.test
BENCH := $(VENV)/.bench
# Of its own: what builds the site is no part of the product, and wants other versions of what is.
SITE := build/site-venv
OFFSCREEN := $(VENV)/.system-offscreen
WINDOW := $(VENV)/.system-window
# Python compiles what it imports; pip would first compile everything that is there.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile

# Our matrices are small: threads within one cost more than they give, and take the other core from its work.
export OPENBLAS_NUM_THREADS := 1
export OPENCV_FOR_THREADS_NUM := 1
# Every child process of the tests would compile all of the source again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test pytest quick lint bench soak mutants screenshots film samples site messages lock audit wheel bundle clean

help: ## list what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

demo: $(PRODUCT) $(OFFSCREEN) ## play a staged game on the synthetic camera
	$(BIN)/python -m tableassist demo

test: ## all checks, as CI runs them
	@$(MAKE) --no-print-directory -j 2 $(TEST) $(WINDOW)
	@$(MAKE) --no-print-directory -j 2 lint pytest

# Three for two cores: many tests wait for a window, a child or a browser.
# The first line compiles and rewrites the tests once: three workers that start together would each do all of it.
pytest: $(TEST) $(WINDOW)
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null || true
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder -m "not long"

QUICK := geometry house messages overlay pieces rulebook store printing pipeline vision

quick: $(TEST) ## the core's tests in about a minute: no window, no child process
	$(BIN)/python -m pytest -q -n 2 --no-window -m "not slow" $(QUICK:%=tests/%)

lint: $(TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(BENCH) $(TEST) ## speed against peers, accuracy, honesty; writes bench/results.json
	$(BIN)/python -m bench $(if $(SHARE),--share $(SHARE))

soak: $(BENCH) $(TEST) ## a long evening with faults, and 100,000 bad inputs; writes bench/soak.txt
	$(BIN)/python -m pytest -n 2 -m long
	TABLEASSIST_TEST_EXAMPLES=fresh $(BIN)/python -m pytest -q -n 2 -m hypothesis
	$(BIN)/python -m bench.soak --minutes 10 --hours 8 --inputs 100000

# make mutants COUNT=400 SEED=7; a fresh seed draws other mutants.
COUNT ?= 60
SEED ?= 1

mutants: $(TEST) ## change the rule book at random COUNT times: which change does no test notice? writes bench/mutants.txt
	$(BIN)/python -m bench.mutants --count $(COUNT) --seed $(SEED)

screenshots: $(TEST) $(WINDOW) ## the pictures in docs/, from the real window
	$(BIN)/python -m bench.screenshots

film: $(TEST) $(WINDOW) ## film/: the demo in the real window, as MP4 and as a short GIF
	$(BIN)/python -m bench.film

site: $(SITE)/.site ## the manual as a site in build/site; every link is checked, nothing is fetched from outside
	$(SITE)/bin/mkdocs build --strict --quiet
	$(SITE)/bin/python -m bench.site_check build/site

samples: $(PRODUCT) $(OFFSCREEN) ## the table and the match that travel with the program, from the studio
	$(BIN)/python -m bench.samples

# Tried in a venv of its own, away from the checkout: what the wheel lacks shows there.
WHEEL_TRY := build/wheel-venv
WHEEL_PIP := $(WHEEL_TRY)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile

wheel: $(TEST) ## a wheel in dist/, installed into a fresh venv and tried there
	rm -f dist/tableassist-*.whl
	$(BIN)/python -m build --wheel --no-isolation --outdir dist .
	rm -rf $(WHEEL_TRY) build/wheel-try
	$(PYTHON) -m venv $(WHEEL_TRY)
	$(WHEEL_PIP) --require-hashes -r requirements/product.txt
	$(WHEEL_PIP) --no-deps dist/tableassist-*.whl
	mkdir -p build/wheel-try
	cd build/wheel-try && ../wheel-venv/bin/tableassist --version
	cp $(WHEEL_TRY)/lib/python*/site-packages/tableassist/studio/demo_table.toml build/wheel-try/
	cd build/wheel-try && ../wheel-venv/bin/tableassist judge studio:demo --table demo_table.toml
	@ls -l dist/tableassist-*.whl

bundle: ## the bundles for Linux, built and tried in a clean root (needs root); writes dist/ and dist/bundle-test.log
	packaging/build-linux.sh
	/usr/bin/python3 packaging/try_in_clean_root.py

messages: $(PRODUCT) ## bring tableassist/messages/languages/*.po up to date with the source
	$(BIN)/python -m tableassist.messages.extract

lock: $(BIN)/uv ## pin the requirements anew from pyproject.toml
	$(BIN)/uv pip compile -q --upgrade $(LOCK) pyproject.toml -o requirements/product.txt
	$(BIN)/uv pip compile -q --upgrade $(LOCK) -c requirements/product.txt pyproject.toml --all-extras -o requirements/extras.txt
	$(BIN)/uv pip compile -q --upgrade $(LOCK) -c requirements/extras.txt pyproject.toml --all-extras --group test -o requirements/test.txt
	$(BIN)/uv pip compile -q --upgrade $(LOCK) -c requirements/product.txt pyproject.toml --group bench -o requirements/bench.txt
	$(BIN)/uv pip compile -q --upgrade $(LOCK) --group site -o requirements/site.txt
	$(BIN)/uv pip compile -q --upgrade $(LOCK) --group bundle -o requirements/bundle.txt
	$(BIN)/uv pip compile -q --upgrade $(LOCK) --group audit -o requirements/audit.txt

# Without a network: make audit ADVISORIES=all.zip, the file for PyPI from osv.dev; it looks up our lower bounds, too.
AUDIT := build/audit-venv

audit: $(if $(ADVISORIES),$(TEST),$(AUDIT)/.audit) ## look up every pinned version in a database of advisories
ifdef ADVISORIES
	$(BIN)/python packaging/audit.py --database $(ADVISORIES) requirements/*.txt pyproject.toml
else
	for pins in requirements/*.txt; do $(AUDIT)/bin/pip-audit --disable-pip --require-hashes -r $$pins || exit 1; done
endif

LOCK := --generate-hashes --no-emit-index-url --no-header --universal --python-version 3.11

clean: ## remove what was made
	rm -rf $(VENV) .briefcase demo-out build dist

$(VENV)/pyvenv.cfg:
	$(PYTHON) -m venv $(VENV)

$(PRODUCT): requirements/product.txt | $(VENV)/pyvenv.cfg
	$(PIP) -r $<
	@touch $@

$(TEST): requirements/test.txt | $(VENV)/pyvenv.cfg
	$(PIP) -r $<
	@touch $@ $(PRODUCT)

$(BENCH): requirements/bench.txt | $(VENV)/pyvenv.cfg
	$(PIP) -r $<
	@touch $@

$(AUDIT)/.audit: requirements/audit.txt
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r $<
	@touch $@

$(SITE)/.site: requirements/site.txt
	$(PYTHON) -m venv $(SITE)
	$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r $<
	@touch $@

$(OFFSCREEN): requirements/system-libraries.sh | $(VENV)/pyvenv.cfg
	requirements/system-libraries.sh offscreen
	@touch $@

$(WINDOW): requirements/system-libraries.sh | $(VENV)/pyvenv.cfg
	requirements/system-libraries.sh window
	@touch $@ $(OFFSCREEN)

$(BIN)/uv: | $(VENV)/pyvenv.cfg
	$(BIN)/python -m pip install --quiet uv
