#include "runs/run_spec.hpp"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "options/table.hpp"

namespace mazurka::runs {

namespace {

using protocol::Settings;

std::string hexadecimal(const Settings& settings) {
  unsigned char bytes[sizeof settings];
  std::memcpy(bytes, &settings, sizeof settings);
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool from_hexadecimal(const std::string& text, Settings& settings) {
  unsigned char bytes[sizeof settings];
  if (text.size() != 2 * sizeof bytes || text.find_first_not_of("0123456789abcdef") != std::string::npos) return false;
  for (size_t k = 0; k < sizeof bytes; k++)
    bytes[k] = static_cast<unsigned char>(std::stoi(text.substr(2 * k, 2), nullptr, 16));
  std::memcpy(static_cast<void*>(&settings), bytes, sizeof settings);
  return true;
}

// Names and arguments may hold any bytes, JSON holds text.
std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char c : bytes)
    text += static_cast<unsigned char>(c) < 0x80 && c != '%' ? std::string(1, c)
                                                             : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string unescaped(const std::string& text) {
  std::string bytes;
  for (size_t k = 0; k < text.size(); k++) {
    if (text[k] != '%' || k + 2 >= text.size()) {
      bytes += text[k];
      continue;
    }
    bytes += static_cast<char>(std::stoi(text.substr(k + 1, 2), nullptr, 16));
    k += 2;
  }
  return bytes;
}

std::vector<std::string> escaped(const std::vector<std::string>& list) {
  std::vector<std::string> result;
  for (const std::string& one : list) result.push_back(escaped(one));
  return result;
}

std::vector<std::string> unescaped(const std::vector<std::string>& list) {
  std::vector<std::string> result;
  for (const std::string& one : list) result.push_back(unescaped(one));
  return result;
}

}  // namespace

std::string own_version() {
  return fmt::format("{} (runtime {})", MAZURKA_VERSION, protocol::kVersion);
}

std::string text_of(const RunSpec& spec) {
  const nlohmann::ordered_json json = {{"version", own_version()},
                                       {"program", escaped(spec.program)},
                                       {"directory", escaped(spec.directory)},
                                       {"arguments", escaped(spec.arguments)},
                                       {"environment", escaped(spec.environment)},
                                       {"input", static_cast<uint32_t>(spec.input)},
                                       {"settings", hexadecimal(spec.settings)},
                                       {"system", spec.system},
                                       {"trusted", escaped(spec.trusted)},
                                       {"suppressions", escaped(spec.suppressions)}};
  return json.dump(1) + "\n";
}

Result<RunSpec, std::string> spec_of(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    const std::string version = json.at("version").get<std::string>();
    if (version != own_version())
      return fmt::format("the run was begun by mazurka {}, and this is {}", version, own_version());
    RunSpec spec;
    spec.program = unescaped(json.at("program").get<std::string>());
    spec.directory = unescaped(json.at("directory").get<std::string>());
    spec.arguments = unescaped(json.at("arguments").get<std::vector<std::string>>());
    spec.environment = unescaped(json.at("environment").get<std::vector<std::string>>());
    spec.input = static_cast<protocol::Input>(json.at("input").get<uint32_t>());
    spec.system = json.at("system").get<std::map<std::string, std::string>>();
    spec.trusted = unescaped(json.at("trusted").get<std::vector<std::string>>());
    spec.suppressions = unescaped(json.at("suppressions").get<std::string>());
    if (!from_hexadecimal(json.at("settings").get<std::string>(), spec.settings))
      return std::string("the run was submitted by another version of mazurka, whose settings are not known here");
    return spec;
  } catch (const std::exception& error) {
    return fmt::format("the description of the run is not understood: {}", error.what());
  }
}

std::string options_text(const Settings& settings) {
  options::Json json = options::json_of(settings, options::Keep::kReport, options::table());
  for (const char* limit : {"max_executions", "max_time", "max_memory"}) json.erase(limit);
  json["collect_races"] = settings.collect_races;
  return json.dump();
}

}  // namespace mazurka::runs
