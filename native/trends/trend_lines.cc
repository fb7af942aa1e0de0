#include "trends/trend_lines.h"

#include <algorithm>
#include <functional>

#include "base/page.h"
#include "base/text.h"

namespace heaptrail {

namespace {

using Key = TrendTable::Key;

// Rows whose growth is tested, by how much they grew: the others are too small to be the reason of anything.
constexpr size_t kMaxTested = 200;
// What a row's growth must come to in order to matter: a share of all rows, and so many bytes or objects.
constexpr double kLeastShare = 0.02;
constexpr double kLeastBytes = 128.0 * 1024;
constexpr double kLeastObjects = 1000;

class Drawing {
 public:
  Drawing(const TrendTable& table, std::span<const TrendPoint> points, const LinesChoice& choice)
      : table_(table), points_(points), choice_(choice), closure_(closureOf(choice.metric)) {
    const std::string wanted = lowerCase(choice.search);
    for (Key key = 0; key < table.keyCount(); ++key) {
      matches_.push_back(wanted.empty() || lowerCase(table.nameOf(key)).contains(wanted) ? 1 : 0);
    }
  }

  TrendLines draw() {
    sumUp();
    TrendLines lines;
    lines.totals = totals();
    lines.allRows = rows_.size();
    const auto average = [&](Key key) { return static_cast<double>(sums_[key]); };
    leastGrowth_ =
        std::max(countsObjects(choice_.metric) ? kLeastObjects : kLeastBytes, kLeastShare * averageOf(lines.totals));
    std::vector<Key> byGrowth = rows_;
    std::ranges::stable_sort(byGrowth, std::greater<>(), [&](Key key) { return growthOf(key); });
    if (!byGrowth.empty() && growthOf(byGrowth.front()) > 0) lines.grewMost = lineOf(byGrowth.front());
    lines.steady = steadyOf(byGrowth);
    std::vector<Key> shown = rows_;
    switch (choice_.order) {
      case TrendOrder::kStart:
        std::ranges::stable_sort(shown, std::greater<>(), [&](Key key) { return starts_[key]; });
        break;
      case TrendOrder::kEnd:
        std::ranges::stable_sort(shown, std::greater<>(), [&](Key key) { return ends_[key]; });
        break;
      case TrendOrder::kAverage:
        std::ranges::stable_sort(shown, std::greater<>(), average);
        break;
      case TrendOrder::kAbsolute:
        shown = byGrowth;
        break;
      case TrendOrder::kRelative:
        shown = byGrowth;  // of those that are new
        std::ranges::stable_sort(shown, std::greater<>(), [&](Key key) {
          return std::pair(starts_[key] > 0, starts_[key] > 0 ? relativeGrowthOf(key) : 0);
        });
        break;
      case TrendOrder::kSustained:
        shown = steadyFirst(lines.steady, byGrowth);
        break;
    }
    if (!choice_.keys.empty()) {
      std::erase_if(shown,
                    [&](Key key) { return std::ranges::find(choice_.keys, table_.nameOf(key)) == choice_.keys.end(); });
    } else {
      keepFirst(shown, choice_.limit);
    }
    valuesOfMany(shown, lines.shown);
    return lines;
  }

 private:
  void sumUp() {
    starts_.assign(table_.keyCount(), 0);
    ends_.assign(table_.keyCount(), 0);
    sums_.assign(table_.keyCount(), 0);
    std::vector<uint8_t> isThere(table_.keyCount());
    for (size_t i = 0; i < points_.size(); ++i) {
      forEachRow(i, [&](Key key, uint64_t value) {
        isThere[key] = 1;
        sums_[key] += value;
        if (i == 0) starts_[key] = value;
        if (i + 1 == points_.size()) ends_[key] = value;
      });
    }
    for (Key key = 0; key < isThere.size(); ++key) {
      if (isThere[key] != 0) rows_.push_back(key);
    }
    // Where the values are equal, names decide.
    std::ranges::sort(rows_, {}, [&](Key key) -> const std::string& { return table_.nameOf(key); });
  }

  /// Rows that the search leaves.
  template <typename Visit>
  void forEachRow(size_t point, Visit&& visit) const {
    const TrendTable::Rows& rows = *table_.at(points_[point].index);
    const std::vector<Size>& sizes = rows.of(closure_);
    for (size_t row = 0; row < rows.keys.size(); ++row) {
      if (matches_[rows.keys[row]] != 0) visit(rows.keys[row], valueOf(sizes[row], choice_.metric));
    }
  }

  std::vector<uint64_t> totals() const {
    std::vector<uint64_t> totals(points_.size());
    for (size_t i = 0; i < points_.size(); ++i) {
      if (closure_) {
        const Size* all = table_.at(points_[i].index)->knownTogether(*closure_, {choice_.search});
        if (all != nullptr) totals[i] = valueOf(*all, choice_.metric);
      } else {
        forEachRow(i, [&](Key, uint64_t value) { totals[i] += value; });
      }
    }
    return totals;
  }

  static double averageOf(const std::vector<uint64_t>& values) {
    double sum = 0;
    for (const uint64_t value : values) sum += static_cast<double>(value);
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
  }

  int64_t growthOf(Key key) const { return static_cast<int64_t>(ends_[key]) - static_cast<int64_t>(starts_[key]); }
  double relativeGrowthOf(Key key) const {
    return static_cast<double>(growthOf(key)) / static_cast<double>(starts_[key]);
  }

  TrendLine lineOf(Key key) const {
    std::vector<TrendLine> lines;
    valuesOfMany({key}, lines);
    return std::move(lines.front());
  }

  /// The values of some rows, in one pass over the table.
  void valuesOfMany(const std::vector<Key>& keys, std::vector<TrendLine>& lines) const {
    constexpr uint32_t kNotWanted = ~uint32_t{0};
    std::vector<uint32_t> places(table_.keyCount(), kNotWanted);
    for (const Key key : keys) {
      places[key] = static_cast<uint32_t>(lines.size());
      lines.push_back({key, std::vector<uint64_t>(points_.size()), growthOf(key), {}, {}});
      if (starts_[key] > 0) lines.back().relativeGrowth = relativeGrowthOf(key);
    }
    for (size_t i = 0; i < points_.size(); ++i) {
      forEachRow(i, [&](Key key, uint64_t value) {
        if (places[key] != kNotWanted) lines[places[key]].values[i] = value;
      });
    }
    for (TrendLine& line : lines) test(line);
  }

  void test(TrendLine& line) const {
    std::vector<double> seconds;
    std::vector<double> values;
    for (size_t i = 0; i < points_.size(); ++i) {
      if (!points_[i].whileRunning) continue;
      seconds.push_back(points_[i].seconds);
      values.push_back(static_cast<double>(line.values[i]));
    }
    line.test = testGrowth(seconds, values, leastGrowth_);
  }

  std::vector<TrendLine> steadyOf(const std::vector<Key>& byGrowth) const {
    std::vector<Key> tested;
    for (const Key key : byGrowth) {
      if (tested.size() == kMaxTested || growthOf(key) <= 0) break;
      tested.push_back(key);
    }
    std::vector<TrendLine> lines;
    valuesOfMany(tested, lines);
    std::erase_if(lines, [](const TrendLine& line) { return !line.test.sustained; });
    std::ranges::stable_sort(lines, std::greater<>(), [](const TrendLine& line) { return line.test.slopePerMinute; });
    return lines;
  }

  static std::vector<Key> steadyFirst(const std::vector<TrendLine>& steady, const std::vector<Key>& byGrowth) {
    std::vector<Key> order;
    for (const TrendLine& line : steady) order.push_back(line.key);
    std::ranges::stable_sort(order, std::less<>(), [&](Key key) {
      return -*std::ranges::find(steady, key, &TrendLine::key)->test.confidence;
    });
    const size_t sure = order.size();
    for (const Key key : byGrowth) {
      const auto end = order.begin() + static_cast<std::ptrdiff_t>(sure);
      if (std::find(order.begin(), end, key) == end) order.push_back(key);
    }
    return order;
  }

  const TrendTable& table_;
  std::span<const TrendPoint> points_;
  const LinesChoice& choice_;
  std::optional<SizeMetric> closure_;
  std::vector<uint8_t> matches_;  // by key
  std::vector<Key> rows_;         // that are there, in the order of names
  std::vector<uint64_t> starts_;  // by key
  std::vector<uint64_t> ends_;
  std::vector<uint64_t> sums_;
  double leastGrowth_ = 0;
};

}  // namespace

TrendLines drawLines(const TrendTable& table, std::span<const TrendPoint> points, const LinesChoice& choice) {
  return Drawing(table, points, choice).draw();
}

std::vector<std::optional<uint64_t>> restOf(const TrendTable& table, std::span<const TrendPoint> points,
                                            const LinesChoice& choice, const TrendLines& lines) {
  const std::optional<SizeMetric> closure = closureOf(choice.metric);
  std::vector<std::optional<uint64_t>> rest(points.size());
  if (closure) {
    const RowSet beside = rowsBeside(table, choice, lines);
    for (size_t i = 0; i < points.size(); ++i) {
      const Size* known = table.at(points[i].index)->knownTogether(*closure, beside);
      if (known != nullptr) rest[i] = valueOf(*known, choice.metric);
    }
    return rest;
  }
  for (size_t i = 0; i < points.size(); ++i) {
    uint64_t shown = 0;
    for (const TrendLine& line : lines.shown) shown += line.values[i];
    rest[i] = lines.totals[i] - shown;
  }
  return rest;
}

RowSet rowsBeside(const TrendTable& table, const LinesChoice& choice, const TrendLines& lines) {
  RowSet set{choice.search};
  for (const TrendLine& line : lines.shown) set.without.push_back(table.nameOf(line.key));
  std::ranges::sort(set.without);
  return set;
}

}  // namespace heaptrail
