#include "trace/anttracks/symbols_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "trace/anttracks/little_endian.h"

namespace heaptrail::anttracks {

namespace {

constexpr std::string_view kClassSignature = "Ljava/lang/Class;";
constexpr uint16_t kStatic = 0x0008;
constexpr uint32_t kMostTypes = 1 << 22;

std::string text(std::string_view raw) {
  return fromModifiedUtf8({reinterpret_cast<const uint8_t*>(raw.data()), raw.size()});
}

/// The later record of an id replaces the earlier one.
template <typename Record>
void keepLast(std::vector<Record>& records) {
  std::ranges::stable_sort(records, {}, &Record::id);
  std::vector<Record> last;
  for (size_t i = 0; i < records.size(); ++i) {
    if (i + 1 == records.size() || records[i + 1].id != records[i].id) last.push_back(std::move(records[i]));
  }
  records = std::move(last);
}

class Reader {
 public:
  explicit Reader(std::span<const uint8_t> content) : walk_(content) {}

  /// How many bytes could be read.
  size_t read(SymbolRecords& records) {
    size_t done = 0;
    while (!walk_.atEnd() && readRecord(records) && walk_.good()) {
      finish(records);
      done = walk_.position();
    }
    keepLast(records.types);
    keepLast(records.sites);
    return done;
  }

 private:
  enum class Pending : uint8_t { kNothing, kSite, kType, kMirror };

  bool readRecord(SymbolRecords& records) {
    switch (static_cast<SymbolTag>(walk_.u8())) {
      case SymbolTag::kCause:
        return readCause(records);
      case SymbolTag::kSpecialSite:
        return readSpecialSite();
      case SymbolTag::kSite:
        return readSite();
      case SymbolTag::kType:
        return readType(records);
      case SymbolTag::kOwnFields:
      case SymbolTag::kSuperclassFields:
      case SymbolTag::kMirror:
        break;  // only behind a type
    }
    return false;
  }

  bool readCause(SymbolRecords& records) {
    const uint32_t id = walk_.u32();
    std::string name = text(walk_.textUntil('\0'));
    walk_.u8();  // whether it is a common one
    pending_ = Pending::kNothing;
    if (walk_.good()) records.causes[id] = std::move(name);
    return walk_.good();
  }

  uint32_t siteId() {
    const uint32_t upper = walk_.u16();
    return upper < 0x8000 ? upper : upper << 8 | walk_.u8();
  }

  bool readSpecialSite() {
    site_ = {siteId(), 0, {}, text(walk_.textUntil('\0'))};
    site_.type = walk_.u32();
    pending_ = Pending::kSite;
    return true;
  }

  bool readSite() {
    site_ = {siteId(), 0, {}, {}};
    const uint32_t frames = walk_.u32();
    for (uint32_t i = 0; i < frames && walk_.good(); ++i) {
      std::string signature(walk_.textUntil(')'));
      signature += ')';
      signature += walk_.descriptor();
      site_.frames.push_back({text(signature), walk_.u32()});
    }
    site_.type = walk_.u32();
    pending_ = Pending::kSite;
    return true;
  }

  FieldList fields() {
    FieldList list;
    const uint32_t count = walk_.u32();
    for (uint32_t i = 0; i < count && walk_.good(); ++i) {
      FieldRecord field;
      field.index = walk_.u32();
      field.descriptor = text(walk_.descriptor());
      field.name = text(walk_.textUntil(' '));
      field.isStatic = (walk_.u16() & kStatic) != 0;
      if (walk_.good()) list.push_back(std::move(field));
    }
    std::ranges::stable_sort(list, {}, &FieldRecord::index);
    return list;
  }

  bool nextIs(SymbolTag tag) {
    ByteWalk ahead = walk_;
    return ahead.u8() == static_cast<uint8_t>(tag) && ahead.good();
  }

  bool readType(SymbolRecords& records) {
    type_ = {walk_.u32(), text(walk_.descriptor()), 0, {}};
    type_.size = walk_.u32();
    if (!walk_.good() || type_.id == 0 || type_.id > kMostTypes) return false;
    pending_ = Pending::kType;
    const bool isClass = type_.signature == kClassSignature;
    if (nextIs(SymbolTag::kMirror)) {
      walk_.u8();
      mirror_ = {text(walk_.descriptor()), {}};
      if (mirror_.signature.starts_with('L')) mirror_.fields = fields();
      pending_ = Pending::kMirror;
      while (nextIs(SymbolTag::kSuperclassFields)) walk_.u8(), fields();
    } else if (nextIs(SymbolTag::kOwnFields)) {
      walk_.u8();
      type_.fields.push_back(fields());
      while (nextIs(SymbolTag::kSuperclassFields)) {
        walk_.u8();
        type_.fields.push_back(fields());
      }
      // The first record of java.lang.Class defines it; the others say that a class object was allocated.
      if (isClass && records.classType != 0) {
        mirror_ = {};
        pending_ = Pending::kMirror;
      }
    }
    return true;
  }

  void finish(SymbolRecords& records) {
    switch (std::exchange(pending_, Pending::kNothing)) {
      case Pending::kSite:
        records.sites.push_back(std::move(site_));
        break;
      case Pending::kType:
        if (type_.signature == kClassSignature) records.classType = type_.id;
        records.types.push_back(std::move(type_));
        break;
      case Pending::kMirror:
        records.mirrors.push_back(std::move(mirror_));
        break;
      case Pending::kNothing:
        break;
    }
  }

  ByteWalk walk_;
  Pending pending_ = Pending::kNothing;
  TypeRecord type_;
  MirrorRecord mirror_;
  SiteRecord site_;
};

}  // namespace

Result<SymbolRecords> readSymbols(const FoundFile& file) {
  const std::span<const uint8_t> content = TRY(file.bytes());
  SymbolRecords records;
  records.flags = file.number;
  const size_t read = Reader(content).read(records);
  if (read < content.size()) {
    records.warnings.push_back({fmt::format("{}: what comes from byte {} on cannot be read; classes and sites named "
                                            "only there stay unnamed, and events that need them are left out",
                                            file.path, file.content + read),
                                file.content + read});
  }
  if (records.types.empty()) {
    return inputError("expected at least one class in this symbols file, found none: it is damaged or cut off",
                      {file.path, file.content});
  }
  return records;
}

}  // namespace heaptrail::anttracks
