#define BOOST_THREAD_VERSION 4
#include <boost/thread.hpp>
#include <boost/thread/shared_mutex.hpp>

#include <cassert>

int main() {
  boost::upgrade_mutex mutex;
  int value = 0;
  boost::thread writer([&] {
    boost::upgrade_lock<boost::upgrade_mutex> hold(mutex);
    boost::upgrade_to_unique_lock<boost::upgrade_mutex> unique(hold);
    value = 1;
  });
  {
    boost::shared_lock<boost::upgrade_mutex> hold(mutex);
    assert(value == 0 || value == 1);
  }
  writer.join();
  assert(value == 1);
}
