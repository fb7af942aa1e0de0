#include "trace/hprof/hprof_builder.h"

#include <stdexcept>

namespace heaptrail::test {

namespace {

uint8_t typeCode(char kind) {
  switch (kind) {
    case 'L':
      return 2;
    case 'Z':
      return 4;
    case 'C':
      return 5;
    case 'F':
      return 6;
    case 'D':
      return 7;
    case 'B':
      return 8;
    case 'S':
      return 9;
    case 'I':
      return 10;
    case 'J':
      return 11;
    default:
      throw std::invalid_argument("no type code");
  }
}

uint32_t valueBytes(char kind, uint32_t idBytes) {
  switch (kind) {
    case 'L':
      return idBytes;
    case 'Z':
    case 'B':
      return 1;
    case 'C':
    case 'S':
      return 2;
    case 'F':
    case 'I':
      return 4;
    default:
      return 8;
  }
}

}  // namespace

HprofBuilder::HprofBuilder(uint32_t idBytes, const std::string& version) : idBytes_(idBytes) {
  content_.assign(version.begin(), version.end());
  u1(0);
  big(idBytes, 4);
  big(1700000000000, 8);
}

void HprofBuilder::big(uint64_t value, uint32_t bytes) {
  for (uint32_t i = bytes; i-- > 0;) u1(value >> (8 * i) & 0xff);
}

void HprofBuilder::value(char kind, uint64_t value) { big(value, valueBytes(kind, idBytes_)); }

void HprofBuilder::recordHead(uint8_t tag, uint32_t length) {
  u1(tag);
  big(0, 4);
  big(length, 4);
}

void HprofBuilder::record(uint8_t tag, const std::vector<uint8_t>& body) {
  recordHead(tag, static_cast<uint32_t>(body.size()));
  raw(body);
}

uint64_t HprofBuilder::string(const std::string& text) {
  const auto [place, fresh] = strings_.emplace(text, nextString_);
  if (!fresh) return place->second;
  recordHead(0x01, static_cast<uint32_t>(idBytes_ + text.size()));
  id(nextString_);
  content_.insert(content_.end(), text.begin(), text.end());
  return nextString_++;
}

void HprofBuilder::loadClass(uint64_t classId, const std::string& rawName) {
  const uint64_t name = string(rawName);
  const auto serial = static_cast<uint32_t>(serials_.size() + 1);
  serials_[classId] = serial;
  recordHead(0x02, 8 + 2 * idBytes_);
  big(serial, 4);
  id(classId);
  big(0, 4);
  id(name);
}

void HprofBuilder::frame(uint64_t frameId, const std::string& method, const std::string& file, uint32_t classSerial,
                         int32_t line) {
  const uint64_t methodId = string(method);
  const uint64_t signatureId = string("()V");
  const uint64_t fileId = string(file);
  recordHead(0x04, 4 * idBytes_ + 8);
  id(frameId);
  id(methodId);
  id(signatureId);
  id(fileId);
  big(classSerial, 4);
  big(static_cast<uint32_t>(line), 4);
}

void HprofBuilder::stack(uint32_t serial, uint32_t threadSerial, const std::vector<uint64_t>& frames) {
  recordHead(0x05, static_cast<uint32_t>(12 + frames.size() * idBytes_));
  big(serial, 4);
  big(threadSerial, 4);
  big(frames.size(), 4);
  for (const uint64_t frameId : frames) id(frameId);
}

HprofBuilder& HprofBuilder::beginSegment(uint8_t tag) {
  recordHead(tag, 0);
  lengthAt_ = content_.size();
  return *this;
}

HprofBuilder& HprofBuilder::endSegment() {
  return endSegmentClaiming(static_cast<uint32_t>(content_.size() - lengthAt_));
}

HprofBuilder& HprofBuilder::endSegmentClaiming(uint32_t length) {
  for (uint32_t i = 0; i < 4; ++i) content_[lengthAt_ - 4 + i] = static_cast<uint8_t>(length >> (8 * (3 - i)));
  return *this;
}

HprofBuilder& HprofBuilder::classDump(uint64_t classId, uint64_t superId, const Fields& fields,
                                      const std::vector<Static>& statics,
                                      const std::vector<std::pair<uint16_t, uint64_t>>& constants, uint64_t loaderId) {
  classes_[classId] = {superId, fields};
  u1(0x20);
  id(classId);
  big(0, 4);
  id(superId);
  id(loaderId);
  for (int i = 0; i < 4; ++i) id(0);
  uint32_t bytes = 0;
  for (const auto& [name, kind] : fields) bytes += valueBytes(kind, idBytes_);
  big(bytes, 4);
  big(constants.size(), 2);
  for (const auto& [index, object] : constants) {
    big(index, 2);
    u1(typeCode('L'));
    id(object);
  }
  big(statics.size(), 2);
  for (const Static& field : statics) {
    id(strings_.at(field.name));
    u1(typeCode(field.kind));
    value(field.kind, field.value);
  }
  big(fields.size(), 2);
  for (const auto& [name, kind] : fields) {
    id(strings_.at(name));
    u1(typeCode(kind));
  }
  return *this;
}

HprofBuilder& HprofBuilder::instance(uint64_t objectId, uint64_t classId, const std::vector<uint64_t>& values,
                                     uint32_t stack) {
  Fields all;
  for (uint64_t c = classId; classes_.contains(c); c = classes_[c].superId) {
    all.insert(all.end(), classes_[c].fields.begin(), classes_[c].fields.end());
  }
  uint32_t bytes = 0;
  for (const auto& [name, kind] : all) bytes += valueBytes(kind, idBytes_);
  u1(0x21);
  id(objectId);
  big(stack, 4);
  id(classId);
  big(bytes, 4);
  for (size_t i = 0; i < all.size(); ++i) value(all[i].second, i < values.size() ? values[i] : 0);
  return *this;
}

HprofBuilder& HprofBuilder::objectArray(uint64_t objectId, uint64_t classId, const std::vector<uint64_t>& elements,
                                        uint32_t stack) {
  u1(0x22);
  id(objectId);
  big(stack, 4);
  big(elements.size(), 4);
  id(classId);
  for (const uint64_t element : elements) id(element);
  return *this;
}

HprofBuilder& HprofBuilder::primitiveArray(uint64_t objectId, char kind, uint32_t length, uint32_t stack) {
  u1(0x23);
  id(objectId);
  big(stack, 4);
  big(length, 4);
  u1(typeCode(kind));
  for (uint32_t i = 0; i < length; ++i) value(kind, i);
  return *this;
}

HprofBuilder& HprofBuilder::bytes(uint64_t objectId, const std::string& text) {
  u1(0x23);
  id(objectId);
  big(0, 4);
  big(text.size(), 4);
  u1(typeCode('B'));
  content_.insert(content_.end(), text.begin(), text.end());
  return *this;
}

HprofBuilder& HprofBuilder::chars(uint64_t objectId, const std::u16string& text) {
  u1(0x23);
  id(objectId);
  big(0, 4);
  big(text.size(), 4);
  u1(typeCode('C'));
  for (const char16_t unit : text) value('C', unit);
  return *this;
}

HprofBuilder& HprofBuilder::root(uint8_t tag, uint64_t object, const std::vector<uint8_t>& details) {
  u1(tag);
  id(object);
  return raw(details);
}

HprofBuilder& HprofBuilder::threadObject(uint64_t object, uint32_t threadSerial, uint32_t stackSerial) {
  root(0x08, object);
  big(threadSerial, 4);
  big(stackSerial, 4);
  return *this;
}

HprofBuilder& HprofBuilder::javaFrame(uint64_t object, uint32_t threadSerial, uint32_t frame) {
  root(0x03, object);
  big(threadSerial, 4);
  big(frame, 4);
  return *this;
}

HprofBuilder& HprofBuilder::raw(const std::vector<uint8_t>& bytes) {
  content_.insert(content_.end(), bytes.begin(), bytes.end());
  return *this;
}

uint64_t HprofBuilder::addClass(const std::string& rawName, uint64_t superId, const Fields& fields,
                                const std::vector<Static>& statics) {
  const uint64_t classId = nextClass_;
  nextClass_ += 0x1000;
  for (const auto& [name, kind] : fields) string(name);
  for (const Static& field : statics) string(field.name);
  loadClass(classId, rawName);
  beginSegment().classDump(classId, superId, fields, statics).endSegment();
  return classId;
}

}  // namespace heaptrail::test
