// Where output goes: how wide the terminal is, whether it has colours, and files.
#pragma once

#include <string>

#include "options/request.hpp"
#include "report/text/style.hpp"

namespace mazurka {

// As wide as COLUMNS or the terminal says, with colours if it has them and NO_COLOR is not set.
report::TextStyle style_for(const options::Request& request);

bool is_in_github_actions();

// False, and said so, if the file cannot be written.
bool write_document(const std::string& path, const std::string& document);

}  // namespace mazurka
