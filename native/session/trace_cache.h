// What was computed of a trace, kept in files from one run to the next. Safe to delete at any time.
//
// Each part (the summary, the heap, dominators, …) is a file of its own, `<key>.<part>.heaptrail-cache`, where the key
// tells the trace by its content, the options, and the version of the engine. A part that is missing, damaged, cut off
// or made by another version counts as not there: then it is computed again. Writing is atomic; that it fails costs
// nothing but the time next time. For any number of processes on one folder.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/archive.h"
#include "base/error.h"

namespace heaptrail {

class TraceCache {
 public:
  /// A cache that is none.
  TraceCache() = default;
  /// For the trace in these files, which are looked at only if there is a folder; `options`: whatever changes the
  /// answers.
  TraceCache(std::string folder, std::span<const std::string> paths, std::string_view options);

  bool exists() const { return !folder_.empty(); }

  template <typename Part>
  bool load(std::string_view name, Part& part) const {
    if (!exists()) return false;
    ArchiveReader reader(fileOf(name), key_);
    if (reader.readAll(part)) {
      markUsed(name);
      return true;
    }
    remove(name);  // so that it is written anew
    return false;
  }

  bool has(std::string_view name) const;

  template <typename Part>
  Status store(std::string_view name, const Part& part) const {
    ArchiveWriter writer(fileOf(name), key_);
    writer(part);
    return writer.finish();
  }

  /// Bytes in all parts of this trace.
  uint64_t bytes() const;

  /// Deletes parts of other traces, those first that were used longest ago, until the folder has at most `mostBytes`.
  void trim(uint64_t mostBytes) const;

 private:
  std::string fileOf(std::string_view name) const;
  void remove(std::string_view name) const;
  void markUsed(std::string_view name) const;
  bool isOwn(const std::string& fileName) const;

  std::string folder_;
  uint64_t key_ = 0;
};

}  // namespace heaptrail
