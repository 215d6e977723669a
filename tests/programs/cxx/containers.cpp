// expect: verified 6
// toy: mutex m
// toy: thread t[3] { lock m; unlock m }
// Maps, vectors and strings grow and shrink in threads; what is freed by another thread does not disturb.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

std::mutex mutex;
std::map<std::string, std::vector<int>> shared;

void churn(int me) {
  std::unordered_map<int, std::string> own;
  for (int n = 0; n < 50; ++n) own[n * me] = std::string(static_cast<size_t>(n), 'x');
  for (int n = 0; n < 50; n += 2) own.erase(n * me);
  assert(own.size() == 25 && own.at(me).size() == 1);
  std::lock_guard lock(mutex);
  for (int n = 0; n < 10; ++n) shared["a key that is shared by all threads, number " + std::to_string(n)].push_back(me);
}

int main() {
  std::thread a(churn, 1), b(churn, 2), c(churn, 3);
  a.join();
  b.join();
  c.join();
  assert(shared.size() == 10);
  for (auto& [key, numbers] : shared) assert(numbers.size() == 3);
  shared.clear();
}
