// The folder that a check builds its program in and writes trace files to. While a check lasts, the folder is its own:
// another check in the same place would run the wrong program.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace mazurka {

class OutputFolder {
 public:
  // The folder that the user has named. Waits until no other check uses it, and says so on stderr.
  static Result<OutputFolder, std::string> named(const std::filesystem::path& path);
  // `path`, or one with a number behind it if another check uses that: says so, too.
  static Result<OutputFolder, std::string> chosen(const std::filesystem::path& path);

  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  ~OutputFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  OutputFolder(std::filesystem::path path, int lock);

  std::filesystem::path path_;
  int lock_;  // a descriptor of the file that is locked; it is let go with the process
};

}  // namespace mazurka
