// Text as XML and HTML hold it.
#pragma once

#include <string>
#include <string_view>

namespace mazurka::report {

// Also between quotes. What cannot be held is replaced.
std::string markup_of(std::string_view text);

// The same between tags, where ends of lines may stand as they are.
std::string markup_of_lines(std::string_view text);

// A path as a URI: a relative one, or file://.
std::string uri_of(const std::string& path);

// Without the sequences by which a terminal shows colours.
std::string without_colors(std::string_view text);

}  // namespace mazurka::report
