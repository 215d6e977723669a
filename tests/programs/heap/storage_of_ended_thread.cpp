// expect: bug use_after_free
// message: in a thread-local variable of T1, which has ended
// A thread registers its thread_local variable, and does not take it back at its end.
#include <thread>
#include <vector>

thread_local int hits = 0;
std::vector<int*> all;

int main() {
  std::thread worker([] {
    all.push_back(&hits);
    hits++;
  });
  worker.join();
  int sum = 0;
  for (int* counter : all) sum += *counter;
  return sum == 1 ? 0 : 1;
}
