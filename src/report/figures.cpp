#include "report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/words.hpp"

namespace mazurka::report {

namespace {

std::string value_text(const Figure& figure) {
  switch (figure.kind) {
    case Figure::Kind::kCount: return grouped(static_cast<uint64_t>(figure.value));
    case Figure::Kind::kAverage: return fmt::format("{:.1f}", figure.value);
    case Figure::Kind::kShare: return fmt::format("{:.0f} %", 100 * figure.value);
  }
  return "";
}

}  // namespace

uint64_t count_of(const Figures& figures, std::string_view name) {
  for (const Figure& figure : figures.all())
    if (figure.name_text() == name) return static_cast<uint64_t>(figure.value);
  return 0;
}

std::string all_states(uint64_t runs, const Figures& figures) {
  return fmt::format("{}, {}; traces were not counted", counted(runs, "run"),
                     counted(count_of(figures, "states"), "state"));
}

std::string text_of(const Figures& figures) {
  std::string out;
  for (const Figure& figure : figures.all()) {
    std::string name(figure.name_text());
    std::replace(name.begin(), name.end(), '_', ' ');
    out +=
        fmt::format("{} {} {}", out.empty() ? std::string(figures.title_text()) + ":" : ",", name, value_text(figure));
  }
  return out.empty() ? out : out + "\n";
}

void add_figures(const Figures& figures, nlohmann::ordered_json& json) {
  for (const Figure& figure : figures.all()) {
    nlohmann::ordered_json& value = json[std::string(figures.title_text())][std::string(figure.name_text())];
    if (figure.kind == Figure::Kind::kCount)
      value = static_cast<uint64_t>(figure.value);
    else
      value = figure.value;
  }
}

}  // namespace mazurka::report
