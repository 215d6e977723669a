// thread_local objects with constructors and destructors that switch threads, that use each other, and that own memory;
// made again in threads that follow one another.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <map>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> made, gone, turns;

struct Log {
  Log() { ++made; }
  ~Log() {
    for (size_t k = 0; k < lines.size(); k++) assert(lines[k] == std::string(20 + k, 'a'));
    ++gone;
  }
  void add() { lines.push_back(std::string(20 + lines.size(), 'a')); }
  std::vector<std::string> lines;
};

thread_local Log first;

struct Late {
  Late() : seen(turns.fetch_add(1)) { first.add(); }
  ~Late() {
    // Made after `first`, so destroyed before it.
    first.add();
    assert(first.lines.size() == 3);
    turns.fetch_add(1);
    assert(numbers.at(seen) == "seen");
  }
  int seen;
  std::map<int, std::string> numbers{{seen, "seen"}};
};

void work(bool leave_early) {
  thread_local int plain = 5;
  first.add();
  thread_local Late late;
  plain += late.seen;
  turns.load();
  assert(plain == 5 + late.seen && first.lines.size() == 2);
  if (leave_early) pthread_exit(nullptr);
}

int main() {
  for (int round = 0; round < 2; round++) {
    std::thread a(work, false), b(work, true), c(work, round == 1);
    a.join();
    b.join();
    c.join();
    assert(made == 3 * (round + 1) && gone == made && turns == 2 * made);
  }
}
