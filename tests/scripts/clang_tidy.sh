#!/usr/bin/env bash
# Runs clang-tidy as .clang-tidy says, on a few files of src; with --all on every one, which takes a quarter of an hour
# (cmake --build build/release --target tidy). Proves first that it would notice a mistake.
# cost: 40
set -uo pipefail

cd "${SOURCE_DIR:-$(dirname "$0")/../..}" || exit 2
tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || {
  echo "clang-tidy is not installed: nothing was checked"
  exit 77
}

# An algorithm, and a part of the runtime.
few=(source.cpp barrier.cpp)
# clang and gcc have different types for the guard of a static variable: clang cannot parse it.
not_for_clang=src/runtime/entries/sync/once.cpp

# Each file by itself: in a unity build a file has the includes of others.
build=$PWD/build/tidy
configure() {
  cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DMAZURKA_BUILD_TESTS=OFF >"$build.log" 2>&1 ||
    { tail -n 20 "$build.log"; echo "cannot configure $build"; exit 1; }
  cmake --build "$build" --target mazurka_texts mazurka_ledger_texts >"$build.log" 2>&1 ||
    { tail -n 20 "$build.log"; echo "cannot write the texts that sources include"; exit 1; }
}

check() {  # files
  printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" "$tidy" --quiet -p "$build" 2>/dev/null
}

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cp .clang-tidy "$dir"
printf '#include <string>\nint f(std::string s) { return s.size() == 0 ? 1 : 2; }\n' >"$dir/bad.cpp"
if "$tidy" --quiet "$dir/bad.cpp" -- -std=c++20 >"$dir/said" 2>/dev/null; then
  echo "a file with mistakes passes: $(<"$dir/said")"
  exit 1
fi
for name in performance-unnecessary-value-param readability-container-size-empty; do
  grep -q "$name" "$dir/said" || { echo "$name was not noticed: $(<"$dir/said")"; exit 1; }
done

mkdir -p build
configure
mapfile -t all < <(find src -name '*.cpp' ! -path "$not_for_clang" | sort)
files=()
for file in "${all[@]}"; do
  [[ ${1-} != --all && " ${few[*]} " != *" ${file##*/} "* ]] || files+=("$file")
done
((${#files[@]} >= ${#few[@]})) || { echo "one of these is not there: ${few[*]}"; exit 1; }
check "${files[@]}" || { echo "clang-tidy finds mistakes; a check that carries no weight is switched off in .clang-tidy, with its reason"; exit 1; }
echo "${#files[@]} files, no finding"
