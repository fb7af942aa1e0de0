// Takes points: names what is new, walks, and writes. And how the recording begins and ends. For one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "recorder/allocation_sites.h"
#include "recorder/class_registry.h"
#include "recorder/collection_classes.h"
#include "recorder/collection_log.h"
#include "recorder/frame_names.h"
#include "recorder/holding_ways.h"
#include "recorder/left_out.h"
#include "recorder/new_objects.h"
#include "recorder/options.h"
#include "recorder/shared_symbols.h"
#include "recorder/thread_names.h"
#include "trace/recording/format/records.h"
#include "trace/recording/write/chunk_writer.h"

namespace heaptrail::recorder {

/// Light: counts by class instead of objects.
enum class PointKind { kFull, kLight };

class PointRecorder {
 public:
  /// What all threads of the program share with it.
  struct Shared {
    SharedSymbols& symbols;
    FrameNames& frames;
    ThreadNames& threads;
    CollectionLog& collections;
    AllocationSites& sites;
  };

  PointRecorder(jvmtiEnv* jvmti, std::unique_ptr<recording::ChunkWriter> writer, Shared shared);

  void begin(JNIEnv* jni, const Options& options);
  /// Waits until the point is in the file. After a failure nothing more can be recorded.
  Status take(JNIEnv* jni, recording::Trigger trigger, PointKind kind);
  /// What collections there were since they were written last, and how full pools were: they need not wait for a point.
  void writeCollections();
  /// Completes the file.
  Status end();
  /// Leaves it as it is, for good.
  void close() { writer_->close(); }

  uint64_t nanoseconds() const {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count());
  }
  const std::string& path() const { return writer_->path(); }
  uint32_t points() const { return points_; }

 private:
  Result<recording::PointEndRecord> walk(JNIEnv* jni, uint32_t point);
  /// For whoever samples them.
  std::vector<Survivors> survivorsAmong(const NewObjects& newObjects) const;
  /// Of a light point.
  Result<recording::PointEndRecord> count(JNIEnv* jni, uint32_t point);
  void writeSymbols();
  void write(std::vector<uint8_t> collections);

  jvmtiEnv* jvmti_;
  std::unique_ptr<recording::ChunkWriter> writer_;
  Shared shared_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ObjectNumbers numbers_;
  ClassRegistry classes_;
  LeftOutReferences leftOut_;
  CollectionClasses collectionClasses_;
  HoldingWays holdingWays_;
  bool areNumbered_ = false;  // all objects, since there was a full point
  bool isTagTableLarge_ = false;
  recording::ArraySizes arrays_;
  uint32_t begun_ = 0;
  uint32_t points_ = 0;
};

}  // namespace heaptrail::recorder
