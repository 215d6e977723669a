#include "build/linking/objects.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "build/assembly/filter.hpp"

namespace mazurka {

namespace fs = std::filesystem;

namespace {

using ElfHandle = std::unique_ptr<Elf, int (*)(Elf*)>;

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    elf_version(EV_CURRENT);
  }
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// ---- what the mark of an object covers

struct Piece {
  uint64_t begin, end;
};
using Covered = std::map<size_t, std::vector<Piece>>;  // by the section's number

struct Section {
  Elf_Scn* handle;
  size_t number;
  GElf_Shdr header;
  std::string_view name;
};

std::vector<Section> sections_of(Elf* elf) {
  std::vector<Section> sections;
  size_t names = 0;
  elf_getshdrstrndx(elf, &names);
  for (Elf_Scn* handle = nullptr; (handle = elf_nextscn(elf, handle)) != nullptr;) {
    Section section{handle, elf_ndxscn(handle), {}, ""};
    if (gelf_getshdr(handle, &section.header) == nullptr) continue;
    if (const char* name = elf_strptr(elf, names, section.header.sh_name)) section.name = name;
    sections.push_back(section);
  }
  return sections;
}

std::span<const unsigned char> content_of(const Section& section) {
  Elf_Data* data = elf_rawdata(section.handle, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return {};
  return {static_cast<const unsigned char*>(data->d_buf), data->d_size};
}

// Where a piece begins is told by a relocation, and how long it is by the word behind it.
void add_pieces(const Section& mark, const Section& relocations, const std::vector<Section>& sections,
                Covered& covered) {
  const auto symbols = std::find_if(sections.begin(), sections.end(), [&](const Section& section) {
    return section.number == relocations.header.sh_link;
  });
  if (symbols == sections.end() || relocations.header.sh_entsize == 0) return;
  Elf_Data* entries = elf_getdata(relocations.handle, nullptr);
  Elf_Data* names = elf_getdata(symbols->handle, nullptr);
  const auto content = content_of(mark);
  for (size_t k = 0; k < relocations.header.sh_size / relocations.header.sh_entsize; k++) {
    GElf_Rela entry;
    GElf_Sym symbol;
    if (gelf_getrela(entries, static_cast<int>(k), &entry) == nullptr ||
        gelf_getsym(names, static_cast<int>(GELF_R_SYM(entry.r_info)), &symbol) == nullptr ||
        entry.r_offset + 16 > content.size())
      continue;
    uint64_t bytes = 0;
    std::memcpy(&bytes, content.data() + entry.r_offset + 8, sizeof bytes);
    const uint64_t begin = symbol.st_value + static_cast<uint64_t>(entry.r_addend);
    covered[symbol.st_shndx].push_back({begin, begin + bytes});
  }
}

// Instructions that do nothing, which the linker puts between pieces of code.
bool is_padding(std::span<const unsigned char> bytes) {
  for (size_t k = 0; k < bytes.size();) {
    while (k < bytes.size() && (bytes[k] == 0x66 || bytes[k] == 0x2e)) k++;
    if (k == bytes.size()) return false;
    if (bytes[k] == 0x90 || bytes[k] == 0x00 || bytes[k] == 0xcc) {
      k++;
      continue;
    }
    if (k + 2 >= bytes.size() || bytes[k] != 0x0f || bytes[k + 1] != 0x1f) return false;
    const unsigned char mode = bytes[k + 2] >> 6, base = bytes[k + 2] & 7;
    k += 3 + (base == 4 ? 1 : 0) + (mode == 1 ? 1 : 0) + (mode == 2 ? 4 : 0);
    if (k > bytes.size()) return false;
  }
  return true;
}

bool is_covered(std::span<const unsigned char> code, std::vector<Piece> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  pieces.push_back({code.size(), code.size()});
  uint64_t at = 0;
  for (const Piece& piece : pieces) {
    const uint64_t begin = std::min<uint64_t>(piece.begin, code.size());
    if (begin > at && !is_padding(code.subspan(at, begin - at))) return false;
    at = std::max(at, std::min<uint64_t>(piece.end, code.size()));
  }
  return true;
}

// Is all code of an object file marked?
bool is_seen(Elf* elf, const std::vector<Section>& sections) {
  GElf_Ehdr header;
  if (gelf_getehdr(elf, &header) == nullptr || header.e_type != ET_REL) return true;
  Covered covered;
  for (const Section& mark : sections) {
    if (mark.name != kMarkSection) continue;
    for (const Section& relocations : sections)
      if (relocations.header.sh_type == SHT_RELA && relocations.header.sh_info == mark.number)
        add_pieces(mark, relocations, sections, covered);
  }
  return std::all_of(sections.begin(), sections.end(), [&](const Section& section) {
    const bool is_code = (section.header.sh_flags & SHF_EXECINSTR) != 0 || is_code_by_name(section.name);
    if (!is_code || section.header.sh_type == SHT_NOBITS || section.header.sh_size == 0) return true;
    return is_covered(content_of(section), covered[section.number]);
  });
}

struct Look {
  bool seen = true;
  std::string source;  // the assembler file that it was made of
};

Look look_at(Elf* elf) {
  if (elf_kind(elf) != ELF_K_ELF) {
    // Code of LLVM's own kind is made into machine code by the linker, and never passes us.
    size_t bytes = 0;
    const char* start = elf_rawfile(elf, &bytes);
    return {start == nullptr || bytes < 4 || std::memcmp(start, "BC\xC0\xDE", 4) != 0, ""};
  }
  const auto sections = sections_of(elf);
  Look look{is_seen(elf, sections), ""};
  if (look.seen) return look;
  for (const Section& section : sections)
    if (section.name == kSourceSection) {
      const auto content = content_of(section);
      const auto* text = reinterpret_cast<const char*>(content.data());
      look.source = fs::path(std::string(text, strnlen(text, content.size()))).filename();
    }
  return look;
}

bool is_thin(int descriptor) {
  char start[8] = {};
  return pread(descriptor, start, sizeof start, 0) == 8 && std::memcmp(start, "!<thin>\n", 8) == 0;
}

Look look_at(const LinkedObject& object) {
  const OpenFile file(object.file);
  if (file.descriptor() < 0) return {};
  if (!object.member.empty() && is_thin(file.descriptor()))
    return look_at({.file = fs::path(object.file).parent_path() / object.member, .member = ""});
  const ElfHandle elf(elf_begin(file.descriptor(), ELF_C_READ, nullptr), elf_end);
  if (elf == nullptr) return {};
  if (object.member.empty()) return elf_kind(elf.get()) == ELF_K_AR ? Look{} : look_at(elf.get());
  // Members may have the same name: the worst of them counts.
  Look look;
  for (Elf_Cmd command = ELF_C_READ;;) {
    const ElfHandle member(elf_begin(file.descriptor(), command, elf.get()), elf_end);
    if (member == nullptr) return look;
    const Elf_Arhdr* header = elf_getarhdr(member.get());
    if (look.seen && header != nullptr && header->ar_name == object.member) look = look_at(member.get());
    command = elf_next(member.get());
  }
}

// ---- names

bool starts_any(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view text) { return name.starts_with(text); });
}

// What compilers link by themselves: it starts the program, computes with numbers, unwinds, counts.
bool belongs_to_compiler(const std::string& file) {
  const std::string name = fs::path(file).filename();
  if (name.starts_with("lib"))
    return starts_any(name, {"libgcc.a", "libgcc_eh.a", "libc_nonshared.a", "libgcov.a", "libclang_rt.", "libssp"});
  return starts_any(name, {"crt1.", "Scrt1.", "gcrt1.", "grcrt1.", "crti.", "crtn.", "crtbegin", "crtend",
                           "crtfastmath.", "crtprec", "clang_rt."});
}

// Test frameworks: Debian's have no other archives that programs of several threads are full of.
bool is_known(const std::string& file) {
  const std::string name = fs::path(file).filename();
  const bool of_system = file.find("/usr/lib/") != std::string::npos;
  return of_system && starts_any(name, {"libgtest", "libgmock", "libCatch2", "libboost_unit_test_framework",
                                        "libboost_test_exec_monitor", "libcheck", "libcmocka", "libcriterion",
                                        "libstdc++_", "libstdc++fs", "libstdc++exp"});
}

void add_once(std::vector<std::string>& list, const std::string& name) {
  if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
}

std::optional<LinkedObject> object_of(const std::string& line) {
  std::error_code error;
  const size_t open = line.find('('), close = line.rfind(')');
  if (open == 0 && close != std::string::npos)  // (libx.a)member.o
    if (std::string archive = line.substr(1, close - 1); fs::exists(archive, error))
      return LinkedObject{archive, line.substr(close + 1)};
  if (line.ends_with(')') && open != std::string::npos)  // libx.a(member.o)
    if (std::string archive = line.substr(0, line.rfind('(')); fs::exists(archive, error))
      return LinkedObject{archive, line.substr(archive.size() + 1, line.size() - archive.size() - 2)};
  if (fs::is_regular_file(line, error)) return LinkedObject{line, ""};
  return std::nullopt;
}

}  // namespace

Traced read_trace(const std::string& text) {
  Traced traced;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (auto object = object_of(line))
      traced.objects.push_back(*object);
    else
      traced.others += line + "\n";
  }
  return traced;
}

UnseenObjects find_unseen(const std::vector<LinkedObject>& objects) {
  UnseenObjects result;
  std::set<std::pair<std::string, std::string>> done;
  for (const LinkedObject& object : objects) {
    if (belongs_to_compiler(object.file) || !done.emplace(object.file, object.member).second) continue;
    const Look look = look_at(object);
    if (look.seen) continue;
    const std::string file = fs::path(object.file).filename();
    if (is_known(fs::absolute(object.file)))
      add_once(result.known, file);
    else if (!look.source.empty() && object.member.empty())
      add_once(result.unseen, look.source);
    else
      add_once(result.unseen, object.member.empty() ? file : fmt::format("{}({})", file, object.member));
  }
  return result;
}

}  // namespace mazurka
