// `mazurka fuzz`: compares the algorithms with brute force on random programs.
#pragma once

namespace CLI {
class App;
}

namespace mazurka {

// Sets `exit_code` to 0 if nothing differs, 1 if something does.
void add_fuzz_verb(CLI::App& app, int& exit_code);

}  // namespace mazurka
