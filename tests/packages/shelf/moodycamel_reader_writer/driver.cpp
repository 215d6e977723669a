#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread producer([&] {
    for (int n = 1; n <= 3; n++) queue.enqueue(n);
  });
  int last = 0, value = 0;
  for (int n = 0; n < 3; n++)
    if (queue.try_dequeue(value)) assert(value == ++last);
  producer.join();
  while (queue.try_dequeue(value)) assert(value == ++last);
  assert(last == 3);
}
