#include "answer/heap/compared_groups.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "classify/property.h"

namespace heaptrail {

namespace {

constexpr uint32_t kNotThere = ObjectNumbers::kNone;

/// A row of the comparison: where it stands at each point.
struct ComparedRow {
  uint32_t from = kNotThere;
  uint32_t to = kNotThere;
};

/// Those of the end in their order, and behind each those that stood behind it at the beginning only.
std::vector<ComparedRow> join(const std::vector<GroupRow>& from, const std::vector<GroupRow>& to) {
  std::unordered_map<std::string_view, uint32_t> places;
  for (uint32_t row = 0; row < from.size(); ++row) places.emplace(from[row].key, row);
  std::vector<uint32_t> stillThere(from.size(), kNotThere);
  for (uint32_t row = 0; row < to.size(); ++row) {
    if (const auto place = places.find(to[row].key); place != places.end()) stillThere[place->second] = row;
  }
  std::vector<ComparedRow> rows;
  uint32_t next = 0;
  const auto addGone = [&](uint32_t until) {
    for (; next < until; ++next) {
      if (stillThere[next] == kNotThere) rows.push_back({next, kNotThere});
    }
  };
  for (uint32_t row = 0; row < to.size(); ++row) {
    const auto place = places.find(to[row].key);
    if (place != places.end()) addGone(place->second);
    rows.push_back({place == places.end() ? kNotThere : place->second, row});
  }
  addGone(static_cast<uint32_t>(from.size()));
  return rows;
}

/// The rows of one point under the comparison's numbers; what is not there has no size.
std::shared_ptr<const HeapGroups> renumbered(const ChosenGroups& chosen, std::vector<uint32_t> places,
                                             const std::vector<std::string_view>& keys) {
  const std::shared_ptr<const HeapGroups> groups = chosen.groups;
  std::vector<GroupRow> rows;
  for (size_t i = 0; i < places.size(); ++i) {
    const GroupRow none;
    const GroupRow& own = places[i] == kNotThere ? none : groups->rows()[places[i]];
    rows.push_back({std::string(keys[i]), own.objects, own.bytes});
  }
  auto measure = [groups, places = std::move(places)](SizeMetric metric, std::span<const uint32_t> wanted,
                                                      Progress& progress) -> Result<HeapGroups::Sizes> {
    HeapGroups::Sizes sizes(wanted.size());
    std::vector<uint32_t> own;
    std::vector<size_t> indexes;
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (places[wanted[i]] == kNotThere) continue;
      own.push_back(places[wanted[i]]);
      indexes.push_back(i);
    }
    if (own.empty()) return sizes;
    const HeapGroups::Sizes measured = TRY(groups->sizesOf(metric, own, progress));
    for (size_t i = 0; i < own.size(); ++i) sizes[indexes[i]] = measured[i];
    return sizes;
  };
  return std::make_shared<const HeapGroups>(std::move(rows), std::move(measure));
}

bool goesOnAt(const ChosenGroups& chosen, uint32_t row) {
  return row != kNotThere && chosen.level != nullptr && chosen.level->level.goesOn[row] != 0;
}

}  // namespace

ComparedGroups compareGroups(const ChosenGroups& from, const ChosenGroups& to) {
  const std::vector<ComparedRow> rows = join(from.groups->rows(), to.groups->rows());
  ComparedGroups compared;
  std::vector<uint32_t> placesFrom;
  std::vector<uint32_t> placesTo;
  std::vector<std::string_view> keys;
  for (const ComparedRow& row : rows) {
    placesFrom.push_back(row.from);
    placesTo.push_back(row.to);
    keys.emplace_back(row.to == kNotThere ? from.groups->rows()[row.from].key : to.groups->rows()[row.to].key);
    compared.goesOn.push_back(goesOnAt(from, row.from) || goesOnAt(to, row.to) ? 1 : 0);
  }
  compared.from = renumbered(from, std::move(placesFrom), keys);
  compared.to = renumbered(to, std::move(placesTo), keys);
  return compared;
}

}  // namespace heaptrail
