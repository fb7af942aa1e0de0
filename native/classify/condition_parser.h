// Reads conditions (where.h has their grammar).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "classify/field_test.h"
#include "classify/property.h"

namespace heaptrail {

/// A condition as a tree. Refers to the text that it was read from.
struct Condition {
  enum class Kind : uint8_t { kTest, kNot, kAnd, kOr };
  Kind kind = Kind::kTest;
  const Property* property = nullptr;   // of tests
  Compared compared;                    // of tests
  std::optional<FieldCondition> field;  // of tests that ask for no property
  std::vector<Condition> parts;         // of the others
};

Result<Condition> parseCondition(std::string_view text);

}  // namespace heaptrail
