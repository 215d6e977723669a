// The symbolizer, on this test's own binary.
#include "report/symbolizer.hpp"

#include <gtest/gtest.h>
#include <link.h>

#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

std::atomic<int> symbolizer_test_counter;
int symbolizer_test_array[8];
struct SymbolizerTestPart {
  char name[3];
  std::atomic<long> count;
};
struct SymbolizerTestWhole : SymbolizerTestPart {
  std::array<SymbolizerTestPart, 4> parts;
  short table[2][5];
} symbolizer_test_whole[2];
int x;  // also the code of a type in mangled names

namespace symbolizer_test {

int shared_word;

[[gnu::noinline]] uint64_t return_address() {
  return reinterpret_cast<uint64_t>(__builtin_return_address(0));
}

constexpr uint32_t kCallLine = __LINE__ + 3;
struct Account {
  [[gnu::noinline]] uint64_t withdraw(int amount) {
    uint64_t pc = return_address();
    shared_word = amount;
    return pc;
  }
};

constexpr uint32_t kInlinedLine = __LINE__ + 2;
[[gnu::always_inline]] inline uint64_t inlined_call() {
  uint64_t pc = return_address();
  shared_word++;
  return pc;
}

constexpr uint32_t kCallerLine = __LINE__ + 2;
[[gnu::noinline]] uint64_t caller() {
  uint64_t pc = inlined_call();
  shared_word++;
  return pc;
}

}  // namespace symbolizer_test

namespace mazurka::report {
namespace {

std::vector<protocol::ModuleRecord> own_modules() {
  std::vector<protocol::ModuleRecord> modules;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* to) {
        protocol::ModuleRecord module{};
        module.base = info->dlpi_addr;
        std::strncpy(module.path, info->dlpi_name, sizeof(module.path) - 1);
        static_cast<std::vector<protocol::ModuleRecord>*>(to)->push_back(module);
        return 0;
      },
      &modules);
  return modules;
}

std::string own_path() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

uint64_t address_of(const void* object) {
  return reinterpret_cast<uint64_t>(object);
}

TEST(Symbolizer, NamesFunctionAndLineOfAReturnAddress) {
  Symbolizer symbolizer(own_modules(), own_path());
  symbolizer_test::Account account;
  auto frames = symbolizer.frames(account.withdraw(5), PcKind::kReturnAddress);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].function, "symbolizer_test::Account::withdraw(int)");
  EXPECT_TRUE(frames[0].file.ends_with("tests/report/symbolizer_test.cpp")) << frames[0].file;
  EXPECT_EQ(frames[0].line, symbolizer_test::kCallLine);
  EXPECT_FALSE(frames[0].inlined);
  EXPECT_FALSE(frames[0].system);
}

TEST(Symbolizer, ListsInlinedFramesInnermostFirst) {
  Symbolizer symbolizer(own_modules(), own_path());
  auto frames = symbolizer.frames(symbolizer_test::caller(), PcKind::kReturnAddress);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_NE(frames[0].function.find("inlined_call"), std::string::npos);
  EXPECT_EQ(frames[0].line, symbolizer_test::kInlinedLine);
  EXPECT_TRUE(frames[0].inlined);
  EXPECT_EQ(frames[1].function, "symbolizer_test::caller()");
  EXPECT_EQ(frames[1].line, symbolizer_test::kCallerLine);
  EXPECT_FALSE(frames[1].inlined);
}

TEST(Symbolizer, NamesVariables) {
  Symbolizer symbolizer(own_modules(), own_path());
  static int inside;
  EXPECT_EQ(symbolizer.variable(address_of(&symbolizer_test_counter)), "symbolizer_test_counter");
  EXPECT_EQ(symbolizer.variable(address_of(&symbolizer_test_array[3])), "symbolizer_test_array[3]");
  EXPECT_EQ(symbolizer.variable(address_of(&symbolizer_test::shared_word)), "symbolizer_test::shared_word");
  EXPECT_EQ(symbolizer.variable(address_of(&x)), "x");
  SymbolizerTestWhole& whole = symbolizer_test_whole[1];
  EXPECT_EQ(symbolizer.variable(address_of(&whole.count)), "symbolizer_test_whole[1].count");
  EXPECT_EQ(symbolizer.variable(address_of(&whole.name[2])), "symbolizer_test_whole[1].name[2]");
  EXPECT_EQ(symbolizer.variable(address_of(&whole.parts[3].count)), "symbolizer_test_whole[1].parts[3].count");
  EXPECT_EQ(symbolizer.variable(address_of(&whole.table[1][4])), "symbolizer_test_whole[1].table[1][4]");
  EXPECT_EQ(symbolizer.variable(address_of(&whole.table[0][3]) + 1), "symbolizer_test_whole[1].table[0][3]+1");
  auto name = symbolizer.variable(address_of(&inside));
  ASSERT_TRUE(name);
  EXPECT_TRUE(name->ends_with("::inside")) << *name;
}

TEST(Symbolizer, KnowsNoNamesForStackHeapAndNothing) {
  Symbolizer symbolizer(own_modules(), own_path());
  int local = 0;
  auto heap = std::make_unique<int>();
  EXPECT_EQ(symbolizer.variable(address_of(&local)), std::nullopt);
  EXPECT_EQ(symbolizer.variable(address_of(heap.get())), std::nullopt);
  EXPECT_EQ(symbolizer.variable(0), std::nullopt);
  EXPECT_TRUE(symbolizer.frames(0, PcKind::kExact).empty());
  EXPECT_TRUE(symbolizer.frames(address_of(&local), PcKind::kExact).empty());
}

TEST(Symbolizer, LeavesOutModulesItCannotRead) {
  protocol::ModuleRecord missing{};
  std::strcpy(missing.path, "/no/such/file");
  Symbolizer symbolizer(std::vector{missing}, "");
  EXPECT_TRUE(symbolizer.frames(0x1000, PcKind::kExact).empty());
}

TEST(Symbolizer, PrefersTheUsersFrame) {
  Frame header{.function = "std::mutex::lock()", .file = "/usr/include/c++/12/mutex", .line = 1, .system = true};
  Frame mine{.function = "work()", .file = "work.cpp", .line = 7};
  EXPECT_EQ(first_user_frame(std::vector{header, mine}), mine);
  EXPECT_EQ(first_user_frame(std::vector{header}), header);
  EXPECT_EQ(first_user_frame({}), std::nullopt);
}

}  // namespace
}  // namespace mazurka::report
