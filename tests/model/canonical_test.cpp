// The forms of a trace's name agree: fingerprints and digests are equal exactly if canonical orders are.
#include "model/canonical.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "explore/algorithms.hpp"
#include "model/fingerprint.hpp"
#include "model/trace_digest.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/language/compiler.hpp"
#include "toy/machine.hpp"

namespace mazurka {
namespace {

using CanonicalForm = std::vector<std::pair<uint32_t, Choice>>;

struct AllForms final : Observer {
  bool on_execution(const Execution& execution) override {
    TraceHasher hasher;
    hasher.reset(0, 0);
    for (const Event& event : execution.events) hasher.add(event);
    CanonicalForm form;
    for (uint32_t k : canonical_order(execution.events))
      form.emplace_back(execution.events[k].thread.number, execution.events[k].choice);
    EXPECT_EQ(form.size(), execution.events.size());
    by_fingerprint[hasher.fingerprint()].insert(form);
    by_form[form].insert(hasher.fingerprint());
    by_name[name_of_trace(execution.events)].insert(form);
    digest.add(execution.events);
    return ++executions < 20'000;
  }
  uint64_t executions = 0;
  std::map<Fingerprint, std::set<CanonicalForm>> by_fingerprint;
  std::map<CanonicalForm, std::set<Fingerprint>> by_form;
  std::map<uint64_t, std::set<CanonicalForm>> by_name;
  TraceDigest digest;
};

TEST(Canonical, FingerprintsAndDigestsAreEqualExactlyIfCanonicalOrdersAre) {
  for (const toy::Seed& seed : toy::all_seeds()) {
    auto code = toy::compile_text(toy::text_of(seed));
    ASSERT_TRUE(code.ok());
    toy::Machine machine(std::move(*code));
    if (machine.inputs() != nullptr) continue;  // what is said of an input is no part of the canonical order
    machine.set_step_limit(6);
    AllForms forms;
    make_explorer(algorithm_named("naive"), {})->explore(machine, forms);
    for (const auto& [fingerprint, names] : forms.by_fingerprint) EXPECT_EQ(names.size(), 1u) << seed.threads;
    for (const auto& [name, names] : forms.by_name) EXPECT_EQ(names.size(), 1u) << seed.threads;
    EXPECT_EQ(forms.by_name.size(), forms.by_form.size()) << seed.threads;
    EXPECT_EQ(forms.digest.traces(), forms.by_form.size()) << seed.threads;
    for (const auto& [form, fingerprints] : forms.by_form) EXPECT_EQ(fingerprints.size(), 1u) << seed.threads;
  }
}

}  // namespace
}  // namespace mazurka
