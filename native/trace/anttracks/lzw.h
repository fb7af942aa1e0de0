// The packing of single frames: LZW with codes that grow from eight bits, a dictionary per frame, no length stored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heaptrail::anttracks {

/// Unpacks one frame after another; what it needs for that it keeps.
class LzwDecoder {
 public:
  /// What the VM packs are buffers of at most some tens of kilobytes; more than this is none of them.
  static constexpr size_t kLongestFrame = size_t{1} << 18;

  /// Replaces the content of `out`. False when these bytes are no packed frame; `out` then has what came before.
  bool decode(std::span<const uint8_t> packed, std::vector<uint8_t>& out);

 private:
  std::vector<uint32_t> begins_;  // of the output of each code read, in `out`
};

}  // namespace heaptrail::anttracks
