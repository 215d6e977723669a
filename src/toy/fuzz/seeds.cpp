#include "toy/fuzz/seeds.hpp"

#include "base/check.hpp"
#include "toy/language/parser.hpp"

namespace mazurka::toy {

// It is long because it is a list.
const std::vector<Seed>& all_seeds() {
  static const std::vector<Seed> seeds = {
      // Blocking: a guard that holds only further back, operations that are still pending at the end.
      {"var x", "x = 1; x = 1 | await x == 0", 2},
      {"var x", "await x == 0 | x = 1 | await x == 0", 4},
      {"var x", "await x == 0 | await x == 0 | x = 1; x = 0"},
      {"mutex m", "lock m | lock m", 2},
      {"mutex m", "lock m; unlock m | lock m", 2},
      {"var x; mutex m", "lock m | lock m; x = 1 | x = 1"},
      {"var x; mutex m", "lock m; x = 1; unlock m | lock m | x = 1"},
      {"mutex m, n", "lock m; lock n; unlock n; unlock m | lock n; lock m; unlock m; unlock n", 3},
      {"var x; mutex m", "lock m; r = x; unlock m | lock m; x = 1; unlock m | r = trylock m; if r { unlock m; x = 2 }"},
      {"var x; sem s = 1", "acquire s; x = 1; release s | acquire s; r = x; release s | release s; acquire s"},
      // Operations that write at some values and read at others.
      {"var x", "x = 1 | cas x, 1, 1"},
      {"var x", "r = x | cas x, 1, 1; x = 1"},
      {"var x", "x = 1 | r = x | cas x, 0, 1"},
      {"var x", "x = 1 | r = x | cas x, 1, 1"},
      {"var x", "x = 2 | cas x, 2, 1 | r = x"},
      {"var x", "cas x, 0, 2; x = 1 | r = x | cas x, 2, 2"},
      {"var x, z", "r = x | r = cas z, 0, 2; if r { x = 1 } | z = 1; cas x, 2, 1; z = 0", 7},
      // Races with several reads; reads that other reads come before.
      {"var x", "x = 1 | r = x | r = x", 4},
      {"var x", "r = x; x = 2 | x = 1", 3},
      {"var x", "r = x; r = x | x = 1", 3},
      {"var x", "r = x; r = x | x = 1 | r = x", 6},
      {"var x", "spawn T2; r = x | r = x | x = 1", 4},
      {"var x, y", "x = 1 | r = y; r = x | r = x; y = r + 1", 7},
      {"var x, y", "r = y; r = x | r = y; r = x | x = 2; y = 0", 9},
      {"var x, y", "r = y; r = x | r = y; r = x | x = 2; y = 1"},
      {"var x, y", "r = y; r = x | r = y; r = x | r = y; r = x | x = 2 | y = 1", 64},
      {"var x, y", "r = y; r = x | r = y; r = x | r = x; r = y | x = 2 | y = 1", 57},
      {"var x, y, z", "x = 1 | y = 1 | z = 1 | r = y; z = 5; r = x | r = z; r = y; r = x", 84},
      {"var x, y, z", "x = 1 | y = 1 | z = 1 | r = y; z = 5; r = x | r = z; r = y; r = x | r = y"},
      {"var x, y, z, u", "x = 1 | u = 1; r = y; r = x | y = 1; z = 1 | r = y; r = z; r = x"},
      {"var x, y, z", "r = y; r = x | r = z; r = y; r = x | r = z; r = x | x = 2 | y = 1; z = 1"},
      // Operations that exist in some executions only.
      {"var y, z", "r = z; if r == 1 { y = 1 } | z = 1; z = 0 | r = y"},
      {"var x, z", "x = 1 | x = 1 | r = z; if r == 1 { x = 1 } | z = 1; z = 0", 10},
      {"var x, y, z", "r = x | y = 1 | r = y; if r == 0 { z = 1 } | r = z; if r == 1 { s = y; if s == 0 { x = 1 } }"},
      {"var x; var a[2]", "r = x; a[r % 2] = 1 | r = a[0]; s = a[1] | x = 1"},
      // Branches on inputs, before, between and after operations that race.
      {"input i in 0..1; var x", "x = 1; if i { s = 1 } | x = 2", 4},
      {"input i in 0..1; var x", "x = 1; if i { s = 1 } | r = x; if i { s = 1 }", 4},
      {"input i in 0..1; var x", "r = x | x = 1; if i { s = 1 }", 4},
      {"input i in 0..1; var x", "x = 1; if i { s = 1 } | await x != 1", 4},
      {"input i in 0..1; var x", "if i { s = 1 }; r = x | x = 1", 4},
      {"input i in 0..1; var x, y", "r = x | y = 1; if i { s = 1 }; x = 1", 4},
      {"input i in 0..1; var x, y", "x = 1 | r = y; if i { r = x } | r = x", 6},
      {"input i in 0..1; var x, y", "x = 1 | y = 1; if i { s = 1 } | r = x | r = y; r = x", 16},
      {"input i in 0..3; var x", "if i == 3 { x = 0 } | await x != 2 | r = x", 5},
      {"input i in 0..1; var x, y, z",
       "x = 1; r = y; y = 1 | z = 1 | r = y; z = 5; r = x | r = z; if i { s = 1 }; r = y; r = x", 96},
      {"input i in 0..2; var a[3]", "a[i] = 1", 3},
      {"input i in 0..1; var x, y", "r = y; if i { s = 1 }; r = x | r = y; r = x | x = 2; if i { s = 1 } | y = 1"},
      {"input i in 0..3; var x, y", "r = y; if i > 1 { r = x } | r = y; if i % 2 { r = x } | x = 2 | y = 1"},
      {"input i in 0..1; var x", "if i { await x == 0 }; await x == 0 | x = 1 | if !i { await x == 0 }; r = x"},
      {"input i in 0..3; var x, y", "x = i; r = y | r = x; if r == 2 { y = 1 } | y = i + 1"},
      {"input i in 0..1; var x", "cas x, 0, 2; if i { x = 1 } | r = x | cas x, 2, 2"},
      {"input i in 0..1; var x; mutex m", "lock m; if i { x = 1 }; unlock m | lock m; r = x; unlock m | r = x"},
      // Choices of the environment.
      {"var x", "x = 1; r = choose 2 | x = 1", 4},
      {"var x", "x = 1 | weak_cas x, 1, 1", 3},
      {"var x", "weak_cas x, 0, 2 | weak_cas x, 0, 2", 5},
      {"var x", "weak_cas x, 0, 0 | r = x | x = 0", 10},
      {"var x", "weak_cas x, 0, 0 | weak_cas x, 0, 0; r = x", 9},
      {"var x", "r = x | choose 2; r = choose 2; if r { x = 0 }", 6},
      {"var x", "r = x | weak_cas x, 0, 1", 3},
      {"var x", "r = x | r = choose 2; s = x | x = 1", 8},
      {"var x, y", "r = x | weak_cas y, 0, 1 | copy y, x", 6},
      {"var x, y", "r = y; c = choose 2; r = x | c = choose 2; r = y; r = x | r = y; r = x | x = 2 | y = 1"},
      {"var x, y",
       "c = choose 2; if c == 1 { r = x } | c = choose 2; if c == 1 { r = y; r = x } | r = y; r = x | x = 2 | "
       "c = choose 2; y = c"},
      {"var x, y", "r = y; weak_cas x, 0, 1 | r = y; weak_cas x, 0, 2 | weak_cas y, 0, 1; r = x | x = 2"},
      {"var x, y", "weak_cas x, 0, 1; r = y | weak_cas y, 0, 1; r = x | r = y; weak_cas x, 2, 2 | x = 2"},
      // Condition variables.
      {"var x; mutex m; cond c", "lock m; wait c, m; r = x; unlock m | lock m; x = 1; signal c; unlock m", 2},
      {"var x; mutex m; cond c",
       "lock m; wait c, m; r = x; unlock m | lock m; wait c, m; r = x; unlock m | lock m; x = 1; signal c; unlock m",
       10},
      {"var x; mutex m; cond c",
       "lock m; wait c, m; r = x; unlock m | lock m; wait c, m; r = x; unlock m | lock m; wait c, m; r = x; unlock m | "
       "lock m; x = 1; signal c; unlock m",
       66},
      {"mutex m; cond c", "lock m; wait c, m; unlock m | lock m; timedwait c, m; unlock m | signal c; signal c"},
      {"var x; mutex m; cond c",
       "lock m; timedwait c, m; unlock m | lock m; wait c, m; unlock m | lock m; x = 1; signal c; unlock m | "
       "broadcast c"},
      {"var x; mutex m; cond c", "lock m; wait c, m; r = x | r = x; signal c | r = x; signal c | x = 1; signal c"},
      {"var x; mutex m; cond c",
       "lock m; timedwait c, m; unlock m | r = x; lock m; signal c; unlock m | r = trylock m; if r { unlock m }; x = "
       "1"},
      {"var x; mutex m; cond c", "lock m; wait c, m; unlock m | signal c; r = trylock m; x = 1 | await x == 1; lock m"},
      // Operations on two variables.
      {"var x, y", "x = 2 | r, s = load2 x, y | y = 2", 4},
      {"var x, y, z", "r, s = load2 x, z | x = 1 | r, s = load2 z, x; y = 1 | r, s = load2 x, y | z = 1", 49},
      {"var x, y, z", "r = y; r = x | r, s = load2 x, y; r = z | store2 x, z, 1, 1 | copy y, x | r = y; z = 1"},
      {"var x, y, z", "swap x, y | r = y; r = x | r = z; r = y; x = 5 | z = 1; y = 1"},
      {"var x, y, z", "r, s = load2 x, y | x = 1 | y = 1 | r = z; r, s = load2 x, y | z = 1"},
      {"var x, y, z, u", "store2 x, y, 1, 1 | r = z; x = 1 | r = u; y = 1 | z = 1; u = 1 | r = z; r = y"},
      {"var x, y, z", "store2 x, y, 1, 1 | copy z, x | copy z, y | z = 1 | r = y"},
      // Shared updates: read locks, adds without result.
      {"var x; rwlock w", "rdlock w; r = x; rdunlock w | wrlock w; x = 1; wrunlock w", 2},
      {"var x; rwlock w", "rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | wrlock w; x = 1; wrunlock w", 4},
      {"var x; rwlock w",
       "rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | "
       "wrlock w; x = 1; wrunlock w",
       8},
      {"var x, y; rwlock w",
       "rdlock w; r = x; rdunlock w | rdlock w; r = y; rdunlock w | wrlock w; x = 1; wrunlock w | y = 1"},
      {"var x, y; rwlock w",
       "rdlock w; r = x; rdunlock w | rdlock w; r = x; rdunlock w | r = trywrlock w; if r { x = 1; wrunlock w } | "
       "r = y"},
      {"var x, y; rwlock w",
       "r = y; rdlock w; rdunlock w | r = y; rdlock w; rdunlock w | wrlock w; wrunlock w | y = 1"},
      {"var x, y; rwlock w",
       "rdlock w; x = 1; r = y; rdunlock w | rdlock w; y = 1; r = x; rdunlock w | wrlock w; wrunlock w"},
      {"var x, y; rwlock w",
       "r = tryrdlock w; if r { rdunlock w } | r = y; rdlock w; rdunlock w | wrlock w; y = 1; wrunlock w | "
       "r = tryrdlock w; if r { rdunlock w }"},
      {"var x, y", "r = x; add y, 1 | r = x; add y, 1 | r = y; r = x | r = y | x = 1"},
      {"var x, y", "add y, 1; r = x | add y, 1 | r = x; add y, 1 | y = 2 | x = 1"},
      {"var x, y", "add x, 1; y = 1 | add x, 1; r = y | await x >= 2; y = 2"},
      {"var x, y", "await x == 1; y = 1 | add x, 1; r = y | await x == 1 | add x, 1"},
      {"var x", "add x, 1 | add x, 1 | await x != 1", 4},
      {"var x", "x = 1 | await x == 1 | add x, 0 | add x, 1", 15},
      {"var x", "add x, 0 | await x == 2 | x = 2; add x, 1", 7},
      // Mailboxes: what a receiver finds depends on the sends it could have taken, and on other receivers.
      {"mailbox q", "send q 0; send q 0 | r = poll q; if r >= 0 { r = poll q }", 3},
      {"mailbox q", "send q 0; send q 0 | poll q; poll q", 4},
      {"mailbox q", "send q 0 | send q 1 | send q 2 | receive q; receive q; receive q", 6},
      {"mailbox q, p, o", "send q 0 | send p 0 | send o 0 | receive q; receive p; receive o", 1},
      {"mailbox q", "send q 1 | send q 2 | send q 3 | receive q tag 2", 6},
      {"mailbox q", "send q 1 | send q 2 | send q 3 | poll q tag 2", 12},
      {"mailbox q", "receive q | receive q | send q 0", 2},
      {"mailbox q", "send q 0 | send q 0 | receive q | receive q", 4},
      {"mailbox q", "send q 0 | send q 1 | receive q tag 0 | receive q tag 1", 2},
      {"mailbox q", "send q 0; send q 0 | poll q | poll q", 7},
      {"mailbox q", "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q", 6},
      {"mailbox q", "poll q tag 0, 1 | receive q tag 0, 1 | send q 0; send q 1", 4},
      {"mailbox q", "send q 0 | receive q tag 0, 1, 2 | send q 1; poll q tag 1, 2", 4},
      {"mailbox q", "send q 0 | receive q tag 0, 1, 2 | receive q tag 0, 1, 2 | send q 1; poll q tag 1, 2", 10},
      {"mailbox q", "send q 1; poll q tag 0, 1 | poll q tag 0, 1 | send q 0 | poll q tag 0", 25},
      {"mailbox a, b, c", "send a 0; receive b | send a 1; receive c | receive a; send b 0; receive a; send c 0", 2},
      {"mailbox q; var x", "x = 1; send q 0 | r = unread q; if r == 1 { r = x } | receive q", 3},
      // Mailboxes that can be full.
      {"mailbox q capacity 1", "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q",
       6},
      {"mailbox q capacity 2", "send q 0; send q 0 | send q 1; send q 1 | receive q; receive q; receive q; receive q",
       6},
      {"mailbox q capacity 1", "send q 0 | send q 1", 2},
      {"mailbox q capacity 1", "send q 0 | poll q tag 0 | send q 2", 4},
      {"mailbox q capacity 2", "receive q tag 1, 2 | send q 0; send q 2 | send q 1; poll q tag 0, 2", 6},
      {"mailbox q capacity 1", "trysend q 0 | trysend q 1 | receive q"},
      {"mailbox q capacity 1; var x", "r = trysend q 0; x = r | receive q | send q 1; r = x"},
      // Mailboxes that are closed.
      {"mailbox q", "send q 0 | receive q | close q", 2},
      {"mailbox q", "receive q; receive q | receive q | send q 0; close q"},
      {"mailbox q capacity 1", "send q 0; send q 1 | receive q | close q"},
      {"mailbox q; var x", "r = receive q; x = r | r = poll q; r = x | send q 1; close q | send q 0"},
      // Failures.
      {"var x, y", "r = x; if r == 0 { fail } | y = 1; x = 1"},
      {"var x, y", "r = x; if r == 0 { fail } | r = y; r = x | y = 1; x = 1 | r = y; if r == 1 { fail }"},
      {"var x, y", "r = y; r = x; assert r != 2 | r = y; r = x | x = 2 | y = 1"},
      // Threads and loops.
      {"var x, y", "spawn T2; spawn T3; join T2; r = x; join T3; r = y | x = 1; y = 1 | y = 2; x = 2"},
      {"var x", "r = x; while r == 0 { r = x } | x = 1"},
      {"var x, y", "repeat 2 { r = y; r = x } | x = 1 | y = 1"},
  };
  return seeds;
}

std::string text_of(const Seed& seed) {
  std::string text(seed.objects);
  std::string_view rest = seed.threads;
  for (int thread = 1;; thread++) {
    size_t bar = rest.find('|');
    text += "\nthread T" + std::to_string(thread) + " { " + std::string(rest.substr(0, bar)) + " }";
    if (bar == std::string_view::npos) return text + "\n";
    rest.remove_prefix(bar + 1);
  }
}

Source source_of(const Seed& seed) {
  Result<Source, ParseError> source = parse(text_of(seed));
  CHECK(source.ok(), "a seed of the fuzzer does not parse");
  return std::move(*source);
}

std::vector<Source> seeds_with(Features allowed) {
  std::vector<Source> sources;
  for (const Seed& seed : all_seeds()) {
    Source source = source_of(seed);
    if (allowed.contains(features_of(source))) sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace mazurka::toy
