// Builds small recordings with the recorder's own encoders.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/temporary_file.h"
#include "support/temporary_folder.h"
#include "trace/open.h"
#include "trace/recording/format/counts_record.h"
#include "trace/recording/format/records.h"
#include "trace/recording/write/chunk_writer.h"
#include "trace/recording/write/point_encoder.h"
#include "trace/recording/write/symbol_encoder.h"

namespace heaptrail::test {

class RecordingBuilder {
 public:
  explicit RecordingBuilder(bool staticIndexesCountInherited = true);

  recording::SymbolEncoder symbols;

  /// A type whose class object is `classObject`; returns its number.
  uint32_t type(uint64_t classObject, std::string signature, uint64_t superclass = 0,
                std::vector<recording::FieldSymbol> fields = {}, std::vector<uint64_t> interfaces = {});

  recording::PointEncoder& beginPoint(double seconds, recording::Trigger trigger = recording::Trigger::kInterval);
  /// Writes symbols, the rest of the point, and its end. `bytes` is what the recorder would have counted.
  void endPoint(uint64_t bytes = 0, std::vector<uint32_t> frames = {}, std::vector<uint32_t> threads = {},
                std::vector<recording::PointEndRecord::Pool> pools = {});

  /// A whole light point, with the symbols that were not written yet.
  void lightPoint(double seconds, const recording::CountsRecord& counts);
  void uses(const recording::UsesRecord& record);

  /// Writes the symbols that were not written yet.
  void writeSymbols();
  void collection(const recording::CollectionRecord& record);
  recording::ChunkWriter& writer() { return *writer_; }

  /// The file as it is now, and as a complete one.
  std::vector<uint8_t> unfinished();
  std::vector<uint8_t> finished();

 private:
  TemporaryFolder folder_;
  std::unique_ptr<recording::ChunkWriter> writer_;
  std::unique_ptr<recording::PointEncoder> encoder_;
  uint32_t point_ = 0;
};

/// An object met, for PointEncoder.
inline recording::MetObject met(uint64_t id, uint32_t type, int64_t length = -1, uint32_t origin = 0) {
  return {id, type, length, 0, origin};
}

inline Result<std::unique_ptr<Trace>> openRecording(const std::vector<uint8_t>& content) {
  const TemporaryFile file(content);
  Progress progress;
  return openTrace({file.path()}, progress);
}

inline std::unique_ptr<Trace> opened(const std::vector<uint8_t>& content) {
  Result<std::unique_ptr<Trace>> trace = openRecording(content);
  if (!trace) {
    ADD_FAILURE() << trace.error().describe();
    return nullptr;
  }
  return std::move(*trace);
}

inline Result<RebuiltHeap> tryHeapAt(Trace& trace, uint32_t point, unsigned threads = 2) {
  Progress progress;
  return trace.heapAt(PointIndex(point), progress, Threads(threads));
}

inline RebuiltHeap heapAt(Trace& trace, uint32_t point, unsigned threads = 2) {
  Result<RebuiltHeap> heap = tryHeapAt(trace, point, threads);
  if (heap) return std::move(*heap);
  ADD_FAILURE() << heap.error().describe();
  return {};
}

}  // namespace heaptrail::test
