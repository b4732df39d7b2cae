// SPDX-License-Identifier: MIT
// What the backends of this layer have in common.
#pragma once

#include <string_view>
#include <utility>

#include "pto_cts/backend/backend.h"

namespace pto_cts::process {

/// A backend whose description came as data.
class DescribedBackend : public backend::Backend {
 public:
  explicit DescribedBackend(backend::Description description) : description_(std::move(description)) {}

  std::string_view name() const override { return description_.name; }
  std::string_view version() const override { return description_.version; }
  const backend::Capabilities& capabilities() const override { return description_.capabilities; }
  backend::Observability observability() const override { return description_.observability; }
  backend::Placement placement() const override { return description_.placement; }

 protected:
  const backend::Description& description() const { return description_; }

 private:
  backend::Description description_;
};

}  // namespace pto_cts::process
