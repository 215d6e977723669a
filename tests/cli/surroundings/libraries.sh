#!/usr/bin/env bash
# Libraries of Debian, as people use them: the programs of tests/libraries are compiled by mazurka-cc or mazurka-c++ with the packages that they name, and
# checked. Each begins with
#   // expect: verified | bug KIND
#   // package: NAME
#   // message: text             optional: must occur in the bug's message
# A bug must be replayed from its trace file, too. Packages that are missing are installed; if that is impossible, the test is skipped.
source "$(dirname -- "${BASH_SOURCE[0]}")/../../programs/lib.sh"
root=$SOURCE_DIR
source "$root/cmake/setup.sh"
make_dir

check_one() {  # file
  local name=${1##*/} program said compiler
  program=$dir/${name%.*}
  read_headers "$1" program
  read_expected "${headers[expect]}"
  compiler=("$tools/mazurka-c++" -std=c++17)
  [[ $name == *.c ]] && compiler=("$tools/mazurka-cc")
  "${compiler[@]}" "$1" -o "$program" || { fail "$name: ${compiler[0]##*/} cannot compile it"; return; }
  TIME_LIMIT=250 check_json "$program"
  [[ $verdict == "$expected_verdict" ]] || fail "$name: expected ${headers[expect]}, but the verdict is '$verdict': $trouble"
  [[ $expected_verdict == bug ]] || return
  [[ ${report[bugs.0.kind]} == "$expected_kind" && ${report[bugs.0.message]} == *"${headers[message]-}"* ]] ||
    fail "$name: expected ${headers[expect]} with '${headers[message]-}', but it is ${report[bugs.0.kind]}: ${report[bugs.0.message]}"
  said=$(timeout 60 "$MAZURKA" replay "${report[bugs.0.trace_file]}" 2>&1 </dev/null)
  [[ $? == 1 ]] || fail "$name: its trace file is not replayed: $(head -n 3 <<<"$said")"
}

if [[ ${1-} == --one ]]; then
  check_one "$2"
  exit $((failures > 0))
fi

programs=("$root"/tests/libraries/*.c*)
packages=()
for program in "${programs[@]}"; do
  read_headers "$program" program
  packages+=("${headers[package]}")
done
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
if ! install_packages "$dir/log" 2>"$dir/errors" || [[ -n $(missing_packages) ]]; then
  skip "cannot install ${packages[*]}: $(tail -n 2 "$dir/errors" | tr '\n' ' ')"
fi
in_parallel 1 "${programs[@]}" || exit 1
finish "${#programs[@]} programs with ${packages[*]} as expected"
