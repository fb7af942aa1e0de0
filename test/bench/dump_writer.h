// Writes a heap dump in the format of HPROF 1.0.2 as HotSpot does: classes first, then objects in heap dump segments of
// at most one megabyte, a large array in a segment of its own, roots last.
//
// The writer knows the format and counts what it writes; what the heap looks like is decided in heap_shapes.cc. It
// keeps one segment in memory. An error of the file system ends the program: nothing useful can be done with half a
// dump.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "java_classes.h"

namespace heaptrail::bench {

struct Tally {
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

class DumpWriter {
 public:
  DumpWriter(const std::string& path, Layout layout, std::vector<JavaClass> classes);
  DumpWriter(const DumpWriter&) = delete;
  DumpWriter& operator=(const DumpWriter&) = delete;
  ~DumpWriter();

  const std::vector<JavaClass>& classes() const { return classes_; }
  const Layout& layout() const { return layout_; }
  uint64_t instanceBytes(uint32_t classId) const { return instanceBytes_[classId]; }
  uint64_t arrayBytes(uint32_t classId, uint64_t length) const;
  Address classObject(uint32_t classId) const { return classObjects_[classId]; }

  /// Strings, LOAD_CLASS and CLASS_DUMP of every class; class objects lie behind each other from `from` on. Returns the
  /// address behind the last. The static references are null until setStatic.
  Address writeClasses(Address from);
  void setStatic(uint32_t classId, uint32_t number, Address target);

  // An object: begin…, then its values in order. Null references are not counted.
  void beginInstance(Address at, uint32_t classId, bool live);
  void beginReferences(Address at, uint32_t classId, uint32_t length, bool live);
  void reference(Address target) {
    id(target);
    references_ += target != 0 ? 1 : 0;
  }
  void intValue(uint32_t value) { put(value); }
  void byteValue(uint8_t value) { buffer_[used_++] = value; }
  void primitiveArray(Address at, uint32_t classId, uint32_t length, uint64_t seed, bool live);

  void stickyClass(uint32_t classId);
  void thread(Address object, uint32_t serial);
  void javaFrame(Address object, uint32_t threadSerial);
  void jniGlobal(Address object);

  /// Ends the last segment and the file.
  void finish();

  uint64_t references() const { return references_; }
  uint64_t fileBytes() const { return fileBytes_; }
  const std::vector<Tally>& live() const { return live_; }
  const std::vector<Tally>& unreachable() const { return unreachable_; }

 private:
  void room(uint64_t bytes);
  void flush();
  void writeOut(const void* data, uint64_t bytes);
  void record(uint8_t tag, uint64_t bytes);
  void count(uint32_t classId, uint64_t bytes, bool live);
  void writeClassDump(uint32_t classId);

  template <typename Unsigned>
  void put(Unsigned value) {
    Unsigned bigEndian = value;
    if constexpr (sizeof(Unsigned) == 8) {
      bigEndian = __builtin_bswap64(value);
    } else if constexpr (sizeof(Unsigned) == 4) {
      bigEndian = __builtin_bswap32(value);
    } else if constexpr (sizeof(Unsigned) == 2) {
      bigEndian = __builtin_bswap16(value);
    }
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(&buffer_[used_], &bigEndian, sizeof bigEndian);
    used_ += sizeof bigEndian;
  }
  void id(uint64_t value) {
    if (layout_.idBytes == 8) {
      put(value);
    } else {
      put(static_cast<uint32_t>(value));
    }
  }

  Layout layout_;
  std::vector<JavaClass> classes_;
  std::vector<uint64_t> instanceBytes_;
  std::vector<uint32_t> instanceValueBytes_;  // in the file
  std::vector<Address> classObjects_;
  std::vector<std::vector<uint64_t>> staticOffsets_;  // in the file
  std::vector<Tally> live_;
  std::vector<Tally> unreachable_;
  std::FILE* file_;
  std::vector<uint8_t> buffer_;
  uint64_t used_ = 0;
  uint64_t fileBytes_ = 0;
  uint64_t references_ = 0;
};

}  // namespace heaptrail::bench
