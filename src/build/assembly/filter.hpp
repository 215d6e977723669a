// Assembler text on its way from the compiler to the assembler: the runtime is told of inline assembly, and the object
// says that we have seen it.
//
// Compilers put inline assembly between #APP and #NO_APP. Before each instruction there that touches memory comes a
// call of the runtime, which keeps all registers (protocol/assembly_code.hpp). All else was instrumented by the
// compiler, but for what clang leaves out (clang_code.hpp). Text that no compiler has instrumented, a file that
// somebody wrote, is left as it is; if it touches memory, the object does not get the mark.
#pragma once

#include <string>
#include <string_view>

namespace mazurka {

struct FilteredAssembly {
  std::string text;
  bool seen = true;  // all that it does to memory is told
};

// `name`: the file's, for messages of the assembler. `level`: the compiler's, as in "-O1"; may be empty.
FilteredAssembly filter_assembly(std::string_view text, const std::string& name, const std::string& level);

// Sections of object files. The mark has 16 bytes for each piece of code: where it begins (by a relocation) and how
// long it is. (Named like debug information: only there does the linker let a reference to code that it leaves out
// pass.)
inline bool is_code_by_name(std::string_view section) {
  return section == ".text" || section.starts_with(".text.") || section == ".init" || section == ".fini";
}
inline constexpr const char* kMarkSection = ".debug_mazurka";
inline constexpr const char* kLevelSection = ".mazurka.level";    // texts such as "-O1", the same ones once
inline constexpr const char* kSourceSection = ".mazurka.source";  // an object without the mark: the text's file

}  // namespace mazurka
