// Libraries that are loaded or unloaded while the program runs. The dynamic linker does that under a lock of its own,
// which creating a thread needs, too, and with calls on files; so it is done before there are threads, or not at all.
// (By jumping on: whose call it is decides where a library is looked for.)
#include "runtime/engine/native_program.hpp"
#include "runtime/entries/pass_through.hpp"

using namespace mazurka::runtime;

namespace {

void refuse(const PassedArguments& arguments) {
  report_unsupported("loading or unloading a library once there are threads", arguments.pc);
}

}  // namespace

MAZURKA_PASS_THROUGH(refuse, dlopen)
MAZURKA_PASS_THROUGH(refuse, dlmopen)
MAZURKA_PASS_THROUGH(refuse, dlclose)
