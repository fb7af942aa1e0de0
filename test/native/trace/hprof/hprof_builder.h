// Writes small heap dumps byte by byte, for tests: independent of the reader, close to the format's own words.
//
//   HprofBuilder dump;
//   const auto node = dump.addClass("Node", 0, {{"next", 'L'}, {"value", 'I'}});
//   dump.beginSegment().instance(0x100, node, {0x108, 7}).endSegment();
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heaptrail::test {

class HprofBuilder {
 public:
  explicit HprofBuilder(uint32_t idBytes = 8, const std::string& version = "JAVA PROFILE 1.0.2");

  using Fields = std::vector<std::pair<std::string, char>>;  // name and JVM descriptor: L Z C F D B S I J
  struct Static {
    std::string name;
    char kind;
    uint64_t value;
  };

  // Outside of heap dumps.
  uint64_t string(const std::string& text);
  void loadClass(uint64_t classId, const std::string& rawName);
  void frame(uint64_t id, const std::string& method, const std::string& file, uint32_t classSerial, int32_t line);
  void stack(uint32_t serial, uint32_t threadSerial, const std::vector<uint64_t>& frames);
  void record(uint8_t tag, const std::vector<uint8_t>& body);
  /// A record head that claims `length` bytes, whatever follows.
  void recordHead(uint8_t tag, uint32_t length);
  uint32_t serialOf(uint64_t classId) const { return serials_.at(classId); }

  // Inside. A segment's length is filled in by `endSegment`.
  HprofBuilder& beginSegment(uint8_t tag = 0x1c);
  HprofBuilder& endSegment();
  /// Ends the segment but leaves `length` as its length.
  HprofBuilder& endSegmentClaiming(uint32_t length);
  HprofBuilder& classDump(uint64_t classId, uint64_t superId, const Fields& fields,
                          const std::vector<Static>& statics = {},
                          const std::vector<std::pair<uint16_t, uint64_t>>& constants = {}, uint64_t loaderId = 0);
  /// Values in the order of the fields, the class's own first.
  HprofBuilder& instance(uint64_t id, uint64_t classId, const std::vector<uint64_t>& values = {}, uint32_t stack = 0);
  HprofBuilder& objectArray(uint64_t id, uint64_t classId, const std::vector<uint64_t>& elements, uint32_t stack = 0);
  HprofBuilder& primitiveArray(uint64_t id, char kind, uint32_t length, uint32_t stack = 0);
  HprofBuilder& bytes(uint64_t id, const std::string& text);
  HprofBuilder& chars(uint64_t id, const std::u16string& text);
  HprofBuilder& root(uint8_t tag, uint64_t object, const std::vector<uint8_t>& details = {});
  HprofBuilder& threadObject(uint64_t object, uint32_t threadSerial, uint32_t stackSerial);
  HprofBuilder& javaFrame(uint64_t object, uint32_t threadSerial, uint32_t frame);
  HprofBuilder& raw(const std::vector<uint8_t>& bytes);

  /// LOAD_CLASS and, in a segment of its own, the class dump.
  uint64_t addClass(const std::string& rawName, uint64_t superId, const Fields& fields,
                    const std::vector<Static>& statics = {});

  const std::vector<uint8_t>& content() const { return content_; }
  uint32_t idBytes() const { return idBytes_; }

 private:
  struct Known {
    uint64_t superId;
    Fields fields;
  };

  void u1(uint64_t value) { content_.push_back(static_cast<uint8_t>(value)); }
  void big(uint64_t value, uint32_t bytes);
  void id(uint64_t value) { big(value, idBytes_); }
  void value(char kind, uint64_t value);

  uint32_t idBytes_;
  std::vector<uint8_t> content_;
  size_t lengthAt_ = 0;
  uint64_t nextString_ = 1;
  uint64_t nextClass_ = 0x10000;
  std::map<std::string, uint64_t> strings_;
  std::map<uint64_t, uint32_t> serials_;
  std::map<uint64_t, Known> classes_;
};

}  // namespace heaptrail::test
