#include "model/object_ids.h"

#include <algorithm>
#include <bit>

#include "base/count_bits.h"

namespace heaptrail {

namespace {

// Pages of bits pay off while they are not much larger than a list of the ids would be.
constexpr uint64_t kBytesOfAFewPages = uint64_t{64} << 20;
constexpr uint64_t kBytesPerIdAtMost = 32;

// The table from regions to pages covers all between the lowest and the highest: 16 TiB of addresses take 64 MiB.
constexpr uint64_t kLongestDirectory = uint64_t{1} << 24;

}  // namespace

void ObjectIds::Builder::add(ObjectId id) {
  ++added_;
  if (asList_) {
    list_.push_back(id.value());
    return;
  }
  const bool fits = (id.value() & ((uint64_t{1} << shift_) - 1)) == 0;
  if (!fits && paysOff(pages_.size() << shift_)) allowAllIds();
  if (!fits && shift_ != 0) {
    becomeList();
    list_.push_back(id.value());
    return;
  }
  addToPage(id.value() >> shift_);
  if (!paysOff(pages_.size())) becomeList();
}

bool ObjectIds::Builder::paysOff(uint64_t pages) const {
  return pages * kWordsPerRegion * sizeof(uint64_t) <= kBytesOfAFewPages + kBytesPerIdAtMost * added_;
}

void ObjectIds::Builder::addToPage(uint64_t granule) {
  const uint64_t region = granule >> kRegionShift;
  if (region != lastRegion_) {
    lastBits_ = bitsOf(region);
    lastRegion_ = region;
  }
  const uint64_t inRegion = granule & ((uint64_t{1} << kRegionShift) - 1);
  lastBits_[inRegion / 64] |= uint64_t{1} << (inRegion % 64);
}

uint64_t* ObjectIds::Builder::bitsOf(uint64_t region) {
  Array<uint64_t>& bits = pages_[region];
  if (bits.empty()) bits = Array<uint64_t>(kWordsPerRegion);
  return bits.data();
}

std::vector<uint64_t> ObjectIds::Builder::regions() const {
  std::vector<uint64_t> result;
  result.reserve(pages_.size());
  for (const auto& [region, bits] : pages_) result.push_back(region);
  std::ranges::sort(result);
  return result;
}

template <typename Visit>
void ObjectIds::Builder::forEachInPages(Visit&& visit) const {
  for (const auto& [region, bits] : pages_) {
    for (uint64_t w = 0; w < kWordsPerRegion; ++w) {
      for (uint64_t word = bits[w]; word != 0; word &= word - 1) {
        const uint64_t granule = (region << kRegionShift) + w * 64 + static_cast<uint64_t>(std::countr_zero(word));
        visit(granule << shift_);
      }
    }
  }
}

void ObjectIds::Builder::becomeList() {
  forEachInPages([this](uint64_t id) { list_.push_back(id); });
  pages_.clear();
  asList_ = true;
}

/// These are no addresses: what was collected so far needs other pages.
void ObjectIds::Builder::allowAllIds() {
  Builder finer;
  finer.shift_ = 0;
  forEachInPages([&finer](uint64_t id) { finer.addToPage(id); });
  finer.added_ = added_;
  *this = std::move(finer);
}

ObjectIds ObjectIds::Builder::build(uint64_t& duplicates) && {
  if (!asList_ && !pages_.empty()) {
    const std::vector<uint64_t> used = regions();
    if (used.back() - used.front() > kLongestDirectory) becomeList();
  }
  ObjectIds ids;
  if (asList_) {
    std::ranges::sort(list_);
    const auto repeated = std::ranges::unique(list_);
    list_.erase(repeated.begin(), repeated.end());
    ids.list_ = std::move(list_);
    ids.size_ = ids.list_.size();
  } else {
    ids = buildFromPages();
  }
  duplicates = added_ - ids.size();
  return ids;
}

ObjectIds ObjectIds::Builder::buildFromPages() {
  ObjectIds ids;
  ids.shift_ = shift_;
  ids.regions_ = regions();
  if (ids.regions_.empty()) return ids;
  ids.firstRegion_ = ids.regions_.front();
  ids.slotOfRegion_ = Array<uint32_t>(ids.regions_.back() - ids.firstRegion_ + 1);
  ids.bits_ = Array<uint64_t>(ids.regions_.size() * kWordsPerRegion);
  ids.ranks_ = Array<uint32_t>(ids.bits_.size() / kWordsPerRank);
  for (size_t slot = 0; slot < ids.regions_.size(); ++slot) {
    ids.slotOfRegion_[ids.regions_[slot] - ids.firstRegion_] = static_cast<uint32_t>(slot + 1);
    Array<uint64_t>& page = pages_[ids.regions_[slot]];
    std::ranges::copy(page, ids.bits_.begin() + slot * kWordsPerRegion);
    page.reset();
  }
  pages_.clear();
  for (size_t line = 0; line < ids.ranks_.size(); ++line) {
    ids.ranks_[line] = static_cast<uint32_t>(ids.size_);
    for (uint64_t w = 0; w < kWordsPerRank; ++w) {
      ids.size_ += countBits(ids.bits_[line * kWordsPerRank + w]);
    }
  }
  return ids;
}

std::optional<ObjectIndex> ObjectIds::find(ObjectId id) const {
  if (!list_.empty()) {
    const auto place = std::ranges::lower_bound(list_, id.value());
    if (place == list_.end() || *place != id.value()) return std::nullopt;
    return ObjectIndex(static_cast<uint32_t>(place - list_.begin()));
  }
  if ((id.value() & ((uint64_t{1} << shift_) - 1)) != 0) return std::nullopt;
  const uint64_t granule = id.value() >> shift_;
  const uint64_t region =
      (granule >> kRegionShift) - firstRegion_;  // wraps far out of range when it lies before the first
  if (region >= slotOfRegion_.size() || slotOfRegion_[region] == 0) return std::nullopt;
  const uint64_t inRegion = granule & ((uint64_t{1} << kRegionShift) - 1);
  const uint64_t word = (slotOfRegion_[region] - 1) * kWordsPerRegion + inRegion / 64;
  const uint64_t bit = uint64_t{1} << (inRegion % 64);
  if ((bits_[word] & bit) == 0) return std::nullopt;
  uint32_t rank = ranks_[word / kWordsPerRank] + countBits(bits_[word] & (bit - 1));
  for (uint64_t w = word / kWordsPerRank * kWordsPerRank; w < word; ++w) {
    rank += countBits(bits_[w]);
  }
  return ObjectIndex(rank);
}

ObjectId ObjectIds::operator[](ObjectIndex index) const {
  if (!list_.empty()) return ObjectId(list_[index.value()]);
  const auto line = static_cast<uint64_t>(std::ranges::upper_bound(ranks_, index.value()) - ranks_.begin() - 1);
  uint32_t left = index.value() - ranks_[line];
  uint64_t w = line * kWordsPerRank;
  for (;; ++w) {
    const uint32_t members = countBits(bits_[w]);
    if (left < members) break;
    left -= members;
  }
  uint64_t word = bits_[w];
  for (; left > 0; --left) word &= word - 1;
  const uint64_t inRegion = (w % kWordsPerRegion) * 64 + static_cast<uint64_t>(std::countr_zero(word));
  return ObjectId(((regions_[w / kWordsPerRegion] << kRegionShift) + inRegion) << shift_);
}

uint64_t ObjectIds::bytes() const {
  return slotOfRegion_.bytes() + bits_.bytes() + ranks_.bytes() + (regions_.size() + list_.size()) * sizeof(uint64_t);
}

}  // namespace heaptrail
