// What answers say of structures that grew, and of suspects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/object_answers.h"
#include "growth/growth_pattern.h"
#include "growth/held_by_nobody.h"
#include "growth/leaf_groups.h"
#include "growth/place_names.h"
#include "growth/program_lines.h"
#include "growth/tracked_structures.h"

namespace heaptrail {

struct GrowthRow {
  std::string name;  // of the field that holds it; empty where none does
  std::optional<FieldName> field;
  std::optional<OwnField> within;
  bool inferred = false;
  uint64_t id = 0;
  std::optional<uint64_t> fromId;  // where it is another
  std::string type;
  std::string description;
  std::vector<Frame> site;
  Origin category = Origin::kSurvivor;
  GrowthMatch match = GrowthMatch::kIdentity;
  GrowthPattern pattern = GrowthPattern::kNone;
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
  // Of those of the beginning, how many are not in it any more; where objects can be told apart.
  std::optional<uint64_t> removed;
  std::vector<std::string> subtypes{};  // which are told together by what they extend; none where it is one type

  /// Calls `visit(name)` for each type of which these are.
  template <typename Visit>
  void forEachType(Visit&& visit) const {
    if (subtypes.empty()) visit(type);
    for (const std::string& subtype : subtypes) visit(subtype);
  }
  int64_t gained() const { return static_cast<int64_t>(to) - static_cast<int64_t>(from); }
};

/// Of which objects a suspect's lines are: those that it took in, or all that these retain.
enum class LinesOf : uint8_t { kLeaves, kRetained };

/// The line that a sentence names.
struct MadeIn {
  /// What it made: the types that the sentence names, all that was taken in, or all that these retain.
  enum class What : uint8_t { kNamed, kTaken, kRetained };

  ProgramLine line;
  What what = What::kNamed;
};

/// One of several that hold the same, or a part by which one of them does.
struct OwnerAnswer {
  std::string name;
  std::optional<FieldName> field;
  std::string type;
  uint64_t object = 0;
};

/// What lets go of its entries as soon as a suspect lets go of their keys.
struct FollowerAnswer {
  std::string name;
  GrownSize retained;
};

/// What is known of a suspect. Sentences are made of it where it is written (growth_sentences.h).
struct SuspectAnswer {
  std::string name;  // of the field that holds it; empty where none does
  std::optional<FieldName> field;
  std::optional<OwnField> within;
  std::string keysHeldBy;                 // who holds the keys of its entries, which it does not; empty for nobody
  std::string keysHeldIn;                 // by what entries that know their keys weakly hold them as well
  bool heldSoftly = false;                // most of what piled up: it goes before memory runs out
  std::vector<FollowerAnswer> followers;  // whose entries have their keys here
  GrowthPattern pattern = GrowthPattern::kNone;
  bool joint = false;
  bool born = false;  // all of them, in the window
  uint64_t count = 0;
  bool heldApart = false;                   // of several, some are in other fields than the one that is named
  uint64_t grown = 0;                       // of several, how many grew themselves
  std::vector<uint64_t> structures;         // at most kMostIds
  std::vector<uint32_t> places;             // of the growth tree, where things pile up
  HeldByNobody unheld = HeldByNobody::kNo;  // why what piled up is there without a container
  uint64_t head = 0;                        // the largest, also where it is no structure; 0 for none
  bool inferred = false;                    // it is in a structure that no description covers
  std::vector<TakenIn> taken;
  std::vector<ProgramLine> lines;  // the program's own, the largest share first
  LinesOf linesOf = LinesOf::kLeaves;
  bool linesAreEstimated = false;  // from samples
  std::optional<MadeIn> madeIn;
  std::vector<OwnerAnswer> owners;  // where several hold the same: all; or the one and its parts that do
  std::string type;
  std::vector<Frame> site;
  GrowthMatch match = GrowthMatch::kIdentity;
  GrownSize retained;
  int64_t piledUp = 0;  // bytes that what piled up gained, whoever else holds it
  std::vector<LeafGroup> leaves;
  std::optional<PathAnswer> path;

  static constexpr size_t kMostIds = 100;
  static constexpr size_t kMostLeaves = 5;
};

std::string_view toString(Origin category);
std::string_view toString(GrowthMatch match);

}  // namespace heaptrail
