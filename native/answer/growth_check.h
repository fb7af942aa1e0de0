// The question of builds: which structures grew more over a window than the rules allow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answer/growth_analysis.h"
#include "answer/growth_question.h"
#include "growth/growth_rules.h"

namespace heaptrail {

struct GrowthCheckQuestion {
  WindowQuestion window;
  std::string rulesFile;  // what it is called in answers
  std::vector<GrowthRule> rules;
  double threshold = kDefaultGrowthThreshold;  // of patterns
  uint64_t limit = 20;                         // structures told of for each rule
};

struct GrowthCheckAnswer {
  /// A structure that grew too much.
  struct Case {
    GrowthRow row;
    GrowthLimit limit;
    std::string sentence;
    std::vector<LeafGroup> leaves;
    std::optional<PathAnswer> path;
  };
  struct Checked {
    GrowthRule rule;
    uint64_t structures = 0;  // that it applies to
    uint64_t broken = 0;      // by how many of them
    std::vector<Case> cases;  // the first `limit`, what gained most first
  };

  WindowAnswer window;
  GrowthMatch match = GrowthMatch::kIdentity;
  std::string rulesFile;
  std::vector<Checked> rules;  // in the order of the file
  std::vector<Warning> warnings;

  bool isBroken() const;
};

/// Takes the whole of the progress.
Result<GrowthCheckAnswer> checkGrowth(const GrowthAnalysis& analysis, const GrowthCheckQuestion& question,
                                      Progress& progress);

/// `grew by 9,352,888 bytes, allowed were 5,000,000 bytes`.
std::string excessText(const GrowthRule& rule, const GrowthCheckAnswer::Case& found, int64_t heapGrowth);

/// Where source files lie, to turn frames into files of the build's repository.
using SourceFolders = std::vector<std::string>;

/// The broken rules as SARIF 2.1.0: a result for each structure, at the lines that allocate what piled up.
std::string writeSarif(const GrowthCheckAnswer& answer, const SourceFolders& sources);

}  // namespace heaptrail
