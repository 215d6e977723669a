// Figures that one algorithm has and the others do not: a short list of names and values. An explorer fills it; it
// passes through the channel as it is, and the report prints it without knowing what it means.
#pragma once

#include <string.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/check.hpp"

namespace mazurka {

struct Figure {
  enum class Kind : uint32_t {
    kCount,
    kAverage,
    kShare,  // from 0 to 1, of a whole
  };
  char name[28] = {};  // words with '_' between them, as in JSON
  Kind kind = Kind::kCount;
  double value = 0;

  std::string_view name_text() const { return {name, strnlen(name, sizeof name)}; }
};

// Plain data of fixed size: it lies in memory that the checked program shares, and readers trust no length in it.
struct Figures {
  static constexpr size_t kMost = 12;

  char title[16] = {};
  uint64_t count = 0;
  Figure list[kMost];

  void set_title(std::string_view text) { copy(title, text); }
  void add(Figure::Kind kind, std::string_view name, double value) {
    CHECK(count < kMost, "an algorithm has too many figures");
    Figure& figure = list[count++];
    copy(figure.name, name);
    figure.kind = kind;
    figure.value = value;
  }
  void add_count(std::string_view name, uint64_t value) { add(Figure::Kind::kCount, name, static_cast<double>(value)); }

  std::string_view title_text() const { return {title, strnlen(title, sizeof title)}; }
  std::span<const Figure> all() const { return {list, count < kMost ? count : kMost}; }

 private:
  template <size_t N>
  static void copy(char (&to)[N], std::string_view text) {
    CHECK(text.size() < N, "the name of a figure is too long");
    memcpy(to, text.data(), text.size());
    to[text.size()] = 0;
  }
};
static_assert(std::is_trivially_copyable_v<Figures>);

}  // namespace mazurka
