// The rows of a heap's references, written group by group as a recording has them: in whatever order of fields, an
// object with many references in several groups, class objects with slots of their own kind.
//
// A group that is an object's whole row goes to its place at once, sorted by slot. What needs more than one group to be
// looked at is put aside and done when all groups are there. Every row is written by one thread only.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/heap.h"

namespace heaptrail::recording {

struct SlotTarget {
  uint64_t slot = 0;
  ObjectIndex target;

  friend auto operator<=>(const SlotTarget&, const SlotTarget&) = default;
};

/// A group that is a part of its object's row: sorted in itself, and in its place.
struct PartOfRow {
  ObjectIndex object;
  uint64_t at = 0;  // the first reference
  uint32_t count = 0;
  uint32_t firstSlot = 0;
  uint32_t lastSlot = 0;
};

struct ClassReference {
  ObjectIndex object;
  uint64_t order = 0;  // among the object's references
  uint64_t code = 0;   // see ClassSlot
  ObjectIndex target;
};

/// What does not go to its place at once. One for each chunk, joined in their order.
struct RowsAside {
  ReferenceColumns::LongGaps longGaps;
  std::vector<uint64_t> missing;  // ids that references lead to and no object has
  std::vector<PartOfRow> parts;
  std::vector<ClassReference> classReferences;
  uint64_t unnamedFields = 0;  // references in fields that the names do not tell
  uint64_t sharedSlots = 0;    // references in a slot that has one already

  void append(RowsAside&& other);
};

/// Sorts `row` and writes it from reference `at` on; the slot before the first one is `before` - 1. False when a slot
/// is beyond what can be.
bool writeRow(HeapParts& parts, RowsAside& aside, uint64_t at, std::vector<SlotTarget>& row, uint64_t before);

/// Completes rows that were written in parts, and with them the columns of references. False when parts of an object's
/// row do not fit together.
bool joinParts(HeapParts& parts, RowsAside& aside);

}  // namespace heaptrail::recording
