// Types and allocation sites of two heaps under common numbers, so that what is called the same at both ends of a
// window can be counted together. Numbers are given when they are first asked for.
//
// A site counts as its frames up to the first outside the JDK: of a String that StringBuilder made, a programmer wants
// to know for which line of hers; of a key that her own code made, the calls above do not matter.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "growth/window_ends.h"
#include "model/heap.h"

namespace heaptrail {

/// The frames of a site by which it is told from others.
std::span<const Frame> tellingFrames(const std::vector<Frame>& frames);

class CommonNames {
 public:
  /// Both outlive this.
  CommonNames(const Heap& from, const Heap& to);

  uint32_t typeOf(EndOfWindow end, TypeId type);
  /// 0 for none.
  uint32_t siteOf(EndOfWindow end, SiteId site);

  /// Of a name that stands for several types.
  uint32_t typeNamed(const std::string& name);

  const std::string& typeName(uint32_t type) const { return *types_[type]; }
  std::span<const Frame> site(uint32_t site) const { return sites_[site]; }

 private:
  static constexpr uint32_t kUnknown = ~uint32_t{0};

  struct Known {
    const Symbols* symbols;
    std::vector<uint32_t> types;
    std::vector<uint32_t> sites;
  };

  std::array<Known, 2> ends_;
  std::vector<const std::string*> types_;
  std::deque<std::string> made_;  // names that no heap has
  std::vector<std::span<const Frame>> sites_{{}};
  std::unordered_map<std::string_view, uint32_t> typesByName_;
  std::unordered_map<std::string, uint32_t> sitesByText_;
};

}  // namespace heaptrail
