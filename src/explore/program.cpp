#include "explore/program.hpp"

namespace mazurka {

uint32_t Program::replay(std::span<const Event> events) {
  restart();
  uint32_t done = 0;
  for (; done < events.size() && is_next(events[done]); done++) step(events[done].thread, events[done].choice);
  return done;
}

}  // namespace mazurka
