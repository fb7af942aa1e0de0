// The question about a heap's structures, one row each: how much belongs to them, what they retain, where they were
// allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/heap_question.h"
#include "answer/structure_analysis.h"
#include "answer/suggest_point.h"
#include "model/size.h"
#include "model/symbols.h"
#include "structure/structure_walk.h"

namespace heaptrail {

enum class StructureOrder : uint8_t { kRetained, kStructure, kDeepStructure, kLeaves, kType };

struct StructuresQuestion {
  std::string at{kSuggestedPoint};
  StructureFilter filter = StructureFilter::kAll;
  std::string search;  // part of the head's type, in either case
  std::string where;   // a condition on heads (classify/where.h); empty for none
  StructureOrder order = StructureOrder::kRetained;
  bool ascending = false;
  uint64_t offset = 0;
  uint64_t limit = 50;
  bool deep = false;               // the deep size of each, which takes longer
  std::optional<Descent> members;  // list the objects: the structure's own, or with those of what it contains
  bool contained = true;           // list the heads of the structures in each, which may be very many
  bool coverage = false;           // count the parts that no structure claims
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

Result<StructuresAnswer> listStructures(const StructureAnalysis& analysis, const StructuresQuestion& question,
                                        Progress& progress);

/// What the user should know about descriptions that are too wide.
std::vector<Warning> structureWarnings(const Structures& structures);

std::string_view toString(StructureMember::Role role);
Result<StructureOrder> parseStructureOrder(std::string_view word);
Result<Descent> parseDescent(std::string_view word);

}  // namespace heaptrail
