#include "trace/anttracks/pointer_lists.h"

#include <algorithm>
#include <cstring>

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

void PointerLists::add(Event event, uint64_t owner, bool continues, const PointerList& list) {
  // What a failed scavenge left behind continues nothing.
  if (event == Event::kObjectPointers && !continues) return;
  const bool isChunk = event == Event::kArrayPointers;
  Record* const last = records_.empty() ? nullptr : &records_.back();
  if (continues && last != nullptr && last->owner == owner) {
    last->count += list.count;
  } else {
    records_.push_back({owner, list.count, !continues && !isChunk, isChunk});
  }
  // All twelve at once take less time than to see how many there are.
  std::memcpy(values_.extend(kPointersPerEvent), list.values.data(), sizeof list.values);
  values_.resize(values_.size() - (kPointersPerEvent - list.count));
}

void PointerLists::clear() {
  records_.clear();
  values_.clear();
}

void PointerLists::Giving::take(uint32_t row, const Record& record, std::span<const uint32_t> list) {
  if (inPieces_.size() == 0 || !inPieces_.test(row)) {
    give(row, list);
    return;
  }
  pieces_.push_back({row, record.count, pieceLists_.size(), record.sets, record.isChunk});
  pieceLists_.insert(pieceLists_.end(), list.begin(), list.end());
}

void PointerLists::Giving::give(uint32_t row, std::span<const uint32_t> list) {
  const Arranged arranged = arrange(types_, store_[row], list, manner_.reversed, store_.references(row), slots_);
  if (arranged.fit == ListFit::kWhole) {
    store_.setReferences(row, arranged.slots);
  } else if (arranged.fit == ListFit::kPartly) {
    ++misfits_;
    if (!store_.hasReferences(row)) store_.setReferences(row, list);
  }
}

void PointerLists::Giving::putTogether() {
  std::vector<uint32_t> list;
  const auto append = [&](const Piece& piece) {
    const auto first = pieceLists_.begin() + static_cast<ptrdiff_t>(piece.first);
    list.insert(list.end(), first, first + piece.count);
  };
  std::ranges::stable_sort(pieces_, {}, &Piece::row);
  for (auto begin = pieces_.begin(); begin != pieces_.end();) {
    const auto end = std::find_if(begin, pieces_.end(), [&](const Piece& other) { return other.row != begin->row; });
    const bool chunked = std::any_of(begin, end, [](const Piece& piece) { return piece.isChunk; });
    list.clear();
    if (chunked && manner_.chunksFromEnd) {
      for (auto piece = end; piece != begin;) append(*--piece);
    } else {
      // A list that is reported again replaces what was reported before.
      auto from = begin;
      for (auto piece = begin; piece != end; ++piece) {
        if (piece->sets && !chunked) from = piece;
      }
      for (auto piece = from; piece != end; ++piece) append(*piece);
    }
    give(begin->row, list);
    begin = end;
  }
}

}  // namespace heaptrail::anttracks
