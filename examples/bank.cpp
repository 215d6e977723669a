// A bank transfer that deadlocks: it locks the account it takes from, then the one it gives to. Two transfers in
// opposite directions can each hold one lock and wait for the other. (std::scoped_lock of both would be right.)
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard hold_from(from.mutex);
  std::lock_guard hold_to(to.mutex);
  if (from.balance < amount) return;
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account alice, bob;
  std::thread first([&] { transfer(alice, bob, 30); });
  std::thread second([&] { transfer(bob, alice, 50); });
  first.join();
  second.join();
  assert(alice.balance + bob.balance == 200);
}
