// Cases of Boost.Test, right and wrong, for tests/cli/frameworks.
#define BOOST_TEST_MODULE queue
#include <boost/test/included/unit_test.hpp>
//
#include <boost/test/data/test_case.hpp>

#include <atomic>
#include <thread>

BOOST_AUTO_TEST_SUITE(queue)
BOOST_AUTO_TEST_CASE(right) {
  std::atomic<int> value{0};
  std::thread first([&] { value++; });
  std::thread second([&] { value++; });
  first.join();
  second.join();
  BOOST_TEST(value.load() == 2);
}
BOOST_AUTO_TEST_CASE(fails_sometimes) {
  std::atomic<int> value{0};
  std::thread other([&] { value = 1; });
  BOOST_TEST(value.load() == 0);  // line 22
  other.join();
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(fails_in_a_thread) {
  std::atomic<int> value{0};
  std::thread other([&] { BOOST_REQUIRE_EQUAL(value.load(), 0); });  // line 29
  value = 1;
  other.join();
}

BOOST_DATA_TEST_CASE(numbers, boost::unit_test::data::xrange(2), number) {
  BOOST_TEST(number < 2);
}
