// A value that is made when it is first asked for and then stays, until it is dropped. Several threads may ask: one
// makes it, the others wait for it, and whoever waits can be cancelled. If the maker fails or is cancelled, the next
// one who waits tries.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/progress.h"
#include "base/try.h"

namespace heaptrail {

template <typename T>
class Lazy {
 public:
  using Value = std::shared_ptr<const T>;

  /// `make()` gives a Result<T>, or a Result of a pointer to one.
  template <typename Make>
  Result<Value> get(Progress& progress, Make&& make) {
    if (Value value = known()) return value;
    std::unique_lock making(making_, std::defer_lock);
    while (!making.try_lock_for(kBetweenChecks)) {
      if (progress.cancelled()) return cancelledError();
    }
    if (Value value = known()) return value;
    auto made = TRY(make());
    return set(std::move(made));
  }

  /// The value if it is there already.
  Value known() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

  Value set(T&& value) { return set(std::make_shared<const T>(std::move(value))); }
  Value set(Value value) {
    const std::lock_guard lock(mutex_);
    value_ = std::move(value);
    return value_;
  }

 private:
  static constexpr std::chrono::milliseconds kBetweenChecks{20};

  std::timed_mutex making_;
  mutable std::mutex mutex_;
  Value value_;
};

}  // namespace heaptrail
