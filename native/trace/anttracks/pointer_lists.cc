#include "trace/anttracks/pointer_lists.h"

#include <algorithm>

#include "base/bit_set.h"
#include "trace/anttracks/slot_order.h"

namespace heaptrail::anttracks {

bool PointerContinuation::goesOn(Event next, uint64_t nextOwner, uint32_t nextCount) {
  const bool sameList = owner == nextOwner && count == kPointersPerEvent &&
                        (next == event || (next == Event::kObjectPointers && event != Event::kArrayPointers &&
                                           event != Event::kOldObjectPointers));
  owner = nextOwner;
  count = nextCount;
  event = next;
  return sameList;
}

void PointerLists::add(Event event, uint64_t owner, bool continues, std::span<const uint64_t> values) {
  // What a failed scavenge left behind continues nothing.
  if (event == Event::kObjectPointers && !continues) return;
  const bool isChunk = event == Event::kArrayPointers;
  Record* const last = records_.empty() ? nullptr : &records_.back();
  if (continues && last != nullptr && last->owner == owner) {
    last->count += static_cast<uint32_t>(values.size());
  } else {
    records_.push_back({owner, values_.size(), static_cast<uint32_t>(values.size()), !continues && !isChunk, isChunk});
  }
  values_.insert(values_.end(), values.begin(), values.end());
}

void PointerLists::clear() {
  records_.clear();
  values_.clear();
}

uint64_t PointerLists::give(const TypeTable& types, ObjectStore& store, Manner manner) {
  // Most lists are in one piece; those of long arrays, and those that another thread's frame cut, are put together.
  std::vector<Record> pieces;
  BitSet inPieces;
  for (const Record& record : records_) {
    if (record.sets || record.owner == ObjectStore::kNone) continue;
    if (inPieces.size() == 0) inPieces = BitSet(store.rows());
    inPieces.set(record.owner);
  }

  uint64_t misfits = 0;
  std::vector<uint32_t> list;
  std::vector<uint32_t> slots;
  const auto append = [&](const Record& record) {
    for (uint32_t i = 0; i < record.count; ++i) list.push_back(static_cast<uint32_t>(values_[record.first + i]));
  };
  const auto giveTo = [&](uint32_t row) {
    const auto before = store.references(row);
    const ListFit fit = arrange(types, store[row], list, manner.reversed, before, slots);
    if (fit == ListFit::kWhole) {
      store.setReferences(row, slots);
    } else if (fit == ListFit::kPartly) {
      ++misfits;
      if (!store.hasReferences(row)) store.setReferences(row, list);
    }
  };
  for (size_t i = 0; i < records_.size(); ++i) {
    const Record& record = records_[i];
    if (i + kAhead < records_.size()) store.prefetch(static_cast<uint32_t>(records_[i + kAhead].owner));
    if (record.owner == ObjectStore::kNone) continue;
    if (inPieces.size() > 0 && inPieces.test(record.owner)) {
      pieces.push_back(record);
      continue;
    }
    list.clear();
    append(record);
    giveTo(static_cast<uint32_t>(record.owner));
  }
  std::ranges::stable_sort(pieces, {}, &Record::owner);
  for (auto begin = pieces.begin(); begin != pieces.end();) {
    const auto end =
        std::find_if(begin, pieces.end(), [&](const Record& other) { return other.owner != begin->owner; });
    const bool chunked = std::any_of(begin, end, [](const Record& record) { return record.isChunk; });
    list.clear();
    if (chunked && manner.chunksFromEnd) {
      for (auto record = end; record != begin;) append(*--record);
    } else {
      // A list that is reported again replaces what was reported before.
      auto from = begin;
      for (auto record = begin; record != end; ++record) {
        if (record->sets && !chunked) from = record;
      }
      for (auto record = from; record != end; ++record) append(*record);
    }
    giveTo(static_cast<uint32_t>(begin->owner));
    begin = end;
  }
  return misfits;
}

}  // namespace heaptrail::anttracks
