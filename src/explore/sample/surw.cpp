// SURW (Zhao, Wolff, Mathur, Roychoudhury: "Selectively Uniform Concurrency Testing").
//
// A random walk prefers interleavings in which threads end one after the other late or early, depending on how long
// they are. If a thread is picked with a probability in proportion to the events that it has still to do, all
// interleavings are equally likely. Selectively: in each run only some events count, here those on one object that
// several threads touch, drawn at random, or those on any object. A thread is drawn, by weight, that does the next
// event that counts; until then other threads may do events that do not count, in the manner of a random walk.
//
// The lengths of threads are measured in the first runs. A thread that was not started yet counts for the one that is
// going to start it. Threads that wait cannot be drawn, and lengths vary from run to run: so the runs of a program that
// blocks and branches are only nearly uniform.
#include "explore/sample/surw.hpp"

#include <algorithm>

#include "explore/series.hpp"

namespace mazurka {

namespace {
constexpr uint32_t kMeasuredRuns = 10;
}  // namespace

void Surw::begin(Dice& dice) {
  choose_object(dice);
  has_drawn_ = false;
  state_.clear();
  for (uint32_t t = 0; t < facts_.size() && measured_ != 0; t++) {
    ThreadId thread(t);
    uint32_t events =
        object_ == kEveryObject ? facts_[thread].events : profiles_[place_of_[object_] - 1].events[thread];
    state_[thread].left = static_cast<double>(events) / measured_;
  }
}

void Surw::choose_object(Dice& dice) {
  uint32_t shared = 0;
  for (const Profile& profile : profiles_) shared += profile.threads > 1;
  uint32_t number = dice.below(shared + 1);
  object_ = kEveryObject;
  for (const Profile& profile : profiles_)
    if (profile.threads > 1 && number-- == 0) object_ = profile.object.number;
}

bool Surw::counts(const Operation& op) const {
  uint32_t objects = object_count(op.code);
  if (object_ == kEveryObject) return objects != 0;
  return (objects >= 1 && op.object.number == object_) || (objects == 2 && op.object2.number == object_);
}

// With the threads that it, or one that it starts, has still to start.
double Surw::weight(ThreadId thread, const Program& program) {
  bool counts_next = program.status(thread) == ThreadStatus::kReady && counts(program.next(thread));
  double sum = std::max(state_[thread].left, counts_next ? 1.0 : 0.0);
  for (uint32_t t = 0; t < facts_.size(); t++) {
    ThreadId other(t);
    while (!state_[other].begun && facts_[other].has_parent) other = facts_[other].parent;
    if (other == thread && t != thread.number) sum += state_[ThreadId(t)].left;
  }
  return sum;
}

void Surw::draw(const Program& program, std::span<const ThreadId> from, Dice& dice) {
  weights_.clear();
  double sum = 0;
  for (ThreadId thread : from) sum += weights_.emplace_back(weight(thread, program));
  drawn_ = from[dice.below(from.size())];  // if nobody has anything left to do that counts
  double at = sum * dice.share();
  for (size_t k = 0; k < from.size() && sum > 0; k++) {
    if (weights_[k] == 0) continue;
    drawn_ = from[k];
    if ((at -= weights_[k]) < 0) break;
  }
  has_drawn_ = true;
}

ThreadId Surw::pick(const Recorder& recorder, std::span<const ThreadId> enabled, Dice& dice) {
  const Program& program = recorder.program();
  for (ThreadId thread : enabled) state_[thread].begun = true;
  if (!has_drawn_ || std::find(enabled.begin(), enabled.end(), drawn_) == enabled.end()) draw(program, enabled, dice);
  free_.clear();
  for (ThreadId thread : enabled)
    if (thread == drawn_ || !counts(program.next(thread))) free_.push_back(thread);
  return free_[dice.below(free_.size())];
}

void Surw::after(const Event& event, const Recorder& recorder, Dice& dice) {
  if (event.op.code == OpCode::kSpawn) {
    state_[event.op.partner].begun = true;
    // It was drawn for both.
    const ThreadId family[] = {event.thread, event.op.partner};
    if (has_drawn_ && drawn_ == event.thread) draw(recorder.program(), family, dice);
  }
  if (!counts(event.op)) return;
  double& left = state_[event.thread].left;
  left = std::max(left - 1, 0.0);
  has_drawn_ = false;
}

// There is a profile of it from now on.
void Surw::enter(ObjectId object) {
  if (object.index() >= place_of_.size()) place_of_.resize(object.index() + 1, 0);
  profiles_.emplace_back().object = object;
  place_of_[object.index()] = static_cast<uint32_t>(profiles_.size());
}

void Surw::measure(const Event& event) {
  if (event.op.code == OpCode::kSpawn) {
    facts_[event.op.partner].has_parent = true;
    facts_[event.op.partner].parent = event.thread;
  }
  facts_[event.thread].events += event.access_count != 0;
  for (uint32_t i = 0; i < event.access_count; i++) {
    ObjectId object = event.access[i].object;
    if (object.index() >= place_of_.size() || place_of_[object.index()] == 0) enter(object);
    Profile& profile = profiles_[place_of_[object.index()] - 1];
    uint32_t& events = profile.events[event.thread];
    profile.threads += events == 0;
    events++;
  }
}

void Surw::end(const Trace& trace) {
  if (measured_ == kMeasuredRuns) return;
  for (uint32_t k = 0; k < trace.size(); k++) measure(trace[k]);
  measured_++;
}

void Surw::append_words(std::vector<uint32_t>& words) const {
  words.insert(words.end(), {measured_, facts_.size()});
  for (uint32_t t = 0; t < facts_.size(); t++) {
    const ThreadFacts& facts = *facts_.find(ThreadId(t));
    words.insert(words.end(), {facts.events, facts.has_parent, facts.parent.number});
  }
  words.push_back(static_cast<uint32_t>(profiles_.size()));
  for (const Profile& profile : profiles_) {
    words.insert(words.end(), {profile.object.number, profile.threads, profile.events.size()});
    for (uint32_t t = 0; t < profile.events.size(); t++) words.push_back(*profile.events.find(ThreadId(t)));
  }
}

bool Surw::from_words(std::span<const uint32_t> words) {
  if (words.empty()) return true;
  WordReader reader{words};
  measured_ = reader.number();
  const uint32_t threads = reader.number();
  for (uint32_t t = 0; t < threads && reader.ok; t++) {
    ThreadFacts& facts = facts_[ThreadId(t)];
    facts.events = reader.number();
    facts.has_parent = reader.number() != 0;
    facts.parent = ThreadId(reader.number());
  }
  for (uint32_t count = reader.number(); count > 0 && reader.ok; count--) {
    enter(ObjectId(reader.number()));
    Profile& profile = profiles_.back();
    profile.threads = reader.number();
    const std::span<const uint32_t> events = reader.list(reader.number());
    for (uint32_t t = 0; t < events.size(); t++) profile.events[ThreadId(t)] = events[t];
  }
  return reader.ok;
}

}  // namespace mazurka
