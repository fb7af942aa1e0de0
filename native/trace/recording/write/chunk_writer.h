// Writes a recording chunk by chunk: packs, checks, appends. A thread of its own does that, so that whoever hands
// chunks over (a JVM that stands still meanwhile) waits only when several are in the queue.
//
// As long as the file may grow it is locked (write_lock.h), so that readers can tell a program that runs from one that
// was killed.
//
// What goes wrong with the file (a full disk, above all) is kept and told; after that nothing more is written, the file
// is cut back to its last whole chunk, and handing over chunks stays harmless. For one thread at a time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "trace/recording/format/format.h"

struct ZSTD_CCtx_s;

namespace heaptrail::recording {

class ChunkWriter {
 public:
  /// Creates the file, readable by its owner only. Refuses to write over one that is there.
  static Result<std::unique_ptr<ChunkWriter>> create(const std::string& path);
  ~ChunkWriter();
  ChunkWriter(const ChunkWriter&) = delete;
  ChunkWriter& operator=(const ChunkWriter&) = delete;

  /// Hands a chunk over. Empty ones are none.
  void add(ChunkKind kind, uint32_t point, std::vector<uint8_t> payload);

  /// Waits until everything is in the file, and tells what went wrong so far.
  Status flush();

  /// Completes the file with its index, and closes it.
  Status finish();

  /// Closes the file as it is. Nothing is written from then on.
  void close();

  const std::string& path() const { return path_; }

 private:
  struct Chunk {
    ChunkKind kind;
    uint32_t point;
    std::vector<uint8_t> payload;
  };

  ChunkWriter(std::string path, int descriptor);
  uint64_t size();  // bytes in the file so far
  void work();
  void write(const Chunk& chunk);
  bool append(const void* bytes, size_t size);

  static constexpr size_t kMostWaiting = 32;

  std::string path_;
  int descriptor_;
  ZSTD_CCtx_s* packer_;
  std::vector<uint8_t> packed_;
  std::vector<uint8_t> index_;
  uint32_t number_ = 0;
  uint64_t end_ = 0;  // of the last whole chunk
  int problem_ = 0;   // errno of the first failure

  std::mutex mutex_;  // guards what follows, and end_ and problem_
  std::condition_variable changed_;
  std::deque<Chunk> waiting_;
  bool busy_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace heaptrail::recording
