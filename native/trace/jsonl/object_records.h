// The objects of one point between reading and building: what their lines say in a few bytes each, so that the text is
// parsed once and ids are resolved when all of them are known.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/try.h"
#include "base/varint.h"
#include "model/object_ids.h"
#include "trace/jsonl/point_reader.h"

namespace heaptrail::jsonl {

/// A reference by its position or by the number of a field's name (see ObjectRecords::names).
struct ReferenceRecord {
  bool named = false;
  uint32_t place = 0;
  uint64_t target = 0;
};

struct ObjectRecord {
  ObjectHead head;
  std::vector<ReferenceRecord> references;
  std::optional<uint32_t> extent;
};

class ObjectRecords final : public PointSink {
 public:
  void begin(const ObjectHead& head) override;
  void reference(uint32_t position, uint64_t target) override;
  void namedReference(std::string_view field, uint64_t target) override;
  void end(std::optional<uint32_t> extent) override;
  void root(RootLine root) override { roots_.push_back(std::move(root)); }

  const std::vector<RootLine>& roots() const { return roots_; }
  const std::vector<std::string>& names() const { return names_; }
  uint64_t count() const { return count_; }
  /// The age of the oldest object; none where no object tells one.
  std::optional<uint32_t> oldest() const { return oldest_; }
  bool tellsSpaces() const { return tellsSpaces_; }
  bool tellsIntervals() const { return tellsIntervals_; }
  ObjectIds::Builder& ids() { return ids_; }

  /// Calls `visit(record)`, which gives a Status, for each object in the order of the file.
  template <typename Visit>
  Status forEach(Visit&& visit) const;

 private:
  static constexpr size_t kBlockBytes = size_t{1} << 20;

  void put(uint64_t value) {
    if (value < 0x80) {
      block_->push_back(static_cast<uint8_t>(value));
    } else {
      appendVarint(*block_, value);
    }
  }
  void putTarget(uint64_t target);

  // Blocks, so that growing never moves what is there.
  std::deque<std::vector<uint8_t>> blocks_;
  std::vector<uint8_t>* block_ = nullptr;
  ObjectHead last_;
  uint64_t lastTarget_ = 0;
  uint32_t nextPosition_ = 0;
  uint64_t count_ = 0;
  std::optional<uint32_t> oldest_;
  bool tellsSpaces_ = false;
  bool tellsIntervals_ = false;
  ObjectIds::Builder ids_;
  std::vector<RootLine> roots_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, uint32_t> numberOfName_;
  std::string nameBuffer_;
};

/// Takes the records of a block off its front.
class RecordCursor {
 public:
  explicit RecordCursor(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool atEnd() const { return bytes_.empty(); }
  void next(ObjectRecord& record);

 private:
  // Most numbers have one byte.
  uint64_t take() {
    const uint8_t first = bytes_.front();
    if (first >= 0x80) return *takeVarint(bytes_);
    bytes_ = bytes_.subspan(1);
    return first;
  }
  uint64_t takeDifference() { return static_cast<uint64_t>(unzigzag(take())); }

  std::span<const uint8_t> bytes_;
};

template <typename Visit>
Status ObjectRecords::forEach(Visit&& visit) const {
  ObjectRecord record;
  for (const std::vector<uint8_t>& block : blocks_) {
    record.head = {};
    for (RecordCursor cursor(block); !cursor.atEnd();) {
      cursor.next(record);
      TRY(visit(record));
    }
  }
  return {};
}

}  // namespace heaptrail::jsonl
