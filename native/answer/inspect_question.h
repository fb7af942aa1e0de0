// The question about one group of objects, or a single one: how much it retains and leads to, what holds it, and on
// which paths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answer/heap_question.h"
#include "graph/root_paths.h"
#include "model/heap_space.h"
#include "model/size.h"

namespace heaptrail {

class HeapAnalysis;
class StructureAnalysis;

struct InspectQuestion {
  std::string at{kSuggestedPoint};
  std::optional<uint64_t> object;  // an object's id; or
  std::string where;               // a condition (classify/where.h)

  bool roots = false;
  HolderChoice holders;

  bool paths = false;
  SoftReferences soft = SoftReferences::kFollow;
  uint64_t mostPaths = 5;

  std::optional<SizeMetric> closure;  // the types in it

  bool containing = false;                 // the data structures that members belong to
  bool objects = false;                    // the largest members
  HeapOrder order = HeapOrder::kRetained;  // retained, deep (an estimate) or bytes

  uint64_t top = 50;  // rows of each list
};

struct ObjectAnswer {
  uint64_t id = 0;
  std::string type;
  uint64_t bytes = 0;
  std::optional<uint32_t> length;  // of arrays
  std::optional<uint32_t> age;     // in collections, where the trace tells
  HeapSpace space = HeapSpace::kUnknown;
  std::optional<Size> retained;
  std::optional<Size> deep;
  std::optional<uint64_t> deepEstimate;  // bytes, where the exact size was not computed
};

/// What holds an object from outside; empty strings are not known or do not apply.
struct HolderAnswer {
  std::string kind;  // "static-field", or the word of a root's kind
  std::string label;
  std::string className;  // of static fields
  std::string field;
  std::string thread;
  std::string method;
  std::string file;
  uint32_t line = 0;
  std::optional<uint32_t> slot;  // of a local variable, where the trace tells
  bool direct = true;            // holds a member of the group itself
  ObjectAnswer object;
};

struct PathAnswer {
  HolderAnswer holder;
  struct Step {
    std::string via;  // empty for the object that the holder holds
    ObjectAnswer object;
  };
  std::vector<Step> steps;
};

/// See graph/path_tree.h.
struct PathNodeAnswer {
  std::optional<HolderAnswer> holder;  // on the first level
  std::string via;
  std::string type;
  uint64_t objects = 0;
  uint64_t members = 0;
  bool repeats = false;
  uint64_t example = 0;  // an object's id
  std::vector<PathNodeAnswer> children;
};

struct InspectAnswer {
  PointAnswer point;
  PointChoice among;
  std::string group;  // what was asked for, for people
  Size size;
  Size deep;
  Size retained;
  std::optional<ObjectAnswer> object;  // where it was one
  bool live = true;
  std::optional<ObjectAnswer> dominator;  // of a single object; none where only the roots together hold it

  bool hasRoots = false;
  std::vector<HolderAnswer> roots;  // the first `top`, direct ones first
  uint64_t allRoots = 0;

  bool hasPaths = false;
  std::vector<PathAnswer> paths;
  std::vector<PathNodeAnswer> pathTree;

  std::optional<SizeMetric> closure;
  std::vector<GroupRow> closureRows;  // the first `top`, most bytes first
  uint64_t closureTypes = 0;

  bool hasContaining = false;
  std::vector<ObjectAnswer> containing;  // the heads of the first `top`, those that retain most first
  uint64_t allContaining = 0;

  bool hasObjects = false;
  std::vector<ObjectAnswer> objects;  // the first `top`
  std::vector<Warning> warnings;
};

/// `0x7f0a31c8`, or the same in decimal.
Result<uint64_t> parseObjectId(std::string_view text);

/// `structures` may be null where nothing is asked about them.
Result<InspectAnswer> inspectHeap(const HeapAnalysis& analysis, const StructureAnalysis* structures,
                                  const InspectQuestion& question, Progress& progress);

}  // namespace heaptrail
