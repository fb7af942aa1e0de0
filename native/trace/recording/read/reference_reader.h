// The third pass over a point: references go to their rows, arrays get their lengths, roots are noted.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bit_set.h"
#include "model/heap.h"
#include "trace/recording/read/heap_chunk.h"
#include "trace/recording/read/id_lookup.h"
#include "trace/recording/read/point_roots.h"
#include "trace/recording/read/reference_rows.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

/// One for each thread, on the same parts.
class ReferenceReader {
 public:
  /// `classObjects`: the objects that are class objects of some type.
  ReferenceReader(const TypeTable& types, const IdLookup& ids, HeapParts& parts, const BitSet& classObjects)
      : types_(types), ids_(ids), parts_(parts), classObjects_(classObjects) {}

  bool read(const HeapChunk& chunk, RowsAside& aside, std::vector<FoundRoot>& roots);

  // Events; see walkEvents.
  bool references(const ReferenceGroup& group, PayloadReader& payload);
  bool root(const RootRecord& record);
  bool typeOf(uint64_t object, uint64_t classObject);

 private:
  struct Met {
    uint64_t id = 0;
    ObjectIndex object;
  };

  void note(const ObjectRecord& object);
  ObjectIndex targetOf(const ReferenceCursor& reference);
  uint64_t fieldOfClass(uint64_t code) const;
  bool place(ObjectIndex referrer, const ReferenceGroup& group);

  const TypeTable& types_;
  const IdLookup& ids_;
  HeapParts& parts_;
  const BitSet& classObjects_;
  std::vector<Met> met_;  // the chunk's objects
  size_t next_ = 0;       // of them, by the events
  std::vector<SlotTarget> row_;
  RowsAside* aside_ = nullptr;
  std::vector<FoundRoot>* roots_ = nullptr;
};

}  // namespace heaptrail::recording
