#!/usr/bin/env bash
# Libraries of Debian, as people use them: the programs of tests/libraries are compiled by mazurka-c++ with the packages that they name, and
# checked. Each begins with
#   // expect: verified | bug KIND
#   // package: NAME
#   // message: text             optional: must occur in the bug's message
# A bug must be replayed from its trace file, too. Packages that are missing are installed; if that is impossible, the test is skipped.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
root=$SOURCE_DIR
source "$root/cmake/setup.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export MAZURKA dir

header() { sed -n "/^\/\//!q; s|^// $1: *||p" "$2"; }  # name, file

check_one() {  # file
  local name expected verdict kind json found trace
  name=$(basename "$1" .cpp)
  expected=$(header expect "$1")
  read -r verdict kind <<<"$expected"
  fail() { echo "$name: expected $expected, but $*"; exit 1; }
  "$(dirname "$MAZURKA")/mazurka-c++" -std=c++17 "$1" -o "$dir/$name" || fail "mazurka-c++ cannot compile it"
  json=$(timeout 250 "$MAZURKA" check "$dir/$name" --format=json --quiet --out "$dir/$name.out" 2>"$dir/$name.errors" </dev/null)
  found=$(sed -n 's/^  "verdict": *"\(.*\)".*/\1/p' <<<"$json")
  [[ $found == "$verdict" ]] || fail "the verdict is '$found': $(sed -n 's/^ *"\(incomplete\|message\)": *//p' <<<"$json") $(head -n 3 "$dir/$name.errors")"
  [[ $verdict == bug ]] || return 0
  grep -q "\"kind\": \"$kind\"" <<<"$json" || fail "the bug is of another kind: $(grep -m 1 '"kind"' <<<"$json")"
  grep '"message":' <<<"$json" | grep -qF -- "$(header message "$1")" || fail "the message is $(grep '"message":' <<<"$json")"
  trace=$(sed -n 's/^ *"trace_file": *"\(.*\)".*/\1/p' <<<"$json" | head -n 1)
  timeout 60 "$MAZURKA" replay "$trace" >"$dir/$name.replay" 2>&1 </dev/null
  [[ $? == 1 ]] || fail "its trace file is not replayed: $(head -n 3 "$dir/$name.replay")"
}
export -f check_one header

programs=("$root"/tests/libraries/*.cpp)
packages=()
for program in "${programs[@]}"; do packages+=("$(header package "$program")"); done
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
if ! install_packages "$dir/log" 2>"$dir/errors" || [[ -n $(missing_packages) ]]; then
  echo "skipped: cannot install ${packages[*]}: $(tail -n 2 "$dir/errors" | tr '\n' ' ')"
  exit 77
fi
printf '%s\0' "${programs[@]}" | xargs -0 -n 1 -P "${JOBS:-2}" bash -c 'check_one "$0"' &&
  echo "${#programs[@]} programs with ${packages[*]} as expected"
