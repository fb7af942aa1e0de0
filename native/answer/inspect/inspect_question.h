// The question about one group of objects, or a single one: how much it retains and leads to, what holds it, and on
// which paths.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/grouping_parameters.h"
#include "answer/shared/object_answers.h"
#include "answer/shared/parameters.h"
#include "answer/shared/values_choice.h"
#include "base/error.h"
#include "classify/group_row.h"
#include "classify/row_sizes.h"
#include "graph/cut_places.h"
#include "graph/root_paths.h"
#include "model/size.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "session/point_groups.h"
#include "text/words.h"

namespace heaptrail {

class HeapAnalysis;
class StructureAnalysis;

/// What makes an object large. Deep sizes are estimates here.
enum class ObjectOrder { kRetained, kDeep, kBytes };
constexpr auto wordsOf(ObjectOrder) {
  return std::to_array<Word<ObjectOrder>>(
      {{"retained", ObjectOrder::kRetained}, {"deep", ObjectOrder::kDeep}, {"bytes", ObjectOrder::kBytes}});
}

/// About `object`, or about the objects of a row of the question `heap`: those below `path` in the grouping `by` that
/// fulfil `where` and `filter`. Each of them may be left out, but not all.
struct InspectQuestion {
  static constexpr std::string_view kName = "inspect";
  static constexpr std::string_view kSentence = "One object or a group: its sizes, what holds it, and how";

  std::string at{kSuggestedPoint};
  std::optional<uint64_t> object;
  std::string where;
  std::string by{kTypeGrouping};
  KeyPath path;
  std::optional<StructureFilter> structures;

  bool sizes = true;
  bool roots = false;
  HolderChoice holders;

  bool paths = false;
  bool cuts = false;
  uint64_t mostPaths = 5;
  bool noSoft = false;

  ShowValues values = ShowValues::kOn;

  std::optional<SizeMetric> closure;

  bool containing = false;
  bool objects = false;
  ObjectOrder order = ObjectOrder::kRetained;

  uint64_t top = 50;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.objectId("object", self.object, "An object, by its id: 0x7f0a31c8 or decimal");
    visitor.condition(
        "where", self.where,
        "All live objects for which this holds: type=PATTERN, extends=PATTERN, package=NAME, site=PATTERN, "
        "thread=PATTERN, loader=PATTERN, length>N, bytes>=N, age>N (collections survived), "
        "space=eden|survivor|old, id=N, born-after=POINT, structures, top-level, rooted and others "
        "(docs/groupings.md), with and, or, not and parentheses");
    visitor.grouping("by", self.by, kGroupingSentence);
    visitor.texts("path", self.path, ListOf{"KEY"},
                  "The objects of one row of this grouping: the keys that lead there, the outermost first; several "
                  "rows of a level as one set, with ` | ` between their keys");
    visitor.word("filter", self.structures, kFilterSentence);
    visitor.flag("sizes", self.sizes, "Deep and retained size of the group");
    visitor.flag("roots", self.roots, "The GC roots and static fields that lead there");
    visitor.flag("variablesOnly", self.holders.variablesOnly,
                 "Of these only variables: static fields, local variables, JNI locals");
    visitor.flag("firstRoots", self.holders.stopAtFirst, "Do not look behind the first root on a way");
    visitor.flag("paths", self.paths, "Paths from GC roots: the shortest different ones, and all merged");
    visitor.flag("cuts", self.cuts,
                 "With the merged paths: what each object on them holds alone of the group, and whether one "
                 "reference holds that object");
    visitor.number("mostPaths", self.mostPaths, "How many different paths");
    visitor.flag("noSoft", self.noSoft, "Leave out paths through soft references");
    visitor.word("values", self.values, kValuesSentence);
    visitor.word("closure", self.closure, "The types in the deep or retained closure");
    visitor.flag("containing", self.containing, "The data structures that the objects are parts or leaves of");
    visitor.flag("objects", self.objects, "The largest objects of the group");
    visitor.word("sort", self.order, "What makes an object large; deep sizes are estimates here");
    visitor.number("top", self.top, "How many rows of each list at the most");
  }

  GroupsChoice group() const { return {by, path, structures, where, Counted::kLive}; }
  SoftReferences soft() const { return noSoft ? SoftReferences::kLeaveOut : SoftReferences::kFollow; }
};

/// What a node of merged paths is of a data structure.
enum class PathRole : uint8_t {
  kOther,
  kHead,   // heads of structures
  kInner,  // parts of the structures above it that are not their leaves
};
constexpr auto wordsOf(PathRole) {
  return std::to_array<Word<PathRole>>(
      {{"other", PathRole::kOther}, {"head", PathRole::kHead}, {"inner", PathRole::kInner}});
}

/// See graph/path_tree.h.
struct PathNodeAnswer {
  std::optional<HolderAnswer> holder;  // on the first level
  std::string via;
  std::string type;
  uint64_t objects = 0;
  uint64_t members = 0;
  bool repeats = false;
  uint64_t example = 0;  // an object's id
  PathRole role = PathRole::kOther;
  std::optional<CutPlace> cut;  // of nodes with one object
  std::vector<PathNodeAnswer> children;
};

struct InspectAnswer {
  PointAnswer point;
  PointChoice among;
  std::string group;  // what was asked for, for people
  Size size;
  std::optional<Size> deep;
  std::optional<Size> retained;
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

Result<InspectAnswer> ask(OpenedTrace& trace, const InspectQuestion& question, Progress& progress);

std::string write(const InspectAnswer& answer, Form form);

}  // namespace heaptrail
