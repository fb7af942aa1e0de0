// Arcs between groups that are being counted: a hash table from two groups to what is known of the arc between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ownership/quotient_graph.h"

namespace heaptrail {

class ArcTable {
 public:
  /// The arc, which stays where it is until the next call.
  QuotientArc& operator()(uint32_t from, uint32_t to) {
    const uint64_t key = (uint64_t{from} << 32) | to;
    const uint32_t first = slots_[placeOf(key)];
    if (first != 0) {
      QuotientArc& arc = arcs_[first - 1];
      if (arc.from == from && arc.to == to) return arc;
    }
    return findOrAdd(key);
  }

  void add(const QuotientArc& other) {
    QuotientArc& arc = (*this)(other.from, other.to);
    arc.references += other.references;
    arc.owned += other.owned;
  }
  void add(const ArcTable& other) {
    for (const QuotientArc& arc : other.arcs_) add(arc);
  }

  const std::vector<QuotientArc>& arcs() const { return arcs_; }
  /// By from, then to.
  std::vector<QuotientArc> sorted() const {
    std::vector<QuotientArc> sorted = arcs_;
    std::ranges::sort(sorted, {}, [](const QuotientArc& arc) { return std::pair(arc.from, arc.to); });
    return sorted;
  }

 private:
  [[gnu::noinline]] QuotientArc& findOrAdd(uint64_t key) {
    const auto from = static_cast<uint32_t>(key >> 32);
    const auto to = static_cast<uint32_t>(key);
    uint64_t place = placeOf(key);
    while (slots_[place] != 0) {
      QuotientArc& arc = arcs_[slots_[place] - 1];
      if (arc.from == from && arc.to == to) return arc;
      place = (place + 1) & (slots_.size() - 1);
    }
    arcs_.push_back({from, to, 0, 0});
    slots_[place] = static_cast<uint32_t>(arcs_.size());
    if (arcs_.size() * 4 > slots_.size()) grow();
    return arcs_.back();
  }
  uint64_t placeOf(uint64_t key) const {
    // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
    return (key * 0x9E3779B97F4A7C15U) >> shift_;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    --shift_;
    for (uint32_t arc = 0; arc < arcs_.size(); ++arc) {
      uint64_t place = placeOf((uint64_t{arcs_[arc].from} << 32) | arcs_[arc].to);
      while (slots_[place] != 0) place = (place + 1) & (slots_.size() - 1);
      slots_[place] = arc + 1;
    }
  }

  std::vector<QuotientArc> arcs_;
  unsigned shift_ = 64 - 8;                                   // of 2^8 slots
  std::vector<uint32_t> slots_ = std::vector<uint32_t>(256);  // one more than the arc; 0 where none is
};

}  // namespace heaptrail
