#include "report/documents/input_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <vector>

namespace mazurka::report {

namespace {

namespace fs = std::filesystem;

// See concolic/input_table.hpp: thread and request of a key, and which part it is.
constexpr uint64_t object_of(uint64_t key) {
  return key >> 28;
}
constexpr uint64_t part_of(uint64_t key) {
  return key >> 8 & 0xfffff;
}

struct Object {
  std::string name;   // as the program calls it
  std::string label;  // for its file, and in C
  uint32_t width = 0;
  std::string bytes;
};

std::string as_identifier(const std::string& name) {
  std::string text;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text.empty() ? "input" : text;
}

std::vector<Object> objects_of(const RunLog& log, const InputTest& test) {
  std::vector<Object> objects;
  std::map<uint64_t, size_t> places;
  std::map<std::string, int> labels;
  for (const protocol::ObjectRecord& record : log.objects) {
    Object object{record.name, as_identifier(record.name), record.width, {}};
    if (const int number = ++labels[object.label]; number > 1) object.label += fmt::format("_{}", number);
    constexpr uint32_t kMostBytes = 1 << 20;
    object.bytes.resize(std::min(record.bytes, kMostBytes));
    places[object_of(record.key)] = objects.size();
    objects.push_back(std::move(object));
  }
  for (const protocol::InputValue& value : test.inputs) {
    const auto place = places.find(object_of(value.key));
    if (place == places.end()) continue;
    Object& object = objects[place->second];
    const size_t begin = part_of(value.key);
    for (size_t k = 0; k < (object.width + 7) / 8 && begin + k < object.bytes.size(); k++)
      object.bytes[begin + k] = static_cast<char>(value.value >> (8 * k));
  }
  return objects;
}

std::string text_in_c(const std::string& program, size_t number, const InputTest& test,
                      const std::vector<Object>& objects) {
  std::string text = fmt::format("/* Test {} of {}: a class of inputs{}. */\n", number, program,
                                 test.fails ? " in which it fails" : "");
  text += "#include <stddef.h>\n\n";
  for (const Object& object : objects) {
    text += fmt::format("static const unsigned char input_{}[] = {{", object.label);
    for (size_t k = 0; k < object.bytes.size(); k++)
      text += fmt::format("{}0x{:02x}",
                          k == 0        ? ""
                          : k % 16 == 0 ? ",\n  "
                                        : ", ",
                          static_cast<unsigned char>(object.bytes[k]));
    text += "};\n";
  }
  text += "\nconst struct {\n  const char* name;\n  const unsigned char* bytes;\n  size_t length;\n} inputs[] = {\n";
  for (const Object& object : objects) {
    std::string name;
    for (const char c : object.name) name += c == '"' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
    text += fmt::format("  {{\"{}\", input_{}, sizeof input_{}}},\n", name, object.label, object.label);
  }
  return text + "};\nconst size_t input_count = sizeof inputs / sizeof inputs[0];\n";
}

bool write(const fs::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  return file.good();
}

}  // namespace

Result<size_t, std::string> write_tests(const RunLog& log, const std::string& program, const fs::path& folder) {
  std::error_code failure;
  fs::remove_all(folder, failure);
  std::vector<InputTest> tests = log.tests;
  std::sort(tests.begin(), tests.end(), [](const InputTest& a, const InputTest& b) { return a.name < b.name; });
  for (size_t number = 1; number <= tests.size(); number++) {
    const fs::path own = folder / fmt::format("{:04}", number);
    fs::create_directories(own, failure);
    const std::vector<Object> objects = objects_of(log, tests[number - 1]);
    bool written = write(own / "inputs.c", text_in_c(program, number, tests[number - 1], objects));
    for (const Object& object : objects) written = written && write(own / object.label, object.bytes);
    if (!written) return fmt::format("cannot write '{}': {}", own.string(), std::strerror(errno));
  }
  return tests.size();
}

}  // namespace mazurka::report
