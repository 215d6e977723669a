#!/usr/bin/env bash
# Checks sizes: no folder of src, tests or bench holds more than 30 files, no source file has more than 500 lines, and no function
# has more than 80, unless a comment right above it gives the reason with the words "long because". Prints a sentence for each that
# is too large. --self-test proves that it would notice.
#
# Functions are found by the layout that clang-format gives them: one that is not in a class begins and ends in column 0, one in
# the body of a class is indented by two; "};" and "}  // namespace" end other things.
set -uo pipefail

most_files=30
most_lines=500
most_lines_of_function=80

check_folders() {
  local folder files status=0
  while read -r folder; do
    files=$(find "$folder" -maxdepth 1 -type f | wc -l)
    ((files <= most_files)) && continue
    echo "$folder holds $files files, expected at most $most_files: give some of them a folder of their own."
    status=1
  done < <(find src tests bench -type d | sort)
  return $status
}

check_files() {
  find src tests bench -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.c' \) | sort |
    MOST_LINES=$most_lines MOST_OF_FUNCTION=$most_lines_of_function awk '
    function complain(text) { print text; bad = 1 }
    function check(file,   line, number, level, begin, excused, reason, in_class) {
      in_class = reason = 0
      begin[0] = begin[1] = 1
      for (number = 0; (getline line < file) > 0;) {
        number++
        level = line ~ /^[^ \t]/ ? 0 : in_class && line ~ /^  [^ ]/ ? 1 : 2
        if (level == 2 || line ~ /^ *#/) {
        } else if (line ~ /^ *\/\//) {
          reason = reason || line ~ /long because/
        } else if (line ~ /^ *}$/) {
          if (number - begin[level] + 1 > ENVIRON["MOST_OF_FUNCTION"] && !excused[level])
            complain(file ":" begin[level] ": this function has " number - begin[level] + 1 " lines, expected at most " \
                     ENVIRON["MOST_OF_FUNCTION"] "; split it, or say in a comment above it that it is long because ...")
        } else if (line !~ /^ *template/ && line !~ /^ *[})]/) {
          begin[level] = number
          excused[level] = reason
          reason = 0
          if (level == 0) in_class = line ~ /^(class|struct|union)/
        }
      }
      close(file)
      if (number > ENVIRON["MOST_LINES"])
        complain(file " has " number " lines, expected at most " ENVIRON["MOST_LINES"] ".")
    }
    { check($0) }
    END { exit bad }'
}

check_tree() {  # folder that holds src, tests and bench
  (
    cd "$1" || exit 2
    status=0
    check_folders || status=1
    check_files || status=1
    exit $status
  )
}

# Expects that a tree is accepted, or refused with a sentence that holds the given words. It is made by a command in an empty
# folder.
expect() {  # words ("" if it is fine), command
  local tree output status
  tree=$(mktemp -d) || exit 2
  mkdir -p "$tree/src" "$tree/tests" "$tree/bench"
  (cd "$tree" && eval "$2")
  output=$(check_tree "$tree")
  status=$?
  rm -rf "$tree"
  if [[ -z $1 ]]; then
    ((status == 0)) && [[ -z $output ]] && return
  else
    ((status != 0)) && [[ $output == *"$1"* && $(wc -l <<<"$output") == 1 ]] && return
  fi
  echo "self-test: '$2' gave status $status and '$output', expected '${1:-no complaint}'"
  self_test_status=1
}

lines() { for ((k = 0; k < $1; k++)); do echo "$2"; done; }

self_test() {
  self_test_status=0
  expect '' 'touch src/{1..30}.cpp'
  expect 'src/room holds 31 files' 'mkdir src/room && touch src/room/{1..31}.cpp'
  expect 'tests holds 31 files' 'touch tests/{1..31}.sh'
  expect '' 'lines 500 "int x;" >src/a.cpp'
  expect 'src/a.cpp has 501 lines' 'lines 501 "int x;" >src/a.cpp'
  expect '' '{ echo "int f() {"; lines 78 "  f();"; echo "}"; } >src/a.cpp'
  expect 'src/a.cpp:1: this function has 81 lines' '{ echo "int f() {"; lines 79 "  f();"; echo "}"; } >src/a.cpp'
  expect 'src/a.cpp:3: this function has 82 lines' \
    '{ echo "int x;"; echo; echo "int f(int a,"; echo "      int b) {"; lines 79 "  f();"; echo "}"; } >src/a.cpp'
  expect 'src/a.cpp:2: this function has 81 lines' \
    '{ echo "class A : B {"; echo "  int f() {"; lines 79 "    f();"; echo "  }"; echo "};"; } >src/a.cpp'
  expect '' '{ echo "// It is long because it is a table."; echo "int f() {"; lines 79 "  f();"; echo "}"; } >src/a.cpp'
  expect 'src/a.cpp:3: this function has 81 lines' \
    '{ echo "// f is long because ..."; echo "int f();"; echo "int g() {"; lines 79 "  f();"; echo "}"; } >src/a.cpp'
  expect '' '{ echo "class A {"; lines 100 "  int f() { return 1; }"; echo "};"; } >src/a.cpp'
  expect '' '{ echo "namespace a {"; lines 100 "int f() { return 1; }"; echo "}  // namespace a"; } >src/a.cpp'
  return "$self_test_status"
}

if [[ ${1-} == --self-test ]]; then
  self_test
else
  check_tree "${SOURCE_DIR:-$(dirname "$0")/../..}"
fi
