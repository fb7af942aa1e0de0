// Memory that a heap could do without: copies of what is there already, collections that hold nothing or next to
// nothing, numbers in objects of their own.
//
// Every object counts for one kind at the most, and of things that are equal the first in the heap counts for none, so
// all sizes can be added up. What the program would gain by another way to write it is at most this: an empty
// collection that is made only when it is needed, one string for all that are equal, an array as long as what it holds.
//
// Equal contents need values (heap dumps have them); all else is known from references, of recordings too. Immutable; a
// byte and a bit per object.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/array.h"
#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/root_paths.h"
#include "model/size.h"
#include "model/values.h"
#include "structure/structures.h"
#include "text/words.h"

namespace heaptrail {

enum class WasteKind : uint8_t {
  kNone,
  kEqualStrings,
  kEqualArrays,        // of primitive values
  kEmptyArrays,        // without elements
  kEmptyCollections,   // with all that belongs to them
  kSparseCollections,  // arrays of collections in which hardly anything is
  kSparseArrays,       // the same of the program's own arrays
  kBoxedNumbers,
};
constexpr auto wordsOf(WasteKind) {
  return std::to_array<Word<WasteKind>>({{"equal-strings", WasteKind::kEqualStrings},
                                         {"equal-arrays", WasteKind::kEqualArrays},
                                         {"empty-arrays", WasteKind::kEmptyArrays},
                                         {"empty-collections", WasteKind::kEmptyCollections},
                                         {"sparse-collections", WasteKind::kSparseCollections},
                                         {"sparse-arrays", WasteKind::kSparseArrays},
                                         {"boxed-numbers", WasteKind::kBoxedNumbers}});
}
inline constexpr size_t kWasteKinds = static_cast<size_t>(WasteKind::kBoxedNumbers) + 1;

/// `Equal strings`.
std::string_view labelOf(WasteKind kind);

/// What is not told where values cannot be read.
inline constexpr std::string_view kContentsNotKnown =
    "equal strings and arrays are not known: this trace holds no values (heap dumps do)";

/// Things that are all equal.
struct EqualThings {
  ObjectIndex example;  // the one that is no waste
  uint32_t count = 0;   // all of them
  uint64_t bytes = 0;   // of all but one
};

class Waste {
 public:
  /// An array is sparse where at least so many of its elements are null, in percent.
  static constexpr uint32_t kSparseFrom = 75;
  /// Of what is equal, so many groups are kept: those that waste most.
  static constexpr size_t kMostGroups = 100;

  /// @param values null where the trace has none
  /// Begins phases of its own.
  static Result<Waste> find(const LiveGraph& graph, const Structures& structures, const ShortestPaths& paths,
                            const StoredValues* values, Threads threads, Progress& progress);

  WasteKind of(ObjectIndex object) const { return static_cast<WasteKind>(kinds_[object.value()]); }
  /// What could be gained of the bytes of an object that is waste: all of them, but for elements of sparse arrays that
  /// are in use, and for what a number takes that is in no object.
  uint64_t gain(ObjectIndex object) const;
  /// Whether it is an empty collection as a program knows it: the set, but not the map that the set consists of.
  bool isEmptyCollection(ObjectIndex object) const { return emptyCollections_.test(object.value()); }

  /// Whether strings and arrays could be compared.
  bool hasContents() const { return hasContents_; }
  /// Most bytes first.
  const std::vector<EqualThings>& equalStrings() const { return equalStrings_; }
  const std::vector<EqualThings>& equalArrays() const { return equalArrays_; }

 private:
  class Finder;
  explicit Waste(const Heap& heap) : heap_(&heap), kinds_(heap.objectCount()), emptyCollections_(heap.objectCount()) {}

  const Heap* heap_;
  Array<uint8_t> kinds_;
  BitSet emptyCollections_;
  std::vector<uint8_t> numberBytes_;  // by type: what a boxed number's value takes; 0 for other types
  std::vector<EqualThings> equalStrings_;
  std::vector<EqualThings> equalArrays_;
  bool hasContents_ = false;
};

}  // namespace heaptrail
