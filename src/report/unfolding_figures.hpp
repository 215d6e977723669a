// qpor's figures in words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "protocol/channel.hpp"

namespace mazurka::report {

// Two lines, or nothing if there is no unfolding.
std::string text_of(const protocol::Unfolding& unfolding);

nlohmann::ordered_json json_of(const protocol::Unfolding& unfolding);

}  // namespace mazurka::report
