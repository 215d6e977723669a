// For check.hpp: which case of a test framework runs, and how it is selected on a command line. Knows the frameworks
// whose headers were included before.
#ifndef MAZURKA_CHECKS_CURRENT_CASE_HPP
#define MAZURKA_CHECKS_CURRENT_CASE_HPP

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace mazurka {
namespace checks {

struct Case {
  std::string name = {};                    // empty: no framework
  std::string run = {};                     // tells two runs of the case in one process apart
  std::vector<std::string> arguments = {};  // by which it runs alone, and stops at the first assertion that fails
  unsigned long (*failures)() = nullptr;    // how many have failed, where nothing stops it
};

inline std::string escaped(const std::string& name, const std::string& special) {
  std::string result;
  for (const char c : name) {
    if (special.find(c) != std::string::npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace checks
}  // namespace mazurka

// Each file of a program has its own of these, by what it has included.
namespace mazurka {
namespace checks {
namespace {

#if defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_) || defined(GTEST_INCLUDE_GTEST_GTEST_H_)

[[maybe_unused]] Case current_case() {
  const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
  if (info == nullptr) return {};
  const std::string name = std::string(info->test_suite_name()) + "." + info->name();
  std::string pattern = name;
  for (char& c : pattern)
    if (c == ':' || c == '-') c = '?';  // they mean something in a filter
  // The last of the same flags counts.
  return {name, std::to_string(info->result()->start_timestamp()), {"--gtest_filter=" + pattern, "--gtest_repeat=1"}};
}
#define MAZURKA_CASE_OF_FRAMEWORK(suite, name) TEST(suite, name)
#define MAZURKA_EXPECT_OF_FRAMEWORK(condition, text) EXPECT_TRUE(condition) << (text)

#elif defined(CATCH_VERSION_MAJOR)

[[maybe_unused]] Case current_case() {
  const std::string name = ::Catch::getResultCapture().getCurrentTestName();
  std::string pattern = escaped(name, "\\,[\"");
  if (!pattern.empty() && (pattern[0] == '~' || pattern[0] == '-')) pattern.insert(0, "\\");
  if (pattern.compare(0, 8, "exclude:") == 0) pattern[0] = '*';  // it would mean all others
  return {name, "", {pattern, "--abort"}};
}
#define MAZURKA_CASE_OF_FRAMEWORK(suite, name) TEST_CASE(#suite "." #name)
#define MAZURKA_EXPECT_OF_FRAMEWORK(condition, text) \
  do {                                               \
    INFO(text);                                      \
    CHECK(condition);                                \
  } while (0)

#elif defined(DOCTEST_VERSION)

[[maybe_unused]] Case current_case() {
  const auto* options = ::doctest::getContextOptions();
  if (options == nullptr || options->currentTest == nullptr) return {};
  const std::string name = options->currentTest->m_name;
  return {name, "", {"--test-case=" + escaped(name, "\\,"), "--case-sensitive=true", "--abort-after=1"}};
}
#define MAZURKA_CASE_OF_FRAMEWORK(suite, name) TEST_CASE(#suite "." #name)
#define MAZURKA_EXPECT_OF_FRAMEWORK(condition, text) CHECK_MESSAGE(condition, (text))

#elif defined(BOOST_AUTO_TEST_CASE)
}  // namespace
}  // namespace checks
}  // namespace mazurka
#include <boost/test/results_collector.hpp>
namespace mazurka {
namespace checks {
namespace {

[[maybe_unused]] unsigned long failed_assertions() {
  const auto id = ::boost::unit_test::framework::current_test_case().p_id;
  return ::boost::unit_test::results_collector.results(id).p_assertions_failed;
}
[[maybe_unused]] Case current_case() {
  const std::string name = ::boost::unit_test::framework::current_test_case().full_name();
  return {name, "", {"--run_test=" + name}, failed_assertions};
}
#define MAZURKA_CASE_OF_FRAMEWORK(suite, name) BOOST_AUTO_TEST_CASE(suite##_##name)
#define MAZURKA_EXPECT_OF_FRAMEWORK(condition, text) BOOST_CHECK_MESSAGE(condition, text)

#else

[[maybe_unused]] Case current_case() {
  return {};
}
#define MAZURKA_CASE_OF_FRAMEWORK(suite, name) void suite##_##name()
#define MAZURKA_EXPECT_OF_FRAMEWORK(condition, text)                                      \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, std::string(text).c_str()); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (0)

#endif

}  // namespace
}  // namespace checks
}  // namespace mazurka

#endif
