// Classes that a program makes by dozens while it runs, as those of proxies and scripts: those whose names differ in
// numbers only have one name, `a.Order$$Proxy$$*`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "growth/compared_heaps.h"

namespace heaptrail {

class AlikeClasses {
 public:
  /// So many have one name; each of fewer has its own.
  static constexpr size_t kMany = 20;

  /// They outlive this.
  explicit AlikeClasses(const ComparedHeaps& heaps) : heaps_(heaps) {}

  /// The common number of what a class is called. The first question looks through the names of all classes.
  uint32_t nameOf(uint32_t type);

 private:
  std::unordered_map<uint32_t, uint32_t> find() const;

  const ComparedHeaps& heaps_;
  std::optional<std::unordered_map<uint32_t, uint32_t>> names_;
};

}  // namespace heaptrail
