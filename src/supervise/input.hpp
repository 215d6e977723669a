// Standard input of the checked program: given to every execution from its beginning, in exploration and replay. It is
// read only if the program reads it, by the runtime, which keeps it in a memory file (protocol::KeptInput).
#pragma once

#include <optional>
#include <string>

#include "protocol/channel.hpp"

namespace mazurka {

class StandardInput {
 public:
  // Ours. A terminal is not read: nobody could type the same again.
  static StandardInput of_this_process();
  // What an earlier program has read.
  static StandardInput known(protocol::Input kind, const std::string& text);

  StandardInput(StandardInput&& other) noexcept;
  StandardInput& operator=(StandardInput&&) = delete;
  ~StandardInput();

  protocol::Input kind() const { return kind_; }
  int file() const { return file_; }
  // The program will take it from our descriptor.
  bool is_untouched() const;
  // All of it, if some program has read it and it was not too long.
  std::optional<std::string> text() const;

 private:
  explicit StandardInput(protocol::Input kind);

  protocol::KeptInput header() const;

  protocol::Input kind_;
  int file_ = -1;
};

}  // namespace mazurka
