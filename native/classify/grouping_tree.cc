#include "classify/grouping_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/try.h"
#include "classify/count_by_number.h"
#include "classify/row_keys.h"

namespace heaptrail {

namespace {

constexpr uint32_t kNoRow = ObjectNumbers::kNone;

bool isBelow(const KeyPath& path, const KeyPath& within) {
  return path.size() >= within.size() && std::equal(within.begin(), within.end(), path.begin());
}

/// What a path's row is called below `within`.
std::string_view keyBelow(const KeyPath& path, const KeyPath& within) {
  return path.size() == within.size() ? kHereKey : std::string_view(path[within.size()]);
}

/// Calls `visit(object, values)` for members in [from, to), with all values that the object has.
template <typename Visit>
void forEachWithValues(const BitSet& objects, const Values& values, uint64_t from, uint64_t to, Visit&& visit) {
  std::vector<uint32_t> found;
  objects.forEachIn(from, to, [&](uint64_t i) {
    found.clear();
    values.allOf(ObjectIndex(static_cast<uint32_t>(i)), found);
    visit(i, found);
  });
}

/// The members that have a value of which `wanted` is not 0.
Result<BitSet> havingValues(const BitSet& objects, const Values& values, const std::vector<uint8_t>& wanted,
                            Threads threads, Progress& progress) {
  if (!values.overlap()) {
    std::vector<uint32_t> table;
    for (const uint8_t is : wanted) table.push_back(is != 0 ? 0 : kNoRow);
    std::vector<BitSet> parts =
        TRY(splitByNumber(objects, values.throughTable(std::move(table)), 1, threads, progress));
    return std::move(parts.front());
  }
  BitSet found(objects.size());
  const bool done = forEachStretch(objects.size(), threads, progress, [&](uint64_t from, uint64_t to) {
    forEachWithValues(objects, values, from, to, [&](uint64_t object, const std::vector<uint32_t>& own) {
      if (std::ranges::any_of(own, [&](uint32_t value) { return wanted[value] != 0; })) found.set(object);
    });
  });
  if (!done) return cancelledError();
  return found;
}

/// A row of a node that is settled, with the row's objects.
GroupingNode nodeBelow(const GroupingNode& node, BitSet members, std::string_view key) {
  GroupingNode below{std::move(members), node.step, node.within};
  if (key == kHereKey) {
    ++below.step;
    below.within.clear();
  } else {
    below.within.emplace_back(key);
  }
  return below;
}

/// Whether the step may have rows below those of such a depth.
bool mayGoDeeper(const GroupingStep& step, size_t depth) { return step.levels == 0 || depth < step.levels; }

/// What is counted of the rows that a level may have.
struct CountedRows {
  std::vector<Size> sizes;
  std::vector<uint8_t> goDeeper;  // whether some object has a further key
};

/// Of objects with one value each: those of a row that have a further key, and those that do not, are counted apart.
Result<CountedRows> countApart(const Heap& heap, const GroupingLevel& level, uint32_t rows, Threads threads,
                               Progress& progress) {
  std::vector<uint32_t> table;
  const size_t depth = level.node.within.size() + 1;
  for (size_t value = 0; value < level.rowOfValue.size(); ++value) {
    const uint32_t row = level.rowOfValue[value];
    const uint32_t goesDeeper = level.values->paths[value].size() > depth ? 1 : 0;
    table.push_back(row == kNoRow ? kNoRow : 2 * row + goesDeeper);
  }
  const std::vector<Size> sizes = TRY(countByNumber(
      heap, level.node.objects, level.values->throughTable(std::move(table)), 2 * rows, threads, progress));
  CountedRows counted;
  for (size_t row = 0; row < rows; ++row) {
    const Size& deeper = sizes[2 * row + 1];
    counted.sizes.push_back(sizes[2 * row]);
    counted.sizes.back() += deeper;
    counted.goDeeper.push_back(deeper.objects > 0 ? 1 : 0);
  }
  return counted;
}

/// Where an object may be in several rows: it counts once in each.
Result<CountedRows> countOverlapping(const Heap& heap, const GroupingLevel& level, uint32_t rows, Threads threads,
                                     Progress& progress) {
  CountedRows counted{std::vector<Size>(rows), std::vector<uint8_t>(rows)};
  const size_t depth = level.node.within.size() + 1;
  std::mutex mutex;
  const BitSet& objects = level.node.objects;
  const bool done = forEachStretch(objects.size(), threads, progress, [&](uint64_t from, uint64_t to) {
    std::vector<std::pair<uint32_t, uint64_t>> found;  // row, bytes
    std::vector<uint32_t> deeper;
    std::vector<uint32_t> own;
    forEachWithValues(objects, *level.values, from, to, [&](uint64_t object, const std::vector<uint32_t>& values) {
      own.clear();
      for (const uint32_t value : values) {
        const uint32_t row = level.rowOfValue[value];
        if (row == kNoRow) continue;
        own.push_back(row);
        if (level.values->paths[value].size() > depth) deeper.push_back(row);
      }
      std::ranges::sort(own);
      const auto repeated = std::ranges::unique(own);
      own.erase(repeated.begin(), repeated.end());
      const uint64_t bytes = heap.shallowBytes(ObjectIndex(static_cast<uint32_t>(object)));
      for (const uint32_t row : own) found.emplace_back(row, bytes);
    });
    const std::lock_guard lock(mutex);
    for (const auto& [row, bytes] : found) counted.sizes[row] += {1, bytes};
    for (const uint32_t row : deeper) counted.goDeeper[row] = 1;
  });
  if (!done) return cancelledError();
  return counted;
}

}  // namespace

Result<std::shared_ptr<const GroupingTree>> GroupingTree::bind(const HeapFacts& facts, Grouping grouping) {
  for (const GroupingStep& step : grouping.steps) {
    const auto why = step.property->whyNotTold(facts.heap());
    if (!why || facts.heap().objectCount() == 0) continue;
    return usageError(fmt::format("the grouping asks for \"{}\", but {}", step.property->name(), *why));
  }
  return std::shared_ptr<const GroupingTree>(new GroupingTree(facts, std::move(grouping)));
}

Result<std::shared_ptr<const Values>> GroupingTree::valuesOf(size_t step, Progress& progress) const {
  return values_[step].get(progress, [&] {
    const GroupingStep& asked = grouping_.steps[step];
    return asked.property->values(facts_, asked.options, progress);
  });
}

Status GroupingTree::settle(GroupingNode& node, Progress& progress) const {
  while (node.step < grouping_.steps.size()) {
    const GroupingStep& step = grouping_.steps[node.step];
    if (step.property->inGroupings() == InGroupings::kLeadsOn) {
      node.objects = TRY(step.property->leadOn(facts_, step.options, node.objects, progress));
      ++node.step;
      continue;
    }
    if (node.within.empty()) return {};
    if (!mayGoDeeper(step, node.within.size())) {
      ++node.step;
      node.within.clear();
      continue;
    }
    const auto values = TRY(valuesOf(node.step, progress));
    const bool divides = TRY(hasFurtherKeys(node, *values, progress));
    if (divides) return {};
    ++node.step;
    node.within.clear();
  }
  return {};
}

Result<bool> GroupingTree::hasFurtherKeys(const GroupingNode& node, const Values& values, Progress& progress) const {
  std::vector<uint8_t> further(values.paths.size());
  bool some = false;
  bool all = true;
  for (size_t value = 0; value < further.size(); ++value) {
    const KeyPath& path = values.paths[value];
    if (!isBelow(path, node.within)) continue;
    further[value] = path.size() > node.within.size() ? 1 : 0;
    some = some || further[value] != 0;
    all = all && further[value] != 0;
  }
  if (!some || all) return some;
  progress.begin("Grouping objects", 0, 1, node.objects.size());
  const BitSet going = TRY(havingValues(node.objects, values, further, facts_.threads(), progress));
  return going.count() > 0;
}

Result<GroupingLevel> GroupingTree::level(GroupingNode node, Progress& progress) const {
  GroupingLevel level;
  level.node = std::move(node);
  TRY(settle(level.node, progress));
  if (level.node.step == grouping_.steps.size()) return level;
  level.property = grouping_.steps[level.node.step].property;
  level.values = TRY(valuesOf(level.node.step, progress));
  TRY(countRows(level, progress));
  return level;
}

Status GroupingTree::countRows(GroupingLevel& level, Progress& progress) const {
  const std::vector<KeyPath>& paths = level.values->paths;
  const KeyPath& within = level.node.within;
  // A row for each key that the table of values has: paths that begin alike stand together.
  level.rowOfValue.assign(paths.size(), kNoRow);
  std::vector<std::string_view> keys;
  for (size_t value = 0; value < paths.size(); ++value) {
    if (!isBelow(paths[value], within)) continue;
    const std::string_view key = keyBelow(paths[value], within);
    if (keys.empty() || keys.back() != key) keys.push_back(key);
    level.rowOfValue[value] = static_cast<uint32_t>(keys.size() - 1);
  }
  const auto count = static_cast<uint32_t>(keys.size());
  progress.begin("Grouping objects", 0, 1, level.node.objects.size());
  const auto countIn = level.values->overlap() ? countOverlapping : countApart;
  const CountedRows counted = TRY(countIn(facts_.heap(), level, count, facts_.threads(), progress));
  // Rows that have no objects here are none.
  const bool isLast = level.node.step + 1 == grouping_.steps.size();
  const bool mayDeepen = mayGoDeeper(grouping_.steps[level.node.step], within.size() + 1);
  std::vector<uint32_t> kept(count, kNoRow);
  for (uint32_t row = 0; row < count; ++row) {
    const Size& size = counted.sizes[row];
    if (size.objects == 0) continue;
    kept[row] = static_cast<uint32_t>(level.rows.size());
    level.rows.push_back({std::string(keys[row]), size.objects, size.bytes});
    level.goesOn.push_back(!isLast || (mayDeepen && counted.goDeeper[row] != 0) ? 1 : 0);
  }
  for (uint32_t& row : level.rowOfValue) {
    if (row != kNoRow) row = kept[row];
  }
  return {};
}

Result<std::optional<GroupingNode>> GroupingTree::nodeAt(BitSet objects, std::span<const std::string> path,
                                                         Progress& progress) const {
  std::optional<GroupingNode> node = GroupingNode{std::move(objects), 0, {}};
  for (const std::string& word : path) {
    TRY(settle(*node, progress));
    if (node->step == grouping_.steps.size()) return std::nullopt;
    const auto values = TRY(valuesOf(node->step, progress));
    progress.begin("Finding the objects of a row", 0, 1, node->objects.size());
    const auto membersWhere = [&](auto&& isWanted) {
      std::vector<uint8_t> wanted;
      for (const KeyPath& own : values->paths) {
        wanted.push_back(isBelow(own, node->within) && isWanted(keyBelow(own, node->within)) ? 1 : 0);
      }
      return havingValues(node->objects, *values, wanted, facts_.threads(), progress);
    };
    BitSet members = TRY(membersWhere([&](std::string_view key) { return key == word; }));
    const RowKeys keys(word);
    const bool asSeveral = keys.several() && members.count() == 0;
    if (asSeveral) members = TRY(membersWhere([&](std::string_view key) { return keys.hasAmongSeveral(key); }));
    if (members.count() == 0) return std::nullopt;
    // Rows that are together have no further keys of their step in common: (here) is what has none.
    node = nodeBelow(*node, std::move(members), asSeveral ? kHereKey : std::string_view(word));
  }
  return node;
}

Result<std::vector<GroupingNode>> GroupingTree::nodesOf(const GroupingLevel& level, std::span<const uint32_t> rows,
                                                        Progress& progress) const {
  std::vector<BitSet> members = TRY(membersOfRows(level, rows, facts_.threads(), progress));
  std::vector<GroupingNode> nodes;
  for (size_t i = 0; i < rows.size(); ++i) {
    nodes.push_back(nodeBelow(level.node, std::move(members[i]), level.rows[rows[i]].key));
  }
  return nodes;
}

Result<std::vector<BitSet>> membersOfRows(const GroupingLevel& level, std::span<const uint32_t> rows, Threads threads,
                                          Progress& progress) {
  progress.begin("Finding the objects of rows", 0, 1, level.node.objects.size());
  const auto count = static_cast<uint32_t>(rows.size());
  if (!level.values->overlap()) {
    return splitByNumber(level.node.objects, level.numbersOf(rows), count, threads, progress);
  }
  std::vector<BitSet> members;
  for (const uint32_t row : rows) {
    std::vector<uint8_t> wanted;
    for (const uint32_t own : level.rowOfValue) wanted.push_back(own == row ? 1 : 0);
    BitSet found = TRY(havingValues(level.node.objects, *level.values, wanted, threads, progress));
    members.push_back(std::move(found));
  }
  return members;
}

Result<BitSet> membersOfAny(const GroupingLevel& level, std::span<const uint32_t> rows, Threads threads,
                            Progress& progress) {
  progress.begin("Finding the objects of rows", 0, 1, level.node.objects.size());
  std::vector<uint8_t> isWanted(level.rows.size());
  for (const uint32_t row : rows) isWanted[row] = 1;
  std::vector<uint8_t> wanted;
  for (const uint32_t row : level.rowOfValue) wanted.push_back(row == kNoRow ? 0 : isWanted[row]);
  return havingValues(level.node.objects, *level.values, wanted, threads, progress);
}

std::string GroupingTree::upToRowsOf(const GroupingLevel& level) const {
  if (level.property == nullptr) return {};
  const std::span all = grouping_.steps;
  std::vector<GroupingStep> steps(all.begin(), all.begin() + static_cast<ptrdiff_t>(level.node.step) + 1);
  const size_t depth = level.node.within.size() + 1;
  const bool goesDeeper = std::ranges::any_of(level.values->paths, [&](const KeyPath& path) {
    return path.size() > depth && isBelow(path, level.node.within);
  });
  if (depth > 1 || goesDeeper) steps.back().levels = depth;
  return toString(std::span<const GroupingStep>(steps));
}

ObjectNumbers GroupingLevel::numbersOf(std::span<const uint32_t> chosen) const {
  std::vector<uint32_t> placeOfRow(rows.size(), kNoRow);
  for (uint32_t i = 0; i < chosen.size(); ++i) placeOfRow[chosen[i]] = i;
  std::vector<uint32_t> table;
  table.reserve(rowOfValue.size());
  for (const uint32_t row : rowOfValue) table.push_back(row == kNoRow ? kNoRow : placeOfRow[row]);
  return values->throughTable(std::move(table));
}

}  // namespace heaptrail
