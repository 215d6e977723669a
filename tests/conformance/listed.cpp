#include "conformance/listed.hpp"

#include <optional>

#include "base/check.hpp"
#include "explore/mailbox_programs.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/grammar.hpp"
#include "toy/language/parser.hpp"

namespace mazurka::conformance {

namespace {

// Turns the tree of a toy program into a program; nothing, if there is more in it than mailboxes without ranks.
class Translation {
 public:
  explicit Translation(const toy::Source& source) : source_(source) {}

  std::optional<Program> run() {
    for (const toy::ObjectDeclaration& object : source_.objects) {
      if (object.kind != toy::ObjectKind::kMailbox) return std::nullopt;
      int capacity = object.initial.empty() ? 0 : static_cast<int>(object.initial[0].number);
      program_.objects.push_back({Kind::kMailbox, kOwnMailbox, capacity, -1});
    }
    program_.threads.resize(1 + source_.threads.size());
    for (size_t t = 1; t < program_.threads.size(); t++) {
      program_.threads[0].push_back({.op = Op::kSpawn, .object = static_cast<int>(t)});
      body_ = &program_.threads[t];
      if (!translate(source_.threads[t - 1].body, -1)) return std::nullopt;
    }
    return program_;
  }

 private:
  // `guard`: the statement that must have received something.
  bool translate(const std::vector<toy::Statement>& statements, int guard) {
    for (const toy::Statement& s : statements) {
      // (The only condition that there is: that the last poll found something.)
      if (s.kind == toy::StatementKind::kIf) {
        if (!translate(s.body, static_cast<int>(body_->size()) - 1)) return false;
        continue;
      }
      if (s.kind == toy::StatementKind::kCount) return false;
      Statement result{.op = Op::kClose, .object = number_of(s)};
      if (result.object < 0 || toy::is_ranked(s)) return false;
      if (toy::is_send(s.kind)) {
        result.op = Op::kSend;
        result.a = {kConstant, static_cast<int>(s.arguments[0].number)};
      } else if (toy::takes_tags(s.kind)) {
        result.op = s.kind == toy::StatementKind::kReceive ? Op::kReceive : Op::kPoll;
        if (!s.arguments.empty()) result.variant = kOneOf;
        for (const toy::Expression& tag : s.arguments) result.variant |= 1 << tag.number;
      }
      result.guard = guard;
      result.guard_equal = false;
      body_->push_back(result);
    }
    return true;
  }

  int number_of(const toy::Statement& s) const {
    for (size_t o = 0; o < source_.objects.size(); o++)
      if (!s.objects.empty() && source_.objects[o].name == s.objects[0].name) return static_cast<int>(o);
    return -1;
  }

  const toy::Source& source_;
  Program program_;
  std::vector<Statement>* body_ = nullptr;
};

}  // namespace

std::vector<Listed> listed_programs() {
  std::vector<Listed> result;
  for (const MailboxProgram& listed : kMailboxPrograms) {
    auto source = toy::parse(toy::text_of({listed.objects, listed.threads}));
    CHECK(source.ok(), "the listed programs are programs");
    if (std::optional<Program> program = Translation(*source).run())
      result.push_back({listed.name, *program, listed.traces});
  }
  return result;
}

}  // namespace mazurka::conformance
