#!/usr/bin/env bash
# No constant of a .cpp file has the name of one in a header. In a unity build it would hide the header's in the files that happen to be
# compiled after it, and nothing would say so: the toy language once took no more than the fuzzer's 6 threads.
# --self-test proves that it would notice one.
set -uo pipefail

# Lines "NAME FILE" of the constants that the given files define.
constants() { grep -oHE '^(inline |static )*constexpr [^=({;]*\bk[A-Z][A-Za-z0-9_]*( =|\{|\[|;)' "$@" | sed -E 's/^([^:]*):.*\b(k[A-Z][A-Za-z0-9_]*)[^A-Za-z0-9_]*$/\2 \1/' | sort -u; }

check_tree() {  # folder that holds src
  local hidden name source header failures=0
  mapfile -t headers < <(find "$1/src" -name '*.hpp')
  mapfile -t sources < <(find "$1/src" -name '*.cpp')
  while read -r name source header; do
    echo "${source#"$1"/}: $name hides the one of ${header#"$1"/}; give it another name"
    failures=$((failures + 1))
  done < <(join <(constants "${sources[@]}") <(constants "${headers[@]}"))
  ((failures == 0))
}

if [[ ${1-} == --self-test ]]; then
  dir=$(mktemp -d) || exit 2
  trap 'rm -rf "$dir"' EXIT
  mkdir -p "$dir/src/a"
  echo 'inline constexpr int kMost = 3;' >"$dir/src/a/one.hpp"
  echo 'constexpr double kLeast = 3;' >"$dir/src/a/one.cpp"
  check_tree "$dir" || { echo "it complains about names that differ"; exit 1; }
  echo 'constexpr size_t kMost = 6;' >"$dir/src/a/two.cpp"
  check_tree "$dir" && { echo "it does not notice a constant that hides another"; exit 1; }
  exit 0
fi
check_tree "${SOURCE_DIR:-$(dirname -- "${BASH_SOURCE[0]}")/../..}"
