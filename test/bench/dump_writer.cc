#include "dump_writer.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

namespace heaptrail::bench {

namespace {

constexpr uint64_t kSegmentBytes = 1 << 20;
constexpr uint64_t kMillisecondsOfDump = 1'795'000'000'000;

// Of java.lang.Class in JDK 17: two longs, two ints and three references that the JVM adds and no dump shows.
constexpr uint32_t kInjectedClassBytes = 2 * 8 + 2 * 4 + 3 * Layout::kReferenceBytes;

enum Record : uint8_t {
  kUtf8 = 0x01,
  kLoadClass = 0x02,
  kStackTrace = 0x05,
  kHeapDumpSegment = 0x1c,
  kHeapDumpEnd = 0x2c,
};
enum SubRecord : uint8_t {
  kRootJniGlobal = 0x01,
  kRootJavaFrame = 0x03,
  kRootStickyClass = 0x05,
  kRootThreadObject = 0x08,
  kClassDump = 0x20,
  kInstanceDump = 0x21,
  kObjectArrayDump = 0x22,
  kPrimitiveArrayDump = 0x23,
};
constexpr uint32_t kStackTraceSerial = 1;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

}  // namespace

DumpWriter::DumpWriter(const std::string& path, Layout layout, std::vector<JavaClass> classes)
    : layout_(layout),
      classes_(std::move(classes)),
      staticOffsets_(classes_.size()),
      live_(classes_.size()),
      unreachable_(classes_.size()),
      file_(std::fopen(path.c_str(), "wb")),
      buffer_(kSegmentBytes) {
  if (file_ == nullptr) fail(path.c_str());
  std::setvbuf(file_, nullptr, _IONBF, 0);
  for (const JavaClass& javaClass : classes_) {
    uint32_t inMemory = layout_.header + (&javaClass == &classes_[kClass] ? kInjectedClassBytes : 0);
    uint32_t inFile = 0;
    for (const JavaClass* c = &javaClass;; c = &classes_[c->super]) {
      for (const auto& [name, kind] : c->fields) {
        inMemory += bytesOf(kind, Layout::kReferenceBytes);
        inFile += bytesOf(kind, layout_.idBytes);
      }
      if (c == &classes_[kObject] || c->isArray) break;
    }
    instanceBytes_.push_back(alignUp(inMemory));
    instanceValueBytes_.push_back(inFile);
  }
}

DumpWriter::~DumpWriter() { std::fclose(file_); }

uint64_t DumpWriter::arrayBytes(uint32_t classId, uint64_t length) const {
  const uint32_t element =
      classes_[classId].elementBytes == 0 ? Layout::kReferenceBytes : classes_[classId].elementBytes;
  return alignUp(layout_.arrayBase + length * element);
}

void DumpWriter::writeOut(const void* data, uint64_t bytes) {
  if (std::fwrite(data, 1, bytes, file_) != bytes) fail("writing the dump");
  fileBytes_ += bytes;
}

/// Writes the record's head and what the buffer holds.
void DumpWriter::record(uint8_t tag, uint64_t bytes) {
  uint8_t head[9] = {tag};
  const uint32_t length = __builtin_bswap32(static_cast<uint32_t>(bytes));
  std::memcpy(head + 5, &length, sizeof length);
  writeOut(head, sizeof head);
  writeOut(buffer_.data(), used_);
  used_ = 0;
}

void DumpWriter::flush() {
  if (used_ > 0) record(kHeapDumpSegment, used_);
  if (buffer_.size() > kSegmentBytes) buffer_.resize(kSegmentBytes);
}

/// Makes room for a sub-record that may not be cut; one that is larger than a segment gets one of its own.
void DumpWriter::room(uint64_t bytes) {
  if (used_ + bytes > kSegmentBytes) flush();
  if (bytes > buffer_.size()) buffer_.resize(bytes);
}

void DumpWriter::count(uint32_t classId, uint64_t bytes, bool live) {
  Tally& tally = live ? live_[classId] : unreachable_[classId];
  ++tally.objects;
  tally.bytes += bytes;
}

Address DumpWriter::writeClasses(Address from) {
  constexpr char kMagic[] = "JAVA PROFILE 1.0.2";
  writeOut(kMagic, sizeof kMagic);
  put(layout_.idBytes);
  put(kMillisecondsOfDump);
  writeOut(buffer_.data(), used_);
  used_ = 0;
  // Names have ids of their own, far below every object.
  std::map<std::string_view, uint64_t> names;
  const auto nameId = [&](std::string_view name) {
    const auto [place, added] = names.emplace(name, 0x1000 + 8 * names.size());
    if (added) {
      id(place->second);
      std::memcpy(&buffer_[used_], name.data(), name.size());
      used_ += name.size();
      record(kUtf8, used_);
    }
    return place->second;
  };
  for (const JavaClass& javaClass : classes_) {
    nameId(javaClass.name);
    for (const auto& [name, kind] : javaClass.fields) nameId(name);
    for (const std::string& name : javaClass.staticReferences) nameId(name);
  }
  Address next = from;
  for (uint32_t c = 0; c < classes_.size(); ++c) {
    const uint64_t bytes =
        alignUp(instanceBytes_[kClass] + classes_[c].staticReferences.size() * Layout::kReferenceBytes);
    classObjects_.push_back(next);
    next += bytes;
    count(kClass, bytes, true);
    put(c + 1);
    id(classObjects_[c]);
    put(kStackTraceSerial);
    id(nameId(classes_[c].name));
    record(kLoadClass, used_);
  }
  put(kStackTraceSerial);
  put(uint32_t{0});  // thread
  put(uint32_t{0});  // frames
  record(kStackTrace, used_);
  for (uint32_t c = 0; c < classes_.size(); ++c) {
    const JavaClass& javaClass = classes_[c];
    room(100 + 20 * (javaClass.fields.size() + javaClass.staticReferences.size()));
    put(uint8_t{kClassDump});
    id(classObjects_[c]);
    put(kStackTraceSerial);
    reference(c == kObject ? 0 : classObjects_[javaClass.super]);
    for (int i = 0; i < 5; ++i) id(0);  // loader, signers, protection domain, two reserved
    put(instanceValueBytes_[c]);
    put(uint16_t{0});  // constant pool
    put(static_cast<uint16_t>(javaClass.staticReferences.size()));
    for (const std::string& name : javaClass.staticReferences) {
      id(names[name]);
      put(static_cast<uint8_t>(Kind::kReference));
      staticOffsets_[c].push_back(fileBytes_ + 9 + used_);
      id(0);
    }
    put(static_cast<uint16_t>(javaClass.fields.size()));
    for (const auto& [name, kind] : javaClass.fields) {
      id(names[name]);
      put(static_cast<uint8_t>(kind));
    }
  }
  return next;
}

void DumpWriter::setStatic(uint32_t classId, uint32_t number, Address target) {
  flush();
  id(target);
  ++references_;
  std::fseek(file_, static_cast<long>(staticOffsets_[classId][number]), SEEK_SET);
  if (std::fwrite(buffer_.data(), 1, used_, file_) != used_) fail("writing the dump");
  std::fseek(file_, 0, SEEK_END);
  used_ = 0;
}

void DumpWriter::beginInstance(Address at, uint32_t classId, bool live) {
  room(64 + instanceValueBytes_[classId]);
  put(uint8_t{kInstanceDump});
  id(at);
  put(kStackTraceSerial);
  id(classObjects_[classId]);
  put(instanceValueBytes_[classId]);
  count(classId, instanceBytes_[classId], live);
}

void DumpWriter::beginReferences(Address at, uint32_t classId, uint32_t length, bool live) {
  room(64 + uint64_t{length} * layout_.idBytes);
  put(uint8_t{kObjectArrayDump});
  id(at);
  put(kStackTraceSerial);
  put(length);
  id(classObjects_[classId]);
  count(classId, arrayBytes(classId, length), live);
}

/// Its elements are letters and small numbers that depend on `seed`.
void DumpWriter::primitiveArray(Address at, uint32_t classId, uint32_t length, uint64_t seed, bool live) {
  const uint32_t element = classes_[classId].elementBytes;
  const uint64_t bytes = uint64_t{length} * element;
  room(64 + bytes + 8);
  put(uint8_t{kPrimitiveArrayDump});
  id(at);
  put(kStackTraceSerial);
  put(length);
  put(static_cast<uint8_t>(classId == kByteArray ? Kind::kByte : Kind::kInt));
  uint64_t letters = seed * 0x9E3779B97F4A7C15;
  for (uint64_t i = 0; i < bytes; i += 8) {
    const uint64_t eight = 0x6161616161616161 + (letters & 0x0707070707070707);
    std::memcpy(&buffer_[used_ + i], &eight, sizeof eight);
    letters = letters * 0x9E3779B97F4A7C15 + 1;
  }
  used_ += bytes;
  count(classId, arrayBytes(classId, length), live);
}

void DumpWriter::stickyClass(uint32_t classId) {
  room(64);
  put(uint8_t{kRootStickyClass});
  id(classObjects_[classId]);
}

void DumpWriter::thread(Address object, uint32_t serial) {
  room(64);
  put(uint8_t{kRootThreadObject});
  id(object);
  put(serial);
  put(kStackTraceSerial);
}

void DumpWriter::javaFrame(Address object, uint32_t threadSerial) {
  room(64);
  put(uint8_t{kRootJavaFrame});
  id(object);
  put(threadSerial);
  put(~uint32_t{0});  // no frame known
}

void DumpWriter::jniGlobal(Address object) {
  room(64);
  put(uint8_t{kRootJniGlobal});
  id(object);
  id(object);  // where the JVM keeps the handle: any number
}

void DumpWriter::finish() {
  flush();
  record(kHeapDumpEnd, 0);
  if (std::fflush(file_) != 0) fail("writing the dump");
}

}  // namespace heaptrail::bench
