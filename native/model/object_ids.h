// Which ids a heap's objects have, and the way between an id and an index: objects are numbered in the order of their
// ids.
//
// A JVM's addresses are dense in a few regions, and so are running numbers. They are kept as one bit per possible id
// with counts in between (for addresses, one per 8 bytes of heap, about one byte per object): both ways cost a few
// nanoseconds and need no table per object. Ids that are spread out are kept as a sorted list instead.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/array.h"
#include "model/ids.h"

namespace heaptrail {

class ObjectIds {
 public:
  ObjectIds() = default;

  uint64_t size() const { return size_; }
  std::optional<ObjectIndex> find(ObjectId id) const;
  ObjectId operator[](ObjectIndex index) const;
  uint64_t bytes() const;

  /// Calls `visit(index, id)` for all objects in order.
  template <typename Visit>
  void forEach(Visit&& visit) const;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.size_, self.shift_, self.firstRegion_, self.slotOfRegion_, self.regions_, self.bits_, self.ranks_,
            self.list_);
  }

  /// Collects ids in any order, the same one as often as it comes.
  class Builder {
   public:
    void add(ObjectId id);

    /// How many ids were added more than once is left in `duplicates`.
    ObjectIds build(uint64_t& duplicates) &&;

   private:
    void addToPage(uint64_t granule);
    uint64_t* bitsOf(uint64_t region);
    std::vector<uint64_t> regions() const;
    void becomeList();
    void allowAllIds();
    bool paysOff(uint64_t pages) const;
    template <typename Visit>
    void forEachInPages(Visit&& visit) const;
    ObjectIds buildFromPages();

    unsigned shift_ = kAddressShift;
    std::unordered_map<uint64_t, Array<uint64_t>> pages_;  // by region
    uint64_t lastRegion_ = ~uint64_t{0};
    uint64_t* lastBits_ = nullptr;
    uint64_t added_ = 0;
    bool asList_ = false;
    std::vector<uint64_t> list_;
  };

 private:
  uint64_t size_ = 0;

  static constexpr unsigned kAddressShift = 3;  // objects start at multiples of 8
  static constexpr unsigned kRegionShift = 17;  // possible ids in a region: 1 MiB of heap, 16 KiB of bits
  static constexpr uint64_t kWordsPerRegion = (uint64_t{1} << kRegionShift) / 64;
  static constexpr uint64_t kWordsPerRank = 8;  // a cache line

  // As bits, for ids that are multiples of 1 << shift_.
  unsigned shift_ = kAddressShift;
  uint64_t firstRegion_ = 0;
  Array<uint32_t> slotOfRegion_;   // region - firstRegion_ → slot + 1; 0 where the region has no object
  std::vector<uint64_t> regions_;  // slot → region, ascending
  Array<uint64_t> bits_;
  Array<uint32_t> ranks_;  // members before each cache line of bits

  // Or as a sorted list.
  std::vector<uint64_t> list_;
};

template <typename Visit>
void ObjectIds::forEach(Visit&& visit) const {
  uint32_t index = 0;
  for (const uint64_t id : list_) visit(ObjectIndex(index++), ObjectId(id));
  for (uint64_t w = 0; w < bits_.size(); ++w) {
    for (uint64_t word = bits_[w]; word != 0; word &= word - 1) {
      const uint64_t inRegion = (w % kWordsPerRegion) * 64 + static_cast<uint64_t>(std::countr_zero(word));
      const uint64_t granule = (regions_[w / kWordsPerRegion] << kRegionShift) + inRegion;
      visit(ObjectIndex(index++), ObjectId(granule << shift_));
    }
  }
}

}  // namespace heaptrail
