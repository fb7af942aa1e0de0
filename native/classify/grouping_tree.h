// A grouping of some objects of a heap, as a tree of which only what is asked for is computed: the rows of one level at
// a time.
//
// A node is a set of objects with the steps that are still to divide it. Its level has a row for each key that some of
// them have; a row with its objects is a node again. Rows of a level share no objects, and together have all of the
// node's, but for properties of which an object may have several values or none (`rooted`), and behind steps that lead
// on to other objects (`leaves`).
//
// Some properties have several keys for an object, one below the other (`package`). Where of the objects in one row
// some have a further key and others have none, those that have none are in a row of their own, called (here).
//
// A level costs a pass over the node's objects, by several threads. For any number of threads at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/lazy.h"
#include "base/progress.h"
#include "classify/group_row.h"
#include "classify/grouping.h"
#include "classify/heap_facts.h"

namespace heaptrail {

/// The key of objects whose property has no further key.
inline constexpr std::string_view kHereKey = "(here)";

struct GroupingNode {
  BitSet objects;
  size_t step = 0;  // of the grouping, which divides next
  KeyPath within;   // the keys of this step that the node is below already
};

struct GroupingLevel {
  GroupingNode node;                     // at the step that divides it
  const Property* property = nullptr;    // that divides it; null below the last step, where there are no rows
  std::shared_ptr<const Values> values;  // of that property
  std::vector<uint32_t> rowOfValue;      // ObjectNumbers::kNone for those that are not below the node
  std::vector<GroupRow> rows;            // in the order of their values
  std::vector<uint8_t> goesOn;           // by row: whether there is a level below

  /// For each object of the node which of some rows it is in, where objects have one value each.
  ObjectNumbers numbersOf(std::span<const uint32_t> chosen) const;
};

class GroupingTree {
 public:
  /// `facts` outlive this. An error where the heap does not tell what a step asks for.
  static Result<std::shared_ptr<const GroupingTree>> bind(const HeapFacts& facts, Grouping grouping);

  const Grouping& grouping() const { return grouping_; }
  const HeapFacts& facts() const { return facts_; }

  /// The level of these objects. Begins phases of its own, as the others do.
  Result<GroupingLevel> level(GroupingNode node, Progress& progress) const;

  /// The node below these keys; none where there is no such row. A word of the path may name several rows (row_keys.h),
  /// whose objects the next step of the grouping divides.
  Result<std::optional<GroupingNode>> nodeAt(BitSet objects, std::span<const std::string> path,
                                             Progress& progress) const;

  /// The nodes of some of a level's rows.
  Result<std::vector<GroupingNode>> nodesOf(const GroupingLevel& level, std::span<const uint32_t> rows,
                                            Progress& progress) const;

  /// The grouping that ends with the rows of this level, so that what is written behind it divides all objects of a
  /// row: `package(1)`. Empty where the level has no rows.
  std::string upToRowsOf(const GroupingLevel& level) const;

 private:
  GroupingTree(const HeapFacts& facts, Grouping grouping)
      : facts_(facts), grouping_(std::move(grouping)), values_(grouping_.steps.size()) {}

  Result<std::shared_ptr<const Values>> valuesOf(size_t step, Progress& progress) const;
  /// Goes on to the step that divides the node next; past the last one where nothing does.
  Status settle(GroupingNode& node, Progress& progress) const;
  Result<bool> hasFurtherKeys(const GroupingNode& node, const Values& values, Progress& progress) const;
  Status countRows(GroupingLevel& level, Progress& progress) const;

  const HeapFacts& facts_;
  Grouping grouping_;
  mutable std::vector<Lazy<Values>> values_;  // by step
};

/// The objects of each of some rows. Begins a phase of its own.
Result<std::vector<BitSet>> membersOfRows(const GroupingLevel& level, std::span<const uint32_t> rows, Threads threads,
                                          Progress& progress);

/// The objects of some rows together. Begins a phase of its own.
Result<BitSet> membersOfAny(const GroupingLevel& level, std::span<const uint32_t> rows, Threads threads,
                            Progress& progress);

}  // namespace heaptrail
