#include "runtime/entries/unseen/effects.hpp"

#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <wctype.h>

#include <algorithm>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/libc/number_texts.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/unseen/coded_effects.hpp"
#include "runtime/entries/unseen/states.hpp"
#include "runtime/entries/unseen/streams/standard_streams.hpp"
#include "runtime/entries/unseen/streams/stream_use.hpp"
#include "runtime/entries/unseen/unseen_functions.hpp"
#include "runtime/entries/visible.hpp"

namespace mazurka::runtime {

namespace {

using What = Effect::What;
using Extent = Effect::Extent;
using From = Effect::Amount::From;
using If = Effect::Condition::If;

// The accesses of one effect of a call.
class Access {
 public:
  Access(const Effect& effect, const CallFrame& call) : effect_(effect), call_(call) {}

  void perform() const {
    uintptr_t address = is_change() ? call_.kept[2 * effect_.kept] : pointer();
    // Nor what functions return that fail.
    if (address != 0 && address < -uintptr_t{4096}) touch(address);
  }

  bool holds() const {
    switch (effect_.condition.only) {
      case If::kAlways: return true;
      case If::kResultIsZero: return static_cast<uint32_t>(call_.result) == 0;
      case If::kResultIsPointer: return call_.result != 0;
      case If::kResultIsNotNegative: return static_cast<int32_t>(call_.result) >= 0;
      case If::kIsGiven: return value_of(effect_.condition.argument) != 0;
      case If::kArgumentIs:
        return static_cast<uint32_t>(value_of(effect_.condition.argument)) == effect_.condition.value;
    }
    return false;
  }

  // Before the call, for an effect that is looked at after it.
  void keep(CallFrame& call) const {
    if (!is_change()) return;
    call.kept[2 * effect_.kept] = pointer();
    call.kept[2 * effect_.kept + 1] = field(effect_.amounts[0]);
  }

  UsedStream used_stream() const {
    return {value_of(effect_.argument), effect_.extent == Extent::kStream, effect_.state, effect_.kept};
  }

 private:
  template <class T = uint64_t>
  static T word_at(uintptr_t address) {
    T value;
    memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
    return value;
  }

  bool is_change() const { return effect_.amounts[0].from == From::kFell || effect_.amounts[0].from == From::kRose; }

  uintptr_t pointer() const {
    uintptr_t address = effect_.argument == 0                   ? call_.result
                        : effect_.argument == Effect::kVariable ? public_variable(effect_.state)
                                                                : value_of(effect_.argument);
    for (uint32_t level = 0; level < effect_.levels && address != 0; level++)
      address = word_at(address + effect_.offsets[level]);
    return effect_.levels == 0 && address != 0 ? address + effect_.offsets[0] : address;
  }

  uint64_t value_of(uint8_t argument) const {
    return argument <= 6 ? call_.arguments[argument - 1] : call_.more_arguments[argument - 7];
  }

  uint64_t field(const Effect::Amount& amount) const {
    uintptr_t object = value_of(amount.argument);
    if (object == 0) return 0;
    return amount.bytes == 4 ? word_at<uint32_t>(object + amount.offset) : word_at(object + amount.offset);
  }

  uint64_t amount(const Effect::Amount& amount) const {
    uint64_t before = call_.kept[2 * effect_.kept + 1];
    switch (amount.from) {
      case From::kNone: return 1;
      case From::kConstant: return amount.offset;
      case From::kArgument: return value_of(amount.argument);
      // Of a size_t or of an int: an error is negative in both.
      case From::kResult: return static_cast<int32_t>(call_.result) < 0 ? 0 : call_.result;
      case From::kField: return field(amount);
      case From::kFell: return field(amount) < before ? before - field(amount) : 0;
      case From::kRose: return field(amount) > before ? field(amount) - before : 0;
    }
    return 0;
  }

  // Characters of a text until its end, which is counted, or until there are enough of them.
  uint64_t text_bytes(uintptr_t text) const {
    bool has_limit = effect_.extent == Extent::kString && effect_.amounts[0].from != From::kNone;
    uint64_t most = has_limit ? amount(effect_.amounts[0]) : UINT64_MAX;
    for (uint64_t count = 0; count < most; count++) {
      uintptr_t at = text + count * effect_.unit;
      bool ends = effect_.unit == 1   ? word_at<uint8_t>(at) == 0
                  : effect_.unit == 2 ? word_at<uint16_t>(at) == 0
                                      : word_at<uint32_t>(at) == 0;
      if (ends) return (count + 1) * effect_.unit;
    }
    return most * effect_.unit;
  }

  uint32_t character(uintptr_t at) const { return effect_.unit == 1 ? word_at<uint8_t>(at) : word_at<uint32_t>(at); }

  uint64_t text_bytes_to_end(uintptr_t text) const {
    uint64_t bytes = 0;
    while (character(text + bytes) != 0) bytes += effect_.unit;
    return bytes + effect_.unit;
  }

  // As far as something was found.
  void found(uintptr_t text) const {
    if (call_.result < text) return bytes(text, text_bytes_to_end(text));
    const bool has_part = effect_.amounts[0].from != From::kNone;
    const uint64_t part =
        has_part ? text_bytes_to_end(value_of(effect_.amounts[0].argument)) - effect_.unit : effect_.unit;
    bytes(text, call_.result - text + part);
  }

  // (Where only the case differs, it goes on.)
  uint64_t compared(uintptr_t a, uintptr_t b) const {
    for (uint64_t at = 0;; at += effect_.unit) {
      const uint32_t one = character(a + at), other = character(b + at);
      if (one == 0 || towlower(one) != towlower(other)) return at + effect_.unit;
    }
  }

  uint64_t number(uintptr_t text) const {
    if (effect_.unit == 1) return characters_of_number(reinterpret_cast<const char*>(text), NumberKind::kFloat);
    return characters_of_number(reinterpret_cast<const wchar_t*>(text), NumberKind::kFloat) * effect_.unit;
  }

  void touch(uintptr_t address) const {
    switch (effect_.extent) {
      case Extent::kFound: return found(address);
      case Extent::kSpan: return bytes(address, (call_.result + 1) * effect_.unit);
      case Extent::kCompared: return bytes(address, compared(address, value_of(effect_.amounts[0].argument)));
      case Extent::kNumber: return bytes(address, number(address));
      case Extent::kBytes:
        return bytes(address, effect_.unit * amount(effect_.amounts[0]) * amount(effect_.amounts[1]));
      case Extent::kString: return bytes(address, text_bytes(address));
      case Extent::kLikeString: return bytes(address, text_bytes(value_of(effect_.amounts[0].argument)));
      case Extent::kUntil: return range(address, value_of(effect_.amounts[0].argument));
      case Extent::kUntilResult:
        return range(address, std::min(call_.result + effect_.unit, value_of(effect_.amounts[0].argument)));
      case Extent::kUntilNext: return range(address, word_at(value_of(effect_.amounts[0].argument)));
      case Extent::kLikeRange: return bytes(address, characters_between() * effect_.unit);
      case Extent::kVectors: return vectors(address, amount(effect_.amounts[0]));
      case Extent::kMessage: return message(address);
      case Extent::kTexts: return texts(address);
      case Extent::kCxxString: return cxx_string(address);
      case Extent::kOldString: return old_string(address);
      case Extent::kLibcxxString: return libcxx_string(address);
      case Extent::kPath: return path(address);
      case Extent::kStream: return stream(address);
      case Extent::kStreamBase: return stream_base(address);
      case Extent::kStreamPart: return bytes(address, effect_.unit);
      case Extent::kOwnStream:
        if (!is_standard_stream(address - effect_.offsets[0])) bytes(address, effect_.unit);
        return;
      case Extent::kOwnState:
        if (!is_standard_stream(address)) bytes(common_part(address) + kStateOfStream, 4);
        return;
      case Extent::kStreamState: return stream_state(address);
      case Extent::kGot: return bytes(address, word_at(call_.arguments[0] + 8) * effect_.unit);
      case Extent::kBuffer:
        if (!is_standard_buffer(address)) bytes(address, effect_.unit);
        return;
    }
  }

  void bytes(uintptr_t address, uint64_t count) const { bytes(address, count, effect_.what == What::kWrite); }
  void bytes(uintptr_t address, uint64_t count, bool writes) const { runtime::touch(call_, address, count, writes); }
  void range(uintptr_t begin, uintptr_t end) const {
    if (end > begin) bytes(begin, end - begin);
  }

  uint64_t characters_between() const {
    uint64_t begin = value_of(effect_.amounts[0].argument), end = value_of(effect_.amounts[1].argument);
    return end > begin ? (end - begin) / effect_.amounts[0].bytes : 0;
  }

  void vectors(uintptr_t address, uint64_t count) const {
    bytes(address, count * sizeof(iovec), false);
    // What was read may be less than there was room for.
    uint64_t left = effect_.after ? amount({.from = From::kResult}) : UINT64_MAX;
    for (uint64_t k = 0; k < count; k++) {
      auto piece = word_at<iovec>(address + k * sizeof(iovec));
      uint64_t used = std::min<uint64_t>(left, piece.iov_len);
      bytes(reinterpret_cast<uintptr_t>(piece.iov_base), used);
      left -= used;
    }
  }

  void texts(uintptr_t address) const {
    for (uintptr_t at = address;; at += sizeof(char*)) {
      bytes(at, sizeof(char*));
      uintptr_t text = word_at(at);
      if (text == 0) return;
      bytes(text, text_bytes(text));
    }
  }

  void message(uintptr_t address) const {
    auto header = word_at<msghdr>(address);
    bytes(address, sizeof header);
    if (header.msg_iov != nullptr) vectors(reinterpret_cast<uintptr_t>(header.msg_iov), header.msg_iovlen);
    if (header.msg_name != nullptr) bytes(reinterpret_cast<uintptr_t>(header.msg_name), header.msg_namelen);
    if (header.msg_control != nullptr) bytes(reinterpret_cast<uintptr_t>(header.msg_control), header.msg_controllen);
  }

  // Where the text is, how long it is, and the text or its room.
  void cxx_string(uintptr_t address) const {
    constexpr uint64_t kObject = 32, kOwnText = 16;
    bytes(address, kObject);
    uintptr_t text = word_at(address);
    if (text != address + kOwnText) bytes(text, word_at(address + 8) * effect_.unit);
  }
  // A pointer to the text; its length stands 24 bytes before. Texts are shared: writing makes a copy first.
  void old_string(uintptr_t address) const {
    bytes(address, 8);
    uintptr_t text = word_at(address);
    if (text != 0) bytes(text, word_at(text - 24) * effect_.unit, false);
  }
  // Room, length and pointer, if the first bit is set; or the text itself.
  void libcxx_string(uintptr_t address) const {
    constexpr uint64_t kObject = 24;
    bytes(address, kObject);
    if ((word_at<uint8_t>(address) & 1) != 0) bytes(word_at(address + 16), word_at(address + 8) * effect_.unit);
  }

  // Behind the string, a pointer to the parts: its last two bits say what the path is.
  void path(uintptr_t address) const {
    constexpr uintptr_t kParts = 32;
    cxx_string(address);
    bytes(address + kParts, 8);
    uintptr_t parts = word_at(address + kParts) & ~uintptr_t{3};
    if (parts != 0) bytes(parts, 8);
  }

  void stream(uintptr_t address) const {
    // Several threads may read from them and write to them, but not while another one changes them.
    if (is_standard_stream(address)) return read_hidden(reinterpret_cast<void*>(common_part(address)), call_.pc);
    bytes(address, 8, false);
    stream_base(common_part(address));
  }
  // By functions that read and write nothing: also of the standard streams, they are for one thread.
  void stream_base(uintptr_t address) const {
    const void* common = reinterpret_cast<const void*>(address);
    effect_.what == What::kWrite ? write_hidden(common, call_.pc) : read_hidden(common, call_.pc);
  }

  void stream_state(uintptr_t address) const {
    stream_base(address);
    bytes(address + kStateOfStream, 4);
  }

  const Effect& effect_;
  const CallFrame& call_;
};

void perform(const Effect& effect, const CallFrame& call, const char* name) {
  if (!Access(effect, call).holds()) return;
  switch (effect.what) {
    case What::kRead:
    case What::kWrite: return Access(effect, call).perform();
    case What::kReadHidden:
    case What::kWriteHidden:
      if (const void* state = hidden_state(effect.state))
        effect.what == What::kReadHidden ? read_hidden(state, call.pc) : write_hidden(state, call.pc);
      return;
    case What::kOrder: return ordered_state(effect.state).use(name, call.pc);
    case What::kAlone:
      if (at_base() && others_may_run()) report_unsupported(name, call.pc);
      return;
    case What::kRefuse: return report_unsupported(name, call.pc);
    case What::kUnseen: return note_unseen(name, "libc.so", call.pc);
    case What::kCode: return effect.after ? coded_effect(effect.state).after(call) : void();
    case What::kCharacters: return end_stream_use(Access(effect, call).used_stream(), call);
  }
}

}  // namespace

void perform_before(const Effects& effects, CallFrame& call, const char* name) {
  for (const Effect& effect : effects) {
    if (effect.what == What::kCode)
      coded_effect(effect.state).before(call);
    else if (effect.what == What::kCharacters)
      begin_stream_use(Access(effect, call).used_stream(), call);
    else if (effect.after)
      Access(effect, call).keep(call);
    else
      perform(effect, call, name);
  }
}

void perform_after(const Effects& effects, const CallFrame& call) {
  for (const Effect& effect : effects)
    if (effect.after) perform(effect, call, "");
}

bool has_any_after(const Effects& effects) {
  return std::any_of(effects.begin(), effects.end(), [](const Effect& effect) { return effect.after; });
}

}  // namespace mazurka::runtime
