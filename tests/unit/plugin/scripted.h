// SPDX-License-Identifier: MIT
// Tests hold the scripted plug-in loaded, so that they can talk to it before and after the suite does.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "pto_cts/plugin/plugin_backend.h"
#include "script.h"

namespace pto_cts::plugin {

class Scripted : public testing::Test {
 protected:
  Scripted() : handle_(dlopen(SCRIPTED_PLUGIN, RTLD_NOW | RTLD_LOCAL)) {
    script = reinterpret_cast<Script* (*)()>(dlsym(handle_, "scripted_plugin"))();
  }
  ~Scripted() override {
    *script = {};  // functions of this test, which outlive it in the library
    dlclose(handle_);
  }

  std::unique_ptr<backend::Backend> open() const { return open_plugin(SCRIPTED_PLUGIN); }

  Script* script = nullptr;

 private:
  void* handle_;
};

}  // namespace pto_cts::plugin
