#include "trace/anttracks/class_file.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace heaptrail::anttracks {

namespace {

constexpr uint32_t kClassMagic = 0xCAFEBABE;

enum ConstantTag : uint8_t {
  kUtf8 = 1,
  kInteger = 3,
  kFloat = 4,
  kLong = 5,
  kDouble = 6,
  kClass = 7,
  kString = 8,
  kFieldReference = 9,
  kMethodReference = 10,
  kInterfaceMethodReference = 11,
  kNameAndType = 12,
  kMethodHandle = 15,
  kMethodType = 16,
  kDynamic = 17,
  kInvokeDynamic = 18,
  kModule = 19,
  kPackage = 20,
};

/// Big-endian bytes, zero beyond the end.
class Walk {
 public:
  explicit Walk(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool good() const { return good_; }
  uint32_t u8() { return number(1); }
  uint32_t u16() { return number(2); }
  uint32_t u32() { return number(4); }
  std::span<const uint8_t> take(size_t size) {
    if (size > bytes_.size()) {
      good_ = false;
      size = bytes_.size();
    }
    const auto result = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return result;
  }

 private:
  uint32_t number(size_t size) {
    uint32_t value = 0;
    for (const uint8_t byte : take(size)) value = value << 8 | byte;
    return good_ ? value : 0;
  }

  std::span<const uint8_t> bytes_;
  bool good_ = true;
};

class Constants {
 public:
  explicit Constants(Walk& walk) {
    const uint32_t count = walk.u16();
    entries_.resize(count);
    for (uint32_t i = 1; i < count && walk.good(); ++i) {
      switch (walk.u8()) {
        case kUtf8:
          entries_[i].text = walk.take(walk.u16());
          break;
        case kClass:
          entries_[i].name = walk.u16();
          break;
        case kString:
        case kMethodType:
        case kModule:
        case kPackage:
          walk.take(2);
          break;
        case kMethodHandle:
          walk.take(3);
          break;
        case kInteger:
        case kFloat:
        case kFieldReference:
        case kMethodReference:
        case kInterfaceMethodReference:
        case kNameAndType:
        case kDynamic:
        case kInvokeDynamic:
          walk.take(4);
          break;
        case kLong:
        case kDouble:
          walk.take(8);
          ++i;  // takes two places
          break;
        default:
          good_ = false;
          return;
      }
    }
  }

  bool good() const { return good_; }
  std::string_view raw(uint32_t i) const {
    if (i >= entries_.size()) return {};
    return {reinterpret_cast<const char*>(entries_[i].text.data()), entries_[i].text.size()};
  }
  std::string text(uint32_t i) const {
    return i < entries_.size() ? fromModifiedUtf8(entries_[i].text) : std::string();
  }
  std::string className(uint32_t i) const { return i < entries_.size() ? text(entries_[i].name) : std::string(); }

 private:
  struct Entry {
    std::span<const uint8_t> text;
    uint32_t name = 0;
  };
  std::vector<Entry> entries_;
  bool good_ = true;
};

/// Calls `visit(name, content)` for each.
template <typename Visit>
void forEachAttribute(Walk& walk, const Constants& constants, Visit&& visit) {
  const uint32_t count = walk.u16();
  for (uint32_t i = 0; i < count && walk.good(); ++i) {
    const std::string_view name = constants.raw(walk.u16());
    visit(name, Walk(walk.take(walk.u32())));
  }
}

void readLines(Walk code, const Constants& constants, std::vector<ClassFile::LineStart>& lines) {
  code.take(4);  // stack and locals
  code.take(code.u32());
  code.take(size_t{8} * code.u16());  // exception handlers
  forEachAttribute(code, constants, [&](std::string_view name, Walk table) {
    if (name != "LineNumberTable") return;
    const uint32_t count = table.u16();
    for (uint32_t i = 0; i < count && table.good(); ++i) {
      const uint32_t bci = table.u16();
      lines.push_back({bci, table.u16()});
    }
  });
}

}  // namespace

uint32_t ClassFile::lineOf(std::string_view method, uint32_t bci) const {
  const auto found = lines.find(method);
  if (found == lines.end()) return 0;
  const auto after = std::ranges::upper_bound(found->second, bci, {}, &LineStart::bci);
  return after == found->second.begin() ? 0 : std::prev(after)->line;
}

std::optional<ClassFile> readClassFile(std::span<const uint8_t> bytes) {
  Walk walk(bytes);
  if (walk.u32() != kClassMagic) return std::nullopt;
  walk.take(4);  // version
  const Constants constants(walk);
  walk.take(2);  // access flags
  ClassFile file;
  file.name = constants.className(walk.u16());
  file.superclass = constants.className(walk.u16());
  walk.take(size_t{2} * walk.u16());  // interfaces
  const uint32_t fields = walk.u16();
  for (uint32_t i = 0; i < fields && walk.good(); ++i) {
    walk.take(6);
    forEachAttribute(walk, constants, [](std::string_view, Walk) {});
  }
  const uint32_t methods = walk.u16();
  for (uint32_t i = 0; i < methods && walk.good(); ++i) {
    walk.take(2);
    std::string method = constants.text(walk.u16());
    method += constants.text(walk.u16());
    forEachAttribute(walk, constants, [&](std::string_view name, Walk code) {
      if (name != "Code") return;
      std::vector<ClassFile::LineStart> lines;
      readLines(code, constants, lines);
      std::ranges::stable_sort(lines, {}, &ClassFile::LineStart::bci);
      if (!lines.empty()) file.lines[method] = std::move(lines);
    });
  }
  forEachAttribute(walk, constants, [&](std::string_view name, Walk content) {
    if (name == "SourceFile") file.sourceFile = constants.text(content.u16());
  });
  if (!walk.good() || !constants.good() || file.name.empty()) return std::nullopt;
  return file;
}

}  // namespace heaptrail::anttracks
