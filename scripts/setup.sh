#!/bin/sh
# Make the environment that the Makefile's targets run in, and install what is missing.
#
#   scripts/setup.sh            .venv: Quadrow from this folder, with its development tools
#   scripts/setup.sh old        .venv-old: the same with the libraries of Raspberry Pi OS Bookworm
#
# Quick the second time: a stamp in the environment holds a checksum of all that decides what is installed.
# PYTHON=... chooses the interpreter, QUADROW_NO_APT=1 forbids the use of apt.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    "")  venv=.venv;     constraints="" ;;
    old) venv=.venv-old; constraints="-c constraints-bookworm.txt" ;;
    *)   echo "setup: unknown word '$1' - try: scripts/setup.sh, or scripts/setup.sh old" >&2; exit 2 ;;
esac
log="$PWD/$venv.log"

say()  { echo "setup: $*" >&2; }
fail() { say "$*"; exit 1; }

suits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }

# The first of the named interpreters that runs and is 3.11, 3.12 or 3.13.
find_python() {
    for candidate in "$@"; do
        if suits "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

pick_python() {
    if [ -n "${PYTHON:-}" ]; then
        find_python "$PYTHON"
    elif [ "$venv" = .venv-old ]; then
        find_python python3.11   # numpy 1.24 has no wheels for anything newer that Bookworm ships
    else
        find_python python3 python3.13 python3.12 python3.11
    fi
}

# Install Debian packages where that is possible without a question; otherwise say what to type.
apt_install() {
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root="sudo -n"
    if [ -n "${QUADROW_NO_APT:-}" ] || ! command -v apt-get >/dev/null 2>&1; then
        return 1
    fi
    if [ -n "$as_root" ] && ! $as_root true 2>/dev/null; then
        return 1
    fi
    say "installing $*"
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends"
    if ! $install "$@" >>"$log" 2>&1; then
        $as_root apt-get update >>"$log" 2>&1 || return 1
        $install "$@" >>"$log" 2>&1 || return 1
    fi
}

# need WHAT, Debian packages, what to do elsewhere
need() {
    # shellcheck disable=SC2086
    apt_install $2 && return 0
    if command -v apt-get >/dev/null 2>&1; then
        fail "$1 is missing - type: sudo apt-get update && sudo apt-get install -y $2"
    fi
    fail "$1 is missing - $3"
}

can_make_venv() { "$python" -c 'import ensurepip, venv' 2>/dev/null; }
has_headers() {
    "$python" -c 'import os, sysconfig; os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))' 2>/dev/null
}
can_compile() { printf '#include <stdio.h>\n' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null; }

checksum() {
    cat pyproject.toml constraints-bookworm.txt scripts/setup.sh robot/solver/*.c robot/solver/*.h vision/*.c | cksum
}

is_ready() {
    [ -x "$venv/bin/quadrow" ] && "$venv/bin/python" -c 'import sys' 2>/dev/null &&
        [ "$(cat "$venv/.stamp" 2>/dev/null)" = "$PWD $(checksum)" ]
}

pip_install() {
    # shellcheck disable=SC2086
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input $constraints "$@" >>"$log" 2>&1 </dev/null
}

is_ready && exit 0
: >"$log"

wanted=3
[ "$venv" = .venv ] || wanted=3.11
[ -z "${PYTHON:-}" ] || suits "$PYTHON" || fail "PYTHON=$PYTHON is no Python 3.11 to 3.13 - name another one"
python=$(pick_python) || {
    need "Python 3.11, 3.12 or 3.13" "python$wanted python$wanted-venv python$wanted-dev" \
        "install it from python.org or with your package manager, then try again"
    python=$(pick_python) || fail "this system has no Python 3.11 to 3.13 - install one and name it: PYTHON=/path/to/python3 make ..."
}
minor=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
can_make_venv || need "the venv module of Python $minor" "python$minor-venv" "install Python $minor with its venv module"
can_compile || need "a C compiler" "gcc libc6-dev" "install one (macOS: xcode-select --install)"
has_headers || need "the header Python.h of Python $minor" "python$minor-dev" "install the development files of Python $minor"

say "making $venv with Python $minor (a minute or two the first time)"
if ! { suits "$venv/bin/python" && "$venv/bin/python" -c 'import pip' 2>/dev/null; }; then
    rm -rf "$venv"
    "$python" -m venv "$venv" >>"$log" 2>&1 || fail "the environment could not be made - read $log"
fi
pip_install -e ".[dev]" || {
    tail -n 5 "$log" >&2
    fail "the installation failed - look at the lines above, or at all of them in $log"
}
echo "$PWD $(checksum)" >"$venv/.stamp"
rm -f "$log"
say "$venv is ready"
