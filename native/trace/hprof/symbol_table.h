// From the dump's classes, stacks and threads to the model's types, sites and threads, with what the later passes need
// to know to read instances: where in the file's records the references stand.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/heap.h"
#include "trace/hprof/survey.h"
#include "trace/hprof/vm_layout.h"

namespace heaptrail::hprof {

/// How the body of an instance is laid out in the file.
struct InstanceBody {
  TypeId type;
  uint32_t bytes = 0;
  std::vector<uint32_t> references;  // offsets of the reference fields, in slot order
};

struct SymbolTable {
  std::shared_ptr<Symbols> symbols;
  std::vector<InstanceBody> bodies;                  // by place in Survey::classes
  TypeId primitiveArrays[9];                         // by ValueKind
  TypeId classClass;                                 // java.lang.Class
  std::unordered_map<uint32_t, SiteId> siteOfStack;  // by stack serial
  std::unordered_map<uint32_t, ThreadId> threadOfSerial;
  std::vector<SlotSet> weakSlots;  // see HeapParts
  std::vector<SlotSet> softSlots;
  std::vector<SlotSet> collectorSlots;
  std::vector<WithoutReferrer> withoutReferrer;  // see HeapParts
};

SymbolTable buildSymbols(const Survey& survey, const ClassSizes& sizes);

/// The slots of a class object, in the order in which its references are listed: (what it is called, object id).
std::vector<std::pair<std::string, uint64_t>> classObjectSlots(const Survey& survey, const ClassRecord& record);

}  // namespace heaptrail::hprof
