// Numbers in sentences.
#pragma once

#include <cstdint>
#include <string>

namespace mazurka::report {

// 1234567 -> "1,234,567"
std::string grouped(uint64_t number);

// "1 execution", "1,234 executions"
std::string counted(uint64_t number, const char* noun);

// "12 %", "1 in 5,000,000", "10^-20"
std::string in_percent(double share);

// "the only trace", "all 1,234 traces"
std::string all_traces(uint64_t number);

// Why not everything was explored, where a bound is the reason. UINT32_MAX means that there is no such bound.
std::string bounded_by(uint32_t preemptions, uint32_t switches);

// A word as a shell needs it: quoted only if it holds something special.
std::string shell_word(const std::string& word);

// "Node#1" of "Node#1.next": of a part of a block, the block.
std::string block_in(const std::string& name);

}  // namespace mazurka::report
