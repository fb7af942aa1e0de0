// For as long as this lives, what is done is done as another user: for root only, to whom it matters what others may do
// and which files they take for their own.
#pragma once

#include <sys/types.h>

namespace heaptrail {

class ActingAs {
 public:
  /// Does nothing where the process has no right to it.
  ActingAs(uid_t user, gid_t group);
  ~ActingAs();
  ActingAs(const ActingAs&) = delete;
  ActingAs& operator=(const ActingAs&) = delete;

 private:
  bool changed_ = false;
  gid_t groupBefore_ = 0;
};

}  // namespace heaptrail
