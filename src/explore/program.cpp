#include "explore/program.hpp"

namespace mazurka {

Program& Program::operator=(const Program& other) {
  if (this == &other) return *this;
  threads_ = other.threads_;
  values_ = other.values_;
  mailboxes_ = other.mailboxes_;
  for (OwnMailbox& own : mailboxes_) values_[own.object.index()] = value_of(own.mailbox);
  failures_ = other.failures_;
  cut_ = other.cut_;
  exited_ = other.exited_;
  lost_ = other.lost_;
  shared_beginning_ = other.shared_beginning_;
  naming_ = other.naming_;
  inputs_ = other.inputs_;
  input_ = other.input_;
  path_ = other.path_;
  return *this;
}

void Program::reset_mailboxes() {
  for (OwnMailbox& own : mailboxes_) {
    own.mailbox.clear();
    values_[own.object.index()] = value_of(own.mailbox);
  }
}

uint32_t Program::replay(std::span<const Event> events) {
  restart();
  uint32_t done = 0;
  for (; done < events.size() && is_next(events[done]); done++) step(events[done].thread, events[done].choice);
  return done;
}

}  // namespace mazurka
