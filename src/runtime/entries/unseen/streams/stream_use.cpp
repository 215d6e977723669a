#include "runtime/entries/unseen/streams/stream_use.hpp"

#include <string.h>

#include "runtime/engine/program_code.hpp"
#include "runtime/entries/unseen/streams/standard_streams.hpp"
#include "runtime/races/owned_memory.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

// Where things are, in bytes: in the common part of a stream, and in a buffer.
struct Layout {
  uintptr_t format, format_bytes;  // all of it, and:
  uintptr_t precision, width, flags;
  uintptr_t buffer, tied, fill;
  uintptr_t input, output;  // three pointers each: begin, current, end
};
constexpr Layout kLibstdcxx = {8, 28, 8, 16, 24, 232, 216, 224, 8, 32};
constexpr Layout kLibcxx = {8, 32, 16, 24, 8, 40, 136, 144, 16, 40};

struct Area {
  uintptr_t begin, current, end;
  bool operator==(const Area&) const = default;
};

// What is kept during the call: seven words.
struct Before {
  uintptr_t buffer;  // 0: nothing is looked at
  Area input;
  uintptr_t output_begin, output_current;
  uint64_t state;
};
static_assert(2 * sizeof(Before) == sizeof CallFrame::kept);

template <class T>
T read_at(uintptr_t address) {
  T value;
  memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

// 0 if it is no object (any more): each begins with a pointer to its virtual functions.
uintptr_t made(uintptr_t object) {
  return object == 0 || read_at<uintptr_t>(object) == 0 ? 0 : object;
}

// One use of one stream, or of a buffer.
class StreamUse {
 public:
  StreamUse(const UsedStream& used, const CallFrame& call)
      : call_(call),
        layout_((used.how & kIsOfLibcxx) != 0 ? kLibcxx : kLibstdcxx),
        how_(used.how),
        object_(made(used.object)),
        is_stream_(used.is_stream) {}

  Before begin() const {
    Before before = {};
    if (object_ == 0) return before;
    before.buffer = buffer();
    if (is_stream_) {
      use_format(before);
      set_format();
      use_tied();
    }
    if (before.buffer == 0) return before;
    before.input = area(before.buffer + layout_.input);
    Area output = area(before.buffer + layout_.output);
    before.output_begin = output.begin;
    before.output_current = output.current;
    return before;
  }

  void end(const Before& before) const {
    if (object_ == 0) return;
    if (is_stream_ && !is_standard_stream(object_)) {
      uintptr_t state = common_part(object_) + kStateOfStream;
      if (read_at<uint32_t>(state) != before.state) touch(call_, state, 4, true);
    }
    if (before.buffer == 0 || buffer() != before.buffer) return;
    end_input(before);
    end_output(before);
  }

 private:
  Area area(uintptr_t address) const { return read_at<Area>(address); }

  // 0 if several threads may use it.
  uintptr_t buffer() const {
    uintptr_t found = is_stream_ ? read_at<uintptr_t>(common_part(object_) + layout_.buffer) : object_;
    return found == 0 || is_standard_buffer(found) ? 0 : found;
  }

  void use_format(Before& before) const {
    uintptr_t common = common_part(object_);
    if (is_standard_stream(object_)) return use_shared_format(common);
    touch(call_, common + layout_.format, layout_.format_bytes, false);
    if ((how_ & kIsFormatted) != 0) touch(call_, common + layout_.width, 8, true);
    before.state = read_at<uint32_t>(common + kStateOfStream);
  }
  // Several threads may write to a standard stream, but its format must not change meanwhile. (That they set the width
  // back does not count: the library's headers read it.)
  void use_shared_format(uintptr_t common) const {
    if (!watching || !is_program_code(call_.pc)) return;
    access_range(common + layout_.format, layout_.format_bytes, kAtomicRead, call_.pc);
  }
  // Of a standard stream, too, this is for one thread.
  void set_format() const {
    uintptr_t common = common_part(object_);
    if ((how_ & kSetsPrecision) != 0) touch(call_, common + layout_.precision, 8, true);
    if ((how_ & kSetsWidth) != 0) touch(call_, common + layout_.width, 8, true);
    if ((how_ & kSetsFlags) != 0) touch(call_, common + layout_.flags, 4, true);
    if ((how_ & kSetsFill) != 0) touch(call_, common + layout_.fill, 1, true);
  }

  // What was written to the tied stream goes out first.
  void use_tied() const {
    auto tied = read_at<uintptr_t>(common_part(object_) + layout_.tied);
    if (tied == 0) return;
    auto other = read_at<uintptr_t>(common_part(tied) + layout_.buffer);
    if (other == 0 || is_standard_buffer(other)) return;
    Area output = area(other + layout_.output);
    if (output.begin != output.current) touch(call_, other + layout_.output, sizeof(Area), true);
  }

  void range(uintptr_t begin, uintptr_t end, bool writes) const {
    if (begin < end) touch(call_, begin, end - begin, writes);
  }

  void end_input(const Before& before) const {
    uintptr_t place = before.buffer + layout_.input;
    Area now = area(place);
    if (now != before.input) touch(call_, place, sizeof(Area), true);
    if (now == before.input && (how_ & kUsesInput) != 0) touch(call_, place + 8, 16, false);
    bool is_same =
        now.begin == before.input.begin && now.end == before.input.end && now.current >= before.input.current;
    // The old characters may be no more.
    if (!is_same && !races::is_in_heap(before.input.current)) range(before.input.current, before.input.end, false);
    range(is_same ? before.input.current : now.begin, now.current, false);
    // Many functions look at the next one.
    if ((how_ & kUsesInput) != 0 && now.current < now.end) touch(call_, now.current, 1, false);
  }

  void end_output(const Before& before) const {
    uintptr_t place = before.buffer + layout_.output;
    Area now = area(place);
    bool is_unchanged = now.begin == before.output_begin && now.current == before.output_current;
    if (!is_unchanged) touch(call_, place, sizeof(Area), true);
    if (is_unchanged && (how_ & kUsesOutput) != 0) touch(call_, place + 8, 16, false);
    bool goes_on = now.begin == before.output_begin && now.current >= before.output_current;
    range(goes_on ? before.output_current : now.begin, now.current, true);
  }

  const CallFrame& call_;
  const Layout& layout_;
  const uint16_t how_;
  const uintptr_t object_;
  const bool is_stream_;
};

}  // namespace

void begin_stream_use(const UsedStream& used, CallFrame& call) {
  Before before = StreamUse(used, call).begin();
  memcpy(&call.kept[7 * used.number], &before, sizeof before);
}

void end_stream_use(const UsedStream& used, const CallFrame& call) {
  Before before;
  memcpy(&before, &call.kept[7 * used.number], sizeof before);
  StreamUse(used, call).end(before);
}

}  // namespace mazurka::runtime
