// Where a heap grew, without any description: the dominator trees of both ends of a window side by side.
//
// A place of the tree stands for all objects of one type that are held through the same field by the objects of the
// place above it; what they retain at both ends is its size. What is met again further inside (the next node of a list,
// the branches of a tree) belongs to the place where it was met first, so that a list is one place and not a million.
// Class objects that the application's own loaders hold are places right below the roots, each by itself.
//
// Only places that gained enough are entered, so the tree is small, and heaps are looked at only where they grew. In a
// heap that did not grow, all places are entered that hold enough, and those that shrank are there where something in
// them grew. At either end a place's children together never retain more than it does. (Together they may have gained
// more, where others that are left out shrank.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "growth/compared_heaps.h"
#include "growth/heap_places.h"
#include "growth/window_ends.h"

namespace heaptrail {

struct GrowthPlace {
  static constexpr uint32_t kNone = ~uint32_t{0};

  uint32_t parent = kNone;  // none for the whole heap
  uint32_t type = 0;        // its common number; of class objects, of what they are the class
  bool isClass = false;
  bool isHead = false;            // a described structure begins with it
  bool isInfrastructure = false;  // threads, loaders and modules (infrastructure.h)
  HeapPlaces::Number via = HeapPlaces::kRoot;
  GrownSize retained;
  // By end; those that were met again further inside included.
  std::array<std::vector<ObjectIndex>, 2> objects;
  std::array<uint64_t, 2> metAgain{};
  // Of those, the ones behind a place further inside that does not become more itself. They pile up there, and not
  // here: an appender's lists, in a map of appenders in the first of these lists.
  std::array<uint64_t, 2> metBehindOne{};
  int64_t gainedBehindOne = 0;  // bytes, which `retained` has

  uint64_t count(EndOfWindow end) const { return objects[static_cast<size_t>(end)].size(); }
  std::span<const ObjectIndex> at(EndOfWindow end) const { return objects[static_cast<size_t>(end)]; }
};

class GrowthTree {
 public:
  static constexpr uint32_t kWholeHeap = 0;
  /// Of what counts in the window (heap_gain.h), what a place must gain to be entered.
  static constexpr double kMinimumShare = 0.005;

  /// Progress advances by objects; the caller has begun a phase.
  static Result<GrowthTree> build(const ComparedHeaps& heaps, Progress& progress, double minimumShare = kMinimumShare);

  /// Parents come before their children, children of one place by what they gained, most first; in a heap that did not
  /// grow by the most that they or a place in them gained.
  std::span<const GrowthPlace> places() const { return places_; }
  const GrowthPlace& operator[](uint32_t place) const { return places_[place]; }
  std::span<const uint32_t> children(uint32_t place) const { return children_[place]; }
  int64_t minimumGain() const { return minimumGain_; }

 private:
  std::vector<GrowthPlace> places_;
  std::vector<std::vector<uint32_t>> children_;
  int64_t minimumGain_ = 0;
};

}  // namespace heaptrail
