// Encodes the names of a recording as they come up: strings, types, frames, sites, threads. Everything is written once
// and has a number from then on, counted from 1 for its kind; 0 stands for none.
//
// What was written since the last time is taken out with `take`, and must be in the file before anything that uses it.
// For one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/recording/format/format.h"
#include "trace/recording/format/payload.h"

namespace heaptrail::recording {

struct FieldSymbol {
  std::string name;
  std::string signature;
  bool isStatic = false;
};

/// Classes are told by their class objects.
struct TypeSymbol {
  uint64_t classObject = 0;
  std::string signature;    // as the JVM has it: `Ljava/lang/String;`, `[I`
  uint64_t superclass = 0;  // its class object
  std::string sourceFile;
  std::vector<uint64_t> interfaces;  // their class objects
  std::vector<FieldSymbol> fields;   // declared by the class itself, in the order of the class file
};

class SymbolEncoder {
 public:
  uint32_t string(std::string_view text);
  uint32_t type(const TypeSymbol& type);
  uint32_t frame(std::string_view className, std::string_view method, std::string_view file, uint32_t line);
  /// Of frames, the innermost first.
  uint32_t site(std::span<const uint32_t> frames);
  /// `object`: the thread's object, if it has an id; `javaId`: as java.lang.Thread numbers it.
  uint32_t thread(uint64_t object, uint64_t javaId, std::string_view name);
  /// Where and by whom, and how many bytes lay between two samples on average (0: every allocation was reported).
  uint32_t origin(uint32_t site, uint32_t thread, uint32_t interval);
  /// How large instances of a type are, as soon as one was seen.
  void instanceBytes(uint32_t type, uint64_t bytes);

  bool empty() const { return pending_.empty(); }
  std::vector<uint8_t> take() { return pending_.take(); }

 private:
  void tag(SymbolTag tag) { pending_.number(static_cast<uint64_t>(tag)); }

  PayloadWriter pending_;
  std::unordered_map<std::string, uint32_t> strings_;
  std::map<std::array<uint32_t, 4>, uint32_t> frames_;
  std::map<std::vector<uint32_t>, uint32_t> sites_;
  std::map<std::array<uint32_t, 3>, uint32_t> origins_;
  uint32_t types_ = 0;
  uint32_t threads_ = 0;
};

}  // namespace heaptrail::recording
