// The numbers of the HPROF format (versions 1.0.1, 1.0.2, and Android's 1.0.3), as docs/formats/hprof.md explains them.
#pragma once

#include <cstdint>
#include <optional>

#include "model/symbols.h"

namespace heaptrail::hprof {

enum class Tag : uint8_t {
  kString = 0x01,
  kLoadClass = 0x02,
  kUnloadClass = 0x03,
  kFrame = 0x04,
  kTrace = 0x05,
  kAllocSites = 0x06,
  kHeapSummary = 0x07,
  kStartThread = 0x0a,
  kEndThread = 0x0b,
  kHeapDump = 0x0c,
  kCpuSamples = 0x0d,
  kControlSettings = 0x0e,
  kHeapDumpSegment = 0x1c,
  kHeapDumpEnd = 0x2c,
};

constexpr bool isTag(uint8_t byte) {
  return (byte >= 0x01 && byte <= 0x07) || (byte >= 0x0a && byte <= 0x0e) || byte == 0x1c || byte == 0x2c;
}

/// Records inside a heap dump or a segment of one.
enum class HeapTag : uint8_t {
  kRootJniGlobal = 0x01,
  kRootJniLocal = 0x02,
  kRootJavaFrame = 0x03,
  kRootNativeStack = 0x04,
  kRootStickyClass = 0x05,
  kRootThreadBlock = 0x06,
  kRootMonitorUsed = 0x07,
  kRootThreadObject = 0x08,
  kClassDump = 0x20,
  kInstanceDump = 0x21,
  kObjectArrayDump = 0x22,
  kPrimitiveArrayDump = 0x23,
  kRootInternedString = 0x89,
  kRootFinalizing = 0x8a,
  kRootDebugger = 0x8b,
  kRootReferenceCleanup = 0x8c,
  kRootVmInternal = 0x8d,
  kRootJniMonitor = 0x8e,
  kUnreachable = 0x90,
  kPrimitiveArrayNoData = 0xc3,
  kHeapDumpInfo = 0xfe,
  kRootUnknown = 0xff,
};

constexpr bool isHeapTag(uint8_t byte) {
  return (byte >= 0x01 && byte <= 0x08) || (byte >= 0x20 && byte <= 0x23) || (byte >= 0x89 && byte <= 0x8e) ||
         byte == 0x90 || byte == 0xc3 || byte == 0xfe || byte == 0xff;
}

/// The file's code for what a field or element holds.
constexpr std::optional<ValueKind> valueKind(uint8_t code) {
  switch (code) {
    case 1:  // old producers: an array as a reference
    case 2:
      return ValueKind::kReference;
    case 4:
      return ValueKind::kBoolean;
    case 5:
      return ValueKind::kChar;
    case 6:
      return ValueKind::kFloat;
    case 7:
      return ValueKind::kDouble;
    case 8:
      return ValueKind::kByte;
    case 9:
      return ValueKind::kShort;
    case 10:
      return ValueKind::kInt;
    case 11:
      return ValueKind::kLong;
    default:
      return std::nullopt;
  }
}

/// Bytes of a value in the file.
constexpr uint32_t fileBytes(ValueKind kind, uint32_t idBytes) {
  return kind == ValueKind::kReference ? idBytes : primitiveBytes(kind);
}

/// Tag, time and length of a top-level record.
inline constexpr uint32_t kRecordHeaderBytes = 9;

}  // namespace heaptrail::hprof
