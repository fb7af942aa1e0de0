// The question of builds: which structures grew more over a window than the rules allow.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/growth_row.h"
#include "answer/shared/window_parameters.h"
#include "growth/growth_rules.h"
#include "session/analysed_window.h"
#include "session/growth_analysis.h"

namespace heaptrail {

struct GrowthCheckQuestion {
  static constexpr std::string_view kName = "check";
  static constexpr std::string_view kSentence = "For builds: fail where data structures grew more than rules allow";

  WindowChoice window;
  std::string rules;
  std::string rulesFile = "rules";
  double threshold = kDefaultGrowthThreshold;  // of patterns
  uint64_t limit = 20;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("rules", self.rules, "The rules, one a line (docs/rules.md)", Presence::kRequired);
    visitor.text("rulesFile", self.rulesFile, "What the answer and complaints are to call the rules");
    windowFields(visitor, self.window);
    visitor.percentage("threshold", self.threshold, kThresholdSentence);
    visitor.number("limit", self.limit, "How many structures for each rule at the most");
  }

  /// The rules as they are understood; an error where one is not, or where there is none.
  Result<std::vector<GrowthRule>> parsedRules() const;
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
                                      std::vector<GrowthRule> rules, Progress& progress);

Result<GrowthCheckAnswer> ask(OpenedTrace& trace, const GrowthCheckQuestion& question, Progress& progress);

std::string write(const GrowthCheckAnswer& answer, Form form);

/// `grew by 9,352,888 bytes, allowed were 5,000,000 bytes`.
std::string excessText(const GrowthRule& rule, const GrowthCheckAnswer::Case& found, int64_t heapGrowth);

/// Where source files lie, to turn frames into files of the build's repository.
using SourceFolders = std::vector<std::string>;

/// The broken rules as SARIF 2.1.0: a result for each structure, at the lines that allocate what piled up.
std::string writeSarif(const GrowthCheckAnswer& answer, const SourceFolders& sources);

}  // namespace heaptrail
