#include "runtime/entries/unseen/streams/stream_parts.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace mazurka::runtime {

namespace {

using What = Effect::What;
using Extent = Effect::Extent;

// In the common part of a stream.
struct StreamPart {
  uint32_t place, bytes;
};
constexpr StreamPart kState = {32, 4}, kLocale = {208, 8}, kFill = {224, 4}, kBufferOfStream = {232, 8},
                     kFacets = {240, 24};
struct StreamPartUse {
  std::string_view function;
  StreamPart part;
  bool writes;
  bool of_other;  // the second argument's, too
};
constexpr StreamPartUse kStreamPartUses[] = {
    // (Numbers' format, which exceptions it throws, whether it failed; locale, tied stream, fill.)
    {"_M_swap", {8, 28}, true, true},
    {"_M_swap", kLocale, true, true},
    {"_M_move", {8, 28}, true, true},
    {"_M_move", kLocale, true, true},
    {"swap", {8, 28}, true, true},
    {"swap", {208, 28}, true, true},
    {"move", {8, 28}, true, true},
    {"move", {208, 28}, true, true},
    {"copyfmt", {8, 28}, true, true},
    {"copyfmt", {208, 20}, true, true},
    {"copyfmt", kFacets, true, false},
    {"imbue", kLocale, true, false},
    {"imbue", kFacets, true, false},
    {"_M_cache_locale", kFacets, true, false},
    {"set_rdbuf", kBufferOfStream, true, false},
    {"fill", kFill, false, false},
    {"narrow", kFacets, false, false},
    {"widen", kFacets, false, false},
    {"good", kState, false, false},
    {"bad", kState, false, false},
    {"fail", kState, false, false},
    {"eof", kState, false, false},
    {"rdstate", kState, false, false},
    {"operator bool", kState, false, false},
    {"operator!", kState, false, false},
    {"operator void*", kState, false, false},
};
// They count the characters that they got, or set that to 0.
constexpr std::string_view kCountCharacters[] = {"get",  "getline",  "ignore",  "peek",
                                                 "read", "readsome", "putback", "unget"};

void add(Effects& effects, Extent extent, StreamPart part, bool writes, uint8_t argument) {
  Effect effect{.what = writes ? What::kWrite : What::kRead, .extent = extent, .argument = argument};
  effect.offsets[0] = part.place;
  effect.unit = part.bytes;
  effects.push_back(effect);
}

void add_own(const CxxName& name, uint8_t self, Effects& effects) {
  constexpr StreamPart kCount = {8, 8};
  if (std::find(std::begin(kCountCharacters), std::end(kCountCharacters), name.function) != std::end(kCountCharacters))
    add(effects, Extent::kOwnStream, kCount, true, self);
  if (name.function.starts_with("seek")) add(effects, Extent::kOwnState, {}, true, self);
  if (name.function.starts_with("tell")) add(effects, Extent::kOwnState, {}, false, self);
}

}  // namespace

void add_stream_parts(const CxxName& name, const ClassRule& rule, uint8_t self, Effects& effects) {
  if (rule.extent == Extent::kStream) return add_own(name, self, effects);
  if (rule.extent != Extent::kStreamBase) return;
  for (const StreamPartUse& use : kStreamPartUses) {
    if (use.function != name.function) continue;
    add(effects, Extent::kStreamPart, use.part, use.writes, self);
    const auto other = static_cast<uint8_t>(self + 1);
    if (use.of_other) add(effects, Extent::kStreamPart, use.part, use.writes && name.function != "copyfmt", other);
  }
  if (name.function != "rdbuf" || name.is_const) return;
  add(effects, Extent::kStreamPart, kBufferOfStream, true, self);
  add(effects, Extent::kStreamPart, kState, true, self);
}

}  // namespace mazurka::runtime
