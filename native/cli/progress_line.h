// One line on a terminal's stderr that says how far the work is, and Ctrl-C that ends it in order. Silent when stderr
// is no terminal.
#pragma once

#include "base/progress.h"

namespace heaptrail {

class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  Progress& progress() { return progress_; }

  /// Takes the line away.
  void finish();

 private:
  void show(const ProgressReport& report);

  bool visible_;
  bool shown_ = false;
  Progress progress_;
};

}  // namespace heaptrail
