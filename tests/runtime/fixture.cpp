#include "runtime/fixture.hpp"

#include <sys/mman.h>

#include <new>

#include "runtime/engine/native_program.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/memory/rewind.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/races/race_detector.hpp"

// In a library of its own, which is the program's code: program/code.cpp.
extern "C" void code_of_the_program();

namespace mazurka::runtime {

namespace {

constexpr size_t kBytesOfTest = 1 << 16;

protocol::Channel* make_channel_once() {
  static void* memory =
      mmap(nullptr, protocol::kChannelBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return new (memory) protocol::Channel;
}

// Never given back: what the shadow remembers of it stays.
uintptr_t memory_for_test() {
  void* memory = mmap(nullptr, kBytesOfTest, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return reinterpret_cast<uintptr_t>(memory);
}

}  // namespace

RuntimeTest::RuntimeTest() {
  channel = make_channel_once();
  if (program == nullptr) program = new NativeProgram;
  run_as(0);
}

protocol::Settings& RuntimeTest::settings() {
  return channel->settings;
}

void RuntimeTest::run_as(uint32_t thread) {
  detail::current_thread = thread;
}

void RuntimeTest::set_user_side(bool on) {
  detail::on_user_side = on;
}

RaceTest::RaceTest() : memory_(memory_for_test()) {
  static uint64_t tests = 0;
  first_place_ = reinterpret_cast<uint64_t>(&code_of_the_program) + 16 * tests++;
  begin_race_detection(Level::kBase);
}

void RaceTest::create_threads(uint32_t count) {
  run_as(0);
  for (uint32_t child = 1; child <= count; child++) hb_create(child);
}

uint64_t RaceTest::place(uint32_t number) const {
  EXPECT_LT(number, 16U) << "the next test's places begin there";
  return first_place_ + number;
}

}  // namespace mazurka::runtime
