#include "runtime/entries/api/observations.hpp"

#include <string.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/entries/visible.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

using std::string_view;

// Of one execution.
constexpr size_t kMostValues = 256;
constexpr size_t kMostBytes = 16384;

struct Value {
  uint32_t thread;
  uint32_t name_begin, name_bytes;
  uint32_t value_begin, value_bytes;
};
Value values[kMostValues];
char bytes[kMostBytes];

// Values are only added, so that it is enough to rewind their number.
class Observations final : public Rewindable {
 public:
  constexpr Observations() : Rewindable(Changes::kAreNoted) {}

  void add(string_view name, string_view value) {
    note_change();
    if (now_.values == kMostValues || now_.bytes + name.size() + value.size() > kMostBytes)
      report_failure(protocol::BugKind::kMisuse, "mazurka_observe: too many values in one execution (256, or 16 KB)",
                     0);
    const uint32_t begin = now_.bytes;
    memcpy(bytes + begin, name.data(), name.size());
    memcpy(bytes + begin + name.size(), value.data(), value.size());
    const auto name_bytes = static_cast<uint32_t>(name.size()), value_bytes = static_cast<uint32_t>(value.size());
    values[now_.values++] = {current_thread(), begin, name_bytes, begin + name_bytes, value_bytes};
    now_.bytes += name_bytes + value_bytes;
    any_ = true;
  }
  bool any() const { return any_; }

  // "a=1, b=2 3": by name; of one name by thread, and in the order of the thread.
  std::vector<char> text() const {
    std::vector<Value> sorted(values, values + now_.values);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Value& a, const Value& b) {
      const int order = name_of(a).compare(name_of(b));
      return order != 0 ? order < 0 : a.thread < b.thread;
    });
    std::vector<char> text;
    const auto add = [&text](string_view part) { text.insert(text.end(), part.begin(), part.end()); };
    for (size_t k = 0; k < sorted.size(); k++) {
      const bool goes_on = k > 0 && name_of(sorted[k - 1]) == name_of(sorted[k]);
      if (!goes_on) {
        if (k > 0) add(", ");
        add(name_of(sorted[k]));
      }
      add(goes_on ? " " : "=");
      add({bytes + sorted[k].value_begin, sorted[k].value_bytes});
    }
    for (char& c : text)
      if (c == '\n') c = ' ';
    return text;
  }

  void save(Level level) override { saved_[static_cast<size_t>(level)] = now_; }
  void restore(Level level) override { now_ = saved_[static_cast<size_t>(level)]; }
  bool allows_waypoint() const override { return now_.values == saved_[static_cast<size_t>(Level::kPrefix)].values; }

 private:
  static string_view name_of(const Value& value) { return {bytes + value.name_begin, value.name_bytes}; }

  struct Used {
    uint32_t values = 0, bytes = 0;
  };
  Used now_, saved_[2];
  bool any_ = false;  // in any execution
};
constinit Observations observations;
const Registration registered(observations);

std::vector<uint64_t>& told() {
  static auto* hashes = new std::vector<uint64_t>;
  return *hashes;
}

}  // namespace

bool anything_is_observed() {
  return observations.any();
}

void note_outcome() {
  const std::vector<char> text = observations.text();
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  const auto place = std::lower_bound(told().begin(), told().end(), hash);
  if (place != told().end() && *place == hash) return;
  told().insert(place, hash);
  protocol::ObservedRecord record = {};
  record.header = {protocol::RecordKind::kObserved, sizeof record};
  record.length = static_cast<uint32_t>(std::min(text.size(), sizeof record.text));
  std::copy_n(text.begin(), record.length, record.text);
  append_record(&record, sizeof record);
}

}  // namespace mazurka::runtime

using namespace mazurka::runtime;

MAZURKA_STAND_IN(void, mazurka_observe, (const char* name, const char* value)) {
  if (is_checked()) observations.add(name, value);
}
