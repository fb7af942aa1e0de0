#include "trace/recording/read/symbol_reader.h"

#include <limits>
#include <span>
#include <utility>

#include "base/text.h"
#include "trace/recording/format/format.h"

namespace heaptrail::recording {

namespace {

// Class files cannot hold longer ones.
constexpr size_t kLongestString = 65535;

std::string readString(PayloadReader& payload) {
  const std::string_view text = payload.text();
  if (text.size() <= kLongestString) {
    return fromModifiedUtf8({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  }
  payload.fail();
  return {};
}

RecordedType readType(PayloadReader& payload) {
  RecordedType type;
  type.classObject = payload.number();
  type.signature = payload.number32();
  type.superclass = payload.number();
  type.sourceFile = payload.number32();
  type.interfaces.resize(payload.count());
  for (uint64_t& interface : type.interfaces) interface = payload.number();
  type.fields.resize(payload.count());
  for (RecordedField& field : type.fields) {
    const uint64_t name = payload.number();
    if (name >> 33 != 0) payload.fail();
    field.name = static_cast<uint32_t>(name >> 1);
    field.isStatic = (name & 1) != 0;
    field.signature = payload.number32();
  }
  return type;
}

RecordedFrame readFrame(PayloadReader& payload) {
  RecordedFrame frame;
  for (uint32_t* part : {&frame.className, &frame.method, &frame.file, &frame.line}) *part = payload.number32();
  return frame;
}

std::vector<uint32_t> readSite(PayloadReader& payload) {
  std::vector<uint32_t> frames(payload.count());
  for (uint32_t& frame : frames) frame = payload.number32();
  return frames;
}

RecordedThread readThread(PayloadReader& payload) {
  RecordedThread thread;
  thread.object = payload.number();
  thread.javaId = payload.number();
  thread.name = payload.number32();
  return thread;
}

RecordedOrigin readOrigin(PayloadReader& payload, SymbolTag tag) {
  RecordedOrigin origin;
  origin.site = payload.number32();
  origin.thread = payload.number32();
  if (tag == SymbolTag::kOrigin) origin.interval = payload.number32();
  return origin;
}

void readInstanceBytes(PayloadReader& payload, std::vector<RecordedType>& types) {
  const uint64_t type = payload.number();
  const uint64_t bytes = payload.number();
  if (type == 0 || type > types.size() || bytes > std::numeric_limits<uint32_t>::max()) {
    payload.fail();
  } else if (types[type - 1].instanceBytes == 0) {
    types[type - 1].instanceBytes = static_cast<uint32_t>(bytes);
  }
}

}  // namespace

const std::string& RecordedSymbols::string(uint32_t number) const {
  static const std::string none;
  return number == 0 || number > strings.size() ? none : strings[number - 1];
}

bool RecordedSymbols::add(PayloadReader payload) {
  while (!payload.atEnd()) {
    const uint64_t tag = payload.number();
    if (tag < static_cast<uint64_t>(SymbolTag::kString) || tag > static_cast<uint64_t>(SymbolTag::kOrigin)) {
      payload.fail();
      break;
    }
    switch (static_cast<SymbolTag>(tag)) {
      case SymbolTag::kString:
        strings.push_back(readString(payload));
        break;
      case SymbolTag::kType:
        types.push_back(readType(payload));
        break;
      case SymbolTag::kFrame:
        frames.push_back(readFrame(payload));
        break;
      case SymbolTag::kSite:
        sites.push_back(readSite(payload));
        break;
      case SymbolTag::kThread:
        threads.push_back(readThread(payload));
        break;
      case SymbolTag::kOrigin:
      case SymbolTag::kOriginOfVersion1:
        origins.push_back(readOrigin(payload, static_cast<SymbolTag>(tag)));
        break;
      case SymbolTag::kInstanceBytes:
        readInstanceBytes(payload, types);
        break;
    }
  }
  return payload.good();
}

}  // namespace heaptrail::recording
