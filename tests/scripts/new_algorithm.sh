#!/usr/bin/env bash
# cost: 40
# A new algorithm is two files of its own and one row of the table in src/explore/algorithms.cpp. This test adds one to a copy of the
# sources and expects to find it everywhere: in the help texts, the fuzzer, the unit tests and the benchmarks. Only the two changed
# files are compiled; the rest is linked from what was built.
set -uo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
root=$SOURCE_DIR
build=$(dirname "$(dirname "$MAZURKA")")
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

cp -r "$root/src" "$dir/src"
explore=$dir/src/explore
cat >"$explore/backtrack/twin.hpp" <<'CPP'
#pragma once

#include "explore/backtrack/source.hpp"

namespace mazurka {

// Source-DPOR once more.
class Twin final : public RaceReversal {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit Twin(const Options& options) : RaceReversal(kEquivalence, options) {}

 private:
  bool may_begin(const Reversal::Member& member) const override;
#ifdef BROKEN
  void visit_end(uint32_t) override {}
#endif
};

}  // namespace mazurka
CPP
cat >"$explore/backtrack/twin.cpp" <<'CPP'
#include "explore/backtrack/twin.hpp"

namespace mazurka {

bool Twin::may_begin(const Reversal::Member&) const {
  return true;
}

}  // namespace mazurka
CPP
table=$(<"$root/src/explore/algorithms.cpp")
start='constexpr Algorithm kAlgorithms[] = {'
[[ $table == *"$start"* ]] || fail "'$start' is not in algorithms.cpp any more; update this test"
row='    {.name = "twin", .summary = "source sets once more", .make = new_explorer<Twin>, .equivalence = Twin::kEquivalence},'
printf '#include "explore/backtrack/twin.hpp"\n%s\n' "${table/"$start"/"$start"$'\n'"$row"}" >"$explore/algorithms.cpp"

changed=$(diff -rq "$root/src" "$dir/src" | wc -l)
((changed == 3)) || fail "$changed files are new or changed, expected 3: $(diff -rq "$root/src" "$dir/src")"
SOURCE_DIR=$dir bash "$root/tests/scripts/check_includes.sh" || fail "the new files break the order of the folders"

compile() {  # source, object, flags
  c++ -std=c++20 -O1 -march=x86-64-v2 -I"$dir/src" "${@:3}" -c "$1" -o "$dir/$2" || exit 1
}
# Links the objects of a target with the new ones, which come first, so that the library's own are not taken.
link() {  # folder of the target's objects, new program, prefix of the new objects, libraries
  local objects
  mapfile -t objects < <(find "$1" -name '*.o')
  c++ "${objects[@]}" "$dir/$3"{twin,algorithms}.o -Wl,--start-group "$build"/lib/libmazurka_*.a -Wl,--end-group "${@:4}" \
    -lfmt -ldw -lelf -lsqlite3 -lzstd -o "$dir/$2" || exit 1
}
compile "$explore/algorithms.cpp" algorithms.o
compile "$explore/backtrack/twin.cpp" twin.o
compile "$explore/algorithms.cpp" broken_algorithms.o -DBROKEN
compile "$explore/backtrack/twin.cpp" broken_twin.o -DBROKEN
link "$build/src/CMakeFiles/mazurka_cli.dir" mazurka ""
link "$build/src/CMakeFiles/mazurka_cli.dir" broken broken_
link "$build/tests/CMakeFiles/test_explore.dir" test_explore "" -lgtest -lgtest_main -lpthread
link "$build/tests/CMakeFiles/test_toy.dir" test_toy "" -lgtest -lgtest_main -lpthread
link "$build/bench/CMakeFiles/mazurka-bench.dir" bench ""

cd "$root" || exit 1
expect() {  # words, command
  local output
  output=$("${@:2}" 2>&1) || fail "${*:2} failed: $output"
  [[ $output == *"$1"* ]] || fail "${*:2} does not say '$1'"
}
expect 'twin       -' "$dir/mazurka" algorithms
for verb in toy check fuzz; do expect twin "$dir/mazurka" "$verb" --help; done
expect 'verified: all 12 traces' "$dir/mazurka" toy bench/toy/lastzero.toy -D N=3 --algorithm=twin
expect twin "$dir/bench" --help

# The fuzzer compares it with the others, and notices if it is wrong.
"$dir/mazurka" fuzz --programs=200 >"$dir/out" 2>&1 || fail "the fuzzer: $(<"$dir/out")"
compared=$(awk '$1 == "twin" {print $2}' "$dir/out")
((${compared:-0} > 100)) || fail "the fuzzer compared the new algorithm on ${compared:-0} programs, expected more than 100"
"$dir/broken" fuzz --programs=200 --algorithms=twin >"$dir/out" 2>&1 && fail "the fuzzer does not notice that it is wrong"
grep -q 'misses traces' "$dir/out" || fail "the fuzzer does not say what is wrong: $(<"$dir/out")"

# The unit tests run it.
for tests in test_explore test_toy; do
  "$dir/$tests" --gtest_brief=1 --gtest_filter='*twin*:Explorer.*' >"$dir/out" 2>&1 || fail "$tests: $(<"$dir/out")"
  count=$("$dir/$tests" --gtest_list_tests | grep -c twin)
  ((count > 0)) || fail "$tests has no test of the new algorithm"
done

((failures == 0)) && echo "the new algorithm is in the help texts, the fuzzer, the unit tests and the benchmarks"
exit $((failures > 0))
