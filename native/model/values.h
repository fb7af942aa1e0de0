// What fields and elements hold, for traces that hold values: read from the file when it is asked for, and kept
// nowhere, because values are the user's data (names, keys, addresses), and because they are large.
//
// For any number of threads at the same time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/ids.h"
#include "model/symbols.h"

namespace heaptrail {

/// A primitive value by its bits, in the lower ones; or the id of the object that is referred to, 0 for null.
struct StoredValue {
  ValueKind kind = ValueKind::kReference;
  uint64_t bits = 0;

  bool operator==(const StoredValue&) const = default;
};

struct StaticValue {
  std::string name;
  StoredValue value;
};

class StoredValues {
 public:
  virtual ~StoredValues() = default;

  /// The fields of an instance in the order in which types declare them: those of its own type first, then those of the
  /// superclass, and so on up. Fewer where the file has fewer.
  virtual Result<std::vector<StoredValue>> fields(ObjectIndex instance) const = 0;

  /// The static fields of a class, by its class object. Empty for one without a record.
  virtual Result<std::vector<StaticValue>> staticFields(ObjectIndex classObject) const = 0;

  /// At most `count` elements of an array, from `first` on.
  virtual Result<std::vector<StoredValue>> elements(ObjectIndex array, uint64_t first, uint64_t count) const = 0;
};

}  // namespace heaptrail
