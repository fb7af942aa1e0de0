#include "trace/jsonl/symbol_writer.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/checksum.h"
#include "trace/jsonl/symbol_fields.h"

namespace heaptrail::jsonl {

namespace {

uint64_t checksumOf(const JsonWriter& line) {
  return checksum({reinterpret_cast<const uint8_t*>(line.text().data()), line.text().size()});
}

}  // namespace

void writeFrame(const Frame& frame, JsonWriter& out) {
  out.memberIfAny("class", frame.className).memberIfAny("method", frame.method).memberIfAny("file", frame.file);
  if (frame.line != 0) out.member("line", frame.line);
}

void SymbolWriter::write(const Heap& heap, JsonWriter& out) {
  nameTypes(heap.symbols());
  writeTypes(heap, out);
  writeSites(heap.symbols(), out);
  writeThreads(heap.symbols(), out);
}

void SymbolWriter::nameTypes(const Symbols& symbols) {
  std::map<std::string_view, size_t> seen;
  idOfType_.clear();
  for (const Type& type : symbols.types) {
    std::vector<uint64_t>& ids = idsByName_[type.name];
    const size_t place = seen[type.name]++;
    if (place == ids.size()) {
      types_.push_back({.name = type.name});
      ids.push_back(types_.size());
    }
    idOfType_.push_back(ids[place]);
  }
}

void SymbolWriter::writeTypes(const Heap& heap, JsonWriter& out) {
  std::vector<bool> present(types_.size());
  JsonWriter line;
  for (uint32_t t = 0; t < idOfType_.size(); ++t) {
    line.clear();
    writeType(heap, TypeId(t), line);
    Written& written = types_[idOfType_[t] - 1];
    present[idOfType_[t] - 1] = true;
    written.classObject = heap.classObjectOf(TypeId(t)).exists();
    appendIfNew(written.checksum, line, out);
  }
  // What was the class object of a type that is gone may be another object now.
  for (size_t place = 0; place < types_.size(); ++place) {
    if (present[place] || !std::exchange(types_[place].classObject, false)) continue;
    line.clear();
    line.beginObject().member("type", uint64_t{place + 1}).member("name", types_[place].name).endObject();
    appendIfNew(types_[place].checksum, line, out);
  }
}

void SymbolWriter::writeType(const Heap& heap, TypeId id, JsonWriter& out) const {
  const Type& type = heap.symbols()[id];
  const HeapParts& parts = heap.parts();
  out.beginObject().member("type", idOf(id)).member("name", type.name);
  if (type.superclass.exists()) out.member("super", idOf(type.superclass));
  writeElement(type, out);
  writeFields(type, out);
  if (const ObjectIndex classObject = heap.classObjectOf(id); classObject.exists()) {
    out.member("class", heap.idOf(classObject).value());
  }
  if (const std::vector<std::string>& slots = parts.classSlots[id.value()]; !slots.empty()) {
    out.key("classSlots").beginArray();
    for (const std::string& slot : slots) out.value(slot);
    out.endArray();
  }
  writeSlots("weak", heap.weakSlots(id), out);
  writeSlots("soft", heap.softSlots(id), out);
  if (!parts.collectorSlots.empty()) writeSlots("links", parts.collectorSlots[id.value()], out);
  if (heap.leavesOutHolders()) {
    out.member("withoutReferrer", withoutReferrerWord(parts.withoutReferrer[id.value()]));
  }
  out.endObject();
}

/// One as a number, several as a list.
void SymbolWriter::writeSlots(std::string_view key, const SlotSet& set, JsonWriter& out) {
  const std::span<const uint32_t> slots = set.slots();
  if (slots.empty()) return;
  if (slots.size() == 1) {
    out.member(key, slots.front());
    return;
  }
  out.key(key).beginArray();
  for (const uint32_t slot : slots) out.value(slot);
  out.endArray();
}

/// What the name does not tell, and sizes other than the usual ones.
void SymbolWriter::writeElement(const Type& type, JsonWriter& out) {
  const NamedShape named = shapeOfName(type.name);
  if (type.shape == TypeShape::kInstance) {
    if (named.shape != TypeShape::kInstance) out.member("array", false);
    out.member("size", type.bytes);
    return;
  }
  if (named.shape != type.shape || named.element != type.element) out.member("element", valueWord(type.element));
  if (type.bytes != kUsualArrayHeader) out.member("size", type.bytes);
  const uint32_t usual = type.shape == TypeShape::kReferenceArray ? kUsualReference : primitiveBytes(type.element);
  if (type.elementBytes != usual) out.member("elementSize", type.elementBytes);
}

void SymbolWriter::writeFields(const Type& type, JsonWriter& out) {
  if (type.fields.empty()) return;
  out.key("fields").beginArray();
  for (const Field& field : type.fields) {
    if (field.kind == ValueKind::kReference) {
      out.value(field.name);
    } else {
      out.beginArray().value(field.name).value(valueWord(field.kind)).endArray();
    }
  }
  out.endArray();
}

void SymbolWriter::writeSites(const Symbols& symbols, JsonWriter& out) {
  sites_.resize(std::max(sites_.size(), symbols.sites.size()));
  JsonWriter line;
  for (uint32_t s = 0; s < symbols.sites.size(); ++s) {
    line.clear();
    line.beginObject().member("site", idOf(SiteId(s))).key("frames").beginArray();
    for (const Frame& frame : symbols.sites[s].frames) {
      line.beginObject();
      writeFrame(frame, line);
      line.endObject();
    }
    line.endArray().endObject();
    appendIfNew(sites_[s], line, out);
  }
}

void SymbolWriter::writeThreads(const Symbols& symbols, JsonWriter& out) {
  threads_.resize(std::max(threads_.size(), symbols.threads.size()));
  JsonWriter line;
  for (uint32_t t = 0; t < symbols.threads.size(); ++t) {
    const ThreadInfo& thread = symbols.threads[t];
    line.clear();
    line.beginObject().member("thread", idOf(ThreadId(t))).memberIfAny("name", thread.name);
    if (thread.stack.exists()) line.member("stack", idOf(thread.stack));
    line.endObject();
    appendIfNew(threads_[t], line, out);
  }
}

void SymbolWriter::appendIfNew(uint64_t& checksum, const JsonWriter& line, JsonWriter& out) {
  if (std::exchange(checksum, checksumOf(line)) != checksum) out.appendLine(line.text());
}

}  // namespace heaptrail::jsonl
