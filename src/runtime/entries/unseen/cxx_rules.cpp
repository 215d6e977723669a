#include "runtime/entries/unseen/cxx_rules.hpp"

#include <algorithm>
#include <string>

#include "runtime/entries/unseen/cxx_classes.hpp"
#include "runtime/entries/unseen/cxx_name.hpp"

// Of libsupc++: what abi::__cxa_demangle does, without malloc, which is the program's.
extern "C" int __gcclibcxx_demangle_callback(const char* symbol, void (*add)(const char*, size_t, void*), void* data);

namespace mazurka::runtime {

namespace {

using What = Effect::What;
using Extent = Effect::Extent;
using From = Effect::Amount::From;
using Use = ClassRule::Use;

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

// Empty if it is not a name of C++.
std::string demangle(std::string_view symbol) {
  std::string text;
  auto add = [](const char* part, size_t bytes, void* to) { static_cast<std::string*>(to)->append(part, bytes); };
  bool failed = __gcclibcxx_demangle_callback(std::string(symbol).c_str(), add, &text) != 0;
  return failed ? "" : text;
}

// The class that a symbol says it is a member of, without what follows the name of a template; else nothing.
std::string class_in(std::string_view symbol) {
  std::string scope, last;
  if (!symbol.starts_with("_ZN")) return scope;
  symbol.remove_prefix(std::min(symbol.find_first_not_of("KRO", 3), symbol.size()));
  if (symbol.starts_with("St")) {
    last = "std";
    symbol.remove_prefix(2);
  }
  for (;;) {
    size_t bytes = 0, digits = 0;
    for (; digits < symbol.size() && symbol[digits] >= '0' && symbol[digits] <= '9'; digits++)
      bytes = 10 * bytes + static_cast<size_t>(symbol[digits] - '0');
    bool is_name = digits != 0 && digits + bytes < symbol.size();
    bool is_end = !is_name && symbol.starts_with("E");
    if (is_end) return scope;  // the last one is the function
    scope += (scope.empty() ? "" : "::") + last;
    if (!is_name) return scope;
    last = symbol.substr(digits, bytes);
    symbol.remove_prefix(digits + bytes);
  }
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
  // Without this, the symbols of all tables would be taken apart.
  bool may_be = function.find("buf") != std::string_view::npos || function.find("3pmr") != std::string_view::npos;
  bool is_destructor = function.ends_with("D0Ev") || function.ends_with("D1Ev") || function.ends_with("D2Ev");
  if (!may_be || is_destructor) return false;
  const ClassRule* rule = rule_of(class_in(function));
  return rule != nullptr && (rule->extent == Extent::kBuffer || rule->name.starts_with("std::pmr::"));
}

}  // namespace mazurka::runtime
