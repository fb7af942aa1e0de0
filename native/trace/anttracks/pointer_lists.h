// The pointers that a collection reports, until its end: only then is it known which objects the addresses mean.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/growing_array.h"
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
  void add(Event event, uint64_t owner, bool continues, const PointerList& list);

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
  uint64_t resolve(const TypeTable& types, ObjectStore& store, Manner manner, RowOf&& rowOf, Expect&& expect) const;

 private:
  /// Its values stand behind those of the record before.
  struct Record {
    uint64_t owner = 0;
    uint32_t count = 0;
    bool sets = false;     // a list begins
    bool isChunk = false;  // a piece of a long array, no telling which
  };

  /// Takes lists one after the other. Most are in one piece; those of long arrays, and those that another thread's
  /// frame cut, are put together in the end.
  class Giving {
   public:
    Giving(const TypeTable& types, ObjectStore& store, Manner manner) : types_(types), store_(store), manner_(manner) {}

    /// To be called before any list comes.
    void expectPieces(uint32_t row) {
      if (inPieces_.size() == 0) inPieces_ = BitSet(store_.rows());
      inPieces_.set(row);
    }
    /// `list`: rows + 1, and 0 for null.
    void take(uint32_t row, const Record& record, std::span<const uint32_t> list);
    void putTogether();

    uint64_t misfits() const { return misfits_; }

   private:
    struct Piece {
      uint32_t row = 0;
      uint32_t count = 0;
      uint64_t first = 0;  // of pieceLists_
      bool sets = false;
      bool isChunk = false;
    };

    void give(uint32_t row, std::span<const uint32_t> list);

    const TypeTable& types_;
    ObjectStore& store_;
    const Manner manner_;
    BitSet inPieces_;
    std::vector<Piece> pieces_;
    std::vector<uint32_t> pieceLists_;
    std::vector<uint32_t> slots_;
    uint64_t misfits_ = 0;
  };

  GrowingArray<Record> records_;
  GrowingArray<uint64_t> values_;
};

template <typename RowOf, typename Expect>
uint64_t PointerLists::resolve(const TypeTable& types, ObjectStore& store, Manner manner, RowOf&& rowOf,
                               Expect&& expect) const {
  constexpr size_t kAhead = 16;
  Giving giving(types, store, manner);
  for (const Record& record : records_) {
    if (record.sets) continue;
    if (const uint32_t row = rowOf(record.owner); row != ObjectStore::kNone) giving.expectPieces(row);
  }
  // What is known of the owner lies behind its row, and that behind its address: one after the other they are fetched.
  std::array<uint32_t, 2 * kAhead> rows;  // of this record and those behind it
  const auto fetch = [&](size_t i) {
    if (i + kAhead < records_.size()) expect(records_[i + kAhead].owner);
    if (i >= records_.size()) return;
    const uint32_t row = rows[i % rows.size()] = rowOf(records_[i].owner);
    if (row != ObjectStore::kNone) store.prefetch(row);
  };
  for (size_t i = 0; i < rows.size() - 1; ++i) fetch(i);
  std::vector<uint32_t> list;
  uint64_t next = 0;
  for (size_t i = 0; i < records_.size(); ++i) {
    fetch(i + rows.size() - 1);
    if (i + kAhead < records_.size()) {
      if (const uint32_t row = rows[(i + kAhead) % rows.size()]; row != ObjectStore::kNone) {
        store.prefetchReferences(row);
      }
    }
    const Record& record = records_[i];
    list.resize(record.count);
    for (uint32_t& row : list) {
      if (next + kAhead < values_.size()) expect(values_[next + kAhead]);
      const uint64_t value = values_[next++];
      row = value == 0 ? 0 : rowOf(value) + 1;  // kNone becomes 0, too
    }
    if (const uint32_t row = rows[i % rows.size()]; row != ObjectStore::kNone) giving.take(row, record, list);
  }
  giving.putTogether();
  return giving.misfits();
}

}  // namespace heaptrail::anttracks
