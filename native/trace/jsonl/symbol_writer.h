// Writes the lines of types, sites and threads: each once, and again where a later point sees it differently.
//
// A type is the same one at two points when it has the same name there, and is the same of those with that name; sites
// and threads when they have the same number. That loses nothing where it is wrong: the line is written anew.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/heap.h"
#include "text/json_writer.h"

namespace heaptrail::jsonl {

class SymbolWriter {
 public:
  /// Appends what the heap needs beyond what was written before.
  void write(const Heap& heap, JsonWriter& out);

  /// The id in the file of a type of the heap that was written last.
  uint64_t idOf(TypeId type) const { return idOfType_[type.value()]; }
  static uint64_t idOf(SiteId site) { return uint64_t{site.value()} + 1; }
  static uint64_t idOf(ThreadId thread) { return uint64_t{thread.value()} + 1; }

 private:
  struct Written {
    std::string name;
    uint64_t checksum = 0;     // of the last line
    bool classObject = false;  // whether it names one
  };

  void nameTypes(const Symbols& symbols);
  void writeTypes(const Heap& heap, JsonWriter& out);
  void writeType(const Heap& heap, TypeId id, JsonWriter& out) const;
  static void writeSlots(std::string_view key, const SlotSet& set, JsonWriter& out);
  static void writeElement(const Type& type, JsonWriter& out);
  static void writeFields(const Type& type, JsonWriter& out);
  void writeSites(const Symbols& symbols, JsonWriter& out);
  void writeThreads(const Symbols& symbols, JsonWriter& out);
  static void appendIfNew(uint64_t& checksum, const JsonWriter& line, JsonWriter& out);

  std::map<std::string, std::vector<uint64_t>> idsByName_;
  std::vector<uint64_t> idOfType_;
  std::vector<Written> types_;   // by id - 1
  std::vector<uint64_t> sites_;  // checksums of the last lines
  std::vector<uint64_t> threads_;
};

/// The keys of a frame.
void writeFrame(const Frame& frame, JsonWriter& out);

}  // namespace heaptrail::jsonl
