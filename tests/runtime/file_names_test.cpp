#include "runtime/kernel/files/file_names.hpp"

#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "runtime/fixture.hpp"

namespace mazurka::runtime {
namespace {

// They stay until the end: a file of the disk is known by its number, which would be given to another one.
struct FoldersOfTests {
  std::vector<std::string> all;
  ~FoldersOfTests() {
    for (const std::string& folder : all) std::filesystem::remove_all(folder);
  }
};
FoldersOfTests folders_of_tests;

// On the disk: FOLDER/file, FOLDER/folder/inner, and the links FOLDER/to_file, FOLDER/to_folder, FOLDER/loop.
class FileNames : public RuntimeTest {
 protected:
  FileNames() {
    char name[] = "/tmp/mazurka-names-XXXXXX";
    folder = mkdtemp(name);
    folders_of_tests.all.push_back(folder);
    close(open(path("file").c_str(), O_CREAT | O_WRONLY, 0600));
    mkdir(path("folder").c_str(), 0700);
    close(open(path("folder/inner").c_str(), O_CREAT | O_WRONLY, 0600));
    EXPECT_EQ(symlink("file", path("to_file").c_str()), 0);
    EXPECT_EQ(symlink(path("folder").c_str(), path("to_folder").c_str()), 0);
    EXPECT_EQ(symlink("loop", path("loop").c_str()), 0);
  }

  std::string path(const std::string& name) { return folder + "/" + name; }
  Place find(const std::string& name, bool follow_last = true) { return find_place(folder, name.c_str(), follow_last); }
  std::set<std::string> list(const std::string& name) {
    Place place = find(name);
    std::set<std::string> names;
    if (place.node == nullptr) return names;
    for (const FolderEntry& entry : list_folder(place.path, *place.node)) names.insert(entry.name);
    return names;
  }
  // As the program would make one.
  Node* make(const std::string& name, mode_t mode) {
    Place place = find(name);
    EXPECT_EQ(place.error, -ENOENT);
    EXPECT_NE(place.folder, nullptr);
    Node* node = make_node(mode);
    add_name(place, node);
    return node;
  }

  std::string folder;
};

TEST_F(FileNames, FileOfTheDisk_HasANodeThatStaysTheSame) {
  Place place = find("file");
  EXPECT_EQ(place.error, 0);
  EXPECT_EQ(place.path, path("file"));
  ASSERT_NE(place.node, nullptr);
  EXPECT_TRUE(place.node->is_regular());
  EXPECT_TRUE(place.folder->is_folder());
  EXPECT_EQ(find("folder/../file").node, place.node);
  EXPECT_EQ(find(path("./folder//../file")).node, place.node);
  EXPECT_NE(find("folder/inner").node, place.node);
}

TEST_F(FileNames, MissingName_CanBeMadeInItsFolder) {
  Place place = find("missing");
  EXPECT_EQ(place.error, -ENOENT);
  EXPECT_EQ(place.path, path("missing"));
  EXPECT_EQ(place.folder, find(".").node);
  EXPECT_EQ(find("missing/deeper").folder, nullptr) << "there is no folder to make it in";
}

TEST_F(FileNames, Mistakes_HaveTheErrorsOfTheKernel) {
  EXPECT_EQ(find("").error, -ENOENT);
  EXPECT_EQ(find("file/inner").error, -ENOTDIR);
  EXPECT_EQ(find("file/").error, -ENOTDIR);
  EXPECT_EQ(find("loop").error, -ELOOP);
  EXPECT_EQ(find(std::string(NAME_MAX + 1, 'a')).error, -ENAMETOOLONG);
  EXPECT_EQ(find(std::string(PATH_MAX, '/')).error, -ENAMETOOLONG);
}

TEST_F(FileNames, LastLink_IsFollowedOrNot) {
  EXPECT_EQ(find("to_file").node, find("file").node);
  Place link = find("to_file", false);
  ASSERT_NE(link.node, nullptr);
  EXPECT_TRUE(link.node->is_link());
  EXPECT_EQ(target_of(*link.node), "file");
  EXPECT_EQ(find("to_folder/inner", false).node, find("folder/inner").node) << "links on the way are followed";
  EXPECT_EQ(find("to_folder/", false).node, find("folder").node) << "a slash at the end asks for the folder";
}

TEST_F(FileNames, FolderAboveTheRoot_IsTheRoot) {
  EXPECT_EQ(find("/../..").node, find("/").node);
  EXPECT_EQ(find("/").folder, nullptr);
}

TEST_F(FileNames, MadeFile_IsThereAndNotOnTheDisk) {
  Node* node = make("folder/made", S_IFREG | 0600);
  EXPECT_EQ(find("folder/made").node, node);
  EXPECT_EQ(access(path("folder/made").c_str(), F_OK), -1);
  EXPECT_EQ(list("folder"), (std::set<std::string>{".", "..", "inner", "made"}));
}

TEST_F(FileNames, RemovedFile_IsGoneAndStaysOnTheDisk) {
  remove_name(find("folder/inner"));
  EXPECT_EQ(find("folder/inner").error, -ENOENT);
  EXPECT_EQ(access(path("folder/inner").c_str(), F_OK), 0);
  EXPECT_EQ(list("folder"), (std::set<std::string>{".", ".."}));
}

TEST_F(FileNames, MadeFolder_IsEmptyAndCanBeFilled) {
  make("new", S_IFDIR | 0700);
  EXPECT_EQ(list("new"), (std::set<std::string>{".", ".."}));
  EXPECT_EQ(find("new/inner").error, -ENOENT);
  Node* inner = make("new/inner", S_IFREG | 0600);
  EXPECT_EQ(find("new/inner").node, inner);
}

TEST_F(FileNames, MovedFolder_TakesWhatIsInItAlong) {
  make("new", S_IFDIR | 0700);
  Node* inner = make("new/inner", S_IFREG | 0600);
  Node* beside = make("new_too", S_IFREG | 0600);
  move_name(find("new"), find("folder/moved"));
  EXPECT_EQ(find("new").error, -ENOENT);
  EXPECT_EQ(find("folder/moved/inner").node, inner);
  EXPECT_EQ(find("new_too").node, beside) << "a name that only begins like it";
  EXPECT_EQ(list("folder/moved"), (std::set<std::string>{".", "..", "inner"}));
}

}  // namespace
}  // namespace mazurka::runtime
