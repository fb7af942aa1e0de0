// What fields and elements hold, for traces that hold values: read from the file when it is asked for, and kept
// nowhere, because values are the user's data (names, keys, addresses), and because they are large.
//
// For any number of threads at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
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

/// What is wanted of all objects at once, without keeping a single value.
struct ContentsWanted {
  /// Primitive arrays whose contents are to be compared. Called once for each of `arrays` that the file has, by several
  /// threads: arrays of one type, with the same elements, have the same checksum, others another one.
  const BitSet* arrays = nullptr;
  std::function<void(ObjectIndex array, uint64_t checksum)> array;

  /// A field of one byte of one type, by its place among all of its fields, those of its own type first. Called for
  /// each object of exactly this type in which it is not 0, by several threads.
  TypeId type = TypeId::none();
  size_t field = 0;
  std::function<void(ObjectIndex object)> flagged;
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

  /// Reads all of the file once. Progress advances by its bytes; the caller has begun a phase of `contentBytes`.
  virtual Status compareContents(const ContentsWanted& wanted, Threads threads, Progress& progress) const = 0;
  virtual uint64_t contentBytes() const = 0;
};

}  // namespace heaptrail
