// The second pass over a point: what each object is, and how many references it has.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/bit_set.h"
#include "model/heap.h"
#include "trace/recording/read/heap_chunk.h"
#include "trace/recording/read/id_lookup.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

/// A group of references that is not the first of its object.
struct LaterGroup {
  ObjectIndex object;
  uint64_t base = 0;
  uint64_t count = 0;

  friend auto operator<=>(const LaterGroup&, const LaterGroup&) = default;
};

/// What cannot be decided chunk by chunk. One for each chunk, joined in their order.
struct ColumnsAside {
  std::vector<LaterGroup> laterGroups;
  std::vector<std::pair<uint64_t, uint64_t>> classes;  // of objects whose class was not known: (id, class object)
  std::vector<std::pair<ObjectIndex, bool>> untyped;   // these objects, and whether their size is told
  uint64_t references = 0;
  uint64_t strayGroups = 0;  // references of objects that the point does not have

  void append(ColumnsAside&& other);
};

/// Fills columns; one for each thread, on the same columns.
class ObjectColumns {
 public:
  /// `degrees` and `withExtent` have a place for each object, `begun` says whose first group was met.
  ObjectColumns(const TypeTable& types, const IdLookup& ids, HeapParts& parts, Array<uint32_t>& degrees,
                BitSet& withExtent, BitSet& begun)
      : types_(types), ids_(ids), parts_(parts), degrees_(degrees), withExtent_(withExtent), begun_(begun) {}

  bool read(const HeapChunk& chunk, ColumnsAside& aside);

  // Events; see walkEvents.
  bool references(const ReferenceGroup& group, PayloadReader& payload);
  bool root(const RootRecord& record);
  bool typeOf(uint64_t object, uint64_t classObject);

 private:
  void note(const ObjectRecord& object);
  void setOrigin(ObjectIndex object, uint64_t number);

  const TypeTable& types_;
  const IdLookup& ids_;
  HeapParts& parts_;
  Array<uint32_t>& degrees_;
  BitSet& withExtent_;
  BitSet& begun_;
  std::vector<uint64_t> met_;  // ids of the chunk's objects
  size_t next_ = 0;            // of them, by the events
  ColumnsAside* aside_ = nullptr;
};

/// Gives objects whose class an event told their type. Once all chunks are read.
void resolveTypes(const TypeTable& types, HeapParts& parts, BitSet& withExtent, const ColumnsAside& aside);

/// Adds the groups that are not the first to `degrees`. False unless the groups of each object fit together.
bool addLaterGroups(ColumnsAside& aside, Array<uint32_t>& degrees);

}  // namespace heaptrail::recording
