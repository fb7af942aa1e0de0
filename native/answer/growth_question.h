// The questions about a window: which data structures grew between two points, how, and by what; and the same of one of
// them with all there is to know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/inspect_question.h"
#include "answer/point_answer.h"
#include "growth/growth_pattern.h"
#include "growth/leaf_groups.h"
#include "growth/place_names.h"
#include "growth/program_lines.h"
#include "growth/tracked_structures.h"
#include "model/trace.h"

namespace heaptrail {

/// By which size structures are put in order: what was added to it, most first.
enum class GrowthOrder : uint8_t { kRetained, kDeep, kStructure, kDeepStructure };

/// Which structures of the window's end are listed. Of those that cannot be matched nobody knows how they grew.
enum class GrowthCategory : uint8_t {
  kSurvivor,
  kBorn,
  kAll,  // both
};

/// Where both are empty, the suggested window; without one, the first and the last point.
struct WindowQuestion {
  std::string from;
  std::string to;
  std::vector<std::string> own;  // packages that are the program's own; without any, they are guessed
};

struct GrowthQuestion {
  WindowQuestion window;
  GrowthOrder order = GrowthOrder::kRetained;
  GrowthCategory category = GrowthCategory::kSurvivor;
  double threshold = kDefaultGrowthThreshold;
  std::string search;  // part of the head's type, in either case
  bool grown = false;  // leave out structures that gained nothing worth a tenth of a percent
  uint64_t offset = 0;
  uint64_t limit = 50;
  uint64_t leaves = 0;  // rows of leaves for each structure
};

struct GrowthOfQuestion {
  WindowQuestion window;
  uint64_t object = 0;  // the id of the head, at the end of the window
  double threshold = kDefaultGrowthThreshold;
  std::optional<Descent> leaves;  // by default the one that fits how the structure grew
  uint64_t offset = 0;
  uint64_t limit = 50;
};

struct WindowAnswer {
  PointAnswer from;
  PointAnswer to;
  enum class Chosen : uint8_t { kAsked, kSuggested, kEnds };
  Chosen chosen = Chosen::kAsked;

  int64_t heapGrowth() const { return static_cast<int64_t>(to.size.bytes) - static_cast<int64_t>(from.size.bytes); }
};

struct GrowthRow {
  std::string name;  // of the field that holds it; empty where none does
  std::optional<FieldName> field;
  bool inferred = false;
  uint64_t id = 0;
  std::optional<uint64_t> fromId;  // where it is another
  std::string type;
  std::string description;
  std::vector<Frame> site;
  Origin category = Origin::kSurvivor;
  GrowthMatch match = GrowthMatch::kIdentity;
  std::optional<GrowthPattern> pattern;
  StructureGrowth growth;
  uint64_t leavesFrom = 0;
  uint64_t leavesTo = 0;
  std::vector<LeafGroup> leaves;
};

/// What piled up, by type.
struct TakenIn {
  std::string type;
  uint64_t from = 0;
  uint64_t to = 0;

  int64_t gained() const { return static_cast<int64_t>(to) - static_cast<int64_t>(from); }
};

/// Of which objects a suspect's lines are: those that it took in, or all that these retain.
enum class LinesOf : uint8_t { kLeaves, kRetained };

/// One of several that hold the same.
struct OwnerAnswer {
  std::string name;
  std::optional<FieldName> field;
  std::string type;
  uint64_t object = 0;
};

struct SuspectAnswer {
  std::string name;  // of the field that holds it; empty where none does
  std::optional<FieldName> field;
  std::string sentence;
  std::string advice;
  GrowthPattern pattern = GrowthPattern::kNone;
  bool joint = false;
  bool born = false;  // all of them, in the window
  uint64_t count = 0;
  bool heldApart = false;            // of several, some are in other fields than the one that is named
  std::vector<uint64_t> structures;  // at most kMostIds
  uint64_t head = 0;                 // the largest, also where it is no structure; 0 for none
  bool inferred = false;             // no description covers it
  std::vector<TakenIn> taken;
  std::vector<ProgramLine> lines;  // the program's own, the largest share first
  LinesOf linesOf = LinesOf::kLeaves;
  bool linesAreEstimated = false;   // from samples
  std::vector<OwnerAnswer> owners;  // where several hold the same: all of them
  std::string type;
  std::vector<Frame> site;
  GrowthMatch match = GrowthMatch::kIdentity;
  GrownSize retained;
  std::vector<LeafGroup> leaves;
  std::optional<PathAnswer> path;

  static constexpr size_t kMostIds = 100;
  static constexpr size_t kMostLeaves = 5;
};

struct GrowthAnswer {
  WindowAnswer window;
  GrowthMatch match = GrowthMatch::kIdentity;
  double threshold = kDefaultGrowthThreshold;
  uint64_t survivors = 0;
  uint64_t died = 0;
  uint64_t born = 0;
  uint64_t unmatched = 0;
  GrowthOrder order = GrowthOrder::kRetained;
  GrowthCategory category = GrowthCategory::kSurvivor;
  uint64_t totalRows = 0;
  uint64_t unchanged = 0;  // rows left out because nothing grew
  bool hasLeaves = false;
  std::vector<GrowthRow> rows;
  std::vector<SuspectAnswer> suspects;
  struct TypeRow {
    std::string type;
    GrownSize size;
  };
  std::vector<TypeRow> types;  // that grew most
  std::vector<Warning> warnings;
};

struct GrowthOfAnswer {
  WindowAnswer window;
  double threshold = kDefaultGrowthThreshold;
  GrowthRow row;
  std::string sentence;
  std::string advice;
  std::optional<PathAnswer> path;
  Descent leavesOf = Descent::kOwnParts;
  LeafSizes allLeaves;
  uint64_t leafRows = 0;
  std::vector<LeafGroup> leaves;
  std::vector<LeafType> leafTypes;  // of these leaves, with all their sites
  struct Owner {
    std::string name;  // as of a row
    std::optional<FieldName> field;
    uint64_t id = 0;
    std::string type;
    std::vector<Frame> site;
    uint64_t shared = 0;  // of the leaves
  };
  std::vector<Owner> owners;
  std::vector<Warning> warnings;
};

std::string_view toString(GrowthOrder order);
std::string_view toString(Origin category);
std::string_view toString(GrowthCategory category);
std::string_view toString(GrowthMatch match);
Result<GrowthOrder> parseGrowthOrder(std::string_view word);
Result<GrowthCategory> parseGrowthCategory(std::string_view word);

bool includes(GrowthCategory category, Origin origin);

}  // namespace heaptrail
