#include <boost/asio.hpp>

#include <cassert>

int main() {
  int value = 0;
  boost::asio::thread_pool pool(2);
  auto strand = boost::asio::make_strand(pool);
  boost::asio::post(strand, [&] { value++; });
  boost::asio::post(strand, [&] { value++; });
  pool.join();
  assert(value == 2);
}
