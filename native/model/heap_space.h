// The spaces into which a collector divides the heap by how long objects have lived.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace heaptrail {

enum class HeapSpace : uint8_t { kUnknown, kEden, kSurvivor, kOld };

/// By HeapSpace: what questions and answers call it. Nothing is called unknown.
inline constexpr std::array<std::string_view, 4> kHeapSpaceWords{"", "eden", "survivor", "old"};

inline std::string_view heapSpaceWord(HeapSpace space) { return kHeapSpaceWords[static_cast<size_t>(space)]; }

/// kUnknown where no space is called so.
inline HeapSpace heapSpaceNamed(std::string_view word) {
  const auto* const found = std::ranges::find(kHeapSpaceWords, word);
  return found == kHeapSpaceWords.end() ? HeapSpace::kUnknown : static_cast<HeapSpace>(found - kHeapSpaceWords.begin());
}

}  // namespace heaptrail
