#include <boost/asio.hpp>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  boost::asio::io_context context;
  std::atomic<int> done = 0;
  boost::asio::steady_timer timer(context, std::chrono::milliseconds(10));
  timer.async_wait([&](const boost::system::error_code& error) { done += error ? 100 : 1; });
  std::thread other([&] { boost::asio::post(context, [&] { done += 10; }); });
  other.join();
  context.run();
  assert(done == 11);
}
