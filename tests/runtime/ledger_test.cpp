// The ledger of functions that are not instrumented: every function that Debian's C and C++ libraries export has a
// place in it, and what the lists and the rules say is read as it was meant.
#include "runtime/entries/unseen/ledger.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "runtime/entries/unseen/cxx_name.hpp"
#include "runtime/entries/unseen/cxx_rules.hpp"
#include "runtime/entries/unseen/streams/stream_use.hpp"
#include "runtime/kernel/system_call_table.hpp"

namespace mazurka::runtime {
namespace {

using Kind = LedgerEntry::Kind;
using What = Effect::What;
using Extent = Effect::Extent;
using From = Effect::Amount::From;

std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> line;
  while (pipe != nullptr && fgets(line.data(), line.size(), pipe) != nullptr) {
    lines.emplace_back(line.data());
    lines.back().pop_back();
  }
  if (pipe != nullptr) pclose(pipe);
  return lines;
}

std::vector<std::string> functions_of(const std::string& library) {
  return lines_of("nm -D --defined-only $(ldconfig -p | sed -n 's/^[[:space:]]*" + library +
                  " (libc6,x86-64.*=> //p' | head -n 1) "
                  "2>/dev/null | awk '$2 ~ /[TWi]/ { print $3 }' | sed 's/@.*//' | LC_ALL=C sort -u");
}

// What this library stands in for is never looked up.
bool is_stood_in_for(const std::string& name) {
  static const std::vector<std::string> own = lines_of("nm -D --defined-only " MAZURKA_RUNTIME " | awk '{ print $3 }'");
  return std::find(own.begin(), own.end(), name) != own.end();
}

class LedgerOf : public testing::TestWithParam<const char*> {};

TEST_P(LedgerOf, HasAPlaceForEveryFunction) {
  const std::string library = GetParam();
  const std::vector<std::string> functions = functions_of(library);
  if (functions.empty()) GTEST_SKIP() << library << " is not installed";
  size_t unknown = 0;
  for (const std::string& function : functions)
    if (!is_stood_in_for(function) && look_up(function, library).kind == Kind::kUnknown) {
      unknown++;
      ADD_FAILURE() << function << " of " << library << " is in no list";
    }
  EXPECT_EQ(unknown, 0u);
}

INSTANTIATE_TEST_SUITE_P(Libraries, LedgerOf,
                         testing::Values("libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libresolv.so.2",
                                         "libatomic.so.1", "libc++.so.1", "libc++abi.so.1"));

TEST(Ledger, HasAPlaceForEverySystemCall) {
  size_t known = 0;
  for (long number = 0; number < 512; number++) {
    const SystemCallRow& row = row_of(number);
    if (row.treatment == Treatment::kRefused) continue;
    EXPECT_NE(look_up(std::string("sys_") + row.name, "system-call").kind, Kind::kUnknown) << row.name;
    known++;
  }
  EXPECT_GT(known, 100u);
}

TEST(Ledger, KnowsNothingOfOthers) {
  EXPECT_EQ(look_up("frobnicate", "libc.so.6").kind, Kind::kUnknown);
  EXPECT_EQ(look_up("_ZN5boost10frobnicateEv", "libboost.so").kind, Kind::kUnknown);
  // The name is that of a function of the C library, but it is another one's.
  EXPECT_EQ(look_up("stat", "libsomething.so.1").kind, Kind::kUnknown);
  EXPECT_FALSE(is_listed("libsomething.so.1"));
}

TEST(Ledger, ReadsEffects) {
  LedgerEntry entry = look_up("stat", "libc.so.6");
  ASSERT_EQ(entry.kind, Kind::kEffects);
  ASSERT_EQ(entry.effects.size(), 2u);
  EXPECT_EQ(entry.effects[0].what, What::kRead);
  EXPECT_EQ(entry.effects[0].extent, Extent::kString);
  EXPECT_EQ(entry.effects[0].argument, 1);
  EXPECT_EQ(entry.effects[1].what, What::kWrite);
  EXPECT_EQ(entry.effects[1].unit, 144u);
  EXPECT_EQ(entry.effects[1].argument, 2);
}

TEST(Ledger, FindsEveryNameOfItsLists) {
  // The first and the last one, and one in between.
  EXPECT_EQ(look_up("AES_decrypt", "libcrypto.so.3").kind, Kind::kEffects);
  EXPECT_EQ(look_up("zlibVersion", "libz.so.1").kind, Kind::kNothing);
  EXPECT_EQ(look_up("index", "libc.so.6").alias, "strchr");
  // By patterns.
  EXPECT_EQ(look_up("EVP_aes_128_cbc", "libcrypto.so.3").kind, Kind::kNothing);
  EXPECT_EQ(look_up("EVP_aes_128_cbc", "libz.so.1").kind, Kind::kUnknown);
  EXPECT_EQ(look_up("", "libc.so.6").kind, Kind::kUnknown);
}

TEST(CxxRules, KnowWhatIsCalledVirtually) {
  EXPECT_TRUE(is_called_virtually("_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl"));
  EXPECT_TRUE(is_called_virtually("_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE8overflowEj"));
  EXPECT_TRUE(is_called_virtually("_ZNSt12strstreambuf9underflowEv"));
  EXPECT_TRUE(is_called_virtually("_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE4syncEv"));
  EXPECT_TRUE(is_called_virtually("_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm"));
  EXPECT_TRUE(is_called_virtually("_ZNSt3__115basic_streambufIcNS_11char_traitsIcEEE5uflowEv"));
  // Shared by design, but its blocks are not.
  EXPECT_TRUE(is_called_virtually("_ZNSt3pmr26synchronized_pool_resource11do_allocateEmm"));
  // A destructor; no member of such a class.
  EXPECT_FALSE(is_called_virtually("_ZNSt15basic_streambufIcSt11char_traitsIcEED0Ev"));
  EXPECT_FALSE(is_called_virtually("_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE"));
  EXPECT_FALSE(is_called_virtually("_ZTVSt15basic_streambufIcSt11char_traitsIcEE"));
  EXPECT_FALSE(is_called_virtually("strsetbuf"));
}

TEST(CxxName, TakesMembersApart) {
  CxxName name = take_apart("std::basic_istream<char, std::char_traits<char> >::read(char*, long)");
  EXPECT_EQ(name.scope, "std::basic_istream");
  EXPECT_EQ(name.function, "read");
  ASSERT_EQ(name.parameters.size(), 2u);
  EXPECT_EQ(name.parameters[0], "char*");
  EXPECT_EQ(name.parameters[1], "long");
  EXPECT_FALSE(name.is_const);
  EXPECT_TRUE(take_apart("std::locale::name() const").is_const);
}

TEST(CxxName, TakesTemplatesAndOperatorsApart) {
  CxxName name = take_apart(
      "std::basic_ostream<char, std::char_traits<char> >& std::operator<< <std::char_traits<char> "
      ">(std::basic_ostream<char, std::char_traits<char> >&, char const*)");
  EXPECT_EQ(name.scope, "std");
  EXPECT_EQ(name.function, "operator<<");
  ASSERT_EQ(name.parameters.size(), 2u);
  EXPECT_EQ(name.parameters[1], "char const*");
  EXPECT_EQ(take_apart("std::istream::operator>>(int&)").scope, "std::istream");
}

TEST(CxxRules, FollowTypes) {
  // std::istream::operator>>(int&): writes the stream and the variable.
  LedgerEntry entry = look_up("_ZNSirsERi", "libstdc++.so.6");
  ASSERT_EQ(entry.effects.size(), 3u);
  EXPECT_EQ(entry.effects[0].what, What::kWrite);
  EXPECT_EQ(entry.effects[0].extent, Extent::kStream);
  EXPECT_EQ(entry.effects[1].what, What::kCharacters);
  EXPECT_EQ(entry.effects[1].state, kUsesInput | kIsFormatted);
  EXPECT_EQ(entry.effects[2].what, What::kWrite);
  EXPECT_EQ(entry.effects[2].argument, 2);
  EXPECT_EQ(entry.effects[2].unit, 4u);
  // std::ostream::write(char const*, long): reads so many bytes.
  entry = look_up("_ZNSo5writeEPKcl", "libstdc++.so.6");
  ASSERT_EQ(entry.effects.size(), 3u);
  EXPECT_EQ(entry.effects[2].what, What::kRead);
  EXPECT_EQ(entry.effects[2].amounts[0].from, From::kArgument);
  EXPECT_EQ(entry.effects[2].amounts[0].argument, 3);
  // std::to_chars(char*, char*, double): writes up to where its result points to.
  entry = look_up("_ZSt8to_charsPcS_d", "libstdc++.so.6");
  ASSERT_EQ(entry.effects.size(), 1u);
  EXPECT_TRUE(entry.effects[0].after);
  EXPECT_EQ(entry.effects[0].extent, Extent::kUntilResult);
}

TEST(CxxRules, KnowTheResultThatTheCallerMakesRoomFor) {
  // std::stringbuf::str() const: the object is the second argument.
  LedgerEntry entry = look_up("_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv", "libstdc++.so.6");
  ASSERT_EQ(entry.effects.size(), 1u);
  EXPECT_EQ(entry.effects[0].argument, 2);
  EXPECT_EQ(entry.effects[0].what, What::kRead);
  // The same with C++20: str() const &.
  entry = look_up("_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv", "libstdc++.so.6");
  ASSERT_EQ(entry.effects.size(), 1u);
  EXPECT_EQ(entry.effects[0].argument, 2);
  EXPECT_EQ(entry.effects[0].what, What::kRead);
  // std::stringbuf::str(std::string&&) returns nothing.
  entry = look_up("_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE",
                  "libstdc++.so.6");
  ASSERT_FALSE(entry.effects.empty());
  EXPECT_EQ(entry.effects[0].argument, 1);
}

TEST(CxxRules, KnowFacets) {
  // std::ctype<wchar_t>::do_narrow(wchar_t const*, wchar_t const*, char, char*) const: a byte for each character.
  LedgerEntry entry = look_up("_ZNKSt5ctypeIwE9do_narrowEPKwS2_cPc", "libstdc++.so.6");
  EXPECT_TRUE(entry.by_program);
  ASSERT_EQ(entry.effects.size(), 2u);
  EXPECT_EQ(entry.effects[0].extent, Extent::kUntil);
  EXPECT_EQ(entry.effects[1].extent, Extent::kLikeRange);
  EXPECT_EQ(entry.effects[1].argument, 5);
  EXPECT_EQ(entry.effects[1].unit, 1u);
  EXPECT_EQ(entry.effects[1].amounts[0].bytes, 4);
  EXPECT_TRUE(is_called_virtually("_ZNKSt5ctypeIwE9do_narrowEPKwS2_cPc"));
}

TEST(CxxRules, KnowWhatConstructorsAreTold) {
  // std::ostream::ostream(std::streambuf*) only remembers the buffer, in both of its forms.
  for (const char* name :
       {"_ZNSoC1EPSt15basic_streambufIcSt11char_traitsIcEE", "_ZNSoC2EPSt15basic_streambufIcSt11char_traitsIcEE"}) {
    LedgerEntry entry = look_up(name, "libstdc++.so.6");
    ASSERT_EQ(entry.effects.size(), 1u);
    EXPECT_EQ(entry.effects[0].argument, 1);
  }
}

}  // namespace
}  // namespace mazurka::runtime
