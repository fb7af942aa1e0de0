// The packing of single frames: LZW with codes that grow from eight bits, a dictionary per frame, no length stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heaptrail::anttracks {

/// What a frame was before it was packed, in memory that is used for one frame after another.
class UnpackedFrame {
 public:
  /// There must have been one.
  std::span<const uint8_t> bytes() const { return {memory_.data() + kInFront, size_}; }

 private:
  friend class LzwDecoder;

  // All single bytes stand in front of the output: so every string is a stretch of this memory.
  static constexpr size_t kInFront = 256;

  /// Makes room for so many bytes, those in front included: many frames are not packed, and need none.
  void begin(size_t size);

  std::vector<uint8_t> memory_;
  size_t size_ = 0;
};

/// Unpacks one frame after another; what it needs for that it keeps.
class LzwDecoder {
 public:
  /// What the VM packs are buffers of at most some tens of kilobytes; more than this is none of them.
  static constexpr size_t kLongestFrame = size_t{1} << 18;

  LzwDecoder();

  /// Replaces the content of `out`. False when these bytes are no packed frame; `out` then has what came before.
  bool decode(std::span<const uint8_t> packed, UnpackedFrame& out);

 private:
  /// What a code stands for: a stretch of the output's memory.
  struct String {
    uint32_t from = 0;
    uint32_t length = 0;
  };
  struct Output;

  std::vector<String> strings_;
};

}  // namespace heaptrail::anttracks
