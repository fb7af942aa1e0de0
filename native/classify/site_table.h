// What the properties that tell where an object was allocated have in common: an entry for each site, and one for
// objects without a site.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "classify/property.h"

namespace heaptrail {

class SiteTable {
 public:
  static constexpr std::string_view kNoSite = "(no site)";
  static std::optional<std::string> whyNotTold(const Heap& heap);

  explicit SiteTable(const Heap& heap) : heap_(&heap) {}
  uint32_t size() const { return static_cast<uint32_t>(heap_->symbols().sites.size()) + 1; }
  uint32_t entryOf(ObjectIndex object) const {
    const SiteId site = heap_->siteOf(object);
    return site.exists() ? site.value() + 1 : 0;
  }
  bool isKnown(uint32_t entry) const { return !framesOf(entry).empty(); }

 protected:
  /// The innermost first; none where no site is known.
  std::span<const Frame> framesOf(uint32_t entry) const {
    if (entry == 0) return {};
    return heap_->symbols().sites[entry - 1].frames;
  }

 private:
  const Heap* heap_;
};

/// `com.example.Cache.put (Cache.java:42)`.
std::string frameKey(const Frame& frame);

/// Whether a pattern stands for a frame: as its row has it, as `com.example.Cache.put:42`, or without the line.
bool fitsFrame(const Frame& frame, std::string_view pattern);

}  // namespace heaptrail
