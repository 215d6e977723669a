// A bug of a native program, told to a person or as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "report/native_bug.hpp"
#include "report/text/style.hpp"

namespace mazurka::report {

// One line without its end: "assertion failed: x == 2, at lost.cpp:12 in check()".
std::string describe(const NativeBug& bug);
// "T0 waits for a, held by T1"; with `where` put in after "waits".
std::string describe(const NativeWaiting& waiting, const std::string& where);

// What follows it: what happened, the table of steps, who waits for whom, the call stack, what the replay showed.
// `command` is how the user calls mazurka.
std::string text_of(const NativeBug& bug, const std::string& command, const TextStyle& style = {});

// In the user's code, if it is anywhere there: of the bug, or of a thread that waits.
std::optional<Frame> location_of(const NativeBug& bug);

// "queue.count_ = 1, n = 2"; empty if there are none.
std::string values_text(const NativeBug& bug);

// "bank.cpp:14: error: deadlock: ...": for tools that look for such lines.
std::string summary_line(const NativeBug& bug);

// The text of a document of docs/report-schema.json, to which the bugs are added.
std::string dumped(nlohmann::ordered_json document, std::span<const NativeBug> bugs);

}  // namespace mazurka::report
