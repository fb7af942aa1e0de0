// The pointers that a collection reports, until its end: only then is it known which objects the addresses mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/anttracks/event_decoder.h"
#include "trace/anttracks/format.h"
#include "trace/anttracks/object_store.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

/// The last pointer event of a thread: more than twelve pointers are spread over several.
struct PointerContinuation {
  uint64_t owner = 0;
  Event event = Event::kNop;
  uint32_t count = 0;

  /// Whether this event goes on with the list of the one before, which it replaces.
  bool goesOn(Event next, uint64_t nextOwner, uint32_t nextCount);
};

class PointerLists {
 public:
  /// `owner`: where the object is after the collection, or its row.
  void add(Event event, uint64_t owner, bool continues, std::span<const uint64_t> values);

  bool empty() const { return records_.empty(); }
  void clear();

  /// How the collector that wrote the lists works.
  struct Manner {
    bool reversed = false;       // fields come backwards: collections of the young generation
    bool chunksFromEnd = false;  // of long arrays: Parallel; G1 begins at the front
  };

  /// Gives all lists to their objects. `rowOf(n)` tells the row of what `n` stands for (never 0), or kNone; `expect(n)`
  /// is called for each some time before. Returns how many lists fit no object of their type.
  template <typename RowOf, typename Expect>
  uint64_t resolve(const TypeTable& types, ObjectStore& store, Manner manner, RowOf&& rowOf, Expect&& expect) {
    for (size_t i = 0; i < records_.size(); ++i) {
      if (i + kAhead < records_.size()) expect(records_[i + kAhead].owner);
      records_[i].owner = rowOf(records_[i].owner);
    }
    for (size_t i = 0; i < values_.size(); ++i) {
      if (i + kAhead < values_.size()) expect(values_[i + kAhead]);
      // Rows + 1: kNone becomes 0, too.
      if (values_[i] != 0) values_[i] = static_cast<uint32_t>(rowOf(values_[i]) + 1);
    }
    return give(types, store, manner);
  }

 private:
  struct Record {
    uint64_t owner = 0;
    uint64_t first = 0;
    uint32_t count = 0;
    bool sets = false;     // a list begins
    bool isChunk = false;  // a piece of a long array, no telling which
  };
  static constexpr size_t kAhead = 16;

  /// Owners are rows and values rows + 1 by now.
  uint64_t give(const TypeTable& types, ObjectStore& store, Manner manner);

  std::vector<Record> records_;
  std::vector<uint64_t> values_;
};

}  // namespace heaptrail::anttracks
