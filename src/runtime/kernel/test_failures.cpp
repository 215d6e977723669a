#include "runtime/kernel/test_failures.hpp"

#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "runtime/memory/rewind.hpp"

namespace mazurka::runtime {

namespace {

using std::string_view;

// Of one execution. What is beyond is not read: a framework's failure stands there in few programs.
constexpr size_t kMostOutput = size_t{1} << 20;
char output[kMostOutput];

// Bytes are only added, so that it is enough to rewind their number.
class Output final : public Rewindable {
 public:
  constexpr Output() : Rewindable(Changes::kAreNoted) {}

  void add(const char* bytes, size_t count) {
    note_change();
    count = std::min(count, kMostOutput - used_);
    memcpy(output + used_, bytes, count);
    used_ += count;
  }
  // With what is still in the buffer of the C library.
  string_view text() const {
    const FILE* file = stdout;
    if (file == nullptr || file->_IO_write_ptr <= file->_IO_write_base) return {output, used_};
    const size_t waiting =
        std::min<size_t>(static_cast<size_t>(file->_IO_write_ptr - file->_IO_write_base), kMostOutput - used_);
    memcpy(output + used_, file->_IO_write_base, waiting);
    return {output, used_ + waiting};
  }

  void save(Level level) override { saved_[static_cast<size_t>(level)] = used_; }
  void restore(Level level) override { used_ = saved_[static_cast<size_t>(level)]; }
  bool allows_waypoint() const override { return used_ == saved_[static_cast<size_t>(Level::kPrefix)]; }

 private:
  size_t used_ = 0;
  size_t saved_[2] = {};
};
constinit Output said;
const Registration registered(said);

string_view take_line(string_view& text) {
  const size_t end = text.find('\n');
  const string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

string_view trimmed(string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

void add(Text& message, string_view part) {
  char piece[protocol::kMessageBytes];
  const size_t count = std::min(part.size(), sizeof piece - 1);
  memcpy(piece, part.data(), count);
  piece[count] = 0;
  message.add(piece);
}

bool is_number(string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "queue_test.cpp:8" or "queue_test.cpp(8)".
struct Place {
  string_view file, line;
  bool is_known() const { return !file.empty() && is_number(line); }
};
Place place_in(string_view text) {
  if (text.ends_with(')')) {
    const size_t open = text.rfind('(');
    return open == text.npos ? Place{} : Place{text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
  }
  const size_t colon = text.rfind(':');
  return colon == text.npos ? Place{} : Place{text.substr(0, colon), text.substr(colon + 1)};
}

// How a framework begins a failure: "PLACE" + these words, and what follows on the line. With GoogleTest and Catch2
// nothing follows.
struct Words {
  string_view words;
  bool ends_line;
};
constexpr Words kWords[] = {{": Failure", true},                                    // GoogleTest
                            {": FAILED:", true},                                    // Catch2
                            {": ERROR: ", false},                                   // doctest
                            {": FATAL ERROR: ", false},   {": error: in ", false},  // Boost.Test
                            {": fatal error: in ", false}};

// The lines that belong to the failure, as one.
bool read_failure(string_view line, string_view rest, Text& message) {
  for (const Words& begin : kWords) {
    const size_t at = line.find(begin.words);
    if (at == line.npos || (begin.ends_line && at + begin.words.size() != line.size())) continue;
    const Place place = place_in(line.substr(0, at));
    const bool is_nowhere = begin.ends_line && line.starts_with("unknown file");
    if (!place.is_known() && !is_nowhere) continue;
    if (place.is_known()) {
      add(message, place.file);
      message.add(":");
      add(message, place.line);
    } else {
      message.add("unknown file");
    }
    const char* between = ": ";
    for (string_view part = trimmed(line.substr(at + begin.words.size()));; part = trimmed(take_line(rest))) {
      if (part.starts_with("[ ") || (part.empty() && between[0] == ' ')) return true;
      if (!part.empty()) {
        message.add(between);
        add(message, part);
        between = " ";
      }
      // The others may go on over several lines; a line of Boost.Test is all there is.
      if (rest.empty() || begin.words.find("error: in") != begin.words.npos) return true;
    }
  }
  return false;
}

}  // namespace

void note_output(const iovec* pieces, int count) {
  for (int k = 0; k < count; k++) said.add(static_cast<const char*>(pieces[k].iov_base), pieces[k].iov_len);
}

bool find_test_failure(Text& message) {
  string_view rest = said.text();
  while (!rest.empty()) {
    const string_view line = take_line(rest);
    if (read_failure(line, rest, message)) return true;
  }
  return false;
}

bool is_in_googletest() {
  return said.text().find("[ RUN      ]") != string_view::npos;
}

}  // namespace mazurka::runtime
