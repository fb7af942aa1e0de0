// The recording's symbols, for all threads of the program: whoever samples an allocation names its place.
//
// While the lock is held nothing may be asked of the JVM: a thread that the JVM stops meanwhile would stop everybody.
#pragma once

#include <mutex>

#include "trace/recording/write/symbol_encoder.h"

namespace heaptrail::recorder {

class SharedSymbols {
 public:
  /// `use` gets the SymbolEncoder.
  template <typename Use>
  auto with(Use&& use) {
    const std::lock_guard lock(mutex_);
    return use(encoder_);
  }

 private:
  std::mutex mutex_;
  recording::SymbolEncoder encoder_;
};

}  // namespace heaptrail::recorder
