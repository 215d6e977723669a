#include "build/linking/notes.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include "build/assembly/filter.hpp"

namespace mazurka {

namespace {

constexpr const char* kNotesSection = ".mazurka.link";
constexpr std::string_view kUnseen = "unseen ", kKnown = "known ";

// A file's sections. Only 64-bit ELF files have any.
class SectionTable {
 public:
  explicit SectionTable(const std::string& path) : file_(path, std::ios::binary) {
    read(0, header_);
    if (!file_ || std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64 ||
        header_.e_shentsize != sizeof(Elf64_Shdr) || header_.e_shstrndx >= header_.e_shnum)
      return;
    sections_.resize(header_.e_shnum);
    file_.seekg(static_cast<std::streamoff>(header_.e_shoff));
    file_.read(reinterpret_cast<char*>(sections_.data()),
               static_cast<std::streamsize>(sections_.size() * sizeof(Elf64_Shdr)));
    if (file_)
      names_ = content(sections_[header_.e_shstrndx]);
    else
      sections_.clear();
  }

  bool empty() const { return sections_.empty(); }
  const Elf64_Ehdr& header() const { return header_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  const std::string& names() const { return names_; }

  std::string content(const Elf64_Shdr& section) {
    constexpr uint64_t kMost = uint64_t{1} << 26;  // a broken file may say anything
    std::string bytes(section.sh_type == SHT_NOBITS ? 0 : std::min(section.sh_size, kMost), 0);
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(section.sh_offset));
    file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file_ ? bytes : "";
  }
  std::string name_of(const Elf64_Shdr& section) const {
    return section.sh_name < names_.size() ? names_.c_str() + section.sh_name : "";
  }

 private:
  template <class T>
  void read(std::streamoff at, T& into) {
    file_.seekg(at);
    file_.read(reinterpret_cast<char*>(&into), sizeof into);
  }

  std::ifstream file_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Shdr> sections_;
  std::string names_;
};

std::string text_of(const UnseenObjects& objects) {
  std::string text;
  for (const std::string& name : objects.unseen) text += std::string(kUnseen) + name + "\n";
  for (const std::string& name : objects.known) text += std::string(kKnown) + name + "\n";
  return text + "end\n";
}

UnseenObjects objects_of(const std::string& text) {
  UnseenObjects objects;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kUnseen)) objects.unseen.push_back(line.substr(kUnseen.size()));
    if (line.starts_with(kKnown)) objects.known.push_back(line.substr(kKnown.size()));
  }
  return objects;
}

template <class T>
void append(std::string& bytes, const T& thing) {
  bytes.append(reinterpret_cast<const char*>(&thing), sizeof thing);
}

}  // namespace

// Nothing is moved: the new section, the names and the table of sections go to the end of the file, and the header gets
// the table's new place.
bool write_link_notes(const std::string& path, const UnseenObjects& objects) {
  SectionTable table(path);
  struct stat status {};
  if (table.empty() || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  if (table.header().e_type != ET_EXEC && table.header().e_type != ET_DYN) return false;
  const auto end = static_cast<uint64_t>((status.st_size + 15) / 16 * 16);
  const std::string notes = text_of(objects);
  std::vector<Elf64_Shdr> sections = table.sections();
  Elf64_Shdr added{};
  added.sh_name = static_cast<uint32_t>(table.names().size());
  added.sh_type = SHT_PROGBITS;
  added.sh_addralign = 1;
  added.sh_offset = end;
  added.sh_size = notes.size();
  const std::string names = table.names() + kNotesSection + '\0';
  Elf64_Shdr& names_section = sections[table.header().e_shstrndx];
  names_section.sh_offset = end + notes.size();
  names_section.sh_size = names.size();
  sections.push_back(added);
  std::string bytes = notes + names;
  bytes.resize((bytes.size() + 15) / 16 * 16);
  Elf64_Ehdr header = table.header();
  header.e_shoff = end + bytes.size();
  header.e_shnum = static_cast<uint16_t>(sections.size());
  for (const Elf64_Shdr& section : sections) append(bytes, section);
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written =
      pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(end)) == static_cast<ssize_t>(bytes.size()) &&
      pwrite(file, &header, sizeof header, 0) == sizeof header;
  return close(file) == 0 && written;
}

LinkNotes read_link_notes(const std::string& path) {
  LinkNotes notes;
  SectionTable table(path);
  for (const Elf64_Shdr& section : table.sections()) {
    const std::string name = table.name_of(section);
    if (name == kNotesSection) {
      notes.was_linked_by_us = true;
      notes.objects = objects_of(table.content(section));
    } else if (name == kLevelSection) {
      std::istringstream texts(table.content(section));
      for (std::string level; std::getline(texts, level, '\0');)
        if (!level.empty()) notes.levels.push_back(level);
    }
  }
  return notes;
}

}  // namespace mazurka
