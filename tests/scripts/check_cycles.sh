#!/usr/bin/env bash
# Finds cycles of includes between components. A header and its source, of the same name in the same folder, are one component.
# Prints for each folder of src how many cycles it has, with their members, and fails if a folder has some that must not have any.
# --self-test proves that it would notice one.
set -uo pipefail

# Folders that may have cycles. None should be here.
may_have_cycles=''

check_tree() {  # folder that holds src
  (cd "$1" && find src -type f \( -name '*.cpp' -o -name '*.hpp' \) | sort | TOLERATED=$may_have_cycles awk '
    function component(path) { sub(/\.[ch]pp$/, "", path); return path }
    function folder_of(name) { sub(/^src\//, "", name); sub(/\/.*/, "", name); return name }
    # Tarjan: a component that reaches itself is in a cycle with everything between.
    function visit(v,   k, w, members, size) {
      number[v] = low[v] = ++counter
      stack[++height] = v
      on_stack[v] = 1
      for (k = 1; k <= edges[v]; k++) {
        w = edge[v, k]
        if (!(w in number)) {
          visit(w)
          if (low[w] < low[v]) low[v] = low[w]
        } else if (on_stack[w] && number[w] < low[v]) {
          low[v] = number[w]
        }
      }
      if (low[v] != number[v]) return
      do {
        w = stack[height--]
        on_stack[w] = 0
        members = w (size ? " " : "") members
        size++
      } while (w != v)
      if (size > 1) {
        cycles[folder_of(v)]++
        told[folder_of(v)] = told[folder_of(v)] "  " members "\n"
      }
    }
    { files[++count] = $0; known[component($0)] = 1 }
    END {
      if (!count) { print "src holds no source file: is SOURCE_DIR right?"; exit 1 }
      for (k = 1; k <= count; k++) {
        from = component(files[k])
        folders[folder_of(from)] = 1
        while ((getline line < files[k]) > 0)
          if (match(line, /^[ \t]*#[ \t]*include[ \t]*"[^"]+/)) {
            to = substr(line, RSTART, RLENGTH)
            sub(/^[^"]*"/, "", to)
            to = component("src/" to)
            if ((to in known) && to != from && !((from, to) in seen)) {
              seen[from, to] = 1
              edge[from, ++edges[from]] = to
            }
          }
        close(files[k])
      }
      for (k = 1; k <= count; k++) if (!(component(files[k]) in number)) visit(component(files[k]))
      for (k = 1; k <= count; k++) {
        folder = folder_of(files[k])
        if (folder in printed) continue
        printed[folder] = 1
        printf "%s: %d cycles\n%s", folder, cycles[folder], told[folder]
        if (cycles[folder] && index(" " ENVIRON["TOLERATED"] " ", " " folder " ") == 0) bad = 1
      }
      exit bad
    }')
}

# Expects of a tree of files, each "path: what it includes ...", that it is accepted or refused, and what is printed.
expect() {  # status, words, files...
  local tree output status line path word wanted=$1 words=$2
  shift 2
  tree=$(mktemp -d) || exit 2
  for line in "$@"; do
    path=$tree/src/${line%%:*}
    mkdir -p "$(dirname "$path")"
    touch "$path"
    for word in ${line#*:}; do printf '#include "%s"\n' "$word" >>"$path"; done
  done
  output=$(check_tree "$tree")
  status=$?
  rm -rf "$tree"
  ((status == wanted)) && [[ $output == *"$words"* ]] && return
  echo "self-test: $* gave status $status and '$output', expected $wanted and '$words'"
  self_test_status=1
}

self_test() {
  self_test_status=0
  expect 0 'base: 0 cycles' 'base/a.hpp: base/b.hpp' 'base/b.hpp:'
  expect 0 'base: 0 cycles' 'base/a.hpp:' 'base/a.cpp: base/a.hpp base/b.hpp' 'base/b.hpp:' 'base/b.cpp: base/b.hpp'
  # Through the sources: the headers alone have no cycle.
  expect 1 'base: 1 cycles' 'base/a.hpp:' 'base/a.cpp: base/b.hpp' 'base/b.hpp: base/a.hpp'
  expect 1 '  src/toy/a src/toy/deep/b src/toy/c' 'toy/a.hpp: toy/deep/b.hpp' 'toy/deep/b.hpp: toy/c.hpp' 'toy/c.hpp: toy/a.hpp'
  expect 1 'toy: 2 cycles' 'toy/a.hpp: toy/b.hpp' 'toy/b.hpp: toy/a.hpp' 'toy/c.hpp: toy/d.hpp' 'toy/d.hpp: toy/c.hpp'
  # The same name in two folders is two components.
  expect 0 'toy: 0 cycles' 'toy/x/a.hpp:' 'toy/y/a.cpp: toy/x/a.hpp toy/b.hpp' 'toy/b.hpp: toy/x/a.hpp'
  may_have_cycles=toy
  expect 0 'toy: 1 cycles' 'toy/a.hpp: toy/b.hpp' 'toy/b.hpp: toy/a.hpp'
  return "$self_test_status"
}

if [[ ${1-} == --self-test ]]; then
  self_test
else
  check_tree "${SOURCE_DIR:-$(dirname "$0")/../..}"
fi
