// Answers the question about a heap's groups.
#include <algorithm>
#include <utility>

#include "answer/heap/compared_groups.h"
#include "answer/heap/heap_question.h"
#include "answer/heap/row_gains.h"
#include "answer/heap/row_page.h"
#include "answer/heap/rows_below.h"
#include "base/page.h"
#include "base/try.h"
#include "session/point_facts.h"

namespace heaptrail {

namespace {

// Of so many rows a metric is computed of all, so that the next page has it, too; of more only of those that are shown.
constexpr size_t kMaxMeasuredRows = 4096;

/// What is asked about: the groups, those of the point to compare with where there is one, and the level they are of
/// where rows may have others below.
struct AskedGroups {
  std::shared_ptr<const HeapGroups> groups;
  std::shared_ptr<const HeapGroups> from;
  std::shared_ptr<const GroupedLevel> level;
  std::vector<uint8_t> goesOn;  // by row; empty where none does
};

/// The rows that are asked for, and of their sizes what is to be answered.
class HeapPage {
 public:
  HeapPage(const AskedGroups& asked, const HeapQuestion& question, Progress& progress)
      : asked_(asked), groups_(*asked.groups), question_(question), progress_(progress) {}

  Status fill(HeapAnswer& answer) {
    rows_ = searchRows(groups_.rows(), question_.search);
    for (const uint32_t row : rows_) {
      answer.total += sizeIn(groups_, row);
      if (asked_.from) answer.totalFrom += sizeIn(*asked_.from, row);
    }
    answer.totalRows = rows_.size();
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      TRY(measureAll(metric));
    }
    TRY(addUpGains(answer));
    sort();
    keepPage(rows_, question_.offset, question_.limit);
    for (const uint32_t row : rows_) answer.rows.push_back(toAnswer(row));
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      TRY(addSizes(metric, answer));
    }
    if (asked_.level == nullptr || question_.depth < 2) return {};
    return addRowsBelow(*asked_.level, rows_, question_, answer.rows, progress_);
  }

 private:
  static Size sizeIn(const HeapGroups& groups, uint32_t row) {
    return {groups.rows()[row].objects, groups.rows()[row].bytes};
  }

  /// What is known of all rows, if it is to be answered.
  std::shared_ptr<const HeapGroups::Sizes> known(SizeMetric metric) const {
    const bool isAsked = question_.alsoKnown || question_.needs(metric);
    return isAsked && question_.counted == Counted::kLive ? groups_.knownSizes(metric) : nullptr;
  }

  Status measureAll(SizeMetric metric) {
    const bool isWorth = groups_.rows().size() <= kMaxMeasuredRows || question_.sortsBy(metric);
    if (!question_.needs(metric) || !isWorth) return {};
    TRY(groups_.sizes(metric, progress_));
    return {};
  }

  Status addUpGains(HeapAnswer& answer) {
    if (!question_.needsGain()) return {};
    // All pages of a level need those of all its rows: they are added up once.
    const GroupedLevel& level = *asked_.level;
    gains_ = TRY(level.gains.get(progress_, [&] { return gainsOfRows(*level.facts, level.level, progress_); }));
    // An object that is in several rows counts in each, as it does in the sum of their sizes.
    uint64_t sum = 0;
    for (const uint32_t row : rows_) sum += (*gains_)[row];
    answer.gain = sum;
    return {};
  }

  void sort() {
    if (question_.order == HeapOrder::kGrowth) {
      const auto growth = [&](uint32_t row) {
        return static_cast<int64_t>(groups_.rows()[row].bytes - asked_.from->rows()[row].bytes);
      };
      std::ranges::stable_sort(rows_, [&](uint32_t a, uint32_t b) {
        return question_.ascending ? growth(a) < growth(b) : growth(b) < growth(a);
      });
      return;
    }
    const RowSizes sizes{known(SizeMetric::kDeep).get(), known(SizeMetric::kRetained).get(), gains_.get()};
    sortRows(rows_, groups_.rows(), sizes, question_.order, question_.ascending);
  }

  HeapRow toAnswer(uint32_t row) const {
    HeapRow answered;
    answered.key = groups_.rows()[row].key;
    answered.size = sizeIn(groups_, row);
    answered.goesOn = !asked_.goesOn.empty() && asked_.goesOn[row] != 0;
    if (question_.needsGain()) answered.gain = (*gains_)[row];
    if (asked_.from) answered.from = SizesBefore{sizeIn(*asked_.from, row), {}, {}};
    return answered;
  }

  /// Of the rows that are shown.
  Result<HeapGroups::Sizes> shownSizes(const HeapGroups& groups, SizeMetric metric) {
    const auto all = groups.knownSizes(metric);
    if (!all) return groups.sizesOf(metric, rows_, progress_);
    HeapGroups::Sizes shown;
    for (const uint32_t row : rows_) shown.push_back((*all)[row]);
    return shown;
  }

  Status addSizes(SizeMetric metric, HeapAnswer& answer) {
    if (known(metric) == nullptr && !question_.needs(metric)) return {};
    const HeapGroups::Sizes sizes = TRY(shownSizes(groups_, metric));
    const bool isDeep = metric == SizeMetric::kDeep;
    (isDeep ? answer.deepKnown : answer.retainedKnown) = true;
    for (size_t i = 0; i < rows_.size(); ++i) (isDeep ? answer.rows[i].deep : answer.rows[i].retained) = sizes[i];
    if (!asked_.from) return {};
    const HeapGroups::Sizes before = TRY(shownSizes(*asked_.from, metric));
    for (size_t i = 0; i < rows_.size(); ++i) {
      SizesBefore& from = *answer.rows[i].from;
      (isDeep ? from.deep : from.retained) = before[i];
    }
    return {};
  }

  const AskedGroups& asked_;
  const HeapGroups& groups_;
  const HeapQuestion& question_;
  Progress& progress_;
  std::vector<uint32_t> rows_;
  std::shared_ptr<const std::vector<uint64_t>> gains_;  // by row of the level, where they are asked for
};

/// Whether nothing but the heap's types is asked for.
bool isByTypeAlone(const HeapQuestion& question, const Grouping& grouping) {
  return toString(grouping) == kTypeGrouping && question.path.empty() && question.where.empty() &&
         question.from.empty();
}

/// Everything counts, so there is no need to know what is live: one pass, no heap.
Result<HeapAnswer> census(OpenedTrace& trace, const HeapQuestion& question, PointIndex at, Progress& progress) {
  Census census = TRY(trace.trace().censusAt(at, progress, trace.options().threads));
  std::vector<GroupRow> rows;
  for (Census::Row& row : census.rows) rows.push_back({std::move(row.type), row.objects, row.bytes});
  rows = mergedByName(std::move(rows));
  HeapAnswer answer;
  answer.counted = Counted::kAll;
  answer.point = trace.toAnswer(at, sumOf(rows));
  answer.among = trace.among();
  answer.by = kTypeGrouping;
  answer.level = kTypeGrouping;
  answer.warnings = std::move(census.warnings);
  const AskedGroups asked{std::make_shared<const HeapGroups>(std::move(rows), HeapGroups::Measure()), {}, {}, {}};
  TRY(HeapPage(asked, question, progress).fill(answer));
  return answer;
}

/// What is wrong with a question before anything is computed.
Status check(const HeapQuestion& question) {
  if (!question.neededMetrics().empty() && question.counted != Counted::kLive) {
    return usageError("deep and retained sizes are those of live objects: they cannot be counted for others");
  }
  if (question.structures && question.counted != Counted::kLive) {
    return usageError("data structures are those of live objects: they cannot be counted for others");
  }
  if (question.needsGain() && question.counted != Counted::kLive) {
    return usageError("bytes to gain are those of live objects: they cannot be counted for others");
  }
  if (question.needsGain() && !question.from.empty()) {
    return usageError("bytes to gain are told of one point: ask without --from");
  }
  if (question.order == HeapOrder::kGrowth && question.from.empty()) {
    return usageError("rows can be sorted by growth where there is a point to compare with: --from");
  }
  return {};
}

AskedGroups askedOf(const ChosenGroups& to) {
  return {to.groups, nullptr, to.level, to.level == nullptr ? std::vector<uint8_t>() : to.level->level.goesOn};
}

/// The property whose keys the rows have.
std::string levelOf(const ChosenGroups& chosen, std::string_view otherwise) {
  if (chosen.level == nullptr) return std::string(otherwise);
  const Property* property = chosen.level->level.property;
  return property == nullptr ? std::string() : std::string(property->name());
}

/// The grouping that ends with the rows.
std::string groupingOfRows(const ChosenGroups& chosen) {
  if (chosen.level == nullptr) return std::string(kTypeGrouping);
  return chosen.level->tree->upToRowsOf(chosen.level->level);
}

/// The groups that are asked for. Of types the summary knows all but which objects they have, which gains are of.
Result<ChosenGroups> chosenGroups(OpenedTrace& trace, PointIndex at, const HeapQuestion& question, Progress& progress) {
  return question.needsGain() ? groupsWithLevelAt(trace, at, question.groups(), progress)
                              : groupsAt(trace, at, question.groups(), progress);
}

/// What people should know of bytes to gain.
Status addGainWarnings(const ChosenGroups& chosen, HeapAnswer& answer, Progress& progress) {
  const auto waste = TRY(chosen.level->facts->waste(progress));
  if (!waste->hasContents()) answer.warnings.push_back({std::string(kContentsNotKnown), {}});
  return {};
}

/// All objects that count, whatever is asked of them.
Result<Size> sizeOfCounted(OpenedTrace& trace, PointIndex at, Counted counted, Progress& progress) {
  const auto summary = TRY(trace.at(at).summary(progress));
  Size size;
  if (counted != Counted::kUnreachable) size += sumOf(summary->live);
  if (counted != Counted::kLive) size += sumOf(summary->unreachable);
  return size;
}

/// Puts the groups of the point to compare with beside those of the other.
Result<AskedGroups> compare(OpenedTrace& trace, const HeapQuestion& question, ChosenGroups& to, HeapAnswer& answer,
                            Progress& progress) {
  const PointIndex at = TRY(trace.point(question.from));
  const Size size = TRY(sizeOfCounted(trace, at, question.counted, progress));
  answer.from = trace.toAnswer(at, size);
  const ChosenGroups from = TRY(groupsAt(trace, at, question.groups(), progress));
  answer.level = levelOf(to.found ? to : from, kTypeGrouping);
  answer.rowsBy = groupingOfRows(to.found ? to : from);
  to.found = to.found || from.found;
  ComparedGroups compared = compareGroups(from, to);
  return AskedGroups{std::move(compared.to), std::move(compared.from), nullptr, std::move(compared.goesOn)};
}

}  // namespace

Result<HeapAnswer> ask(OpenedTrace& trace, const HeapQuestion& question, Progress& progress) {
  const PointIndex at = TRY(trace.point(question.at));
  TRY(check(question));
  const Grouping grouping = TRY(parseGrouping(question.by));
  const bool byTypeAlone = isByTypeAlone(question, grouping);
  if (byTypeAlone && !question.structures && question.counted == Counted::kAll && !trace.peek(at).knowsSummary()) {
    return census(trace, question, at, progress);
  }
  const Size size = TRY(sizeOfCounted(trace, at, question.counted, progress));
  ChosenGroups chosen = TRY(chosenGroups(trace, at, question, progress));
  HeapAnswer answer;
  answer.counted = question.counted;
  answer.structures = question.structures;
  answer.where = question.where;
  answer.by = toString(grouping);
  answer.path = question.path;
  answer.byTypeAlone = byTypeAlone;
  answer.level = levelOf(chosen, kTypeGrouping);
  answer.rowsBy = groupingOfRows(chosen);
  answer.point = trace.toAnswer(at, size);
  answer.among = trace.among();
  answer.warnings = TRY(trace.at(at).summary(progress))->warnings;
  answer.warnings.insert(answer.warnings.end(), chosen.warnings.begin(), chosen.warnings.end());
  const AskedGroups asked =
      TRY(question.from.empty() ? askedOf(chosen) : compare(trace, question, chosen, answer, progress));
  if (!chosen.found) return unknownRow(question.path, grouping);
  if (question.needsGain()) TRY(addGainWarnings(chosen, answer, progress));
  TRY(HeapPage(asked, question, progress).fill(answer));
  return answer;
}

}  // namespace heaptrail
