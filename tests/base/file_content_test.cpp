#include "base/file_content.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace mazurka {
namespace {

class FileContent : public testing::Test {
 protected:
  FileContent() : path_(testing::TempDir() + "/file_content." + std::to_string(getpid())) {}
  ~FileContent() override { std::filesystem::remove(path_); }
  void write(const std::string& content) { std::ofstream(path_, std::ios::binary) << content; }
  const std::string path_;
};

TEST_F(FileContent, IsEveryByteOfTheFile) {
  std::string content(300'000, 'x');
  for (size_t k = 0; k < content.size(); k++) content[k] = static_cast<char>(k * k % 251);
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{65'536}, size_t{65'537}, content.size()}) {
    write(content.substr(0, bytes));
    EXPECT_EQ(content_of_file(path_), content.substr(0, bytes)) << bytes;
  }
}

TEST_F(FileContent, IsReadToItsEndWhereTheSizeSaysNothing) {
  const std::optional<std::string> maps = content_of_file("/proc/self/maps");
  ASSERT_TRUE(maps);
  EXPECT_NE(maps->find("[stack]"), std::string::npos);
}

TEST_F(FileContent, OfWhatCannotBeReadIsNothing) {
  EXPECT_FALSE(content_of_file(path_));
  EXPECT_FALSE(content_of_file("/"));
}

}  // namespace
}  // namespace mazurka
