#include "launch/acting_as.h"

#include <unistd.h>

#include <cstdlib>

namespace heaptrail {

ActingAs::ActingAs(uid_t user, gid_t group) : groupBefore_(getegid()) {
  if (geteuid() != 0 || user == 0) return;
  if (setegid(group) != 0) return;
  changed_ = seteuid(user) == 0;
  if (!changed_ && setegid(groupBefore_) != 0) std::abort();
}

ActingAs::~ActingAs() {
  if (!changed_) return;
  // To go on as somebody else than one believes to be would be worse than not to go on.
  if (seteuid(0) != 0 || setegid(groupBefore_) != 0) std::abort();
}

}  // namespace heaptrail
