// The groups that ownership is told by: classes, with those of collections split by who holds them, arrays of numbers
// split by the order of magnitude of their length, and blocks for what holds all of these from outside.
//
//   com.acme.Session                           a class
//   Node[] ← HashMap ← Session.attributes      the arrays of nodes of the maps that Session.attributes refers to
//   Session[] ← Registry.recent                an array of references is a collection, too
//   byte[] ×1000                               arrays of 1,000 to 9,999 bytes
//   static com.acme.Registry                   a class object with its static fields
//   thread worker-1                            a thread with what is on its stack
//   roots JNI global reference                 all other roots, by their kind
//
// Keys are made of names only, so a group has the same key at all points of a trace.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "classify/object_places.h"
#include "dsl/described_types.h"
#include "graph/live_graph.h"
#include "model/roots.h"
#include "ownership/object_groups.h"
#include "ownership/object_share.h"
#include "text/words.h"

namespace heaptrail {

enum class GroupKind : uint8_t { kHeap, kClass, kCollection, kArray, kCycle, kStatic, kThread, kSystem, kOther };
constexpr auto wordsOf(GroupKind) {
  return std::to_array<Word<GroupKind>>({{"heap", GroupKind::kHeap},
                                         {"class", GroupKind::kClass},
                                         {"collection", GroupKind::kCollection},
                                         {"array", GroupKind::kArray},
                                         {"cycle", GroupKind::kCycle},
                                         {"static", GroupKind::kStatic},
                                         {"thread", GroupKind::kThread},
                                         {"system", GroupKind::kSystem},
                                         {"other", GroupKind::kOther}});
}

struct ClassGroup {
  std::string key;
  std::string label;
  GroupKind kind = GroupKind::kClass;
  std::string type;            // the class of its objects, or the one whose static fields it is; empty for other blocks
  uint64_t minimumLength = 0;  // of arrays that are split by their length
};

/// Groups that are made of names alone; `thread` may be empty.
ClassGroup heapGroup();
ClassGroup arrayGroup(const std::string& type, uint64_t minimumLength);
ClassGroup staticGroup(const std::string& type);
ClassGroup threadGroup(const std::string& thread);
ClassGroup systemGroup(RootKind kind);

/// Whether it is one that is held by the heap itself.
bool isBlock(GroupKind kind);

struct ClassGroups {
  ObjectGroups objects;
  std::vector<ClassGroup> groups;

  /// Progress advances by the objects of the heap three times; the caller has begun a phase. `counted`: counts on the
  /// way how many references lead to each object, for a quotient graph.
  static Result<ClassGroups> find(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                  Progress& progress, ObjectShares* counted = nullptr);
};

/// The keys of the groups that objects are in; `(unreachable)` of those that are not live. Progress as in `find`.
Result<ObjectPlaces> ownershipNodesOf(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                      Progress& progress);

/// `1000` → `×1000`: what says the order of magnitude of a length.
std::string magnitudeText(uint64_t minimumLength);

}  // namespace heaptrail
