// expect: verified 2
// count: the send comes before or after the end of the actor: 2
// A send to an actor that has ended says so; the end is a message to whoever is linked to it.
#include <mazurka/mailbox.hpp>

#include <cassert>

using namespace mazurka;
using Idler = actor<int>;
using Watcher = actor<down>;

int main() {
  bool was_told = false;
  Watcher watcher =
      Watcher::spawn([&](Watcher::self& me) { me.receive([&](down d) { was_told = d.who != nullptr && !d.failed; }); });
  Idler idler = Idler::spawn_linked(watcher, [](Idler::self&) {});
  idler.send(1);
  idler.join();
  assert(!idler.send(2));
  watcher.join();
  assert(was_told);
}
