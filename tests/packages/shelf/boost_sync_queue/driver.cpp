#define BOOST_THREAD_VERSION 4
#include <boost/thread.hpp>
#include <boost/thread/concurrent_queues/sync_bounded_queue.hpp>
#include <cassert>

int main() {
  boost::sync_bounded_queue<int> queue(1);
  boost::promise<int> sum;
  boost::future<int> result = sum.get_future();
  boost::thread consumer([&] {
    int total = queue.pull_front();
    total += queue.pull_front();
    sum.set_value(total);
  });
  queue.push_back(1);
  queue.push_back(2);
  assert(result.get() == 3);
  consumer.join();
}
