// The three forms of a timeline.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "answer/shared/write_parts.h"
#include "answer/timeline/timeline_question.h"
#include "session/suggest_window.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

using Pools = std::map<std::string, uint64_t>;

void writePools(JsonWriter& json, std::string_view name, const Pools& pools) {
  json.key(name).beginObject();
  for (const auto& [pool, bytes] : pools) json.member(pool, bytes);
  json.endObject();
}

void writeUses(JsonWriter& json, const PoolUses& uses) {
  json.key("uses").beginObject().key("pools").beginArray();
  for (const std::string& pool : uses.pools) json.value(pool);
  json.endArray().key("t").beginArray();
  for (const PoolUses::Use& use : uses.uses) json.value(use.seconds);
  json.endArray().key("used").beginArray();
  for (const PoolUses::Use& use : uses.uses) {
    json.beginArray();
    for (const uint64_t bytes : use.used) json.value(bytes);
    json.endArray();
  }
  json.endArray().endObject();
}

std::string json(const TimelineAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("points").beginArray();
  for (size_t i = 0; i < answer.points.size(); ++i) {
    json.beginObject();
    writePointMembers(json, answer.points[i]);
    if (!answer.used[i].empty()) writePools(json, "used", answer.used[i]);
    json.endObject();
  }
  json.endArray().key("gcs").beginArray();
  for (const Collection& gc : answer.collections) {
    json.beginObject().member("t", gc.start).member("end", gc.end);
    json.member("kind", toString(gc.kind));
    json.member("collector", gc.collector).member("cause", gc.cause);
    writePools(json, "before", gc.usedBefore);
    writePools(json, "after", gc.usedAfter);
    json.endObject();
  }
  json.endArray();
  if (!answer.uses.uses.empty()) writeUses(json, answer.uses);
  json.key("suggestion");
  if (answer.suggestion) {
    json.beginObject().member("from", answer.suggestion->from).member("to", answer.suggestion->to);
    if (answer.suggestion->betweenLows) json.member("betweenLows", true);
    json.endObject();
  } else {
    json.null();
  }
  writeSuggestedPoint(json, answer.suggestedPoint);
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

/// All that any collection names, in one order.
std::set<std::string> poolsOfCollections(const TimelineAnswer& answer) {
  std::set<std::string> pools;
  for (const Collection& gc : answer.collections) {
    for (const auto& [pool, bytes] : gc.usedBefore) pools.insert(pool);
    for (const auto& [pool, bytes] : gc.usedAfter) pools.insert(pool);
  }
  return pools;
}

/// All that any point names, in one order.
std::set<std::string> poolsOfPoints(const TimelineAnswer& answer) {
  std::set<std::string> pools;
  for (const Pools& used : answer.used) {
    for (const auto& [pool, bytes] : used) pools.insert(pool);
  }
  return pools;
}

/// Points, collections and looks at pools as one table, in the order of time: programs that read tables read one per
/// file.
std::string csv(const TimelineAnswer& answer) {
  std::set<std::string> pools = poolsOfCollections(answer);
  pools.merge(poolsOfPoints(answer));
  pools.insert(answer.uses.pools.begin(), answer.uses.pools.end());
  std::string header = "event,t,end,point,objects,bytes,kind,collector,cause";
  for (const std::string& pool : pools) header += ',' + csvField("before " + pool) + ',' + csvField("after " + pool);
  struct Line {
    double seconds;
    std::string text;
  };
  std::vector<Line> lines;
  const auto used = [](const Pools& by, const std::string& pool) {
    const auto known = by.find(pool);
    return known == by.end() ? std::string() : std::to_string(known->second);
  };
  for (const Collection& gc : answer.collections) {
    std::string text = fmt::format("gc,{},{},,,,{},{},{}", gc.start, gc.end, toString(gc.kind), csvField(gc.collector),
                                   csvField(gc.cause));
    for (const std::string& pool : pools) text += ',' + used(gc.usedBefore, pool) + ',' + used(gc.usedAfter, pool);
    lines.push_back({gc.start, std::move(text)});
  }
  for (size_t i = 0; i < answer.points.size(); ++i) {
    const PointAnswer& point = answer.points[i];
    std::string text = fmt::format("point,{},{},{},{},{},{},,", point.seconds, point.seconds, point.index,
                                   point.size.objects, point.size.bytes, point.isLight ? "light" : "");
    // Nothing was collected: before and after are the same.
    for (const std::string& pool : pools) text += ',' + used(answer.used[i], pool) + ',' + used(answer.used[i], pool);
    lines.push_back({point.seconds, std::move(text)});
  }
  for (const PoolUses::Use& use : answer.uses.uses) {
    Pools by;
    for (size_t i = 0; i < use.used.size(); ++i) by[answer.uses.pools[i]] = use.used[i];
    std::string text = fmt::format("use,{},{},,,,,,", use.seconds, use.seconds);
    for (const std::string& pool : pools) text += ',' + used(by, pool) + ',' + used(by, pool);
    lines.push_back({use.seconds, std::move(text)});
  }
  std::ranges::stable_sort(lines, {}, &Line::seconds);
  std::string text = header + '\n';
  for (const Line& line : lines) text += line.text + '\n';
  return text;
}

/// Columns as wide as what is in them.
class Table {
 public:
  enum class Side { kLeft, kRight };

  void column(std::string name, Side side) {
    headers_.push_back(std::move(name));
    sides_.push_back(side);
  }
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const {
    std::vector<size_t> widths;
    for (size_t i = 0; i < headers_.size(); ++i) {
      size_t width = headers_[i].size();
      for (const auto& row : rows_) width = std::max(width, row[i].size());
      widths.push_back(width);
    }
    std::string text = line(headers_, widths);
    for (const auto& row : rows_) text += line(row, widths);
    return text;
  }

 private:
  std::string line(const std::vector<std::string>& cells, const std::vector<size_t>& widths) const {
    std::string text;
    for (size_t i = 0; i < cells.size(); ++i) {
      text += sides_[i] == Side::kLeft ? fmt::format("  {:<{}}", cells[i], widths[i])
                                       : fmt::format("  {:>{}}", cells[i], widths[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  }

  std::vector<std::string> headers_;
  std::vector<Side> sides_;
  std::vector<std::vector<std::string>> rows_;
};

std::string pointTable(const TimelineAnswer& answer) {
  const std::set<std::string> pools = poolsOfPoints(answer);
  const bool haveFiles =
      std::ranges::any_of(answer.points, [](const PointAnswer& point) { return !point.file.empty(); });
  Table table;
  for (const char* name : {"Point", "Time", "Objects", "Bytes"}) table.column(name, Table::Side::kRight);
  const bool someAreLight = std::ranges::any_of(answer.points, &PointAnswer::isLight);
  for (const std::string& pool : pools) table.column("Used in " + pool, Table::Side::kRight);
  if (haveFiles) table.column("File", Table::Side::kLeft);
  if (someAreLight) table.column("Kind", Table::Side::kLeft);
  for (size_t i = 0; i < answer.points.size(); ++i) {
    const PointAnswer& point = answer.points[i];
    std::vector<std::string> cells{std::to_string(point.index), secondsText(point.seconds),
                                   groupedDigits(point.size.objects), binaryUnits(point.size.bytes)};
    for (const std::string& pool : pools) {
      const auto known = answer.used[i].find(pool);
      cells.push_back(known == answer.used[i].end() ? "" : binaryUnits(known->second));
    }
    if (haveFiles) cells.push_back(point.file);
    if (someAreLight) cells.emplace_back(point.isLight ? "light" : "full");
    table.row(std::move(cells));
  }
  return table.text() + (someAreLight ? "Light points have counts by class, and no objects.\n" : "");
}

std::string collectionTable(const TimelineAnswer& answer) {
  const std::set<std::string> pools = poolsOfCollections(answer);
  Table table;
  table.column("Time", Table::Side::kRight);
  table.column("Pause", Table::Side::kRight);
  table.column("Kind", Table::Side::kLeft);
  table.column("Collector", Table::Side::kLeft);
  table.column("Cause", Table::Side::kLeft);
  for (const std::string& pool : pools) table.column("Used in " + pool, Table::Side::kRight);
  for (const Collection& gc : answer.collections) {
    std::vector<std::string> cells{secondsText(gc.start), fmt::format("{:.1f} ms", (gc.end - gc.start) * 1000),
                                   std::string(toString(gc.kind)), gc.collector, gc.cause};
    for (const std::string& pool : pools) {
      const auto before = gc.usedBefore.find(pool);
      const auto after = gc.usedAfter.find(pool);
      const bool known = before != gc.usedBefore.end() && after != gc.usedAfter.end();
      cells.push_back(known ? fmt::format("{} -> {}", binaryUnits(before->second), binaryUnits(after->second)) : "");
    }
    table.row(std::move(cells));
  }
  return table.text();
}

std::string suggestedWindow(const TimelineAnswer& answer) {
  if (!answer.suggestion) {
    const auto run = std::span(answer.points).first(pointsOfRun(answer.points.size(), answer.points.back().atExit));
    const size_t first = firstAfterStart(run);
    const std::string points =
        first > 0 ? fmt::format("points from {} on", run[first].index) : std::string("of these points");
    return fmt::format("The heap does not grow by {} and {} % between any two {}.\n", binaryUnits(kLeastGrowthBytes),
                       kLeastGrowthPercent, points);
  }
  const auto [from, to, betweenLows] = *answer.suggestion;
  const auto at = [&answer](uint32_t index) { return *std::ranges::find(answer.points, index, &PointAnswer::index); };
  const std::string_view what = betweenLows ? "The heap goes up and down. Its lows grow most" : "The heap grows most";
  return fmt::format("{} from point {} to point {}: by {} in {}. Look there first.\n", what, from, to,
                     binaryUnits(at(to).size.bytes - at(from).size.bytes),
                     secondsText(at(to).seconds - at(from).seconds));
}

std::string suggestionText(const TimelineAnswer& answer) {
  if (answer.points.size() < 2) return "";
  const PointAnswer& last = answer.points.back();
  std::string text;
  if (last.atExit) text += fmt::format("Point {} was taken as the program ended.\n", last.index);
  text += suggestedWindow(answer);
  if (answer.suggestedPoint) {
    const auto [index, why] = *answer.suggestedPoint;
    text += fmt::format("Without --at, the other commands show point {}{}.\n", index, reasonText(why));
  }
  return text;
}

std::string text(const TimelineAnswer& answer) {
  std::string text = answer.points.empty() ? "This trace has no point at which the heap could be rebuilt.\n"
                                           : pointTable(answer) + suggestionText(answer);
  text += '\n';
  text += answer.collections.empty() ? "No garbage collections are recorded in this trace.\n" : collectionTable(answer);
  return text;
}

}  // namespace

std::string write(const TimelineAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
