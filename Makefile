# Every task sets up what it needs in .venv, on a machine with Python 3.11+, Rust and make. Nothing outside this
# folder is changed, except the download caches of pip and cargo.

PYTHON ?= python3
VENV   := $(CURDIR)/.venv
BIN    := $(VENV)/bin
OUT    := out
# An environment that happens to be active must not be the one that is built into.
ISOLATED := env -u CONDA_PREFIX -u PYTHONPATH -u PYTHONHOME VIRTUAL_ENV=$(VENV) PATH=$(BIN):$(PATH)

RUST_FILES := $(shell find rust/engine rust/python -type f \( -name '*.rs' -o -name '*.toml' \) 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-python test-rust lint format bench bench-rust bench-instructions docs wheel clean

help: ## Show the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.built ## Watch a game between two bots, and write a replay with pictures
	@mkdir -p $(OUT)
	@$(ISOLATED) boardwright play gridopolis --seats greedy,random --seed 7 --record $(OUT)/demo.txt --html $(OUT)/demo.html

test: test-python test-rust ## Run all tests, in Python and in Rust

test-python: $(VENV)/.built $(VENV)/.tools ## Run the Python tests
	$(ISOLATED) python -m pytest

test-rust: ## Run the Rust tests
	cargo test

lint: $(VENV)/.built $(VENV)/.tools ## Check style, types, stubs, rule ids, and that the crate can be published
	$(ISOLATED) ruff check .
	$(ISOLATED) ruff format --check .
	$(ISOLATED) mypy
	$(ISOLATED) python -m mypy.stubtest boardwright._core --mypy-config-file pyproject.toml
	$(ISOLATED) python scripts/check_rules.py
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	cargo package --package boardwright --allow-dirty --no-verify --offline --quiet

format: $(VENV)/.tools ## Put all files into the common style
	$(ISOLATED) ruff check --fix .
	$(ISOLATED) ruff format .
	cargo fmt --all

bench: $(VENV)/.built $(VENV)/.tools ## Measure the speed of the Python side
	$(ISOLATED) python -m pytest benches --benchmark-enable --benchmark-only

bench-rust: ## Measure the speed of the engine, as ratios against a peer
	cargo run --release -p boardwright-benches

bench-instructions: ## Compare the engine's instruction counts with the committed ones (needs valgrind)
	$(PYTHON) benches/instructions.py

docs: ## Build the reference of the Rust crates into target/doc
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

wheel: $(VENV)/.base ## Build a wheel into dist/
	$(ISOLATED) maturin build --release --out dist

clean: ## Remove everything that was built
	rm -rf .venv $(OUT) dist target .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find python tests examples benches -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f python/boardwright/_core*.so python/boardwright/_core*.pyd

# The stamps below are dependencies of the tasks; each is renewed when what it stands for changes.

$(VENV)/.base: pyproject.toml
	@command -v cargo >/dev/null || { echo "Rust is missing: see https://rustup.rs"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo "Python's venv module is missing (package python3-venv on Debian)"; exit 1; }
	@echo "Setting up .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --group build
	@touch $@

$(VENV)/.tools: $(VENV)/.base
	@$(BIN)/python -m pip install --quiet --group all
	@touch $@

$(VENV)/.built: $(VENV)/.base Cargo.toml $(wildcard Cargo.lock) $(RUST_FILES)
	@echo "Building the engine (about a minute the first time) ..."
	@$(ISOLATED) maturin develop --release --extras cli --quiet
	@touch $@
