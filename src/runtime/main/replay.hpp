// Runs one schedule again, and tells the supervisor every step.
#pragma once

namespace mazurka::runtime {

// Checker's side: the schedule that stands at the beginning of the log.
void replay();

}  // namespace mazurka::runtime
