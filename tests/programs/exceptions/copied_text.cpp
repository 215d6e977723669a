// expect: verified 1
// count: 1, since the threads have no operation but their beginnings and ends.
// Copies of a standard exception share their text. The copies are read and destroyed by several threads; the last one
// frees the text.
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <thread>

int main() {
  auto* first = new std::runtime_error("a message that is long enough");
  std::runtime_error second = *first;
  std::thread reader([copy = second] { assert(strlen(copy.what()) == 29); });
  std::thread owner([first] {
    assert(first->what()[0] == 'a');
    delete first;
  });
  second = std::runtime_error("another");
  reader.join();
  owner.join();
}
