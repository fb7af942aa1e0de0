// The question about a heap's structures, one row each: how much belongs to them, what they retain, where they were
// allocated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/parameters.h"
#include "classify/row_sizes.h"
#include "model/size.h"
#include "model/symbols.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "session/structure_analysis.h"
#include "session/suggest_point.h"
#include "structure/structure_walk.h"
#include "text/words.h"

namespace heaptrail {

enum class StructureOrder : uint8_t { kRetained, kStructure, kDeepStructure, kLeaves, kType };
constexpr auto wordsOf(StructureOrder) {
  return std::to_array<Word<StructureOrder>>({{"retained", StructureOrder::kRetained},
                                              {"structure", StructureOrder::kStructure},
                                              {"deep-structure", StructureOrder::kDeepStructure},
                                              {"leaves", StructureOrder::kLeaves},
                                              {"type", StructureOrder::kType}});
}

struct StructuresQuestion {
  static constexpr std::string_view kName = "structures";
  static constexpr std::string_view kSentence = "The data structures in the heap: which hold how much";

  std::string at{kSuggestedPoint};
  StructureFilter filter = StructureFilter::kAll;
  std::string search;
  std::string where;
  StructureOrder order = StructureOrder::kRetained;
  bool ascending = false;
  std::vector<SizeMetric> metrics;  // deep takes longer
  std::optional<Descent> members;
  bool contained = true;  // may be very many
  bool coverage = false;
  uint64_t offset = 0;
  uint64_t limit = 50;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.word("filter", self.filter,
                 "structures: all; top-level: only those that no other structure contains and alone keeps");
    visitor.text("search", self.search, "Only structures whose type contains this, in either case");
    visitor.condition("where", self.where,
                      "Only structures for whose head this holds, in the words of `where` of the question `inspect`");
    visitor.word("sort", self.order,
                 "The order: what would be freed without the head; what belongs to the structure, alone or with the "
                 "structures it contains; how many leaves it has; its type");
    visitor.flag("ascending", self.ascending, "The smallest first; by type: Z first unless this is set");
    visitor.words("metrics", self.metrics, "More sizes: deep (all that the head leads to); retained is always shown");
    visitor.word("members", self.members,
                 "List the objects of each: own, or deep for those of contained structures too");
    visitor.flag("contained", self.contained, "List the heads of the structures in each");
    visitor.flag("coverage", self.coverage, "Count the parts that belong to no structure: do the descriptions fit?");
    visitor.number("offset", self.offset, "How many structures to leave out at the beginning");
    visitor.number("limit", self.limit, "How many structures at the most");
  }

  bool asksForDeep() const { return std::ranges::find(metrics, SizeMetric::kDeep) != metrics.end(); }
};

struct StructureMember {
  enum class Role : uint8_t { kHead, kInner, kLeaf, kContained };

  uint64_t id = 0;
  std::string type;
  uint64_t bytes = 0;
  Role role = Role::kInner;
};

struct StructureRow {
  uint64_t id = 0;
  std::string type;
  std::string description;  // the type that is described; its superclass where that was described with `+`
  std::vector<Frame> site;  // where the head was allocated, innermost first; empty where the trace does not tell
  uint64_t bytes = 0;       // of the head alone
  Size structure;
  Size deepStructure;
  uint64_t leaves = 0;
  std::vector<uint64_t> contained;  // heads of the structures in it
  std::optional<Size> retained;
  std::optional<Size> deep;
  std::vector<StructureMember> members;
};

/// Objects of described inner types that belong to no structure: a sign of descriptions that do not fit the program.
struct StructureCoverage {
  struct Row {
    std::string type;
    uint64_t objects = 0;
    uint64_t unclaimed = 0;
  };
  uint64_t parts = 0;
  uint64_t unclaimed = 0;
  std::vector<Row> types;  // most unclaimed first
};

struct StructuresAnswer {
  PointAnswer point;
  PointChoice among;
  StructureFilter filter = StructureFilter::kAll;
  std::vector<StructureRow> rows;
  uint64_t totalRows = 0;  // that the filters let through
  bool hasMembers = false;
  bool hasContained = true;
  std::optional<StructureCoverage> coverage;
  std::vector<Warning> warnings;
};

std::string_view toString(StructureMember::Role role);

Result<StructuresAnswer> ask(OpenedTrace& trace, const StructuresQuestion& question, Progress& progress);

std::string write(const StructuresAnswer& answer, Form form);

}  // namespace heaptrail
