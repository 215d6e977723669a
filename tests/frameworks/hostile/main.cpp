// Calls of mazurka::check that do what they must not, for tests/cli/frameworks/hostile.sh: a line for each, "name
// verdict".
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "hostile.hpp"

static jmp_buf outside;

static void leave() {
  try {
    tell("throws", mazurka::check([] {
           std::atomic<int> value{0};
           std::thread other([&] { value = 1; });
           const int seen = value;
           other.join();
           if (seen == 1) throw std::runtime_error("caught outside");
         }));
  } catch (const std::runtime_error&) {
    std::exit(0);
  }
  if (setjmp(outside) != 0) std::exit(0);
  tell("jumps", mazurka::check([] {
         std::thread([] {}).join();
         longjmp(outside, 1);
       }));
  tell("exits", mazurka::check([] { std::exit(0); }));
  tell("exits_at_once", mazurka::check([] { _exit(0); }));
  tell("thread_exits", mazurka::check([] { std::thread([] { std::exit(0); }).join(); }));
  tell("ends_thread", mazurka::check([] { pthread_exit(nullptr); }));
}

static void change_surroundings() {
  const bool is_second = getenv("HOSTILE") != nullptr;
  setenv("HOSTILE", "1", 1);
  tell("environment", mazurka::check([is_second] { is_second ? do_nothing() : race(); }));
  mkdir("below", 0777);
  const bool is_below = access("below", F_OK) == 0 && chdir("below") == 0;
  tell("folder", mazurka::check([is_below] { is_below ? race() : do_nothing(); }));
  if (chdir("..") != 0) std::abort();
}

static void use_threads() {
  static int shared = 0;
  std::thread([] { shared = 1; }).join();
  tell("thread_before", mazurka::check([] { shared == 1 ? race() : do_nothing(); }));
  static std::atomic<bool> is_over{false};
  std::thread waits([] {
    while (!is_over) std::this_thread::yield();
  });
  tell("thread_alive", mazurka::check(do_nothing));
  is_over = true;
  waits.join();
  std::thread([] {
    tell("by_thread", mazurka::check(race));
    tell("by_thread_right", mazurka::check(do_nothing));
  }).join();
}

static void change_globals() {
  static int calls = 0;
  calls++;
  tell("global", mazurka::check([] {
         if (++calls != 2) std::abort();
       }));
  tell("global_again", mazurka::check([] {
         if (calls != 1) std::abort();
       }));
  calls = 5;
  tell("global_bad", mazurka::check([] {
         if (calls == 5) std::abort();
       }));
  static std::mutex mutex;
  mutex.lock();
  tell("locked_before", mazurka::check([] { std::thread([] { mutex.lock(); }).join(); }));
  mutex.unlock();
}

int main(int count, char**) {
  int number = 0;
  std::cin >> number;
  tell("input_before", mazurka::check([number] { number == 3 ? race() : do_nothing(); }));
  tell("input", mazurka::check([] {
         int next = 0;
         std::cin >> next;
         next == 4 ? race() : do_nothing();
       }));
  if (count > 1) return 0;
  leave();
  change_surroundings();
  use_threads();
  change_globals();
  check_first();
  check_second();
}
