#include "build/instrumented.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "build/toolchain.hpp"

namespace mazurka {

namespace {

constexpr const char* kHowToBuild = "build it with CC=mazurka-cc CXX=mazurka-c++, or give the sources to mazurka check";

struct FileCloser {
  explicit FileCloser(int descriptor) : descriptor_(descriptor) {}
  ~FileCloser() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FileCloser(const FileCloser&) = delete;
  FileCloser& operator=(const FileCloser&) = delete;

 private:
  int descriptor_;
};

// What we want to know of an ELF file.
struct ElfFacts {
  bool is_elf = false;
  GElf_Ehdr header{};
  bool has_interpreter = false;
  bool is_dynamic = false;
  bool is_pie = false;        // by its own word: a program that can lie anywhere
  bool is_truncated = false;  // ends before the sections it says it has
  std::vector<std::string> needed;
};

void read_dynamic_section(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFacts& facts) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  for (size_t k = 0; k < header.sh_size / header.sh_entsize; k++) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, static_cast<int>(k), &entry) == nullptr || entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_FLAGS_1) facts.is_pie = (entry.d_un.d_val & DF_1_PIE) != 0;
    if (entry.d_tag != DT_NEEDED) continue;
    if (const char* name = elf_strptr(elf, header.sh_link, entry.d_un.d_val)) facts.needed.push_back(name);
  }
}

ElfFacts read_elf(int descriptor, GElf_Off size) {
  ElfFacts facts;
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_begin(descriptor, ELF_C_READ, nullptr), elf_end);
  if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF || gelf_getehdr(elf.get(), &facts.header) == nullptr)
    return facts;
  facts.is_elf = true;
  facts.is_truncated = facts.header.e_shoff > size;
  size_t segments = 0;
  elf_getphdrnum(elf.get(), &segments);
  for (size_t k = 0; k < segments; k++) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf.get(), static_cast<int>(k), &segment) == nullptr) break;
    facts.has_interpreter = facts.has_interpreter || segment.p_type == PT_INTERP;
    facts.is_dynamic = facts.is_dynamic || segment.p_type == PT_DYNAMIC;
  }
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNAMIC)
      read_dynamic_section(elf.get(), section, header, facts);
  }
  return facts;
}

// The name of a library the file needs that begins like this, or an empty one.
std::string needed_like(const ElfFacts& facts, std::string_view beginning) {
  for (const std::string& name : facts.needed)
    if (name.starts_with(beginning)) return name;
  return "";
}

std::string what_is_it(int descriptor, const std::string& path) {
  std::array<char, 8> start{};
  const ssize_t count = pread(descriptor, start.data(), start.size(), 0);
  const std::string_view text(start.data(), count > 0 ? static_cast<size_t>(count) : 0);
  if (text.starts_with("#!"))
    return fmt::format("'{}' is a script; expected the program itself (a libtool script's program is in .libs)", path);
  if (text.starts_with("!<arch>")) return fmt::format("'{}' is a static library; expected a program", path);
  if (text.empty()) return fmt::format("'{}' is empty; expected a program", path);
  return fmt::format("'{}' is not an ELF file; expected a program built with mazurka-cc, or C or C++ sources", path);
}

std::optional<std::string> problem_with(const ElfFacts& facts, const std::string& path) {
  if (facts.header.e_machine != EM_X86_64 || facts.header.e_ident[EI_CLASS] != ELFCLASS64)
    return fmt::format("'{}' was built for another processor; expected a 64-bit x86 program", path);
  if (facts.header.e_type == ET_REL)
    return fmt::format("'{}' is an object file; link it with mazurka-cc or mazurka-c++ first", path);
  if (facts.header.e_type != ET_EXEC && facts.header.e_type != ET_DYN)
    return fmt::format("'{}' is not a program; expected one built with mazurka-cc", path);
  if (facts.is_truncated) return fmt::format("'{}' is cut off in the middle: build it again", path);
  const bool is_program = facts.header.e_type == ET_EXEC || facts.is_pie;
  if (!facts.is_dynamic || (is_program && !facts.has_interpreter))
    return fmt::format("'{}' is statically linked, which mazurka cannot check: link without -static, and {}", path,
                       kHowToBuild);
  const std::string runtime = needed_like(facts, kRuntimeLibrary);
  if (runtime == kRuntimeLibrary) return std::nullopt;
  if (!runtime.empty()) return fmt::format("'{}' was built by another version of mazurka: build it again", path);
  if (!needed_like(facts, "libtsan.so").empty())
    return fmt::format("'{}' was built with the compiler's own ThreadSanitizer: {}", path, kHowToBuild);
  return fmt::format("'{}' was not built with mazurka-cc: {}", path, kHowToBuild);
}

// `library_too`: a shared library is as good as a program.
std::optional<std::string> problem_at(const std::string& path, bool library_too) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    return fmt::format("cannot read '{}': {}; expected a program built with mazurka-cc, or C or C++ sources", path,
                       std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return fmt::format("'{}' is not a file; expected a program built with mazurka-cc", path);
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const FileCloser closer(descriptor);
  if (descriptor < 0) return fmt::format("cannot read '{}': {}", path, std::strerror(errno));
  const ElfFacts facts = read_elf(descriptor, static_cast<GElf_Off>(status.st_size));
  if (!facts.is_elf) return what_is_it(descriptor, path);
  if (auto problem = problem_with(facts, path)) return problem;
  if (library_too) return std::nullopt;
  if (!facts.has_interpreter) return fmt::format("'{}' is a shared library; expected a program that uses it", path);
  if (access(path.c_str(), X_OK) != 0) return fmt::format("'{}' is not executable; make it so with chmod +x", path);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_not_checkable(const std::string& path) {
  return problem_at(path, false);
}

bool is_instrumented(const std::string& path) {
  return !problem_at(path, true).has_value();
}

bool is_system_library(const std::string& path) {
  constexpr const char* kBeginnings[] = {
      "ld-linux",     "linux-vdso", "libc.so",   "libm.so",      "libmvec.so", "libdl.so",      "libpthread.so",
      "librt.so",     "libutil.so", "libanl.so", "libresolv.so", "libnss_",    "libgcc_s.so",   "libstdc++.so",
      "libatomic.so", "libc++.so",  "libc++abi", "libunwind.so", "libnsl.so",  kRuntimeLibrary,
  };
  std::string name = path.substr(path.rfind('/') + 1);
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](const char* beginning) { return name.starts_with(beginning); });
}

}  // namespace mazurka
