# Quadrow. Each target sets up what it needs by itself; ARGS="..." hands words on: make demo ARGS="--seed 3"
BIN := .venv/bin
CC ?= cc
WARNINGS := -Wall -Wextra -Werror
# Photographs, renders and positions for the tests and proofs that need them; where they are beside the checkout.
export QUADROW_PHOTOS ?= $(abspath $(wildcard ../shared/photos))
export QUADROW_RENDERS ?= $(abspath $(wildcard ../shared/renders))
export QUADROW_POSITIONS ?= $(abspath $(wildcard ../shared/solver))

.PHONY: help demo play test lint format bench prove test-old setup clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

demo: setup ## watch the robot play a whole game on the simulated board
	@$(BIN)/quadrow demo $(ARGS)

play: setup ## play against the robot on the simulated board
	@$(BIN)/quadrow play --sim $(ARGS)

test: lint ## check everything: lint, then all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

lint: setup ## check style, types and the C code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet . || { echo "type: make format"; exit 1; }
	$(BIN)/mypy
	@if command -v avr-gcc >/dev/null; then $(MAKE) --silent -C firmware BUILD=../build/firmware all; \
	else echo "the firmware is not built: apt install gcc-avr avr-libc"; fi
	@for file in robot/solver/*.c vision/*.c; do \
	  $(CC) -std=c11 -O2 $(WARNINGS) -DPy_LIMITED_API=0x030b0000 -I "$$($(BIN)/python -c \
	    'import sysconfig; print(sysconfig.get_path("include"))')" -c $$file -o /dev/null || exit 1; \
	done

format: setup ## lay the Python files out as lint wants them
	$(BIN)/ruff format --quiet .

bench: setup ## measure the speed of a simulated game, of the rules, of the eye and, with QUADROW_PHOTOS, the reading of photographs
	$(BIN)/quadrow bench $(or $(ARGS),sim)
	@[ -n "$(ARGS)" ] || $(BIN)/quadrow bench rules
	@[ -n "$(ARGS)" ] || $(BIN)/quadrow bench vision
	@[ -n "$(ARGS)" ] || [ -z "$$QUADROW_PHOTOS" ] || $(BIN)/quadrow bench vision --photos

prove: setup ## the long proofs, claim by claim; goes on where it was interrupted
	$(BIN)/python scripts/prove.py $(ARGS)

test-old: ## the eye's and the simulator's tests with the libraries of Raspberry Pi OS Bookworm
	@scripts/setup.sh old
	.venv-old/bin/python -m pytest tests/vision tests/sim $(ARGS)

setup:
	@scripts/setup.sh

clean: ## remove the environments and all that was built
	rm -rf .venv .venv-old build quadrow.egg-info robot/solver/_*.so vision/_points*.so \
	  .mypy_cache .pytest_cache .ruff_cache .hypothesis
