// What a command says on its standard error stream, on its way to ours: the end of it is kept, so that whoever runs a
// command for somebody who does not see the terminal can tell why it failed.
#pragma once

#include <array>
#include <string>
#include <thread>

namespace heaptrail {

class ErrorTail {
 public:
  ErrorTail();
  ~ErrorTail();
  ErrorTail(const ErrorTail&) = delete;
  ErrorTail& operator=(const ErrorTail&) = delete;

  /// What the command is to have as its stderr; our own where there can be no other.
  int forCommand() const;

  /// The command runs, or could not be started: from now on what it says is passed on.
  void begin();

  /// The command has ended. Processes that it left behind are not waited for.
  std::string end();

 private:
  void passOn();
  bool take();

  std::array<int, 2> pipe_{-1, -1};
  std::array<int, 2> stop_{-1, -1};
  std::string tail_;
  std::thread thread_;
};

}  // namespace heaptrail
