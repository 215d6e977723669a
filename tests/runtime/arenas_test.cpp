#include "runtime/memory/arenas.hpp"

#include <gtest/gtest.h>
#include <string.h>

#include <vector>

#include "runtime/fixture.hpp"

namespace mazurka::runtime {
namespace {

// Each test has threads of its own, whose arenas are empty at first.
class Arenas : public RuntimeTest {
 protected:
  static constexpr uint32_t kThreadsOfTest = 4;

  Arenas() {
    static uint32_t next = 16;
    thread = next;
    next += kThreadsOfTest;
  }
  char* allocate(uint32_t by, size_t bytes, size_t alignment = 16) {
    return static_cast<char*>(allocate_block(by, bytes, alignment).memory);
  }

  uint32_t thread;
};

TEST_F(Arenas, Block_IsAlignedLiveAndLargeEnough) {
  for (size_t alignment : {16, 64, 4096}) {
    for (size_t bytes : {0, 1, 100, 100'000}) {
      char* block = allocate(thread, bytes, alignment);
      ASSERT_NE(block, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0U);
      EXPECT_EQ(state_of_block(block), BlockState::kLive);
      EXPECT_EQ(bytes_of_block(block), bytes);
      EXPECT_GE(room_of_block(block), bytes);
      memset(block, 0xee, bytes);
      EXPECT_TRUE(end_is_whole(block));
    }
  }
}

TEST_F(Arenas, Blocks_DoNotOverlap) {
  std::vector<char*> blocks;
  for (size_t k = 0; k < 50; k++) {
    blocks.push_back(allocate(thread, 10 + k));
    memset(blocks.back(), static_cast<int>(k), 10 + k);
  }
  for (size_t k = 0; k < 50; k++)
    for (size_t at = 0; at < 10 + k; at++) ASSERT_EQ(blocks[k][at], static_cast<char>(k));
}

TEST_F(Arenas, OwnBlock_IsUsedAgain) {
  char* block = allocate(thread, 100);
  free_block(thread, block);
  EXPECT_EQ(state_of_block(block), BlockState::kFreed);
  NewBlock again = allocate_block(thread, 100, 16);
  EXPECT_EQ(again.memory, block);
  EXPECT_TRUE(again.recycled);
}

TEST_F(Arenas, BlockOfAnotherThread_IsUsedAgainByTheOneThatFreedIt) {
  char* block = allocate(thread, 100);
  free_block(thread + 1, block);
  EXPECT_EQ(state_of_block(block), BlockState::kFreed);
  EXPECT_NE(allocate(thread, 100), block);
  NewBlock again = allocate_block(thread + 1, 100, 16);
  EXPECT_EQ(again.memory, block);
  EXPECT_TRUE(again.recycled);
}

TEST_F(Arenas, Address_DependsOnTheOwnThreadOnly) {
  uintptr_t first = reinterpret_cast<uintptr_t>(allocate(thread, 40)) - arena_of_thread(thread).begin;
  allocate(thread + 2, 1000);
  uintptr_t other = reinterpret_cast<uintptr_t>(allocate(thread + 1, 40)) - arena_of_thread(thread + 1).begin;
  EXPECT_EQ(first, other);
}

TEST_F(Arenas, WriteBehindABlock_IsNoticed) {
  char* block = allocate(thread, 5);
  EXPECT_TRUE(end_is_whole(block));
  block[5] = 'x';
  EXPECT_FALSE(end_is_whole(block));
}

TEST_F(Arenas, ShrunkBlock_EndsEarlier) {
  char* block = allocate(thread, 100);
  shrink_block(block, 30);
  EXPECT_EQ(bytes_of_block(block), 30U);
  EXPECT_TRUE(end_is_whole(block));
  block[30] = 'x';
  EXPECT_FALSE(end_is_whole(block));
}

TEST_F(Arenas, OtherPointers_AreNotBlocks) {
  int variable = 0;
  char* block = allocate(thread, 100);
  EXPECT_EQ(state_of_block(&variable), BlockState::kNone);
  EXPECT_EQ(state_of_block(block + 16), BlockState::kNone);
  EXPECT_EQ(bytes_of_block(nullptr), 0U);
}

}  // namespace
}  // namespace mazurka::runtime
