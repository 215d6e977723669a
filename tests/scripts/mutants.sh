#!/usr/bin/env bash
# cost: 25
# The fuzzer must be able to fail: rules are taken out of the algorithms, one at a time, and it has to notice each time. The suite takes
# a quarter of them, another one for each day; the target mutants_long takes all (WHOLE); ONLY=TEXT: those with TEXT in their features.
set -uo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
root=$SOURCE_DIR
libraries=$(dirname "$(dirname "$MAZURKA")")/lib
failures=0 number=0 day=$(($(date +%s) / 86400))

mutant() {  # name, file of src/explore, text, replacement, features that programs may have (else all); 'inputs': pop with inputs; the name of an algorithm first: that one only
  local content
  number=$((number + 1))
  content=$(<"$root/src/explore/$2")
  if [[ $content != *"$3"* ]]; then
    echo "$1: '$3' is not in $2 any more; update this test"
    failures=$((failures + 1))
    return
  fi
  [[ -z ${ONLY-} || ${5:-} == *"$ONLY"* ]] || return
  [[ -n ${WHOLE-}${ONLY-} ]] || (((number + day) % 4 == 0)) || return
  printf '%s\n' "${content/"$3"/"$4"}" >"$dir/mutated.cpp"
  # The mutated file's object comes first, so that the library's own is not linked.
  c++ -std=c++20 -O0 -march=x86-64-v2 -I"$root/src" "$dir/mutated.cpp" "$dir/driver.o" \
    "$libraries"/libmazurka_{toy,explore,model,base}.a -o "$dir/mutant" || { failures=$((failures + 1)); return; }
  # shellcheck disable=SC2086
  if timeout 60 "$dir/mutant" ${5:-} >"$dir/out"; then
    echo "$1: not noticed within $(head -n 1 "$dir/out")"
    failures=$((failures + 1))
  else
    echo "$1: noticed, $(head -n 1 "$dir/out")"
  fi
}

cat >"$dir/driver.cpp" <<'CPP'
#include <iostream>
#include <string_view>

#include "toy/fuzz/fuzzer.hpp"

int main(int argc, char** argv) {
  mazurka::toy::FuzzOptions options;
  if (argc == 2 && std::string_view(argv[1]) == "inputs") {
    options.always.add(mazurka::toy::Feature::kInputs);
    options.variants = {{.algorithm = &mazurka::algorithm_named("pop")}};
  } else if (argc > 1) {
    int first = 1;
    for (const mazurka::Algorithm& algorithm : mazurka::algorithms())
      if (algorithm.name == std::string_view(argv[1])) {
        options.variants = mazurka::toy::variants_of(algorithm);
        first = 2;
      }
    if (first < argc) options.features = {};
    for (int i = first; i < argc; i++) options.features.add(*mazurka::toy::feature_named(argv[i]));
  }
  options.programs = 1'000'000;
  options.max_seconds = 55;
  options.max_mismatches = 1;
  mazurka::toy::FuzzResult result = mazurka::toy::fuzz(options);
  std::cout << result.programs << " programs, " << result.seconds << " s" << std::endl;
  return result.mismatches.empty() ? 0 : 1;
}
CPP
c++ -std=c++20 -O0 -march=x86-64-v2 -I"$root/src" -c "$dir/driver.cpp" -o "$dir/driver.o" || exit 1

mutant 'drop the tie-break of pending heads' pop/pop_sleep.cpp \
  'return tau.pending && head.thread < tau.head_thread;' 'return false;' pop
mutant 'drop freshness' pop/pop_races.cpp \
  ' || leaves_head_behind(frame, reversed, second, cut_clock)' '' pop
mutant 'run ahead past objects of active schedules' pop/pop.cpp \
  'active.object == kSeveralObjects ? watched.add_all() : watched.add(ObjectId(active.object));' ';'
mutant 'skip pending operations in pop' pop/pop_races.cpp \
  't < program.thread_count()' 't < 0 * program.thread_count()'
mutant 'skip pending operations in optimal' optimal/optimal.cpp \
  't < program.thread_count()' 't < 0 * program.thread_count()'
mutant 'skip pending operations in classic and source' backtrack/source.cpp 'if (!disabled) return;' 'return;'
mutant 'forget that a sleeping thread was added in dpor_cr' backtrack/dpor_cr.cpp 'leading.empty() || asleep' 'leading.empty()'
mutant 'skip pending operations in qpor' unfolding/extensions.cpp \
  't < program.thread_count()' 't < 0 * program.thread_count()'
mutant 'take the first alternative that fits in qpor' unfolding/comb.cpp \
  $'else if (try_missing(target))\n      return true;' $'else\n      return try_missing(target);' qpor
mutant 'add backtrack points at the race only, with a bound' backtrack/bounded.cpp 'k + 1 < last' 'k + 1 < 0 * last'
mutant 'reverse races under every input' pop/pop_races.cpp \
  'if (inputs_ != nullptr && !is_canonical(frame, reversed, second, cut_clock)) return;' '' inputs
mutant 'do not compare models in the walk' pop/pop_sleep.cpp \
  'inputs_ != nullptr && differs_in_model' 'false && differs_in_model' inputs
mutant 'flip the branches of events that a head needs' pop/pop_inputs.cpp \
  'trace.path_size(from)' 'trace.path_size(frame.schedule.reversed)' inputs
mutant 'evaluate receives at what they need only' pop/pop_races.cpp '(of_mailbox && k < reversed) || ' '' 'pop mailboxes'
mutant 'take cuts with more than the head needs' pop/pop_races.cpp \
  'if (is_of_mailbox(head.op.code) && needs_too_much(frame, head, reversed, second, cut_clock)) continue;' '' 'pop mailboxes'
mutant 'drop virtual children' pop/pop_races.cpp '!(item.is_virtual && alternative)' '!item.is_virtual' 'pop mailboxes'
mutant 'let empty polls of bounded mailboxes depend on their tags' ../model/mail.cpp \
  'send.capacity != 0 || matches(other.match, send.tag)' 'matches(other.match, send.tag)' 'mailboxes bounded_mailboxes'
mutant 'let receives of bounded mailboxes depend on their tags' ../model/mail.cpp \
  'receive.capacity != 0 || matches(receive.match' 'matches(receive.match' 'mailboxes bounded_mailboxes'
mutant 'let receives commute with messages that they would prefer' ../model/mail.cpp \
  'is_preferred(send, other);' 'false;' 'mailboxes ranked_mailboxes'
mutant 'forget the summaries of known states' stateful/stateful.cpp 'if (rules_.summaries) {' 'if (false) {' 'stateful branches'
mutant 'skip pending operations in stateful' stateful/stateful.cpp 'if (!rules_.pending) return;' 'return;' 'stateful locks'
mutant 'predict without the races of the step' stateful/stateful.cpp 'rules_.summaries && summaries_.races' \
  'false && summaries_.races' 'stateful branches'
mutant 'forget that an operation walks' stateful/summaries.cpp 'access.walking |= walks;' ';' 'stateful branches locks trylock timed_waits'
mutant 'match where an access may race' stateful/stateful.cpp 'if (!rules_.refusals || knows_race_) return false;' 'return false;' 'stateful branches locks trylock leaks'
mutant 'forget what fused sections access' stateful/stateful_sections.cpp 'rules_.uses ? uses.end()' 'false ? uses.end()' 'stateful branches locks'
mutant 'fuse sections of mutexes that are looked at' stateful/stateful_sections.cpp '!rules_.watchers' 'true' 'stateful branches locks trylock'
mutant 'fuse sections beside others of the mutex' stateful/stateful_sections.cpp 'keep_apart(event.op.object);' ';' 'stateful branches locks'
mutant 'order fused sections by their mutex' ../toy/race_watch.cpp 'holder_of_use(section.mutex, use.location, use.writes), thread' \
  'holder_of_object(section.mutex), thread' 'stateful branches locks'
mutant 'order fused sections by locations alone' ../toy/race_watch.cpp 'mutex.number * objects_ + location' \
  '0 * mutex.number + location' 'stateful branches locks'
exit $((failures > 0))
