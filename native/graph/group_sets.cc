#include "graph/group_sets.h"

#include <algorithm>
#include <iterator>

#include "base/checksum.h"

namespace heaptrail {

namespace {

constexpr size_t kRecentBits = 14;

size_t recentPlace(uint64_t operands) { return (operands * 0x9e3779b97f4a7c15) >> (64 - kRecentBits); }

}  // namespace

GroupSets::GroupSets() : begins_(3), recent_(size_t{1} << kRecentBits) {
  std::ranges::fill(recent_, Remembered{});
  byHash_.insert(checksum({}), kEmpty);
}

template <typename Compute>
GroupSets::Set GroupSets::remembered(Operation operation, uint32_t a, uint32_t b, Compute&& compute) {
  const uint64_t operands = (uint64_t{a} << 32) | b;
  Remembered& recent = recent_[recentPlace(operands)];
  if (recent.operands == operands && recent.operation == operation) return recent.result;
  IdMap& results = results_[static_cast<size_t>(operation)];
  Set result = results.find(operands);
  if (result == IdMap::kMissing) {
    made_.clear();
    compute();
    result = results.insert(operands, intern(made_));
  }
  recent = {operands, result, operation};
  return result;
}

GroupSets::Set GroupSets::with(Set set, uint32_t group) {
  return remembered(Operation::kWith, set, group, [&] {
    const uint32_t single[] = {group};
    std::ranges::set_union(groupsOf(set, first_), single, std::back_inserter(made_));
  });
}

GroupSets::Set GroupSets::common(Set a, Set b) {
  if (a == b || b == kAll) return a;
  if (a == kAll) return b;
  if (a == kEmpty || b == kEmpty) return kEmpty;
  return remembered(Operation::kCommon, std::min(a, b), std::max(a, b), [&] {
    std::ranges::set_intersection(groupsOf(a, first_), groupsOf(b, second_), std::back_inserter(made_));
  });
}

GroupSets::Set GroupSets::united(Set a, Set b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  return remembered(Operation::kUnited, std::min(a, b), std::max(a, b), [&] {
    std::ranges::set_union(groupsOf(a, first_), groupsOf(b, second_), std::back_inserter(made_));
  });
}

GroupSets::Set GroupSets::intern(const std::vector<uint32_t>& groups) {
  written_.clear();
  uint32_t before = 0;
  for (const uint32_t group : groups) {
    appendVarint(written_, group - before);
    before = group;
  }
  for (uint64_t hash = checksum(written_);; ++hash) {
    const Set known = byHash_.find(hash);
    if (known != IdMap::kMissing) {
      if (std::ranges::equal(distancesOf(known), written_)) return known;
      continue;
    }
    const Set set = end();
    distances_.insert(distances_.end(), written_.begin(), written_.end());
    begins_.push_back(distances_.size());
    elements_ += groups.size();
    return byHash_.insert(hash, set);
  }
}

const std::vector<uint32_t>& GroupSets::groupsOf(Set set, std::vector<uint32_t>& into) const {
  into.clear();
  forEachGroup(set, [&](uint32_t group) { into.push_back(group); });
  return into;
}

}  // namespace heaptrail
