#include "answer/check/growth_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/shared/grown_rows.h"
#include "answer/shared/growth_sentences.h"
#include "answer/shared/growth_words.h"
#include "answer/shared/turnover.h"
#include "base/page.h"
#include "base/try.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

constexpr size_t kMostLeaves = 5;

// How much of the whole each step is.
constexpr double kApplying = 0.3;
constexpr double kMeasuringBroken = 0.5;
constexpr double kFindingLeavesOfBroken = 0.2;

class Check {
 public:
  Check(const GrowthAnalysis& analysis, const GrowthCheckQuestion& question, Progress& progress)
      : analysis_(analysis), question_(question), progress_(progress), rows_(analysis, question.threshold) {}

  Result<GrowthCheckAnswer> run(std::vector<GrowthRule> rules) {
    for (GrowthRule& rule : rules) answer_.rules.push_back({std::move(rule), 0, 0, {}});
    broken_.resize(answer_.rules.size());
    TRY(apply());
    for (size_t i = 0; i < broken_.size(); ++i) {
      TRY(describe(answer_.rules[i], broken_[i]));
    }
    answer_.match = analysis_.tracked().match();
    answer_.rulesFile = question_.rulesFile;
    return std::move(answer_);
  }

 private:
  struct Broken {
    StructureIndex structure;
    int64_t gained = 0;
    GrowthLimit limit;
  };

  Status apply() {
    const GrowthAnalysis::End& end = analysis_.to();
    const Symbols& symbols = end.heap().symbols();
    const int64_t heapGrowth = rows_.heapGrowth();
    Progress part(progress_, kApplying);
    part.begin("Checking the rules", 0, 1, end.structures->count());
    for (uint32_t i = 0; i < end.structures->count(); ++i) {
      if ((i + 1) % kStructuresPerCheck == 0 && !part.advance(kStructuresPerCheck)) return cancelledError();
      const StructureIndex structure(i);
      if (analysis_.tracked().originOf(structure) == Origin::kUnmatched) continue;
      const ObjectIndex head = end.structures->head(structure);
      const std::string& type = symbols[end.heap().typeOf(head)].name;
      const SiteId site = end.heap().siteOf(head);
      const StructureGrowth growth = analysis_.window().growthOf(structure);
      for (size_t rule = 0; rule < broken_.size(); ++rule) {
        GrowthCheckAnswer::Checked& checked = answer_.rules[rule];
        if (!checked.rule.appliesTo(type, site.exists() ? symbols[site].frames : noFrames_)) continue;
        ++checked.structures;
        const std::optional<GrowthLimit> limit = checked.rule.brokenBy(growth, heapGrowth);
        if (!limit) continue;
        ++checked.broken;
        broken_[rule].push_back({structure, checked.rule.measured(growth).bytes(), *limit});
      }
    }
    return {};
  }

  Status describe(GrowthCheckAnswer::Checked& checked, std::vector<Broken>& broken) {
    std::ranges::stable_sort(broken, std::ranges::greater{}, &Broken::gained);
    keepFirst(broken, question_.limit);
    std::vector<StructureIndex> structures;
    for (const Broken& found : broken) structures.push_back(found.structure);
    std::vector<GrowthRow> rows =
        TRY(rows_.measure(structures, progress_, kMeasuringBroken / static_cast<double>(broken_.size())));
    std::vector<LeafQuestion> questions;
    for (size_t i = 0; i < broken.size(); ++i) questions.push_back(rows_.tellingLeaves(structures[i], rows[i]));
    std::vector<Leaves> leaves =
        TRY(rows_.leaves(questions, progress_, kFindingLeavesOfBroken / static_cast<double>(broken_.size())));
    for (size_t i = 0; i < broken.size(); ++i) {
      GrowthRow& row = rows[i];
      std::vector<TakenIn> taken = takenOf(leaves[i]);
      TRY(countRemoved(analysis_, questions[i], taken, progress_));
      std::vector<LeafGroup>& strongest = leaves[i].groups;
      if (strongest.size() > kMostLeaves) strongest.resize(kMostLeaves);
      row.leaves = strongest;
      std::optional<PathAnswer> path = TRY(rows_.pathTo(analysis_.to().structures->head(structures[i]), progress_));
      std::string sentence = sentenceAbout(row, taken, rows_.gain()).text();
      checked.cases.push_back(
          {std::move(row), broken[i].limit, std::move(sentence), std::move(strongest), std::move(path)});
    }
    return {};
  }

  const GrowthAnalysis& analysis_;
  const GrowthCheckQuestion& question_;
  Progress& progress_;
  GrownRows rows_;
  const std::vector<Frame> noFrames_;
  std::vector<std::vector<Broken>> broken_;  // by rule
  GrowthCheckAnswer answer_;
};

std::string_view nameOf(GrowthRule::Metric metric) {
  switch (metric) {
    case GrowthRule::Metric::kStructure:
      return "structure";
    case GrowthRule::Metric::kDeepStructure:
      return "deep structure";
    case GrowthRule::Metric::kRetained:
      break;
  }
  return "retained";
}

}  // namespace

bool GrowthCheckAnswer::isBroken() const {
  return std::ranges::any_of(rules, [](const Checked& checked) { return checked.broken > 0; });
}

std::string excessText(const GrowthRule& rule, const GrowthCheckAnswer::Case& found, int64_t heapGrowth) {
  const GrownSize& size = rule.measured(found.row.growth);
  const auto whole = [](double number) { return groupedDigits(static_cast<uint64_t>(number)); };
  const std::string what = fmt::format("its {} size grew by", nameOf(rule.metric));
  switch (found.limit.unit) {
    case GrowthLimit::Unit::kPercentOfItself:
      return fmt::format("{} {:.1f} % ({} → {} bytes), allowed are {:g} %", what,
                         100 * static_cast<double>(size.bytes()) / static_cast<double>(size.from.bytes),
                         groupedDigits(size.from.bytes), groupedDigits(size.to.bytes), found.limit.most);
    case GrowthLimit::Unit::kPercentOfGrowth:
      return fmt::format("{} {}, allowed are {:g} %", what, shareOfGrowth(size, HeapGain{heapGrowth}),
                         found.limit.most);
    case GrowthLimit::Unit::kObjects:
      return fmt::format("{} {} objects, allowed are {}", what, groupedDigits(static_cast<uint64_t>(size.objects())),
                         whole(found.limit.most));
    case GrowthLimit::Unit::kBytes:
      break;
  }
  return fmt::format("{} {} bytes, allowed are {}", what, groupedDigits(static_cast<uint64_t>(size.bytes())),
                     whole(found.limit.most));
}

Result<std::vector<GrowthRule>> GrowthCheckQuestion::parsedRules() const {
  Result<std::vector<GrowthRule>> parsed = parseGrowthRules(rulesFile, rules);
  if (parsed && parsed->empty()) {
    return inputError("there is no rule in it; expected lines such as \"type com.example.Cache may grow by 10 MB\"",
                      {rulesFile, std::nullopt});
  }
  return parsed;
}

Result<GrowthCheckAnswer> checkGrowth(const GrowthAnalysis& analysis, const GrowthCheckQuestion& question,
                                      std::vector<GrowthRule> rules, Progress& progress) {
  return Check(analysis, question, progress).run(std::move(rules));
}

Result<GrowthCheckAnswer> ask(OpenedTrace& trace, const GrowthCheckQuestion& question, Progress& progress) {
  // Before anything is computed: a rule that nobody understands is said at once.
  std::vector<GrowthRule> rules = TRY(question.parsedRules());
  TRY(needsTwoPoints(trace, question.window));
  AnalysedWindow window = TRY(analyseWindow(trace, question.window, progress));
  Progress checking(progress, kShareOfListing);
  GrowthCheckAnswer answer = TRY(checkGrowth(*window.analysis, question, std::move(rules), checking));
  answer.window = window.window;
  answer.warnings = std::move(window.warnings);
  return answer;
}

}  // namespace heaptrail
