// expect: verified 12
// flags: -std=c++20
// toy: # v is libstdc++'s word: 1 stop requested, 2 locked, 4 there is a source. Who finds it locked and then LOOKS
// toy: # times again is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var v = 4, head, done
// toy: thread a {
// toy:   r = v
// toy:   n = 0
// toy:   got = 0
// toy:   while !got {
// toy:     if r == 6 { if n == LOOKS { await v == 99 }; r = v; n = n + 1 }
// toy:     else { got = cas v, 4, 7; if !got { r = 6 } }
// toy:   }
// toy:   h = head
// toy:   r = fetch_add v, -2
// toy:   if h { r = fetch_add done, 1 }
// toy: }
// toy: thread main {
// toy:   spawn a
// toy:   r = v
// toy:   registered = 0
// toy:   if r % 2 == 0 { registered = cas v, 4, 6 }
// toy:   if registered { head = 1; r = fetch_add v, -2 }
// toy:   join a
// toy:   if registered { r = v; r = cas v, 5, 7; r = fetch_add v, -2; r = done; r = done; r = cas done, 1, 0 }
// toy: }
// A callback runs once: in the thread that registers it, or in the one that requests the stop.
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int called = 0;
  std::thread a([&] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [&] { ++called; });
    a.join();
  }
  assert(called == 1);
}
