#!/usr/bin/env bash
# Checks which folder of src includes which: the arrows below are all that is allowed. Prints a sentence for every other
# edge. --self-test proves that it would notice one.
set -uo pipefail

# folder: what it may include besides itself. cli gets everything but the insides of the runtime.
arrows='
base:
ledger:
model: base
explore: model base
toy: explore model base
protocol: base
runtime: concolic protocol explore model base ledger
concolic: model base
solver: concolic model base
fleet: base
frameworks: base
options: protocol explore model base
report: options protocol toy explore model base
build: protocol base
gcc_plugin:
clang_pass:
clang_plugin:
openmp:
supervise: build report options protocol explore model base
runs: fleet supervise build report options protocol explore model base
cli: base model explore protocol options toy concolic fleet frameworks report build supervise runs
'

# Rooms within a folder: folder/room, and which rooms of the same folder it may include besides itself. "." is what lies in the
# folder itself, but for a component that has a line of its own. A folder without lines here has no such order.
rooms='
explore/.:
explore/backtrack: .
explore/optimal: .
explore/pop: .
explore/sample: .
explore/stateful: .
explore/unfolding: .
explore/algorithms: . backtrack optimal pop sample stateful unfolding
toy/language:
toy/.: language
toy/oracle: . language
toy/fuzz: oracle . language
runtime/platform:
runtime/memory: platform
runtime/engine: memory platform
runtime/races: engine memory platform
runtime/kernel: races engine memory platform
runtime/entries: kernel races engine memory platform
runtime/main: entries kernel races engine memory platform
'

check_tree() {  # folder that holds src
  (cd "$1" && find src -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.c' -o -name '*.S' \) |
    sort | ARROWS=$arrows ROOMS=$rooms awk '
    BEGIN {
      n = split(ENVIRON["ARROWS"], lines, "\n")
      for (i = 1; i <= n; i++) {
        if (split(lines[i], part, ": *") < 2) continue
        known[part[1]] = 1
        allowed[part[1], part[1]] = 1
        m = split(part[2], to, " ")
        for (k = 1; k <= m; k++) allowed[part[1], to[k]] = 1
      }
      n = split(ENVIRON["ROOMS"], lines, "\n")
      for (i = 1; i <= n; i++) {
        if (split(lines[i], part, ": *") < 2) continue
        room_known[part[1]] = 1
        folder = part[1]
        sub("/.*", "", folder)
        has_rooms[folder] = 1
        m = split(part[2], to, " ")
        for (k = 1; k <= m; k++) room_allowed[part[1], folder "/" to[k]] = 1
      }
    }
    # Of a path without src/: folder/room.
    function room_of(path,   part, count) {
      count = split(path, part, "/")
      sub(/\.[a-z]+$/, "", part[2])
      if (count > 2 || ((part[1] "/" part[2]) in room_known)) return part[1] "/" part[2]
      return part[1] "/."
    }
    function check_rooms(file, target,   from, to) {
      from = file
      sub(/^src\//, "", from)
      from = room_of(from)
      to = room_of(target)
      if (!(from in room_known)) {
        if (!(from in told)) complain("src/" from " is a room without a place among the rooms of check_includes.sh.")
        told[from] = 1
      } else if (from != to && !((from, to) in room_allowed))
        complain(file " includes \"" target "\", but " from " must not include " to ".")
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
      else if (to == from && (to in has_rooms))
        check_rooms(file, target)
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
  expect src/runtime/engine/time/a.cpp '#include "runtime/memory/b.hpp"' ''
  expect src/runtime/engine/a.cpp '#include "runtime/races/b.hpp"' 'must not include'
  expect src/runtime/platform/a.hpp '#include "runtime/memory/b.hpp"' 'must not include'
  expect src/explore/pop/a.cpp '#include "explore/b.hpp"' ''
  expect src/explore/pop/a.cpp '#include "explore/pop/b.hpp"' ''
  expect src/explore/algorithms.cpp '#include "explore/pop/b.hpp"' ''
  expect src/explore/pop/a.cpp '#include "explore/optimal/b.hpp"' 'explore/pop must not include explore/optimal'
  expect src/explore/pop/a.cpp '#include "explore/algorithms.hpp"' 'explore/pop must not include explore/algorithms'
  expect src/explore/a.cpp '#include "explore/pop/b.hpp"' 'explore/. must not include explore/pop'
  expect src/explore/attic/a.cpp '#include "explore/b.hpp"' 'src/explore/attic is a room without a place'
  expect src/toy/language/deep/a.cpp '#include "toy/machine.hpp"' 'toy/language must not include toy/.'
  return "$self_test_status"
}

if [[ ${1-} == --self-test ]]; then
  self_test
else
  check_tree "${SOURCE_DIR:-$(dirname "$0")/../..}"
fi
