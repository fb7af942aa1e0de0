#include "answer/trends/trend_sentence.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "text/numbers.h"

namespace heaptrail {

namespace {

/// What is counted, where it is not the rows' own objects.
std::string_view aspectOf(TrendMetric metric) {
  if (!closureOf(metric)) return "";
  return closureOf(metric) == SizeMetric::kDeep ? " in what it leads to" : " in what it retains";
}

/// Rows of what has no key, such as "(no site)", are no culprits.
bool isNamed(const std::string& key) { return !key.starts_with('('); }

std::string tooFewPoints(const TrendTable& table, const TrendLines& lines, TrendMetric metric, size_t points) {
  std::string text = fmt::format("{} are too few to tell what grows steadily: {} are needed.", counted(points, "point"),
                                 kMinimumPointsToTest);
  if (points == 1) text = fmt::format("One point tells no growth: {} tell what grows steadily.", kMinimumPointsToTest);
  if (lines.grewMost) {
    text += fmt::format(" {} grew most, by {}{}.", table.nameOf(lines.grewMost->key),
                        amountText(static_cast<double>(lines.grewMost->growth), metric), aspectOf(metric));
  }
  return text;
}

std::string nothingSteady(const TrendTable& table, const TrendLines& lines, TrendMetric metric) {
  if (!lines.steady.empty()) {
    const TrendLine& unnamed = lines.steady.front();
    return fmt::format("Nothing that has a name grows steadily, only {}: {} a minute{}.", table.nameOf(unnamed.key),
                       amountText(unnamed.test.slopePerMinute, metric), aspectOf(metric));
  }
  if (!lines.grewMost) return "Nothing grows steadily: nothing is larger at the end than at the beginning.";
  return fmt::format("Nothing grows steadily: {} grew most, by {}{}, but {}.", table.nameOf(lines.grewMost->key),
                     amountText(static_cast<double>(lines.grewMost->growth), metric), aspectOf(metric),
                     lines.grewMost->test.growsAtEveryPoint ? "ever less or too little to matter" : "not all the time");
}

}  // namespace

std::string amountText(double amount, TrendMetric metric) {
  const auto whole = static_cast<uint64_t>(std::llround(std::abs(amount)));
  const std::string text = countsObjects(metric) ? counted(whole, "object") : binaryUnits(whole);
  return amount < 0 && whole > 0 ? "-" + text : text;
}

std::string trendSentence(const TrendTable& table, const TrendLines& lines, TrendMetric metric,
                          size_t pointsWhileRunning) {
  if (pointsWhileRunning < kMinimumPointsToTest) return tooFewPoints(table, lines, metric, pointsWhileRunning);
  std::vector<const TrendLine*> steady;
  for (const TrendLine& line : lines.steady) {
    if (isNamed(table.nameOf(line.key))) steady.push_back(&line);
  }
  if (steady.empty()) return nothingSteady(table, lines, metric);
  const TrendLine& first = *steady.front();
  std::string text = fmt::format("{} grows {}: {} a minute{}", table.nameOf(first.key),
                                 first.test.growsAtEveryPoint ? "at every point" : "steadily",
                                 amountText(first.test.slopePerMinute, metric), aspectOf(metric));
  if (steady.size() == 2) text += fmt::format("; so does {}", table.nameOf(steady[1]->key));
  if (steady.size() > 2) {
    text += fmt::format("; so do {} and {} more", table.nameOf(steady[1]->key), steady.size() - 2);
  }
  return text + ".";
}

}  // namespace heaptrail
