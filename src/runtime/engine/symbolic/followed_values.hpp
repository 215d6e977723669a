// The values of the program that depend on its inputs: what they are (expressions), where they are (shadow memory, and
// on their way into functions and out), and what branches have said of them.
//
// A value in memory is known by its expression only as long as it is what the expression says under the current input:
// whoever writes without telling us is found out at the next load, and that value counts as lost. What cannot be
// followed is fixed: the constraint "it is 5" is noted, so that its other values are explored as other ways, up to a
// limit. A value beyond that, or one that is lost, makes the verdict incomplete.
//
// User thread's side, unless it says otherwise. Nothing happens here before the first input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "concolic/input_space.hpp"
#include "concolic/valuation.hpp"
#include "runtime/engine/symbolic/shadow_memory.hpp"
#include "runtime/engine/symbolic/solver_pipe.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

using concolic::ExpressionId;
using concolic::kConcrete;

class FollowedValues final : public Rewindable {
 public:
  FollowedValues() : Rewindable(Changes::kAreNoted) {}

  struct Limits {
    uint32_t milliseconds = 0;  // for a question to the solver
    uint32_t fixed_values = 0;  // that a value which must be known exactly may have
  };

  // ---- checker's side

  // The program may have inputs. `path`: of the Program.
  void begin(int solver, Limits limits, std::vector<ConstraintId>& path);
  bool is_begun() const { return space_ != nullptr; }
  concolic::SymbolicInputs& inputs() { return *space_; }
  void use_input(InputId input);
  InputId input() const { return input_; }
  double solver_seconds() const { return solver_->seconds(); }
  // The execution is over, and counts: what was lost in it is told, each place once.
  void tell_lost();
  // Where a constraint was noted in this execution, for reports.
  uint64_t place_of(uint32_t position) const { return places_[position]; }

  // ---- inputs

  // The next one of the current thread, with these many bits: the number of `part` of it.
  ExpressionId make_input(uint32_t request, uint32_t part, uint32_t width, const char* name, uint32_t object_bytes,
                          bool is_signed);
  uint32_t next_request();

  // ---- expressions

  concolic::Expressions& expressions() { return space_->expressions(); }
  uint64_t value(ExpressionId id) { return (*valuation_)(id); }
  ExpressionId or_constant(ExpressionId id, uint32_t width, uint64_t value) {
    return id != kConcrete ? id : expressions().constant(width, value);
  }
  // Its number, or kConcrete if it depends on no input.
  ExpressionId unless_constant(ExpressionId id) { return expressions().is_constant(id) ? kConcrete : id; }

  // ---- branches

  // The condition, of one bit, is true in this execution.
  void note(ExpressionId condition, uint64_t pc);
  // The value must be known exactly.
  void fix(ExpressionId id, uint64_t pc);
  // What cannot be followed any more, without a constraint that says so.
  // `has_more_values`: than the limit allows.
  void lose(uint64_t pc, bool has_more_values = false);
  bool has_lost() const { return !lost_here_.empty(); }  // in this execution

  // ---- memory

  ShadowMemory& shadow() { return shadow_; }
  ExpressionId load(uintptr_t address, uint32_t bytes, uint64_t value, uint64_t pc);
  void store(uintptr_t address, uint32_t bytes, ExpressionId id);
  void copy(uintptr_t to, uintptr_t from, size_t bytes);
  void clear(uintptr_t address, size_t bytes);
  void fix_memory(uintptr_t address, size_t bytes, uint64_t pc);
  // These bytes were used by something that is not followed.
  void lose_memory(uintptr_t address, size_t bytes, uint64_t pc);
  // Is one of these bytes symbolic?
  bool reaches(uintptr_t address, size_t bytes) const;
  // The same of a text, which ends at a 0 or after so many bytes.
  bool reaches_text(uintptr_t address, size_t most) const;

  // ---- calls

  static constexpr uint32_t kMostArguments = 16;
  struct Call {
    const void* function = nullptr;  // that is called and has not begun
    uint32_t told = 0;               // which arguments, a bit each
    ExpressionId arguments[kMostArguments] = {};
    const void* returned = nullptr;  // the function that has returned
    uint32_t results_told = 0;
    ExpressionId results[kMostArguments] = {};
    const void* thread_function = nullptr;  // of the thread that is created next, and its argument
    ExpressionId thread_argument = kConcrete;
    bool follows_file = false;   // the bytes that it takes from a file
    uint64_t library_place = 0;  // where it called what reads and writes
    uint64_t place = 0;          // of branches in the models of library functions; 0: where they are
  };
  Call& call_of(uint32_t thread);
  Call& call();  // of the current thread

  // Variables of the program that are to be 1 as soon as there is an input.
  void add_flag(char* flag);
  bool has_followed_code() const { return !flags_.empty(); }
  // Is there code of the program, in a library of its own, that was not made by our pass, though other code was?
  bool has_other_code();

  // ---- Rewindable
  void save(Level level) override;
  void restore(Level level) override;
  bool is_changed() const override { return inputs_were_made_; }
  bool allows_waypoint() const override { return !is_begun(); }

 private:
  struct Mark {
    uint64_t round = 0;
    uint64_t threads = 0;
  };

  uint32_t name_of_thread();
  uint64_t place_or(uint64_t pc);
  bool is_noted_already(ConstraintId id);
  ExpressionId what_decides(ExpressionId id);
  void forget();

  std::unique_ptr<SolverPipe> solver_;
  std::unique_ptr<concolic::SymbolicInputs> space_;
  std::unique_ptr<concolic::Valuation> valuation_;
  Limits limits_;
  std::vector<ConstraintId>* path_ = nullptr;
  std::vector<uint64_t> places_;  // of the path: where in the program
  InputId input_;
  ShadowMemory shadow_;
  std::vector<uint32_t> requests_;  // by thread
  std::vector<Call> calls_;         // by thread
  std::vector<Mark> marks_;         // by constraint
  uint64_t round_ = 1;
  bool inputs_were_made_ = false;
  struct Lost {
    uint64_t pc;
    bool has_more_values;
  };
  std::vector<Lost> lost_here_;
  std::unordered_map<ExpressionId, std::vector<uint64_t>> fixed_;  // of the whole run: the first values
  std::vector<uint64_t> lost_at_;                                  // of the whole run: places
  std::vector<char*> flags_;
  bool looked_for_other_code_ = false, has_other_code_ = false;
};

FollowedValues& followed_values();

// Is there an input in this execution so far? Nothing need be followed before.
MAZURKA_OWN extern bool inputs_are_followed;

}  // namespace mazurka::runtime
