// expect: verified 199
// flags: -std=c++20
// toy: # v is libstdc++'s word: 1 stop requested, 2 locked, 4 there is a source. Who finds it locked and then LOOKS
// toy: # times again is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var v = 4, head, done, q = 9
// toy: mutex m
// toy: cond c
// toy: thread worker {
// toy:   r = v
// toy:   if r % 2 == 0 {
// toy:     r = v
// toy:     registered = 0
// toy:     if r % 2 == 0 { registered = cas v, 4, 6 }
// toy:     if registered { head = 1; r = fetch_add v, -2 } else { lock m; broadcast c; unlock m }
// toy:     lock m
// toy:     r = v
// toy:     while r % 2 == 0 { wait c, m; unlock m; lock m; r = v }
// toy:     unlock m
// toy:     if registered {
// toy:       r = v
// toy:       n = 0
// toy:       while r == 7 { if n == LOOKS { await v == 99 }; r = v; n = n + 1 }
// toy:       r = cas v, 5, 7
// toy:       r = fetch_add v, -2
// toy:       r = done
// toy:       r = done
// toy:       if r == 0 { copy done, q; await q != 0; r = done }
// toy:       r = cas done, 1, 0
// toy:     }
// toy:   }
// toy:   r = v
// toy: }
// toy: thread main {
// toy:   spawn worker
// toy:   r = v
// toy:   n = 0
// toy:   got = 0
// toy:   while !got {
// toy:     if r == 6 { if n == LOOKS { await v == 99 }; r = v; n = n + 1 }
// toy:     else { got = cas v, 4, 7; if !got { r = 6 } }
// toy:   }
// toy:   h = head
// toy:   r = fetch_add v, -2
// toy:   if h { lock m; broadcast c; unlock m; r = fetch_add done, 1; r = cas q, 0, 9 }
// toy:   join worker
// toy: }
// The destructor of a jthread asks it to stop, and joins it.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex mutex;
static std::condition_variable_any condition;
static bool stopped;

int main() {
  {
    std::jthread worker([](std::stop_token token) {
      std::unique_lock lock(mutex);
      condition.wait(lock, token, [] { return false; });
      assert(token.stop_requested());
      stopped = true;
    });
  }
  assert(stopped);
}
