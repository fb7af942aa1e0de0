// The questions about a window: which data structures grew between two points, how, and by what; and the same of one of
// them with all there is to know.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/growth_row.h"
#include "answer/shared/parameters.h"
#include "answer/shared/sentence.h"
#include "answer/shared/window_parameters.h"
#include "growth/growth_pattern.h"
#include "growth/leaf_groups.h"
#include "growth/tracked_structures.h"
#include "model/trace.h"
#include "session/analysed_window.h"
#include "text/words.h"

namespace heaptrail {

/// By which size structures are put in order: what was added to it, most first.
enum class GrowthOrder : uint8_t { kRetained, kDeep, kStructure, kDeepStructure };
constexpr auto wordsOf(GrowthOrder) {
  return std::to_array<Word<GrowthOrder>>({{"retained", GrowthOrder::kRetained},
                                           {"deep", GrowthOrder::kDeep},
                                           {"structure", GrowthOrder::kStructure},
                                           {"deep-structure", GrowthOrder::kDeepStructure}});
}

/// Which structures of the window's end are listed. Of those that cannot be matched nobody knows how they grew.
enum class GrowthCategory : uint8_t {
  kSurvivor,
  kBorn,
  kAll,  // both
};
constexpr auto wordsOf(GrowthCategory) {
  return std::to_array<Word<GrowthCategory>>(
      {{"survivor", GrowthCategory::kSurvivor}, {"born", GrowthCategory::kBorn}, {"all", GrowthCategory::kAll}});
}

struct GrowthQuestion {
  static constexpr std::string_view kName = "growth";
  static constexpr std::string_view kSentence =
      "What grew between two points: the suspects, and every data structure's share";

  WindowChoice window;
  GrowthOrder order = GrowthOrder::kRetained;
  GrowthCategory category = GrowthCategory::kSurvivor;
  double threshold = kDefaultGrowthThreshold;
  std::string search;
  bool grown = false;  // leave out structures that gained nothing worth a tenth of a percent
  uint64_t offset = 0;
  uint64_t limit = 50;
  uint64_t leaves = 0;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    windowFields(visitor, self.window);
    visitor.word("sort", self.order,
                 "The order: by what was added to what a structure retains, to all it leads to, to what belongs to it, "
                 "or to that with the structures it contains");
    visitor.word("category", self.category, "Structures alive at both ends, those born in the window, or all of them");
    visitor.percentage("threshold", self.threshold, kThresholdSentence);
    visitor.text("search", self.search, "Only structures whose type contains this, in either case");
    visitor.flag("grown", self.grown, "Only structures that grew by a tenth of a percent of the heap's growth or more");
    visitor.number("offset", self.offset, "How many structures to leave out at the beginning");
    visitor.number("limit", self.limit, "How many structures at the most; 0 for the suspects alone");
    visitor.number("leaves", self.leaves, "Show for each structure so many types and sites of leaves");
  }
};

struct GrowthOfQuestion {
  static constexpr std::string_view kName = "growthOf";
  static constexpr std::string_view kSentence = "All about the growth of one data structure";

  WindowChoice window;
  uint64_t object = 0;
  double threshold = kDefaultGrowthThreshold;
  std::optional<Descent> leaves;
  uint64_t offset = 0;
  uint64_t limit = 50;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    windowFields(visitor, self.window);
    visitor.objectId("id", self.object, "The structure, by the id of its head at the end of the window",
                     Presence::kRequired);
    visitor.percentage("threshold", self.threshold, kThresholdSentence);
    visitor.word("leaves", self.leaves,
                 "Whose leaves of that structure: own, or deep for those of contained structures too. Without it what "
                 "fits how the structure grew");
    visitor.number("offset", self.offset, "How many rows of leaves to leave out at the beginning");
    visitor.number("limit", self.limit, "How many rows of leaves at the most");
  }
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
  Sentence sentence;
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

bool includes(GrowthCategory category, Origin origin);

Result<GrowthAnswer> ask(OpenedTrace& trace, const GrowthQuestion& question, Progress& progress);
Result<GrowthOfAnswer> ask(OpenedTrace& trace, const GrowthOfQuestion& question, Progress& progress);

std::string write(const GrowthAnswer& answer, Form form);
std::string write(const GrowthOfAnswer& answer, Form form);

}  // namespace heaptrail
