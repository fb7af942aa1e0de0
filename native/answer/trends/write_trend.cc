// The three forms of a trend.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "answer/shared/write_parts.h"
#include "answer/trends/trend_question.h"
#include "answer/trends/trend_sentence.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

constexpr std::string_view kOther = "(other)";
constexpr size_t kMaxSparks = 40;  // characters of a line in a terminal

void writeNumber(JsonWriter& json, std::string_view name, const std::optional<double>& number) {
  json.key(name);
  if (number) {
    json.value(*number);
  } else {
    json.null();
  }
}

void writeTexts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name).beginArray();
  for (const std::string& text : texts) json.value(text);
  json.endArray();
}

void writeGrouping(JsonWriter& json, const TrendAnswer& answer) {
  json.member("by", answer.by);
  writeTexts(json, "path", answer.path);
  json.key("level");
  if (answer.level.empty()) {
    json.null();
  } else {
    json.value(answer.level);
  }
  json.member("rowsBy", answer.rowsBy).member("where", answer.where).key("filter");
  if (answer.structures) {
    json.value(toString(*answer.structures));
  } else {
    json.null();
  }
  json.member("metric", toString(answer.metric)).member("sort", toString(answer.order));
}

void writeSeries(JsonWriter& json, const TrendSeries& series) {
  json.beginObject().member("key", series.key).member("goesOn", series.goesOn).key("values").beginArray();
  for (const uint64_t value : series.values) json.value(value);
  json.endArray().key("growth").beginObject().member("absolute", series.growth);
  writeNumber(json, "relative", series.relativeGrowth);
  json.member("slopePerMinute", series.test.slopePerMinute);
  writeNumber(json, "rSquared", series.test.rSquared);
  json.member("growsAtEveryPoint", series.test.growsAtEveryPoint).member("sustained", series.test.sustained);
  writeNumber(json, "confidence", series.test.confidence);
  json.endObject().endObject();
}

std::string json(const TrendAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("from");
  writePoint(json, answer.from);
  json.key("to");
  writePoint(json, answer.to);
  writeGrouping(json, answer);
  json.key("points").beginArray();
  for (const TrendAnswer::DonePoint& point : answer.points) {
    json.beginObject().member("index", point.index).member("t", point.seconds).member("total", point.total).endObject();
  }
  json.endArray().member("wanted", answer.wanted).member("complete", answer.complete);
  json.member("totalSeries", answer.totalSeries).key("series").beginArray();
  for (const TrendSeries& series : answer.series) writeSeries(json, series);
  json.endArray().key("other");
  if (answer.other) {
    json.beginObject().member("keys", answer.other->keys).key("values").beginArray();
    for (const std::optional<uint64_t>& value : answer.other->values) {
      if (value) {
        json.value(*value);
      } else {
        json.null();
      }
    }
    json.endArray().endObject();
  } else {
    json.null();
  }
  json.member("sentence", answer.sentence);
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

/// A line for each point, a column for each row: what programs that draw charts read.
std::string csv(const TrendAnswer& answer) {
  std::string text = "point,t,total";
  for (const TrendSeries& series : answer.series) text += ',' + csvField(series.key);
  if (answer.other) text += ',' + csvField(kOther);
  text += '\n';
  for (size_t i = 0; i < answer.points.size(); ++i) {
    const TrendAnswer::DonePoint& point = answer.points[i];
    text += fmt::format("{},{},{}", point.index, point.seconds, point.total);
    for (const TrendSeries& series : answer.series) text += fmt::format(",{}", series.values[i]);
    if (answer.other) {
      text += ',';
      if (answer.other->values[i]) text += std::to_string(*answer.other->values[i]);
    }
    text += '\n';
  }
  return text;
}

/// A line of blocks from nothing to the largest value, as wide as there are points, if that is not too wide.
std::string sparkline(const std::vector<uint64_t>& values) {
  static constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const uint64_t largest = std::max<uint64_t>(1, *std::ranges::max_element(values));
  const size_t width = std::min(kMaxSparks, values.size());
  std::string text;
  for (size_t i = 0; i < width; ++i) {
    const size_t at = width == 1 ? 0 : i * (values.size() - 1) / (width - 1);
    const double share = static_cast<double>(values[at]) / static_cast<double>(largest);
    text += kBlocks[static_cast<size_t>(std::lround(share * (kBlocks.size() - 1)))];
  }
  return text;
}

std::string valueText(uint64_t value, TrendMetric metric) {
  return countsObjects(metric) ? groupedDigits(value) : binaryUnits(value);
}

std::string signedText(double amount, TrendMetric metric) {
  const auto whole = static_cast<uint64_t>(std::llround(std::abs(amount)));
  if (whole == 0) return "0";
  return (amount < 0 ? '-' : '+') + valueText(whole, metric);
}

void appendRow(std::string& text, const TrendAnswer& answer, const std::vector<uint64_t>& values,
               std::string_view growth, std::string_view slope, std::string_view fit, std::string_view name) {
  text += fmt::format("{:>12} {:>12} {:>12} {:>12} {:>5}  {}  {}\n", valueText(values.front(), answer.metric),
                      valueText(values.back(), answer.metric), growth, slope, fit, sparkline(values), name);
}

std::string growthText(uint64_t from, uint64_t to, TrendMetric metric) {
  return signedText(static_cast<double>(to) - static_cast<double>(from), metric);
}

std::string nameOf(const TrendSeries& series) {
  if (!series.test.sustained) return series.key;
  return series.key + (series.test.growsAtEveryPoint ? "  grows at every point" : "  grows steadily");
}

/// `bytes by type`, `retained bytes by site, below java.lang.String`.
std::string titleOf(const TrendAnswer& answer) {
  std::string metric(toString(answer.metric));
  std::ranges::replace(metric, '-', ' ');
  std::string text = fmt::format("{} by {}", metric, answer.by);
  if (!answer.path.empty()) text += fmt::format(", below {}", fmt::join(answer.path, " > "));
  if (answer.structures) text += fmt::format(", of {} only", toString(*answer.structures));
  if (!answer.where.empty()) text += fmt::format(", where {}", answer.where);
  return text;
}

std::string text(const TrendAnswer& answer) {
  if (answer.points.empty()) return "No point is done yet.\n";
  std::string text = fmt::format("{} from {} ({}) to {} ({}): {}\n{}\n\n", counted(answer.points.size(), "point"),
                                 answer.from.index, secondsText(answer.from.seconds), answer.to.index,
                                 secondsText(answer.to.seconds), titleOf(answer), answer.sentence);
  const size_t width = std::min(kMaxSparks, answer.points.size());
  text += fmt::format("{:>12} {:>12} {:>12} {:>12} {:>5}  {:<{}}  {}\n", "Start", "End", "Growth", "A minute", "R2", "",
                      width, answer.level.empty() ? "" : answer.level);
  for (const TrendSeries& series : answer.series) {
    const std::string fit = series.test.rSquared ? fmt::format("{:.2f}", *series.test.rSquared) : std::string();
    appendRow(text, answer, series.values, signedText(static_cast<double>(series.growth), answer.metric),
              signedText(series.test.slopePerMinute, answer.metric), fit, nameOf(series));
  }
  if (answer.other && std::ranges::all_of(answer.other->values, [](const auto& value) { return value.has_value(); })) {
    std::vector<uint64_t> values;
    for (const std::optional<uint64_t>& value : answer.other->values) values.push_back(*value);
    appendRow(text, answer, values, growthText(values.front(), values.back(), answer.metric), "", "",
              fmt::format("{} other {}", groupedDigits(answer.other->keys), answer.other->keys == 1 ? "row" : "rows"));
  }
  std::vector<uint64_t> totals;
  for (const TrendAnswer::DonePoint& point : answer.points) totals.push_back(point.total);
  appendRow(text, answer, totals, growthText(totals.front(), totals.back(), answer.metric), "", "", "all together");
  return text;
}

}  // namespace

std::string write(const TrendAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
