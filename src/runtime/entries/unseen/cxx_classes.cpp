#include "runtime/entries/unseen/cxx_classes.hpp"

namespace mazurka::runtime {

namespace {

using Extent = Effect::Extent;
using Use = ClassRule::Use;

constexpr ClassRule kClasses[] = {
    {"std::__cxx11::basic_string", Use::kObject, Extent::kCxxString, 1},
    {"std::basic_string", Use::kObject, Extent::kOldString, 1},
    {"std::string", Use::kObject, Extent::kOldString, 1},
    {"std::__1::basic_string", Use::kObject, Extent::kLibcxxString, 1},
    {"std::basic_istream", Use::kObject, Extent::kStream, 1},
    {"std::basic_ostream", Use::kObject, Extent::kStream, 1},
    {"std::basic_iostream", Use::kObject, Extent::kStream, 1},
    {"std::istream", Use::kObject, Extent::kStream, 1},
    {"std::ostream", Use::kObject, Extent::kStream, 1},
    {"std::iostream", Use::kObject, Extent::kStream, 1},
    {"std::basic_ifstream", Use::kObject, Extent::kStream, 1},
    {"std::basic_ofstream", Use::kObject, Extent::kStream, 1},
    {"std::basic_fstream", Use::kObject, Extent::kStream, 1},
    {"std::basic_istringstream", Use::kObject, Extent::kStream, 1},
    {"std::basic_ostringstream", Use::kObject, Extent::kStream, 1},
    {"std::basic_stringstream", Use::kObject, Extent::kStream, 1},
    {"std::istrstream", Use::kObject, Extent::kStream, 1},
    {"std::ostrstream", Use::kObject, Extent::kStream, 1},
    {"std::strstream", Use::kObject, Extent::kStream, 1},
    {"std::basic_ios", Use::kObject, Extent::kStreamBase, 1},
    {"std::ios_base", Use::kObject, Extent::kStreamBase, 1},
    {"std::basic_streambuf", Use::kObject, Extent::kBuffer, 64},
    // (with the file behind it)
    {"std::basic_filebuf", Use::kObject, Extent::kBuffer, 120},
    {"std::basic_stringbuf", Use::kObject, Extent::kBuffer, 64},
    {"std::strstreambuf", Use::kObject, Extent::kBuffer, 64},
    {"__gnu_cxx::stdio_sync_filebuf", Use::kObject, Extent::kBuffer, 64},
    {"__gnu_cxx::stdio_filebuf", Use::kObject, Extent::kBuffer, 120},
    {"std::locale", Use::kObject, Extent::kBytes, 8},
    {"std::filesystem::__cxx11::path", Use::kObject, Extent::kPath, 1},
    {"std::filesystem::path", Use::kObject, Extent::kOldString, 1},
    {"std::__1::__fs::filesystem::path", Use::kObject, Extent::kLibcxxString, 1},
    {"std::filesystem::path::_List", Use::kObject, Extent::kBytes, 8},
    {"std::filesystem::directory_iterator", Use::kObject, Extent::kBytes, 16},
    {"std::filesystem::recursive_directory_iterator", Use::kObject, Extent::kBytes, 16},
    {"std::filesystem::filesystem_error", Use::kObject, Extent::kBytes, 40},
    // (Its functions lead to those of pthreads, which are many.)
    {"std::thread", Use::kShared, Extent::kBytes, 8},
    {"std::error_code", Use::kObject, Extent::kBytes, 16},
    {"std::__exception_ptr::exception_ptr", Use::kObject, Extent::kBytes, 8},
    {"std::random_device", Use::kObject, Extent::kBytes, 8},
    {"std::pmr::monotonic_buffer_resource", Use::kObject, Extent::kBytes, 64},
    {"std::pmr::unsynchronized_pool_resource", Use::kObject, Extent::kBytes, 40},
    {"std::pmr::synchronized_pool_resource", Use::kShared, Extent::kBytes, 8},
    // It remembers what it said last.
    {"std::__detail::_Prime_rehash_policy", Use::kWrites, Extent::kBytes, 16},
    {"std::__basic_file", Use::kObject, Extent::kBytes, 8},
    {"std::logic_error", Use::kObject, Extent::kBytes, 16},
    {"std::runtime_error", Use::kObject, Extent::kBytes, 16},
    {"std::domain_error", Use::kObject, Extent::kBytes, 16},
    {"std::invalid_argument", Use::kObject, Extent::kBytes, 16},
    {"std::length_error", Use::kObject, Extent::kBytes, 16},
    {"std::out_of_range", Use::kObject, Extent::kBytes, 16},
    {"std::range_error", Use::kObject, Extent::kBytes, 16},
    {"std::overflow_error", Use::kObject, Extent::kBytes, 16},
    {"std::underflow_error", Use::kObject, Extent::kBytes, 16},
    {"std::system_error", Use::kObject, Extent::kBytes, 32},
    {"std::valarray", Use::kObject, Extent::kBytes, 16},
    {"std::gslice::_Indexer", Use::kObject, Extent::kBytes, 8},
};

// Beginnings of scopes whose objects are shared between threads by design, are never changed, are made of primitives
// that are modelled, or belong to the function that uses them.
constexpr std::string_view kSharedScopes[] = {
    "std::ctype",
    "std::__ctype_abstract_base",
    "std::codecvt",
    "std::__codecvt",
    "std::num_",
    "std::numpunct",
    "std::time_",
    "std::__timepunct",
    "std::messages",
    "std::collate",
    "std::money",
    "std::__money",
    "std::__numpunct",
    "std::locale::",
    "std::ios_base::Init",
    "std::ios_base::failure",
    "std::basic_istream::sentry",
    "std::basic_ostream::sentry",
    "std::istream::sentry",
    "std::ostream::sentry",
    "std::condition_variable",
    "std::__future_base",
    "std::future_",
    "std::__atomic_futex_unsigned_base",
    "std::_Sp_",
    "std::__shared_ptr",
    "std::bad_",
    "std::exception",
    "std::nested_exception",
    "std::error_category",
    "std::_V2::error_category",
    "std::type_info",
    "__cxxabiv1::",
    "std::allocator",
    "std::char_traits",
    "std::hash",
    "std::tr1::hash",
    "std::regex_error",
    "std::lock_error",
    "std::thread::",
    "std::this_thread",
    "std::chrono",
    "std::pmr::synchronized_pool_resource",
    "std::pmr::memory_resource",
    "__gnu_debug::",
    "__gnu_parallel::",
    "__gnu_cxx::__pool",
    "__gnu_cxx::free_list",
    "std::basic_string::_Rep",
    "std::string::_",
    "std::istreambuf_iterator",
    "std::__num_base",
    "std::money_base",
    "std::__time_get_state",
    "std::basic_stringbuf::__xfer_bufptrs",
    "std::basic_string::_",
    "std::timed_mutex",
    "std::recursive_",
    "std::mutex",
    "std::shared_",
    "std::__shared_",
    "std::__assoc_",
    "std::promise",
    "std::future",
    "std::__thread_struct",
    "std::__libcpp_",
    "std::__sp_mut",
    "std::__time_",
    "std::__num_",
    "std::__narrow_",
    "std::__widen_",
    "std::error_condition",
    "std::__vector_base_common",
    "std::__basic_string_common",
    "std::__match_any",
    "std::experimental",
    "std::__rs_default",
    "std::__c_node",
    "std::__i_node",
    "std::__itoa",
    "std::gslice",
    "std::filesystem::path::iterator",
    "std::filesystem::path::_List::",
    "std::filesystem::directory_entry",
    "std::filesystem::_FilesystemClock",
    "std::_List_node_base",
    "std::__norm",
    "__gnu_norm",
    "std::__cxx1998",
    "std::__detail::_List_node_base",
};

}  // namespace

bool is_shared_scope(std::string_view scope) {
  for (std::string_view beginning : kSharedScopes)
    if (scope.starts_with(beginning)) return true;
  return false;
}

bool is_facet(std::string_view scope) {
  constexpr std::string_view kBeginnings[] = {"std::ctype",    "std::__ctype",  "std::codecvt", "std::__codecvt",
                                              "std::num_",     "std::numpunct", "std::time_",   "std::money",
                                              "std::messages", "std::collate"};
  for (std::string_view beginning : kBeginnings)
    if (scope.starts_with(beginning)) return true;
  return false;
}

bool is_modelled(std::string_view scope) {
  constexpr std::string_view kBeginnings[] = {"std::__atomic_futex_unsigned_base",
                                              "std::condition_variable",
                                              "std::__future_base",
                                              "std::_Sp_",
                                              "std::thread::",
                                              "std::this_thread",
                                              "std::timed_mutex",
                                              "std::recursive_",
                                              "std::mutex",
                                              "std::shared_",
                                              "std::__shared_",
                                              "std::__assoc_",
                                              "std::promise",
                                              "std::future",
                                              "std::__thread_struct"};
  for (std::string_view beginning : kBeginnings)
    if (scope.starts_with(beginning)) return true;
  return false;
}

bool is_path(std::string_view type) {
  return type == "std::filesystem::path" || type == "std::filesystem::__cxx11::path" ||
         type == "std::__1::__fs::filesystem::path";
}

std::string plain_scope(std::string scope) {
  if (scope == "std::__cxx11::basic_string" || scope == "std::__1::basic_string" || is_path(scope)) return scope;
  for (std::string_view inner : {"::__cxx11", "::__1", "::__fs"})
    if (size_t at = scope.find(inner); at != std::string::npos) scope.erase(at, inner.size());
  return scope;
}

const ClassRule* rule_of(const std::string& scope) {
  std::string plain = plain_scope(scope);
  for (const ClassRule& rule : kClasses)
    if (rule.name == plain) return &rule;
  return nullptr;
}

}  // namespace mazurka::runtime
