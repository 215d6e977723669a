#include "runtime/entries/unseen/cxx_rules.hpp"

#include <cxxabi.h>
#include <stdlib.h>

#include <string>

#include "runtime/entries/unseen/cxx_name.hpp"

namespace mazurka::runtime {

namespace {

using What = Effect::What;
using Extent = Effect::Extent;
using From = Effect::Amount::From;

// How an object of a class is looked at.
struct ClassRule {
  std::string_view name;
  enum class Use : uint8_t {
    kObject,  // const functions read it, others write it
    kShared,  // several threads may use it at once, or nobody changes it
    kWrites,  // all write it, const or not
  } use;
  Extent extent;
  uint32_t bytes;
};
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
    {"std::basic_filebuf", Use::kObject, Extent::kBuffer, 64},
    {"std::basic_stringbuf", Use::kObject, Extent::kBuffer, 64},
    {"std::strstreambuf", Use::kObject, Extent::kBuffer, 64},
    {"__gnu_cxx::stdio_sync_filebuf", Use::kObject, Extent::kBuffer, 64},
    {"__gnu_cxx::stdio_filebuf", Use::kObject, Extent::kBuffer, 64},
    {"std::locale", Use::kObject, Extent::kBytes, 8},
    {"std::filesystem::path", Use::kObject, Extent::kCxxString, 1},
    {"std::filesystem::directory_iterator", Use::kObject, Extent::kBytes, 16},
    {"std::filesystem::recursive_directory_iterator", Use::kObject, Extent::kBytes, 16},
    {"std::filesystem::filesystem_error", Use::kObject, Extent::kBytes, 40},
    {"std::thread", Use::kObject, Extent::kBytes, 8},
    {"std::error_code", Use::kObject, Extent::kBytes, 16},
    {"std::__exception_ptr::exception_ptr", Use::kObject, Extent::kBytes, 8},
    {"std::random_device", Use::kObject, Extent::kBytes, 8},
    {"std::pmr::monotonic_buffer_resource", Use::kObject, Extent::kBytes, 64},
    {"std::pmr::unsynchronized_pool_resource", Use::kObject, Extent::kBytes, 40},
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
    "std::filesystem::path::_List",
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
    "std::filesystem::directory_entry",
    "std::filesystem::_FilesystemClock",
    "std::_List_node_base",
    "std::__norm",
    "__gnu_norm",
    "std::__cxx1998",
    "std::__detail::_List_node_base",
};

// Functions that return an object of a class, for which the caller gives a place: an argument before all others.
constexpr std::string_view kReturnObjects[] = {
    "substr",
    "str",
    "getloc",
    "imbue",
    "global",
    "message",
    "_M_message",
    "root_name",
    "root_directory",
    "root_path",
    "relative_path",
    "parent_path",
    "lexically_normal",
    "lexically_relative",
    "lexically_proximate",
    "_S_convert_loc",
    "absolute",
    "canonical",
    "weakly_canonical",
    "current_path",
    "relative",
    "proximate",
    "read_symlink",
    "temp_directory_path",
    "space",
    "current_exception",
    "transform",
    "do_transform",
    "do_grouping",
    "grouping",
    "do_truename",
    "truename",
    "do_falsename",
    "falsename",
    "curr_symbol",
    "do_curr_symbol",
    "positive_sign",
    "do_positive_sign",
    "negative_sign",
    "do_negative_sign",
};

// Members of a class that have no object.
constexpr std::string_view kStatic[] = {
    "std::locale::global",
    "std::locale::classic",
    "std::ios_base::xalloc",
    "std::ios_base::sync_with_stdio",
    "std::filesystem::path::_S_convert_loc",
    "std::thread::hardware_concurrency",
    "std::locale::_S_initialize",
    "std::locale::_S_initialize_once",
    "std::locale::_S_normalize_category",
};

template <size_t count>
bool contains(const std::string_view (&list)[count], std::string_view name) {
  for (std::string_view one : list)
    if (one == name) return true;
  return false;
}

bool is_shared_scope(std::string_view scope) {
  for (std::string_view beginning : kSharedScopes)
    if (scope.starts_with(beginning)) return true;
  return false;
}

// Made of primitives that are modelled: what they touch is known better than by their types.
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

// "std::filesystem::__cxx11::path" -> "std::filesystem::path": inline namespaces do not matter, but for strings.
std::string plain_scope(std::string scope) {
  if (scope == "std::__cxx11::basic_string" || scope == "std::__1::basic_string") return scope;
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

// Collects the effects of one function.
class Rules {
 public:
  explicit Rules(const CxxName& name) : name_(name) {}

  LedgerEntry entry() {
    if (name_.is_thunk) return {.kind = LedgerEntry::Kind::kNothing};
    std::string scope = plain_scope(name_.scope);
    if (contains(kReturnObjects, name_.function) && !is_setter()) argument_++;
    const ClassRule* rule = rule_of(name_.scope);
    bool is_nested = scope.find("basic_string::_") != std::string::npos;
    bool is_free = scope == "std" || scope == "std::filesystem" || scope == "std::pmr" || scope == "std::_V2" ||
                   scope == "std::__exception_ptr" || scope == "__gnu_cxx" || scope == "std::__detail";
    if (rule == nullptr && !is_free && !is_nested && !is_shared_scope(scope)) return {};
    if (!is_free && !contains(kStatic, scope + "::" + name_.function)) add_object(rule);
    if (!is_modelled(scope)) add_parameters();
    return {effects_.empty() ? LedgerEntry::Kind::kNothing : LedgerEntry::Kind::kEffects, effects_, {}};
  }

 private:
  // str("text") and current_path(path) set something and return nothing.
  bool is_setter() const {
    bool takes_text = !name_.parameters.empty() && name_.parameters[0].find("const&") != std::string_view::npos;
    return name_.function == "str" || name_.function == "current_path" ? takes_text : false;
  }

  void add_object(const ClassRule* rule) {
    uint8_t self = argument_++;
    if (rule == nullptr || rule->use == Use::kShared) return;
    std::string_view last = rule->name.substr(rule->name.rfind("::") + 2);
    bool begins_or_ends = name_.function == last || name_.function.starts_with("~") ||
                          last.ends_with(name_.function);  // std::istream is basic_istream to itself
    bool writes = !name_.is_const || rule->use == Use::kWrites;
    Effect effect{.what = writes ? What::kWrite : What::kRead, .extent = rule->extent, .argument = self};
    effect.unit = rule->bytes;
    // It may not be there yet.
    if (begins_or_ends && rule->extent != Extent::kBytes) {
      effect.extent = Extent::kBytes;
      effect.unit = 8;
    }
    effects_.push_back(effect);
  }

  void add_parameters() {
    for (size_t k = 0; k < name_.parameters.size(); k++) k += add_parameter(k);
  }

  std::string_view parameter(size_t k) const { return k < name_.parameters.size() ? name_.parameters[k] : ""; }
  static bool is_count(std::string_view type) {
    return type == "long" || type == "unsigned long" || type == "int" || type == "unsigned int";
  }

  // Returns how many further ones were used.
  size_t add_parameter(size_t k) {
    std::string_view type = parameter(k);
    if (type == "float" || type == "double" || type == "long double" || type == "...") return 0;
    uint8_t at = argument_++;
    if (type == "char const*" || type == "wchar_t const*" || type == "void const*" || type == "signed char const*" ||
        type == "unsigned char const*")
      return add_text(k, at);
    if (type == "char*" || type == "wchar_t*" || type == "signed char*" || type == "unsigned char*")
      return add_room(k, at);
    if (type.ends_with("&") || type.ends_with("*")) {
      add_reference(type, at);
      return 0;
    }
    add_value(type, at);
    return 0;
  }

  size_t add_text(size_t k, uint8_t at) {
    Effect effect{.what = What::kRead, .argument = at};
    effect.unit = parameter(k).starts_with("wchar_t") ? 4 : 1;
    bool is_from_chars = name_.function == "from_chars";
    if (parameter(k + 1) == parameter(k)) {
      effect.extent = is_from_chars ? Extent::kUntilResult : Extent::kUntil;
      effect.after = is_from_chars;
      effect.amounts[0] = {.from = From::kArgument, .argument = argument_++};
      effects_.push_back(effect);
      return 1;
    }
    if (is_count(parameter(k + 1))) {
      effect.amounts[0] = {.from = From::kArgument, .argument = argument_++};
      effects_.push_back(effect);
      return 1;
    }
    // A pointer that is printed, or moved by.
    if (parameter(k).starts_with("void")) return 0;
    effect.extent = Extent::kString;
    effects_.push_back(effect);
    return 0;
  }

  size_t add_room(size_t k, uint8_t at) {
    Effect effect{.what = What::kWrite, .after = true, .argument = at};
    effect.unit = parameter(k).starts_with("wchar_t") ? 4 : 1;
    if (parameter(k + 1) == parameter(k)) {
      uint8_t end = argument_++;
      if (name_.function != "to_chars") return 1;
      effect.extent = Extent::kUntilResult;
      effect.unit = 0;
      effect.amounts[0] = {.from = From::kArgument, .argument = end};
      effects_.push_back(effect);
      return 1;
    }
    bool has_count = is_count(parameter(k + 1));
    if (has_count) argument_++;
    std::string_view name = name_.function;
    if (name == "read" || name == "readsome") {
      effect.extent = Extent::kGot;
      effects_.push_back(effect);
    } else if (name == "get" || name == "getline" || name == "__istream_extract" || name == "operator>>") {
      effect.extent = Extent::kString;
      effects_.push_back(effect);
    } else if (name == "xsgetn" || name == "_M_extract_float" || name == "copy") {
      effect.amounts[0] = {.from = From::kResult};
      effects_.push_back(effect);
    }
    return has_count ? 1 : 0;
  }

  static uint32_t size_of(std::string_view type) {
    struct Size {
      std::string_view name;
      uint32_t bytes;
    };
    constexpr Size kSizes[] = {
        {"bool", 1},
        {"char", 1},
        {"signed char", 1},
        {"unsigned char", 1},
        {"short", 2},
        {"int", 4},
        {"unsigned short", 2},
        {"unsigned int", 4},
        {"long", 8},
        {"unsigned long", 8},
        {"float", 4},
        {"double", 8},
        {"long long", 8},
        {"unsigned long long", 8},
        {"long double", 10},
        {"void*", 8},
        {"wchar_t", 4},
        {"tm", 56},
        {"__mbstate_t", 8},
        {"std::_Ios_Iostate", 4},
        {"std::error_code", 16},
        {"std::error_condition", 16},
        {"char const*", 8},
        {"std::complex<float>", 8},
        {"std::complex<double>", 16},
        {"std::complex<long double>", 32},
        {"wchar_t*", 8},
        {"wchar_t const*", 8},
        {"char*", 8},
    };
    for (const Size& size : kSizes)
      if (size.name == type) return size.bytes;
    return 0;
  }

  void add_reference(std::string_view type, uint8_t at) {
    type.remove_suffix(type.ends_with("&&") ? 2 : 1);
    bool is_const = type.ends_with(" const");
    if (is_const) type.remove_suffix(6);
    Effect effect{.what = is_const ? What::kRead : What::kWrite, .argument = at};
    effect.unit = size_of(type);
    if (effect.unit != 0) return effects_.push_back(effect);
    std::string plain = without_template_arguments(type);
    const ClassRule* rule = rule_of(plain);
    if (rule == nullptr || rule->use == Use::kShared || rule->extent == Extent::kStreamBase) return;
    effect.extent = rule->extent;
    effect.unit = rule->bytes;
    if (plain.ends_with("basic_string") && type.find("<wchar_t") != std::string_view::npos) effect.unit = 4;
    effects_.push_back(effect);
  }

  void add_value(std::string_view type, uint8_t at) {
    std::string plain = plain_scope(without_template_arguments(type));
    bool is_string = plain == "std::__cxx11::basic_string" || plain == "std::basic_string" || plain == "std::string" ||
                     plain == "std::__1::basic_string";
    if (is_string || plain == "std::filesystem::path") return add_reference(std::string(type) + " const&", at);
    bool takes_two = plain == "std::basic_string_view" || plain == "std::initializer_list" || plain == "std::fpos" ||
                     plain.ends_with("streambuf_iterator");
    if (takes_two) argument_++;
  }

  const CxxName& name_;
  Effects effects_;
  uint8_t argument_ = 1;
};

std::string demangle(std::string_view symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status);
  std::string result = text == nullptr ? "" : text;
  free(text);
  return result;
}

}  // namespace

LedgerEntry rules_for_cxx(std::string_view function) {
  if (!function.starts_with("_Z")) return {};
  std::string text = demangle(function);
  if (text.empty()) return {};
  CxxName name = take_apart(text);
  return Rules(name).entry();
}

bool is_called_virtually(std::string_view function) {
  bool may_be = function.find("streambuf") != std::string_view::npos ||
                function.find("filebuf") != std::string_view::npos ||
                function.find("stringbuf") != std::string_view::npos || function.find("3pmr") != std::string_view::npos;
  if (!may_be) return false;
  std::string text = demangle(function);
  CxxName name = take_apart(text);
  const ClassRule* rule = rule_of(name.scope);
  return rule != nullptr && (rule->extent == Extent::kBuffer || rule->name.starts_with("std::pmr::")) &&
         !name.function.starts_with("~");
}

}  // namespace mazurka::runtime
