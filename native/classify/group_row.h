// A group of objects as people see it: its key, how many there are, and their bytes.
#pragma once

#include <cstdint>
#include <string>

namespace heaptrail {

struct GroupRow {
  std::string key;
  uint64_t objects = 0;
  uint64_t bytes = 0;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.key, self.objects, self.bytes);
  }
};

}  // namespace heaptrail
