// Libraries that are loaded or unloaded while the program runs. The dynamic linker does that under a lock of its own,
// which creating a thread needs, too, and with calls on files; so it is done before there are threads, or not at all.
// (By jumping on: whose call it is decides where a library is looked for.)
#include "runtime/engine/native_program.hpp"
#include "runtime/entries/cxx/cxx_functions.hpp"

using namespace mazurka::runtime;

namespace {

void refuse(const CxxArguments& arguments) {
  report_unsupported("loading or unloading a library once there are threads", arguments.pc);
}

}  // namespace

CXX_FUNCTION(refuse, dlopen)
CXX_FUNCTION(refuse, dlmopen)
CXX_FUNCTION(refuse, dlclose)
