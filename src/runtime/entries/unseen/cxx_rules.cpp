#include "runtime/entries/unseen/cxx_rules.hpp"

#include <algorithm>
#include <string>

#include "runtime/entries/unseen/cxx_classes.hpp"
#include "runtime/entries/unseen/cxx_name.hpp"
#include "runtime/entries/unseen/streams/stream_parts.hpp"
#include "runtime/entries/unseen/streams/stream_use.hpp"

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
    "std::locale::name",
    "std::messages::get",
    "std::messages::do_get",
};
// ... but these do not, although they have such a name.
constexpr std::string_view kReturnNone[] = {
    "std::basic_streambuf::imbue", "std::basic_filebuf::imbue", "std::strstreambuf::str",
    "std::istrstream::str",        "std::ostrstream::str",      "std::strstream::str",
};

// They do not look at the buffer or the stream that they are given a pointer to.
constexpr std::string_view kOnlyRemember[] = {"rdbuf", "set_rdbuf", "init", "tie"};

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

// What std::setw() and the like give to a stream.
struct Manipulator {
  std::string_view type;
  uint16_t sets;
};
constexpr Manipulator kManipulators[] = {
    {"std::_Setprecision", kSetsPrecision}, {"std::_Setw", kSetsWidth},          {"std::_Setbase", kSetsFlags},
    {"std::_Setiosflags", kSetsFlags},      {"std::_Resetiosflags", kSetsFlags}, {"std::_Setfill", kSetsFill},
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
  Rules(const CxxName& name, std::string_view symbol)
      : name_(name), symbol_(symbol), scope_(plain_scope(name.scope)), is_facet_(is_facet(scope_)) {}

  LedgerEntry entry() {
    if (name_.is_thunk) return {.kind = LedgerEntry::Kind::kNothing};
    if (returns_object()) argument_++;
    const ClassRule* rule = rule_of(name_.scope);
    bool is_nested = scope_.find("basic_string::_") != std::string::npos;
    bool is_free = scope_ == "std" || scope_ == "std::filesystem" || scope_ == "std::pmr" || scope_ == "std::_V2" ||
                   scope_ == "std::__exception_ptr" || scope_ == "__gnu_cxx" || scope_ == "std::__detail";
    if (rule == nullptr && !is_free && !is_nested && !is_shared_scope(scope_)) return {};
    if (!is_free && !contains(kStatic, scope_ + "::" + name_.function)) add_object(rule);
    if (!is_modelled(scope_)) add_parameters();
    bool is_virtual = is_facet_ && name_.function.starts_with("do_");
    return {effects_.empty() ? LedgerEntry::Kind::kNothing : LedgerEntry::Kind::kEffects, effects_, is_virtual, {}};
  }

 private:
  bool returns_object() const {
    std::string full = scope_ + "::" + name_.function;
    if (contains(kReturnNone, full)) return false;
    return (contains(kReturnObjects, name_.function) || contains(kReturnObjects, full)) && !is_setter();
  }
  // str("text") and current_path(path) set something and return nothing.
  bool is_setter() const {
    if (name_.function == "str") return !name_.parameters.empty();
    bool takes_text = !name_.parameters.empty() && name_.parameters[0].find("const&") != std::string_view::npos;
    return name_.function == "current_path" && takes_text;
  }

  void add_object(const ClassRule* rule) {
    uint8_t self = argument_++;
    if (rule == nullptr || rule->use == Use::kShared) return;
    std::string_view last = rule->name.substr(rule->name.rfind("::") + 2);
    begins_ = name_.function == last || last == "basic_" + name_.function;  // std::istream is basic_istream to itself
    bool begins_or_ends = begins_ || name_.function.starts_with("~");
    bool writes = !name_.is_const || rule->use == Use::kWrites;
    Effect effect{.what = writes ? What::kWrite : What::kRead, .extent = rule->extent, .argument = self};
    effect.unit = rule->bytes;
    if (rule->extent == Extent::kStreamBase && name_.function == "clear") effect.extent = Extent::kStreamState;
    // It may not be there yet.
    if (begins_or_ends && rule->extent != Extent::kBytes) {
      effect.extent = Extent::kBytes;
      effect.unit = 8;
    }
    effects_.push_back(effect);
    if (!is_of_libcxx() && !begins_or_ends) add_stream_parts(name_, *rule, self, effects_);
    if (!begins_ && name_.function != "rdbuf") add_inner_buffer(*rule, effect);
    // Constructors for a part of an object are told where its common part is.
    if (begins_ && rule->extent == Extent::kStream && symbol_.find("C2E") != std::string_view::npos) argument_++;
    if (writes && !begins_or_ends) add_characters(*rule, self);
  }

  // A stream of a file or of a string has its buffer in it, which other streams may use.
  void add_inner_buffer(const ClassRule& rule, Effect effect) {
    const bool is_of_file = rule.name.ends_with("fstream");
    if (!is_of_file && !rule.name.ends_with("stringstream")) return;
    char first = rule.name[std::string_view("std::basic_").size()];
    effect.extent = Extent::kBytes;
    effect.offsets[0] = first == 'o' ? 8 : first == 'i' ? 16 : 24;
    effect.unit = is_of_file ? 120 : 64;
    effects_.push_back(effect);
  }

  // A stream or a buffer is used, and the characters behind it.
  void add_characters(const ClassRule& rule, uint8_t at) {
    bool is_known = rule.extent == Extent::kStream || rule.extent == Extent::kBuffer;
    bool only_moves = name_.function.find("seek") != std::string::npos || name_.function.starts_with("tell");
    if (!is_known || only_moves || uses_ == 2) return;
    Effect effect{.what = What::kCharacters, .extent = rule.extent, .after = true, .argument = at, .kept = uses_++};
    bool reads = rule.name.find("istream") != std::string_view::npos;
    bool writes = rule.name.find("ostream") != std::string_view::npos;
    bool is_formatted = name_.function == "operator<<" || name_.function == "operator>>" ||
                        name_.function == "__ostream_insert" || name_.function == "_M_insert";
    effect.state = static_cast<uint16_t>((reads ? kUsesInput : 0) | (writes ? kUsesOutput : 0) |
                                         (is_formatted ? kIsFormatted : 0) | (is_of_libcxx() ? kIsOfLibcxx : 0));
    for (const Manipulator& one : kManipulators)
      if (without_template_arguments(parameter(1)) == one.type) effect.state |= one.sets;
    effects_.push_back(effect);
  }
  bool is_of_libcxx() const { return symbol_.find("St3__1") != std::string_view::npos; }

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
    if (type == "void const*") return add_text(k, at);
    if (uint32_t unit = character_bytes(type, " const*"); unit != 0) return add_text(k, at, unit);
    if (uint32_t unit = character_bytes(type, "*"); unit != 0) return add_room(k, at, unit);
    if (type == "unsigned short*" && range_begin_ != 0) {
      add_like_range(at, 2);
      return 0;
    }
    if (type.ends_with("&") || type.ends_with("*")) {
      add_reference(type, at);
      return 0;
    }
    add_value(type, at);
    return 0;
  }

  // Of "char const*" and the like; 0 if it is something else. `end` is what makes it a pointer.
  static uint32_t character_bytes(std::string_view type, std::string_view end) {
    if (!type.ends_with(end)) return 0;
    type.remove_suffix(end.size());
    if (type == "char" || type == "signed char" || type == "unsigned char" || type == "char8_t") return 1;
    return type == "char16_t" ? 2 : type == "wchar_t" || type == "char32_t" ? 4 : 0;
  }

  size_t add_text(size_t k, uint8_t at, uint32_t unit = 1) {
    Effect effect{.what = What::kRead, .argument = at, .unit = unit};
    if (parameter(k + 1) == parameter(k)) {
      uint8_t end = argument_++;
      range_begin_ = at, range_end_ = end, range_unit_ = unit;
      effects_.push_back(range_read(effect, end, parameter(k + 2)));
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

  // Of a text between two pointers: all of it, or as much as was looked at.
  Effect range_read(Effect effect, uint8_t end, std::string_view next) const {
    bool searches = name_.function == "from_chars" || name_.function.find("scan_") != std::string::npos;
    bool tells_next = next.ends_with("const*&");
    bool counts = is_facet_ && name_.function.ends_with("length");
    effect.after = searches || tells_next || counts;
    effect.extent = searches     ? Extent::kUntilResult
                    : tells_next ? Extent::kUntilNext
                    : counts     ? Extent::kBytes
                                 : Extent::kUntil;
    uint8_t told = tells_next ? argument_ : end;
    effect.amounts[0] = {.from = counts ? From::kResult : From::kArgument, .argument = told};
    if (counts) effect.unit = 1;
    return effect;
  }

  // As many things as the range before has characters.
  void add_like_range(uint8_t at, uint32_t unit) {
    Effect effect{.what = What::kWrite, .extent = Extent::kLikeRange, .argument = at, .unit = unit};
    effect.amounts[0] = {.from = From::kArgument, .argument = range_begin_, .bytes = static_cast<uint8_t>(range_unit_)};
    effect.amounts[1] = {.from = From::kArgument, .argument = range_end_};
    effects_.push_back(effect);
  }

  // What a facet writes to. Returns how many further parameters were used.
  size_t add_room_of_facet(size_t k, Effect effect) {
    bool has_end = parameter(k + 1) == parameter(k);
    // do_toupper(begin, end) and the like, in place.
    bool is_in_place = character_bytes(parameter(k + 1), " const*") != 0;
    if (!has_end && !is_in_place && range_begin_ != 0) add_like_range(effect.argument, effect.unit);
    if (!has_end && !is_in_place) return 0;
    effect.after = has_end;
    effect.extent = has_end ? Extent::kUntilNext : Extent::kUntil;
    uint8_t end = argument_++;
    effect.amounts[0] = {.from = From::kArgument, .argument = has_end ? argument_ : end};
    effects_.push_back(effect);
    return 1;
  }

  size_t add_room(size_t k, uint8_t at, uint32_t unit) {
    Effect effect{.what = What::kWrite, .after = true, .argument = at, .unit = unit};
    if (is_facet_) return add_room_of_facet(k, effect);
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
        {"char8_t const*", 8},
        {"char16_t const*", 8},
        {"char32_t const*", 8},
        {"char8_t*", 8},
        {"char16_t*", 8},
        {"char32_t*", 8},
    };
    for (const Size& size : kSizes)
      if (size.name == type) return size.bytes;
    return 0;
  }

  void add_reference(std::string_view type, uint8_t at) {
    bool is_moved_from = type.ends_with("&&");
    type.remove_suffix(type.ends_with("&&") ? 2 : 1);
    bool is_const = type.ends_with(" const");
    if (is_const) type.remove_suffix(6);
    Effect effect{.what = is_const ? What::kRead : What::kWrite, .argument = at};
    effect.unit = size_of(type);
    if (effect.unit != 0) return effects_.push_back(effect);
    std::string plain = without_template_arguments(type);
    const ClassRule* rule = rule_of(plain);
    if (rule == nullptr || rule->use == Use::kShared) return;
    bool is_about_streams =
        rule->extent == Extent::kStream || rule->extent == Extent::kStreamBase || rule->extent == Extent::kBuffer;
    bool only_remembers = begins_ ? !is_moved_from : contains(kOnlyRemember, name_.function);
    if (is_about_streams && only_remembers) return;
    // Who reads from a stream needs its format.
    bool only_reads =
        is_facet_ && rule->extent == Extent::kStreamBase && name_.function.find("put") == std::string::npos;
    if (only_reads) effect.what = What::kRead;
    effect.extent = rule->extent;
    effect.unit = rule->bytes;
    if (plain.ends_with("basic_string") && type.find("<wchar_t") != std::string_view::npos) effect.unit = 4;
    effects_.push_back(effect);
    if (!is_const) add_characters(*rule, at);
  }

  void add_value(std::string_view type, uint8_t at) {
    std::string plain = plain_scope(without_template_arguments(type));
    bool is_string = plain == "std::__cxx11::basic_string" || plain == "std::basic_string" || plain == "std::string" ||
                     plain == "std::__1::basic_string";
    if (is_string || is_path(plain)) return add_reference(std::string(type) + " const&", at);
    bool takes_two = plain == "std::basic_string_view" || plain == "std::initializer_list" || plain == "std::fpos" ||
                     plain.ends_with("streambuf_iterator");
    if (takes_two) argument_++;
    // Of an iterator, the first word points to the buffer.
    if (plain.ends_with("streambuf_iterator"))
      if (const ClassRule* rule = rule_of("std::basic_streambuf")) add_characters(*rule, at);
  }

  const CxxName& name_;
  const std::string_view symbol_;
  const std::string scope_;
  const bool is_facet_;
  Effects effects_;
  uint8_t argument_ = 1;
  bool begins_ = false;                      // a constructor
  uint8_t uses_ = 0;                         // of streams and buffers
  uint8_t range_begin_ = 0, range_end_ = 0;  // the arguments of the last text between two pointers
  uint32_t range_unit_ = 1;
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
  return Rules(name, function).entry();
}

bool is_called_virtually(std::string_view function) {
  // Without this, the symbols of all tables would be taken apart.
  bool may_be_buffer =
      function.find("buf") != std::string_view::npos || function.find("3pmr") != std::string_view::npos;
  bool may_be_facet = function.find("do_") != std::string_view::npos;
  bool is_destructor = function.ends_with("D0Ev") || function.ends_with("D1Ev") || function.ends_with("D2Ev");
  if ((!may_be_buffer && !may_be_facet) || is_destructor) return false;
  std::string scope = class_in(function);
  if (may_be_facet && is_facet(plain_scope(scope))) return true;
  const ClassRule* rule = rule_of(scope);
  return rule != nullptr && (rule->extent == Extent::kBuffer || rule->name.starts_with("std::pmr::"));
}

}  // namespace mazurka::runtime
