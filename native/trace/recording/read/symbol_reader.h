// The names of a recording as they stand in its symbols chunks: what SymbolEncoder wrote, by number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/recording/format/payload.h"

namespace heaptrail::recording {

struct RecordedField {
  uint32_t name = 0;
  uint32_t signature = 0;
  bool isStatic = false;
};

struct RecordedType {
  uint64_t classObject = 0;
  uint32_t signature = 0;
  uint64_t superclass = 0;  // its class object
  uint32_t sourceFile = 0;
  std::vector<uint64_t> interfaces;  // their class objects
  std::vector<RecordedField> fields;
  uint32_t instanceBytes = 0;  // 0 while no instance was seen
};

struct RecordedFrame {
  uint32_t className = 0;
  uint32_t method = 0;
  uint32_t file = 0;
  uint32_t line = 0;
};

struct RecordedThread {
  uint64_t object = 0;
  uint64_t javaId = 0;
  uint32_t name = 0;
};

struct RecordedOrigin {
  uint32_t site = 0;
  uint32_t thread = 0;
  std::optional<uint32_t> interval;  // mean bytes between samples; without it, that of the recording's start
};

/// Whatever has number n stands at n - 1.
struct RecordedSymbols {
  std::vector<std::string> strings;  // valid UTF-8
  std::vector<RecordedType> types;
  std::vector<RecordedFrame> frames;
  std::vector<std::vector<uint32_t>> sites;  // numbers of frames, the innermost first
  std::vector<RecordedThread> threads;
  std::vector<RecordedOrigin> origins;

  /// Empty for none and for what is not there.
  const std::string& string(uint32_t number) const;

  /// Adds what a symbols chunk has; false when it makes no sense.
  bool add(PayloadReader payload);
};

}  // namespace heaptrail::recording
