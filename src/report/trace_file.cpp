#include "report/trace_file.hpp"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <libelf.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/file_content.hpp"
#include "options/table.hpp"
#include "report/native_bug.hpp"

namespace mazurka::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "mazurka-trace";
constexpr const char* kBeginning = "{\n\"format\": \"mazurka-trace\",\n";

// FNV-1a
uint64_t checksum(std::string_view text) {
  uint64_t sum = 0xcbf29ce484222325;
  for (char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return sum;
}

// Paths and arguments may hold any bytes, JSON strings only UTF-8: others become a list of numbers.
Json json_of(const std::string& text) {
  try {
    (void)Json(text).dump();
    return text;
  } catch (const Json::exception&) {
    Json bytes = Json::array();
    for (char c : text) bytes.push_back(static_cast<unsigned char>(c));
    return bytes;
  }
}

std::string text_of(const Json& json) {
  if (!json.is_array()) return json.get<std::string>();
  std::string text;
  for (const Json& byte : json) text += static_cast<char>(byte.get<unsigned char>());
  return text;
}

Json content_of(const TraceFile& trace) {
  Json content;
  content["program"] = json_of(trace.program);
  content["directory"] = json_of(trace.directory);
  content["arguments"] = Json::array();
  for (const std::string& argument : trace.arguments) content["arguments"].push_back(json_of(argument));
  if (trace.environment) {
    content["environment"] = Json::array();
    for (const std::string& variable : *trace.environment) content["environment"].push_back(json_of(variable));
  }
  content["input"] = {{"kind", protocol::kInputNames[static_cast<size_t>(trace.input)]}};
  if (trace.input_text) content["input"]["checksum"] = fmt::format("{:016x}", checksum(*trace.input_text));
  content["build_id"] = trace.build_id;
  content["bug"] = {{"kind", report::name_of(trace.kind)}, {"message", json_of(trace.message)}};
  content["settings"] = options::json_of(trace.settings, options::Keep::kTrace);
  content["schedule"] = nullptr;  // (see text_of)
  if (!trace.steps.empty()) content["steps"] = Json::array();
  for (const std::string& name : trace.steps) content["steps"].push_back(json_of(name));
  content["facts"] = Json::array();
  for (const protocol::LearnedFact& fact : trace.facts)
    content["facts"].push_back({report::name_of(fact.fact), fact.thread});
  if (!trace.shared.empty()) content["shared"] = Json::array();
  for (const protocol::SharedMemory& memory : trace.shared) content["shared"].push_back({memory.address, memory.bytes});
  if (!trace.inputs.empty()) content["inputs"] = Json::array();
  for (const protocol::InputValue& input : trace.inputs) content["inputs"].push_back({input.key, input.value});
  return content;
}

// With the schedule. As a document it would take twenty times the memory.
std::string text_of(const TraceFile& trace) {
  std::string text = content_of(trace).dump();
  constexpr std::string_view kPlace = "\"schedule\":null";
  std::string schedule = "\"schedule\":[";
  for (const protocol::ScheduleStep& step : trace.schedule)
    fmt::format_to(std::back_inserter(schedule), "{}[{},{}]", schedule.back() == '[' ? "" : ",", step.thread,
                   step.choice);
  // (No text before it can hold it: quotes would be escaped.)
  return text.replace(text.find(kPlace), kPlace.size(), schedule + "]");
}

// A setting that this mazurka does not know, or not with this value.
struct UnknownSetting {
  std::string name;
};

protocol::Input input_named(const std::string& name) {
  for (size_t k = 0; k < std::size(protocol::kInputNames); k++)
    if (name == protocol::kInputNames[k]) return static_cast<protocol::Input>(k);
  throw std::out_of_range(name);
}

// Beside the trace file.
std::string path_of_input(const std::string& path) {
  return std::filesystem::path(path).replace_extension(".input").string();
}

// Throws UnknownSetting, and other exceptions on content of another shape.
TraceFile trace_of(const Json& content) {
  TraceFile trace;
  trace.program = text_of(content.at("program"));
  trace.directory = text_of(content.at("directory"));
  for (const Json& argument : content.at("arguments")) trace.arguments.push_back(text_of(argument));
  if (content.contains("environment")) {
    trace.environment.emplace();
    for (const Json& variable : content.at("environment")) trace.environment->push_back(text_of(variable));
  }
  if (content.contains("input")) trace.input = input_named(content.at("input").at("kind").get<std::string>());
  trace.build_id = content.at("build_id").get<std::string>();
  trace.kind = bug_kind_named(content.at("bug").at("kind").get<std::string>()).value();
  trace.message = text_of(content.at("bug").at("message"));
  if (auto unknown = options::set_from_json(content.at("settings"), trace.settings)) throw UnknownSetting{*unknown};
  for (const Json& step : content.at("schedule"))
    trace.schedule.push_back({step.at(0).get<uint32_t>(), step.at(1).get<uint32_t>()});
  for (const Json& name : content.value("steps", Json::array())) trace.steps.push_back(text_of(name));
  for (const Json& fact : content.at("facts"))
    trace.facts.push_back({fact_named(fact.at(0).get<std::string>()).value(), fact.at(1).get<uint32_t>()});
  for (const Json& memory : content.value("shared", Json::array()))
    trace.shared.push_back({memory.at(0).get<uint64_t>(), memory.at(1).get<uint64_t>()});
  for (const Json& input : content.value("inputs", Json::array()))
    trace.inputs.push_back({input.at(0).get<uint64_t>(), input.at(1).get<uint64_t>()});
  return trace;
}

template <class... Arguments>
TraceError error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  return TraceError{fmt::format(format, std::forward<Arguments>(arguments)...)};
}

}  // namespace

namespace {

// As a whole, or not at all. For the owner alone.
bool write_file(const std::string& path, std::initializer_list<std::string_view> parts) {
  namespace fs = std::filesystem;
  std::string partial = fmt::format("{}.{}", path, getpid());
  std::error_code failure, ignored;
  std::ofstream file(partial, std::ios::binary);
  fs::permissions(partial, fs::perms::owner_read | fs::perms::owner_write, ignored);
  for (const std::string_view part : parts) file << part;
  file.close();
  if (file) fs::rename(partial, path, failure);
  if (file && !failure) return true;
  fs::remove(partial, ignored);
  return false;
}

}  // namespace

Result<Written, TraceError> write_trace(const TraceFile& trace, const std::string& path) {
  const std::string content = text_of(trace);
  const std::string head =
      kBeginning +
      fmt::format("\"version\": {},\n\"checksum\": \"{:016x}\",\n\"content\": ", kTraceVersion, checksum(content));
  bool written = !trace.input_text || write_file(path_of_input(path), {*trace.input_text});
  if (written && write_file(path, {head, content, "\n}\n"})) return Written{};
  return error("cannot write the trace file '{}'; --out=DIR names another folder", path);
}

namespace {

// Into the trace, if it needs it.
std::optional<TraceError> read_input(const Json& input, const std::string& path, TraceFile& trace) {
  if (!input.is_object() || !input.contains("checksum")) return std::nullopt;
  trace.input_text = content_of_file(path_of_input(path));
  if (!trace.input_text)
    return error("cannot read '{}', which holds the standard input for '{}'; run 'mazurka check' again",
                 path_of_input(path), path);
  if (input.at("checksum") != fmt::format("{:016x}", checksum(*trace.input_text)))
    return error("'{}' is not the standard input that '{}' was written with; run 'mazurka check' again",
                 path_of_input(path), path);
  return std::nullopt;
}

}  // namespace

Result<TraceFile, TraceError> read_trace(const std::string& path) {
  auto text = content_of_file(path);
  if (!text) return error("cannot read '{}'; expected the path of a trace file that 'mazurka check' wrote", path);
  Json json = Json::parse(*text, nullptr, false);
  if (json.is_discarded()) {
    std::string_view beginning(kBeginning);
    if (text->empty() || !beginning.starts_with(std::string_view(*text).substr(0, beginning.size())))
      return error("'{}' is not a trace file; expected one that 'mazurka check' wrote", path);
    if (!text->ends_with("}\n")) return error("'{}' is truncated; run 'mazurka check' again to get a new one", path);
    return error("'{}' is corrupt; run 'mazurka check' again to get a new one", path);
  }
  if (!json.is_object() || json.value("format", Json()) != kFormat)
    return error("'{}' is not a trace file; expected one that 'mazurka check' wrote", path);
  if (Json version = json.value("version", Json()); version != kTraceVersion)
    return error(
        "'{}' has version {} of the trace format, and this mazurka reads version {}; run 'mazurka check' again", path,
        version.dump(-1, ' ', true, Json::error_handler_t::replace), kTraceVersion);
  try {
    const Json& content = json.at("content");
    if (json.at("checksum") == fmt::format("{:016x}", checksum(content.dump()))) {
      TraceFile trace = trace_of(content);
      if (auto trouble = read_input(content.value("input", Json()), path, trace)) return *trouble;
      return trace;
    }
  } catch (const UnknownSetting& unknown) {
    return error("'{}' was written by another mazurka, as its setting '{}' shows; run 'mazurka check' again", path,
                 unknown.name);
  } catch (const std::exception&) {
  }
  return error("'{}' is corrupt; run 'mazurka check' again to get a new one", path);
}

Result<Written, TraceError> check_program(const TraceFile& trace, const std::string& path) {
  std::string build_id = build_id_of(trace.program);
  if (build_id.empty())
    return error("the program '{}' of the trace file '{}' cannot be read; build it again, or run 'mazurka check' again",
                 trace.program, path);
  if (build_id != trace.build_id)
    return error(
        "the program '{}' was built again after '{}' was written (its build-id differs); run 'mazurka check' "
        "again",
        trace.program, path);
  return Written{};
}

std::string build_id_of(const std::string& program) {
  auto content = content_of_file(program);
  if (!content) return "";
  elf_version(EV_CURRENT);
  std::string result;
  if (Elf* elf = elf_memory(content->data(), content->size())) {
    const void* bytes = nullptr;
    ssize_t count = elf_kind(elf) == ELF_K_ELF ? dwelf_elf_gnu_build_id(elf, &bytes) : 0;
    for (ssize_t k = 0; k < count; k++) result += fmt::format("{:02x}", static_cast<const unsigned char*>(bytes)[k]);
    elf_end(elf);
  }
  return result.empty() ? fmt::format("fnv-{:016x}", checksum(*content)) : result;
}

}  // namespace mazurka::report
