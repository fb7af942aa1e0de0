// Where in a trace's file the records of objects are: enough to read one of them again when its values are asked for,
// without a table per object. The format that fills it is the only one that understands it.
//
// A dump lists objects nearly in the order of their ids. So it is enough to know, of each stretch of some tens of
// kilobytes, which ids lie in it: 32 bytes for hundreds of objects, about a twentieth of a byte for each. To find an
// object, the stretches whose ids include its own are looked through, nearly always a single one.
#pragma once

#include <cstdint>
#include <vector>

namespace heaptrail {

struct RecordPositions {
  /// Begins and ends between two records of objects; no other record lies between them.
  struct Stretch {
    uint64_t from = 0;
    uint64_t to = 0;
    uint64_t lowestId = 0;
    uint64_t highestId = 0;
  };
  /// The record that describes a class, and holds its static fields.
  struct ClassRecord {
    uint64_t id = 0;
    uint64_t from = 0;
    uint64_t to = 0;
  };
  /// A part of the file with records of names; others may lie between them.
  struct Names {
    uint64_t from = 0;
    uint64_t to = 0;
  };

  std::vector<Stretch> stretches;    // in the order of the file
  std::vector<ClassRecord> classes;  // ascending by id; the first record of each class
  std::vector<Names> names;          // in the order of the file

  bool empty() const { return stretches.empty() && classes.empty(); }
  uint64_t bytes() const {
    return stretches.capacity() * sizeof(Stretch) + classes.capacity() * sizeof(ClassRecord) +
           names.capacity() * sizeof(Names);
  }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.stretches, self.classes, self.names);
  }
};

}  // namespace heaptrail
