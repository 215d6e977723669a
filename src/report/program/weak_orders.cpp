#include "report/program/weak_orders.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "report/words.hpp"

namespace mazurka::report {

namespace {

// std::atomic and its kin: whoever calls these has chosen the order.
bool is_atomic_header(const std::string& file) {
  std::string name = file.substr(file.rfind('/') + 1);
  return name == "atomic" || name == "atomic_base.h" || name == "stdatomic.h" ||
         file.find("/__atomic/") != std::string::npos;
}

// Compilers look at the guard of a function's static variable by an atomic load.
bool is_guard(uint64_t address, Symbolizer& symbolizer) {
  auto name = address == 0 ? std::nullopt : symbolizer.variable(address);
  return name && name->starts_with("guard variable");
}

// Where the program itself asks for a weak order; nothing if a library does.
std::optional<Frame> place_of(const protocol::WeakOrderRecord& record, Symbolizer& symbolizer) {
  for (uint32_t k = 0; k < record.count; k++)
    for (const Frame& frame : symbolizer.frames(record.pcs[k], PcKind::kReturnAddress)) {
      if (!frame.system) return frame;
      if (!is_atomic_header(frame.file)) return std::nullopt;
    }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> assumption_about(std::span<const protocol::WeakOrderRecord> places, Symbolizer& symbolizer) {
  std::map<std::pair<std::string, uint32_t>, std::string> positions;  // by file and line
  for (const protocol::WeakOrderRecord& record : places) {
    if (is_guard(record.address, symbolizer)) continue;
    auto frame = place_of(record, symbolizer);
    if (!frame || position_of(*frame).empty()) continue;
    positions[{frame->file, frame->line}] = position_of(*frame);
  }
  if (positions.empty()) return std::nullopt;
  return fmt::format("under sequential consistency; weaker orders at {} (first {}) are not explored",
                     counted(positions.size(), "place"), positions.begin()->second);
}

}  // namespace mazurka::report
