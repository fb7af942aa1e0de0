#include "graph/group_sets.h"

#include <algorithm>
#include <iterator>

#include "base/checksum.h"

namespace heaptrail {

namespace {

constexpr size_t kRecentBits = 14;

size_t recentPlace(uint64_t operands) { return (operands * 0x9e3779b97f4a7c15) >> (64 - kRecentBits); }

uint64_t hashOf(std::span<const uint32_t> groups) {
  return checksum({reinterpret_cast<const uint8_t*>(groups.data()), groups.size_bytes()});
}

}  // namespace

GroupSets::GroupSets() : places_(2), recent_(size_t{1} << kRecentBits) {
  std::ranges::fill(recent_, Remembered{});
  byHash_.emplace(hashOf({}), kEmpty);
}

template <typename Compute>
GroupSets::Set GroupSets::remembered(Operation operation, uint32_t a, uint32_t b, Compute&& compute) {
  const uint64_t operands = (uint64_t{a} << 32) | b;
  Remembered& recent = recent_[recentPlace(operands)];
  if (recent.operands == operands && recent.operation == operation) return recent.result;
  IdMap& results = results_[static_cast<size_t>(operation)];
  Set result = results.find(operands);
  if (result == IdMap::kMissing) {
    buffer_.clear();
    compute();
    result = results.insert(operands, intern(buffer_));
  }
  recent = {operands, result, operation};
  return result;
}

GroupSets::Set GroupSets::with(Set set, uint32_t group) {
  return remembered(Operation::kWith, set, group, [&] {
    const auto groups = groupsOf(set);
    const uint32_t single[] = {group};
    std::ranges::set_union(groups, single, std::back_inserter(buffer_));
  });
}

GroupSets::Set GroupSets::common(Set a, Set b) {
  if (a == b || b == kAll) return a;
  if (a == kAll) return b;
  if (a == kEmpty || b == kEmpty) return kEmpty;
  return remembered(Operation::kCommon, std::min(a, b), std::max(a, b),
                    [&] { std::ranges::set_intersection(groupsOf(a), groupsOf(b), std::back_inserter(buffer_)); });
}

GroupSets::Set GroupSets::united(Set a, Set b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  return remembered(Operation::kUnited, std::min(a, b), std::max(a, b),
                    [&] { std::ranges::set_union(groupsOf(a), groupsOf(b), std::back_inserter(buffer_)); });
}

GroupSets::Set GroupSets::intern(const std::vector<uint32_t>& groups) {
  const uint64_t hash = hashOf(groups);
  const auto [from, to] = byHash_.equal_range(hash);
  for (auto candidate = from; candidate != to; ++candidate) {
    if (std::ranges::equal(groupsOf(candidate->second), groups)) return candidate->second;
  }
  const auto set = static_cast<Set>(places_.size());
  places_.push_back({elements_.size(), static_cast<uint32_t>(groups.size())});
  elements_.insert(elements_.end(), groups.begin(), groups.end());
  byHash_.emplace(hash, set);
  return set;
}

}  // namespace heaptrail
