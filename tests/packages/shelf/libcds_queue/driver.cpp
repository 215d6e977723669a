#include <cds/container/msqueue.h>
#include <cds/gc/hp.h>
#include <cds/init.h>

#include <cassert>
#include <thread>

int main() {
  cds::Initialize();
  {
    cds::gc::HP collector(4, 3);
    cds::threading::Manager::attachThread();
    {
      cds::container::MSQueue<cds::gc::HP, int> queue;
      std::thread other([&] {
        cds::threading::Manager::attachThread();
        queue.enqueue(1);
        cds::threading::Manager::detachThread();
      });
      int value = 0, sum = 0;
      if (queue.dequeue(value)) sum += value;
      other.join();
      if (queue.dequeue(value)) sum += value;
      assert(sum == 1);
    }
    cds::threading::Manager::detachThread();
  }
  cds::Terminate();
}
