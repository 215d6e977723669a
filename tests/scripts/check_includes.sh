#!/usr/bin/env bash
# Checks which folder of src includes which: the arrows below are all that is allowed. Prints a sentence for every other
# edge. --self-test proves that it would notice one.
set -uo pipefail

# folder: what it may include besides itself. cli gets everything but the insides of the runtime.
arrows='
base:
model: base
explore: model base
toy: explore model base
protocol: base
runtime: protocol explore model base
concolic: model base
fleet: explore model base
options: protocol explore model base
report: options protocol toy explore model base
build: base
supervise: build report options protocol explore model base
cli: base model explore protocol options toy concolic fleet report build supervise
'

check_tree() {  # folder that holds src
  (cd "$1" && find src -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.c' -o -name '*.S' \) |
    sort | ARROWS=$arrows awk '
    BEGIN {
      n = split(ENVIRON["ARROWS"], lines, "\n")
      for (i = 1; i <= n; i++) {
        if (split(lines[i], part, ": *") < 2) continue
        known[part[1]] = 1
        allowed[part[1], part[1]] = 1
        m = split(part[2], to, " ")
        for (k = 1; k <= m; k++) allowed[part[1], to[k]] = 1
      }
    }
    function complain(text) { print text; bad = 1 }
    function check(file, from, quoted, target,   to) {
      to = target
      if (!sub("/.*", "", to)) to = ""
      if (quoted && (to == "" || to ~ /^\.\.?$/))
        complain(file " includes \"" target "\": write it as folder/file, from src.")
      else if (quoted && !(to in known))
        complain(file " includes \"" target "\", and no folder of src is called " to ".")
      else if ((to in known) && !((from, to) in allowed))
        complain(file " includes \"" target "\", but " from " must not include " to ".")
    }
    {
      file = $0
      files++
      count = split(file, part, "/")
      from = part[2]
      if (count < 3) { complain(file " lies in no folder of src: put it into one."); next }
      if (!(from in known)) {
        if (!(from in told)) complain("src/" from " is a folder without a place among the arrows of check_includes.sh.")
        told[from] = 1
        next
      }
      while ((getline line < file) > 0)
        if (match(line, /^[ \t]*#[ \t]*include[ \t]*["<][^">]+/)) {
          target = substr(line, RSTART, RLENGTH)
          quoted = target ~ /"/
          sub(/^[^"<]*["<]/, "", target)
          check(file, from, quoted, target)
        }
      close(file)
    }
    END {
      if (!files) complain("src holds no source file: is SOURCE_DIR right?")
      exit bad
    }')
}

# Expects that one file with this text is accepted, or refused with a sentence that holds the given words.
expect() {  # file, its text, words ("" if it is fine)
  local tree output status
  tree=$(mktemp -d) || exit 2
  mkdir -p "$tree/$(dirname "$1")"
  printf '%s\n' "$2" >"$tree/$1"
  output=$(check_tree "$tree")
  status=$?
  rm -rf "$tree"
  if [[ -z $3 ]]; then
    ((status == 0)) && [[ -z $output ]] && return
  else
    ((status != 0)) && [[ $output == *"$3"* ]] && return
  fi
  echo "self-test: $1 with '$2' gave status $status and '$output', expected '${3:-no complaint}'"
  self_test_status=1
}

self_test() {
  self_test_status=0
  expect src/model/a.hpp '#include "base/ids.hpp"' ''
  expect src/model/a.hpp '#include <vector>' ''
  expect src/model/a.hpp '#include "model/b.hpp"' ''
  expect src/cli/a.cpp '#include "toy/b.hpp"' ''
  expect src/model/a.hpp '#include "explore/b.hpp"' 'model must not include explore'
  expect src/explore/deep/a.cpp '  #  include "toy/b.hpp"' 'explore must not include toy'
  expect src/base/a.hpp '#include <model/b.hpp>' 'base must not include model'
  expect src/cli/a.cpp '#include "runtime/b.hpp"' 'cli must not include runtime'
  expect src/toy/a.cpp '#include "cli/b.hpp"' 'toy must not include cli'
  expect src/toy/a.cpp '#include "b.hpp"' 'write it as folder/file'
  expect src/toy/a.cpp '#include "../base/b.hpp"' 'write it as folder/file'
  expect src/toy/a.cpp '#include "attic/b.hpp"' 'no folder of src is called attic'
  expect src/attic/a.cpp '' 'src/attic is a folder without a place'
  expect src/a.cpp '' 'lies in no folder'
  return "$self_test_status"
}

if [[ ${1-} == --self-test ]]; then
  self_test
else
  check_tree "${SOURCE_DIR:-$(dirname "$0")/../..}"
fi
