#include "trace/anttracks/spaces.h"

#include <algorithm>
#include <iterator>

namespace heaptrail::anttracks {

std::vector<AddressRange> withoutOverlaps(std::vector<AddressRange> ranges) {
  std::ranges::sort(ranges, {}, &AddressRange::from);
  uint64_t end = 0;
  for (AddressRange& range : ranges) {
    range.from = std::max(range.from, end);
    end = std::max(end, range.to);
  }
  std::erase_if(ranges, [](const AddressRange& range) { return range.from >= range.to; });
  return ranges;
}

void RangeSet::find(uint64_t address) const {
  const auto behind = std::ranges::upper_bound(ranges_, address, {}, &AddressRange::from);
  lastIsIn_ = behind != ranges_.begin() && std::prev(behind)->contains(address);
  if (lastIsIn_) {
    last_ = *std::prev(behind);
    return;
  }
  last_ = {behind == ranges_.begin() ? 0 : std::prev(behind)->to,
           behind == ranges_.end() ? ~uint64_t{0} : behind->from};
}

void Spaces::create(uint32_t index, uint64_t bottom, uint64_t bytes) {
  if (index >= kMostSpaces || index > spaces_.size() + kFarthestNext) return;
  if (index >= spaces_.size()) spaces_.resize(size_t{index} + 1);
  spaces_[index].range = {bottom, bottom + bytes < bottom ? bottom : bottom + bytes};
  forgetOrder();
}

void Spaces::allocate(uint32_t index, SpaceType type) {
  if (index >= spaces_.size()) return;
  spaces_[index].type = type;
  spaces_[index].inUse = true;
}

void Spaces::release(uint32_t index) {
  if (index < spaces_.size()) spaces_[index].inUse = false;
}

void Spaces::destroy(uint32_t first, uint64_t count) {
  for (uint64_t i = first; i < spaces_.size() && count > 0; ++i, --count) spaces_[i] = {};
  forgetOrder();
}

void Spaces::forgetOrder() {
  sorted_ = false;
  lastStretch_ = {};
}

void Spaces::sort() const {
  byAddress_.clear();
  for (uint32_t i = 0; i < spaces_.size(); ++i) {
    if (spaces_[i].range.from < spaces_[i].range.to) byAddress_.push_back(i);
  }
  std::ranges::sort(byAddress_, {}, [this](uint32_t i) { return spaces_[i].range.from; });
  sorted_ = true;
}

const Space* Spaces::findOther(uint64_t address) const {
  if (!sorted_) sort();
  const auto after =
      std::ranges::upper_bound(byAddress_, address, {}, [this](uint32_t i) { return spaces_[i].range.from; });
  if (after == byAddress_.begin()) return nullptr;
  const uint32_t index = *std::prev(after);
  const AddressRange& range = spaces_[index].range;
  if (!range.contains(address)) return nullptr;
  last_ = index;
  lastStretch_ = {range.from, after == byAddress_.end() ? range.to : std::min(range.to, spaces_[*after].range.from)};
  return spaces_[index].inUse ? &spaces_[index] : nullptr;
}

}  // namespace heaptrail::anttracks
