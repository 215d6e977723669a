// What one instruction of x86-64 does to memory, by its text: enough of the language to understand the inline assembly
// that programs synchronise with. What is not understood is said to be so.
#pragma once

#include <string>
#include <string_view>

#include "protocol/assembly_code.hpp"

namespace mazurka {

enum class Syntax { kAtt, kIntel };

struct Meaning {
  enum class What {
    kHarmless,  // touches no memory, or only the thread's own stack
    kTold,      // the runtime must know before it is done
    kReplaced,  // the runtime does it
    kUnseen,    // may touch memory, and nobody knows which
  };
  What what = What::kHarmless;
  protocol::AssemblyCode code;
  std::string address;  // the operand in memory, in AT&T's form without a segment; empty: the registers tell
};

// Of one statement without comments, labels and the end of its line: "lock xaddl %eax, (%rdi)". No directive.
Meaning meaning_of(std::string_view statement, Syntax syntax);

// The first word is a prefix that the compiler's text may have in a statement of its own: "lock; incl x".
bool is_prefix(std::string_view word);

// Compilers put these into code of their own, and do not tell the ThreadSanitizer: stores that pass by the caches,
// gathering and masked accesses, transactions, the processor's clock and its random numbers.
bool is_uninstrumented(std::string_view mnemonic);

}  // namespace mazurka
