// expect: bug data_race
// package: libreaderwriterqueue-dev
// A queue for one producer, used by two.
#include <readerwriterqueue/readerwriterqueue.h>

#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(3);
  std::thread producer([&] { queue.enqueue(1); });
  queue.enqueue(2);
  producer.join();
}
