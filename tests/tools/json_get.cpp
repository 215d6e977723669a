// Reads a JSON document from stdin and prints what is at each of the given paths, a line for each:
//   json_get verdict bugs.0.kind 'bugs.*.message' 'unsupported.#'
// Parts of a path are names of members and numbers of elements; * stands for every element (a line for each, or none),
// a # at the end for how many there are. A text is printed without quotes and with \n for a line end in it, anything
// else as JSON. What is missing is an empty line. Exit code 2 if the input is not one JSON document.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find('.', begin), path.size());
    parts.emplace_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string line_of(const Json& value) {
  if (!value.is_string()) return value.dump();
  std::string line;
  for (char c : value.get_ref<const std::string&>())
    if (c == '\n')
      line += "\\n";
    else
      line += c;
  return line;
}

const Json* child_of(const Json& value, const std::string& part) {
  if (value.is_object()) {
    auto found = value.find(part);
    return found == value.end() ? nullptr : &*found;
  }
  if (!value.is_array() || part.empty() || part.find_first_not_of("0123456789") != std::string::npos) return nullptr;
  size_t index = std::stoul(part);
  return index < value.size() ? &value[index] : nullptr;
}

void print(const Json* value, const std::vector<std::string>& parts, size_t next) {
  if (value == nullptr) {
    puts("");
  } else if (next == parts.size()) {
    puts(line_of(*value).c_str());
  } else if (parts[next] == "#" && next + 1 == parts.size()) {
    printf("%zu\n", value->is_structured() ? value->size() : 0);
  } else if (parts[next] == "*") {
    for (const Json& element : *value) print(&element, parts, next + 1);
  } else {
    print(child_of(*value, parts[next]), parts, next + 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Json document = Json::parse(std::cin, nullptr, false);
  if (document.is_discarded()) {
    fputs("json_get: stdin is not a JSON document\n", stderr);
    return 2;
  }
  for (int n = 1; n < argc; n++) print(&document, split_path(argv[n]), 0);
  return 0;
}
