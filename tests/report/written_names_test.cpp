#include "report/program/written_names.hpp"

#include <gtest/gtest.h>

namespace mazurka::report {
namespace {

TEST(WrittenNames, LeaveOutWhatNobodyWrites) {
  EXPECT_EQ(
      as_written("Cache::get(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)"),
      "Cache::get(std::string const&)");
  EXPECT_EQ(as_written("std::vector<int, std::allocator<int> >::push_back(int const&)"),
            "std::vector<int>::push_back(int const&)");
  EXPECT_EQ(
      as_written(
          "std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, Entry, "
          "std::less<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, "
          "std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > "
          "const, Entry> > >::operator[]"),
      "std::map<std::string, Entry>::operator[]");
  EXPECT_EQ(as_written("std::unique_ptr<A<B>, std::default_delete<A<B> > >::reset(A<B>*)"),
            "std::unique_ptr<A<B> >::reset(A<B>*)");
  EXPECT_EQ(as_written("f(int, std::allocator<int> const&)"), "f(int, std::allocator<int> const&)");
  EXPECT_EQ(as_written("f<1, 2>(int)"), "f<1, 2>(int)");
  EXPECT_EQ(as_written("Cache::get[abi:cxx11](int)"), "Cache::get(int)");
  EXPECT_EQ(as_written("std::__detail::__waiter_pool_base::_S_for(void const*)::__w"), "std::atomic::wait");
  EXPECT_EQ(as_written("g(std::allocator<int>&, bool)"), "g(std::allocator<int>&, bool)");
}

TEST(WrittenNames, TellWhatIsAllocated) {
  EXPECT_EQ(allocated_by("std::__new_allocator<bank::Account>::allocate(unsigned long, void const*)"), "Account");
  EXPECT_EQ(allocated_by("__gnu_cxx::new_allocator<Node>::allocate(unsigned long, void const*)"), "Node");
  EXPECT_EQ(allocated_by("std::__new_allocator<std::_Sp_counted_ptr_inplace<Config, std::allocator<void>, "
                         "(__gnu_cxx::_Lock_policy)2> >::allocate(unsigned long, void const*)"),
            "Config");
  EXPECT_EQ(allocated_by("std::__new_allocator<std::pair<int, int> >::allocate(unsigned long, void const*)"), "");
  EXPECT_EQ(allocated_by("std::__new_allocator<Node>::deallocate(Node*, unsigned long)"), "");
  EXPECT_EQ(allocated_by("allocate(int)"), "");
}

}  // namespace
}  // namespace mazurka::report
