# SPDX-License-Identifier: BSL-1.0
# Shared by the scripts of this folder: `. "$(dirname "$0")/common.sh"`. Leaves the shell in the repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=${RIVULET_JOBS:-2}  # a compiler takes up to 1 GB

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else fail "$(basename "$0") has to install packages, but is neither root nor has sudo: $*"
    fi
}

# What is there, asked of the tools themselves, so that it also works where they were not installed by apt.
has_command() { command -v "$1" >/dev/null; }
has_compiler() { has_command "${CXX:-c++}"; }
has_cmake() { has_command cmake && has_command ctest && version_at_least "$(cmake --version | sed -n '1s/[^0-9]*//p')" 3.25; }
version_at_least() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }
preprocesses() { printf '%s\n' "$1" | "${CXX:-c++}" -E -x c++ - >/dev/null 2>&1; }
has_boost() { preprocesses $'#include <boost/version.hpp>\n#if BOOST_VERSION < 108100\n#error\n#endif'; }
has_re2() { preprocesses '#include <re2/re2.h>'; }
has_zones() { preprocesses '#include <cctz/time_zone.h>' && [ -e /usr/share/zoneinfo/Europe/Berlin ]; }
has_doctest() { preprocesses '#include <doctest/doctest.h>'; }

# install PACKAGE...: silent unless it fails. Package lists that are missing or old are fetched when they are needed.
install() {
    local log
    has_command apt-get || fail "please install: $* (or what your system calls them)"
    say "installing $*"
    log=$(mktemp)
    if ! { apt_install "$@" || { as_root apt-get -qq update && apt_install "$@"; }; } >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        fail "could not install $*"
    fi
    rm -f "$log"
}
# --no-remove: an older Boost that somebody put there is not ours to take away.
apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 --no-install-recommends --no-remove install "$@"
}

# The packages for building; those for the tests with `need_tools tests`.
need_tools() {
    local missing=()
    has_compiler || missing+=(g++)
    has_cmake || missing+=(cmake)
    has_command ninja || missing+=(ninja-build)
    has_boost || missing+=(libboost1.81-dev)
    if [ "${1:-}" = tests ]; then
        has_doctest || missing+=(doctest-dev)
        has_re2 || missing+=(libre2-dev)
        has_zones || missing+=(libcctz-dev tzdata)
        has_command python3 || missing+=(python3)
    fi
    [ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
    has_cmake || fail "CMake 3.25 or newer is needed"
}

# need_commands COMMAND=PACKAGE...
need_commands() {
    local pair missing=()
    for pair in "$@"; do
        has_command "${pair%%=*}" || missing+=("${pair#*=}")
    done
    [ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
}

# configure PRESET [CMAKE ARGUMENT...]: one line, or everything when it fails.
configure() {
    local log
    log=$(mktemp)
    cmake --preset "$@" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; fail "configuring $1 failed"; }
    rm -f "$log"
}
