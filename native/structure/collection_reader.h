// Collections as what they are: the entries of maps, the elements of lists and sets, by the roles that descriptions
// give to what belongs to a structure (dsl/roles.h, docs/language.md). A recording is enough: which objects are keys,
// values and elements is in the references. Primitive keys and values, and sizes that fields hold, need values.
//
// Parts are visited in the order in which their description lists what they point to, each once, so that a description
// says the order of elements, too (the left subtree before the entry). What a part and a reference mean is worked out
// once for each type. Reading costs time for each object that the collection consists of up to the last one
// that is asked for.
//
// For one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "dsl/described_types.h"
#include "model/heap.h"
#include "model/values.h"

namespace heaptrail {

enum class ItemKind : uint8_t { kElements, kEntries };

/// A key, a value or an element: an object, a primitive value, or (where it has neither) null.
struct CollectionPart {
  ObjectIndex object = ObjectIndex::none();
  std::optional<StoredValue> value;

  bool isNull() const { return !object.exists() && !value; }
};

struct CollectionItem {
  std::optional<CollectionPart> key;  // of entries
  CollectionPart value;               // or the element
};

struct CollectionSize {
  uint64_t items = 0;
  bool isExact = true;  // otherwise there are at least so many
};

struct CollectionContents {
  CollectionSize size;
  std::vector<CollectionItem> items;
};

class CollectionReader {
 public:
  /// Parts of a collection that are looked at before it is only said that there are more.
  static constexpr uint64_t kMaxSteps = 1'000'000;

  /// All outlive this; `values` may be null.
  CollectionReader(const Heap& heap, const dsl::DescribedTypes& types, const StoredValues* values);
  ~CollectionReader();
  CollectionReader(const CollectionReader&) = delete;
  CollectionReader& operator=(const CollectionReader&) = delete;

  /// What an object is as a collection; none where its description tells no roles.
  std::optional<ItemKind> kindOf(ObjectIndex object) const;

  /// How many entries or elements one has, from a field that says so, or counted up to a limit.
  CollectionSize sizeOf(ObjectIndex collection, uint64_t maxSteps) const;

  /// Those from `offset` on, at most `limit`; and how many there are in all.
  Result<CollectionContents> read(ObjectIndex collection, uint64_t offset, uint64_t limit, Progress& progress) const;

 private:
  class Plans;
  class Reading;

  std::unique_ptr<Plans> plans_;
};

}  // namespace heaptrail
