// SPDX-License-Identifier: MIT
// What a plug-in says about itself, as the suite sees it.
#include "scripted.h"

namespace pto_cts::plugin {
namespace {

using PluginDescription = Scripted;

TEST_F(PluginDescription, IsPassedOn) {
  static constexpr const char* kDTypes[] = {"f32", "i8", nullptr};
  static constexpr const char* kLayouts[] = {"Nz", "ND", nullptr};
  static constexpr const char* kForms[] = {"homogeneous", nullptr};
  script->description.version = "2.3";
  script->description.dtypes = kDTypes;
  script->description.layouts = kLayouts;
  script->description.forms = kForms;
  script->description.in_place = 1;
  const backend::Description said = describe(*open());
  EXPECT_EQ(said.name, "scripted");
  EXPECT_EQ(said.version, "2.3");
  EXPECT_EQ(said.capabilities, (backend::Capabilities{{"TMULS", "TPARTADD"},
                                                      {DType::f32, DType::i8},
                                                      {Profile::a5, Profile::cpu_sim},
                                                      {Layout::Nz, Layout::ND},
                                                      std::vector<std::string>{"homogeneous"},
                                                      true}));
}

TEST_F(PluginDescription, WithoutListsTakesEverythingButSharedStorages) {
  const backend::Description said = describe(*open());
  EXPECT_EQ(said.version, "");
  EXPECT_EQ(said.capabilities.dtypes.size(), kAllDTypes.size());
  EXPECT_EQ(said.capabilities.layouts.size(), kAllLayouts.size());
  EXPECT_FALSE(said.capabilities.forms.has_value());
  EXPECT_FALSE(said.capabilities.in_place);
}

TEST_F(PluginDescription, ObservesAndAllowsOnlyWhatItSays) {
  EXPECT_EQ(open()->observability(), (backend::Observability{false, false, false, false, true}));
  EXPECT_EQ(open()->placement(), (backend::Placement{false, false}));

  script->description.legality = PTO_CTS_LEGALITY_OWN;
  script->description.observes = PTO_CTS_OBSERVES_SOURCES;
  script->description.allows = PTO_CTS_ALLOWS_READ_ONLY_SOURCES;
  EXPECT_EQ(open()->observability(), (backend::Observability{false, true, false, true, true}));
  EXPECT_EQ(open()->placement(), (backend::Placement{false, true}));

  script->description.observes = PTO_CTS_OBSERVES_GUARDS | PTO_CTS_OBSERVES_MEMORY_AFTER_REJECTION;
  script->description.allows = PTO_CTS_ALLOWS_GUARD_PAGES;
  EXPECT_EQ(open()->observability(), (backend::Observability{true, false, true, true, true}));
  EXPECT_EQ(open()->placement(), (backend::Placement{true, false}));
}

TEST_F(PluginDescription, RenewsByItsReset) {
  int resets = 0;
  script->reset = [&] { ++resets; };
  const auto plugin = open();
  EXPECT_TRUE(plugin->renew());
  EXPECT_EQ(resets, 1);
  script->reset = [] { throw std::runtime_error("no"); };
  EXPECT_FALSE(plugin->renew());
  script->backend.reset = nullptr;
  EXPECT_FALSE(plugin->renew());
}

TEST_F(PluginDescription, ClosesOnce) {
  {
    const auto plugin = open();
    EXPECT_EQ(script->closed, 0);
  }
  EXPECT_EQ(script->closed, 1);
  script->backend.close = nullptr;
  EXPECT_NO_THROW(open());
  script->backend.close = [](void*) { throw std::runtime_error("no"); };
  EXPECT_NO_THROW(open());
}

}  // namespace
}  // namespace pto_cts::plugin
