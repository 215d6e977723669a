// Classes of the C++ library, and how their objects may be used by threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/entries/unseen/effects.hpp"

namespace mazurka::runtime {

// How an object of a class is looked at.
struct ClassRule {
  std::string_view name;
  enum class Use : uint8_t {
    kObject,  // const functions read it, others write it
    kShared,  // several threads may use it at once, or nobody changes it
    kWrites,  // all write it, const or not
  } use;
  Effect::Extent extent;
  uint32_t bytes;
};

// Null if there is no rule for it. `scope` is without template arguments.
const ClassRule* rule_of(const std::string& scope);

// Are its objects shared between threads by design, never changed, or the caller's own?
bool is_shared_scope(std::string_view scope);
// A part of a locale: ctype, codecvt and the like.
bool is_facet(std::string_view scope);
// Made of primitives that are modelled: what they touch is known better than by their types.
bool is_modelled(std::string_view scope);

// std::filesystem::path, of whatever library.
bool is_path(std::string_view type);

// "std::__cxx11::basic_stringbuf" -> "std::basic_stringbuf": inline namespaces do not matter, but for strings and
// paths.
std::string plain_scope(std::string scope);

}  // namespace mazurka::runtime
