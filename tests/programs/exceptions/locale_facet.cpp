// expect: bug assertion
// fixed: verified 1
// count: The join leaves nothing to reorder: one trace.
// Which of two threads drops the last reference to a locale, and so destroys the program's facet in it, is seen.
#include <cassert>
#include <locale>
#include <thread>

static thread_local bool is_worker = false;
static bool destroyed_by_worker = false;

struct Facet : std::locale::facet {
  static std::locale::id id;
  ~Facet() override { destroyed_by_worker = is_worker; }
};
std::locale::id Facet::id;

int main() {
  auto* first = new std::locale(std::locale::classic(), new Facet);
  auto* second = new std::locale(*first);
  std::thread worker([second] {
    is_worker = true;
    delete second;
  });
#ifdef FIXED
  worker.join();
  delete first;
#else
  delete first;
  worker.join();
#endif
  assert(!destroyed_by_worker);
}
