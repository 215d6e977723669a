// What runs before main: constructors of the program and of its libraries. ld.so and libc would run them while nothing
// is under control yet. For a program that is checked they are kept back, and run at the beginning of main's own
// thread instead: to them, threads, files and clocks are as in main.
//
// The libraries of the C and C++ languages are initialised as ever: the runtime itself needs them.
#pragma once

namespace mazurka::runtime {

// As main's.
struct ProgramArguments {
  int count = 0;
  char** words = nullptr;
  char** environment = nullptr;
};

// Is this program to be checked? (Else it runs by itself, and nothing of it is touched.)
bool is_started_by_supervisor(char** environment);

// libc is about to run the program, with an old form of the executable's constructors (or null), and with what runs
// the destructors of libraries at the end. Returns what libc is to run as constructors instead.
using OldConstructors = void (*)();
using EndOfLibraries = void (*)();
OldConstructors keep_back(OldConstructors old_form, EndOfLibraries end_of_libraries);

// User thread's side, once: runs what was kept back, in ld.so's order.
void run_constructors(const ProgramArguments& arguments);

}  // namespace mazurka::runtime
