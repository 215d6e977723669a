#include <libcuckoo/cuckoohash_map.hh>

#include <cassert>
#include <thread>

int main() {
  libcuckoo::cuckoohash_map<int, int> map(4);
  std::thread other([&] {
    map.upsert(
        1, [](int& value) { value += 10; }, 10);
  });
  map.upsert(
      1, [](int& value) { value += 1; }, 1);
  int found = 0;
  assert(map.find(1, found) && (found == 1 || found == 11));
  other.join();
  assert(map.find(1, found) && found == 11);
}
