#include "report/text/schedule_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "report/words.hpp"

namespace mazurka::report {

namespace {

std::string short_position(const Frame& frame) {
  if (frame.file.empty()) return "?";
  std::string file = std::filesystem::path(frame.file).filename().string();
  return frame.line == 0 ? file : fmt::format("{}:{}", file, frame.line);
}

// How many steps came until the thread failed: those of the others after it are no cause of the failure.
size_t steps_until_failure(const NativeBug& bug) {
  size_t count = bug.steps.size();
  if (protocol::waits_for_ever(bug.kind)) return count;
  if (bug.failed_after) return std::min<size_t>(count, *bug.failed_after);
  while (count > 0 && bug.steps[count - 1].thread != bug.thread) count--;
  return count == 0 ? bug.steps.size() : count;
}

struct Row {
  std::string number;  // of a step; "****" where it fails, "==>" for the other side of a race, or empty
  Frame at;
  uint32_t thread = 0;
  std::string what;
  bool is_bug = false;
};

// Of a long table, which rows are shown. The first and the last ones and those next to a context switch matter most; of
// a long run of one thread the middle is left out, and of a long table its middle.
std::vector<bool> rows_to_show(const std::vector<Row>& rows) {
  constexpr size_t kShortTable = 40, kEnds = 12, kBesideSwitch = 2, kMostRows = 120, kHead = 40;
  const size_t count = rows.size();
  std::vector<bool> show(count, count <= kShortTable);
  if (count <= kShortTable) return show;
  auto mark = [&](size_t from, size_t to) {
    for (size_t k = from; k < std::min(to, count); k++) show[k] = true;
  };
  mark(0, kEnds);
  mark(count - kEnds, count);
  for (size_t k = 1; k < count; k++)
    if (rows[k].thread != rows[k - 1].thread) mark(k - std::min(k, kBesideSwitch), k + kBesideSwitch);
  size_t shown = static_cast<size_t>(std::count(show.begin(), show.end(), true));
  for (size_t k = 0, seen = 0; k < count && shown > kMostRows; k++) {
    if (!show[k] || ++seen <= kHead) continue;
    show[k] = false;
    shown--;
  }
  return show;
}

class Rows {
 public:
  Rows(const NativeBug& bug, const TextStyle& style) : bug_(bug), full_(style.full) {
    for (const NativeWaiting& waiting : bug.waiting) kept_.insert(waiting.address);
    keep_what_differs();
    steps_ = steps_until_failure(bug);
    // What a thread that waits has is as important as what it waits for.
    for (size_t k = 0; k < steps_; k++)
      if (protocol::waits_for_ever(bug.kind))
        for (const uint64_t lock : bug.steps[k].locks) kept_.insert(lock);
  }

  std::vector<Row> all() {
    for (size_t k = 0; k < steps_; k++) {
      add_plain(k);
      const NativeStep& step = bug_.steps[k];
      const bool is_own = step.is_private && !kept_.contains(step.address);
      if ((is_own || step.is_of_framework) && !full_) {
        left_out_++;
        continue;
      }
      rows_.push_back({fmt::to_string(bug_.steps_not_told + k + 1), step.at, step.thread, describe(step)});
    }
    add_plain(steps_);
    if (!protocol::waits_for_ever(bug_.kind))
      rows_.push_back({"****", bug_.at.value_or(Frame{}), bug_.thread, what_goes_wrong(), true});
    return std::move(rows_);
  }

  size_t left_out() const { return left_out_; }
  size_t steps_after() const { return bug_.steps.size() - steps_; }

 private:
  // What another thread does something to in the nearest execution that passes matters here, too.
  void keep_what_differs() {
    if (!bug_.reversal) return;
    std::map<uint64_t, uint32_t> users;
    const auto look = [&](const NativeStep& step) {
      if (step.address == 0 || step.is_of_framework) return;
      if (const auto [user, is_new] = users.try_emplace(step.address, step.thread);
          !is_new && user->second != step.thread)
        kept_.insert(step.address);
    };
    std::for_each(bug_.steps.begin(), bug_.steps.end(), look);
    std::for_each(bug_.reversal->passing.begin(), bug_.reversal->passing.end(), look);
  }

  const NativeAccess* access_with(std::string_view role) const {
    for (const NativeAccess& access : bug_.accesses)
      if (access.role == role) return &access;
    return nullptr;
  }

  // Of a race, both sides are in the table.
  std::string what_goes_wrong() const {
    const NativeAccess *later = access_with("later"), *earlier = access_with("earlier");
    if (later == nullptr || earlier == nullptr || earlier->object.empty()) {
      // (The line stands beside it.)
      const std::string place = bug_.at ? position_of(*bug_.at) + ": " : "";
      return !place.empty() && bug_.message.starts_with(place) ? bug_.message.substr(place.size()) : bug_.message;
    }
    if (failing_ != nullptr) return describe(*failing_) + "; races with ==>";
    return fmt::format("{}; races with ==>", describe(*later, earlier->object));
  }

  static std::string describe(const NativeAccess& access, const std::string& object) {
    const bool frees = access.operation == std::string_view("free");
    return fmt::format("{} {}", access.operation, frees ? block_in(object) : object);
  }
  static std::string describe(const NativePlain& access) { return report::describe(access); }
  static std::string describe(const NativeStep& step) { return report::describe(step); }

  // Is it told as an access of its own, too?
  static bool is_same(const NativePlain& access, const NativeAccess* side) {
    if (side == nullptr || side->thread != access.thread || side->steps_before != access.steps_before) return false;
    const auto place = first_user_frame(side->stack);
    return place && place->line == access.at.line && place->file == access.at.file &&
           access.writes == (side->operation == std::string_view("write")) && access.object == side->object;
  }

  // Those between this step and the one before it.
  void add_plain(size_t steps) {
    const NativeAccess* race = access_with("earlier");
    const NativeAccess* later = access_with("later");
    const bool is_here = race != nullptr && race->steps_before == steps;
    bool is_marked = false;
    for (; next_ < bug_.plain.size() && bug_.plain[next_].steps_before <= steps; next_++) {
      const NativePlain& access = bug_.plain[next_];
      const std::string what = describe(access);
      if (what.empty()) continue;
      // (What a thread does after it has failed is not looked at.)
      if (failing_ != nullptr && access.thread == failing_->thread) continue;
      if (race != nullptr && is_same(access, later)) {
        failing_ = &access;
        continue;
      }
      const bool races = is_here && is_same(access, race);
      is_marked |= races;
      // The same again, as in a loop or in the insides of a container.
      if (!rows_.empty() && rows_.back().number.empty() && rows_.back().thread == access.thread &&
          rows_.back().what == what && rows_.back().at.line == access.at.line)
        continue;
      rows_.push_back({races || access.frees ? "==>" : "", access.at, access.thread, what});
    }
    if (is_here && !is_marked)
      rows_.push_back({"==>", first_user_frame(race->stack).value_or(Frame{}), race->thread,
                       race->object.empty() ? race->title : describe(*race, race->object)});
  }

  const NativeBug& bug_;
  bool full_;
  size_t steps_ = 0;
  size_t next_ = 0;
  size_t left_out_ = 0;
  const NativePlain* failing_ = nullptr;  // the access that ends a race
  std::set<uint64_t> kept_;
  std::vector<Row> rows_;
};

class Table {
 public:
  Table(const NativeBug& bug, const TextStyle& style) : bug_(bug), style_(style), made_(bug, style) {
    rows_ = made_.all();
    show_ = style.full ? std::vector<bool>(rows_.size(), true) : rows_to_show(rows_);
    for (size_t k = 0; k < rows_.size(); k++) {
      if (!show_[k]) continue;
      size_t& width = widths_[rows_[k].thread];
      // (What went wrong is told above the table, too.)
      constexpr size_t kWidest = 60;
      width = std::max(
          {width, rows_[k].is_bug ? 0 : std::min(kWidest, rows_[k].what.size()), header(rows_[k].thread).size()});
      line_width_ = std::max(line_width_, short_position(rows_[k].at).size());
    }
    size_t total = 8 + line_width_;
    for (const auto& [thread, width] : widths_) total += width + 2;
    columns_ = total <= style.width;
  }

  std::string text() const {
    std::string out = fmt::format("  {:>4}  {:<{}}", "step", "line", line_width_);
    if (columns_)
      for (const auto& [thread, width] : widths_) out += fmt::format("  {:<{}}", header(thread), width);
    else
      out += "  what";
    out = colored(trimmed(out), Ink::kBold, style_) + "\n";
    if (bug_.steps_not_told != 0) out += fmt::format("        ... {}\n", counted(bug_.steps_not_told, "step"));
    size_t left_out = 0, last = SIZE_MAX;
    for (size_t k = 0; k < rows_.size(); k++) {
      if (!show_[k]) {
        left_out++;
        continue;
      }
      if (left_out != 0) out += fmt::format("        ... {}\n", counted(left_out, "more step"));
      left_out = 0;
      if (last != SIZE_MAX && rows_[last].thread != rows_[k].thread)
        out += colored(fmt::format("  ---- switch to {}",
                                   columns_ ? thread_name(rows_[k].thread) : header(rows_[k].thread)),
                       Ink::kFaint, style_) +
               "\n";
      out += line(rows_[k]);
      last = k;
    }
    if (const size_t rest = made_.steps_after(); rest != 0)
      out += fmt::format("        ... {} of other threads after it\n", counted(rest, "step"));
    if (made_.left_out() != 0)
      out += fmt::format("        ({} on what only one thread uses {} left out; --full shows all)\n",
                         counted(made_.left_out(), "step"), made_.left_out() == 1 ? "is" : "are");
    return out;
  }

 private:
  std::string header(uint32_t thread) const {
    constexpr size_t kLongestHeader = 24;
    std::string name = thread == 0 ? "main" : "";
    for (const NativeThread& known : bug_.threads)
      if (known.id == thread && !known.name.empty()) name = known.name;
    if (name.size() > kLongestHeader || name.find("{lambda") != std::string::npos) name.clear();
    return name.empty() ? thread_name(thread) : fmt::format("{} ({})", thread_name(thread), name);
  }

  static std::string trimmed(std::string line) { return line.erase(line.find_last_not_of(' ') + 1); }

  std::string line(const Row& row) const {
    std::string out = fmt::format("  {:>4}  {:<{}}  ", row.number, short_position(row.at), line_width_);
    size_t used = out.size();
    if (!columns_) out += thread_name(row.thread) + ": ";
    for (const auto& [other, width] : widths_)
      if (columns_ && other < row.thread) out += std::string(width + 2, ' ');
    used = out.size();
    const size_t room = style_.width > used ? style_.width - used : 0;
    const bool is_wide = columns_ && !row.is_bug;
    const std::string what = fitted(row.what, is_wide ? std::min(room, widths_.at(row.thread)) : room);
    return out +
           (row.is_bug || row.number == "==>" ? colored(what, Ink::kBug, style_)
                                              : colored_as_thread(what, row.thread, style_)) +
           "\n";
  }

  const NativeBug& bug_;
  const TextStyle& style_;
  Rows made_;
  std::vector<Row> rows_;
  std::vector<bool> show_;
  std::map<uint32_t, size_t> widths_;
  size_t line_width_ = 4;
  bool columns_ = true;
};

}  // namespace

std::string describe(const NativeStep& step) {
  std::string text = step.operation;
  if (!step.object.empty()) text += " " + step.object;
  if (!step.detail.empty()) text += ": " + step.detail;
  return text;
}

std::string describe(const NativePlain& access) {
  if (access.frees) return "free " + access.object;
  // Memory without a name that a library accesses: how it keeps its own things.
  const bool is_library = access.stack.empty() || access.stack.front().system;
  const bool is_of_library = access.object.find('@') != std::string::npos;  // a variable of one, with its version
  if (access.object.empty() || is_of_library || (is_library && access.object.starts_with("block#"))) return "";
  std::string text = fmt::format("{} {}", access.writes ? "write" : "read", access.object);
  if (access.before.empty() || access.after.empty()) return text;
  return access.writes ? fmt::format("{}: {} -> {}", text, access.before, access.after)
                       : fmt::format("{}: {}", text, access.before);
}

std::string schedule_table(const NativeBug& bug, const TextStyle& style) {
  return Table(bug, style).text();
}

}  // namespace mazurka::report
