// All objects of the heap while events are replayed: a row each, in the order of birth, and references between rows.
//
// A row's number changes only when rows behind dead objects move up, which happens at the end of collections. So a move
// of an object costs two entries in the address table, and references need no care at all when objects move. Rows of
// objects born since the last collection ("young" here) stand at the end; most of them die at once, and only the others
// get an entry in the further columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/growing_array.h"
#include "trace/anttracks/address_table.h"

namespace heaptrail::anttracks {

class ObjectStore {
 public:
  static constexpr uint32_t kNone = AddressTable::kNone;

  struct Row {
    uint32_t type = kNone;  // kNone once the object is dead
    uint32_t site = kNone;
    uint32_t thread = kNone;
    uint32_t extent = 0;  // elements of an array, bytes of a class object
  };

  /// `firstId`: of the first object that will be born.
  explicit ObjectStore(uint64_t firstId = 1) : firstYoungId_(firstId) {}

  uint32_t rows() const { return static_cast<uint32_t>(rows_.size()); }
  const Row& operator[](uint32_t row) const { return rows_[row]; }
  /// There must be no young ones.
  uint64_t liveRows() const { return rows_.size() - dead_; }
  bool isDead(uint32_t row) const { return rows_[row].type == kNone; }

  void prefetchRow(uint32_t row) const { __builtin_prefetch(rows_.data() + row); }
  /// With where its references are; and then, when that has come, the references.
  void prefetch(uint32_t row) const {
    prefetchRow(row);
    if (row < lists_.size()) __builtin_prefetch(lists_.data() + row);
  }
  void prefetchReferences(uint32_t row) const {
    if (row < lists_.size()) __builtin_prefetch(references_.data() + lists_[row]);
  }

  uint32_t firstYoung() const { return firstYoung_; }
  uint64_t youngAddress(uint32_t row) const { return youngAddresses_[row - firstYoung_]; }

  /// The number of an object among all births, from 1 on: the same for as long as it lives.
  uint64_t idOf(uint32_t row) const { return row < firstYoung_ ? ids_[row] : firstYoungId_ + (row - firstYoung_); }
  uint64_t nextId() const { return firstYoungId_ + (rows_.size() - firstYoung_); }
  /// How many collections had ended when it was born.
  uint32_t bornAfter(uint32_t row) const { return born_[row]; }

  /// Its place in the address table is the caller's business. kNone when there are too many.
  uint32_t add(const Row& row, uint64_t address);
  void kill(uint32_t row);

  AddressTable& addresses() { return addresses_; }
  const AddressTable& addresses() const { return addresses_; }

  /// References of an object in slot order: rows + 1, and 0 for null. Nothing is known of a new one's.
  bool hasReferences(uint32_t row) const { return row < lists_.size() && lists_[row] != 0; }
  std::span<const uint32_t> references(uint32_t row) const {
    if (!hasReferences(row)) return {};
    const uint64_t list = lists_[row];
    return {references_.data() + list + 1, references_[list]};
  }
  void setReferences(uint32_t row, std::span<const uint32_t> references);

  /// Ends the youth of all rows: those not in `dead` move up. Calls `moved(from, to)` for each of them, ascending; to
  /// rows above only this tells where they went. References may lead to old rows only until then.
  template <typename Moved>
  void settleYoung(const BitSet& dead, uint32_t collections, Moved&& moved);

  /// Whether so many rows are dead that it is time for `compact`.
  bool isSparse() const { return dead_ > 1024 && dead_ > rows_.size() / 3; }
  /// Takes the rows of dead objects out. `places` tells where each row went then (kNone: nowhere); there must be no
  /// young ones.
  void compact(GrowingArray<uint32_t>& places);

 private:
  friend class PackedObjects;

  void compactReferences();

  AddressTable addresses_;
  GrowingArray<Row> rows_;
  GrowingArray<uint64_t> ids_;  // of settled rows, as the next two
  GrowingArray<uint32_t> born_;
  GrowingArray<uint64_t> lists_;  // where in references_ an object's begin, with their number; 0: not known
  GrowingArray<uint32_t> references_ = {0};
  GrowingArray<uint64_t> youngAddresses_;
  uint32_t firstYoung_ = 0;
  uint64_t firstYoungId_;
  uint64_t dead_ = 0;     // settled rows
  uint64_t garbage_ = 0;  // entries of references_ that no list uses any more
};

inline uint32_t ObjectStore::add(const Row& row, uint64_t address) {
  if (rows_.size() >= AddressTable::kMostObjects) return kNone;
  const auto number = static_cast<uint32_t>(rows_.size());
  rows_.push_back(row);
  youngAddresses_.push_back(address);
  return number;
}

template <typename Moved>
void ObjectStore::settleYoung(const BitSet& dead, uint32_t collections, Moved&& moved) {
  uint32_t to = firstYoung_;
  const uint64_t nextFirstId = nextId();
  for (uint32_t row = firstYoung_; row < rows_.size(); ++row) {
    if (isDead(row) || dead.test(row)) continue;
    rows_[to] = rows_[row];
    ids_.push_back(firstYoungId_ + (row - firstYoung_));
    born_.push_back(collections);
    lists_.push_back(0);
    moved(row, to++);
  }
  rows_.resize(to);
  youngAddresses_.clear();
  firstYoung_ = to;
  firstYoungId_ = nextFirstId;
}

}  // namespace heaptrail::anttracks
