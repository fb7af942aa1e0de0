// What the symbols file says, as it says it: types with their fields, allocation sites, causes of collections.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "trace/anttracks/trace_folder.h"

namespace heaptrail::anttracks {

struct FieldRecord {
  uint32_t index = 0;  // among the declared fields of its class
  std::string descriptor;
  std::string name;
  bool isStatic = false;

  bool isReference() const { return descriptor.front() == 'L' || descriptor.front() == '['; }
  friend bool operator==(const FieldRecord&, const FieldRecord&) = default;
};
using FieldList = std::vector<FieldRecord>;  // in the order of declaration

struct TypeRecord {
  uint32_t id = 0;
  std::string signature;
  uint32_t size = 0;              // bytes of an instance; of arrays: bytes of the header << 8 | of an element
  std::vector<FieldList> fields;  // its own, its superclass's, and so on up
};

/// A class object was allocated: of which class.
struct MirrorRecord {
  std::string signature;  // empty where the file does not say: of primitive types
  FieldList fields;
};

struct FrameRecord {
  std::string signature;  // `java.lang.String.substring(II)Ljava/lang/String;`
  uint32_t bci = 0;
};

struct SiteRecord {
  uint32_t id = 0;
  uint32_t type = 0;  // 0: the events say
  std::vector<FrameRecord> frames;
  std::string special;  // instead of frames
};

struct SymbolRecords {
  uint32_t flags = 0;
  std::map<uint32_t, std::string> causes;
  std::vector<TypeRecord> types;  // the last record of each, by id
  std::vector<SiteRecord> sites;  // likewise
  std::vector<MirrorRecord> mirrors;
  uint32_t classType = 0;  // the type of class objects
  std::vector<Warning> warnings;
};

Result<SymbolRecords> readSymbols(const FoundFile& file);

}  // namespace heaptrail::anttracks
