// One line on a terminal's stderr that says what is being waited for, while it lives: where nobody knows how long it
// takes. Silent when stderr is no terminal. Ctrl-C ends the program as ever.
#pragma once

#include <string_view>

namespace heaptrail {

class WaitingLine {
 public:
  WaitingLine(bool quiet, std::string_view what);
  ~WaitingLine();
  WaitingLine(const WaitingLine&) = delete;
  WaitingLine& operator=(const WaitingLine&) = delete;

 private:
  bool visible_;
};

}  // namespace heaptrail
