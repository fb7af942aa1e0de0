// The traces that are open, by handle. One that is closed lives on until its last question is answered.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "session/opened_trace.h"

namespace heaptrail::addon {

class OpenTraces {
 public:
  uint64_t add(std::shared_ptr<OpenedTrace> trace) {
    const std::lock_guard lock(mutex_);
    entries_[++last_] = std::move(trace);
    return last_;
  }

  Result<std::shared_ptr<OpenedTrace>> find(uint64_t handle) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(handle);
    if (place == entries_.end()) return notOpen();
    return place->second;
  }

  /// What is asked from now on is asked of this one; what is being answered still is so of the one before.
  Status replace(uint64_t handle, std::shared_ptr<OpenedTrace> trace) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(handle);
    if (place == entries_.end()) return notOpen();
    place->second = std::move(trace);
    return {};
  }

  Status remove(uint64_t handle) {
    const std::lock_guard lock(mutex_);
    if (entries_.erase(handle) == 0) return notOpen();
    return {};
  }

 private:
  static std::unexpected<Error> notOpen() { return usageError("this trace is not open"); }

  std::mutex mutex_;
  std::map<uint64_t, std::shared_ptr<OpenedTrace>> entries_;
  uint64_t last_ = 0;
};

}  // namespace heaptrail::addon
