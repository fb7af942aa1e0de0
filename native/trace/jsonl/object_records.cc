#include "trace/jsonl/object_records.h"

#include <algorithm>

namespace heaptrail::jsonl {

namespace {

// What a record begins with: which of its parts are there.
constexpr uint64_t kHasSite = 1;
constexpr uint64_t kHasThread = 2;
constexpr uint64_t kOtherLine = 4;
constexpr uint64_t kHasAge = 8;
constexpr uint64_t kHasSpace = 16;
constexpr uint64_t kHasInterval = 32;

// What comes before each reference of a record: one of these, or a difference or name number on top of the last two.
constexpr uint64_t kNoMore = 0;
constexpr uint64_t kNextPosition = 1;
constexpr uint64_t kOtherPosition = 2;
constexpr uint64_t kName = 3;

int64_t difference(uint64_t to, uint64_t from) { return static_cast<int64_t>(to - from); }

}  // namespace

void ObjectRecords::begin(const ObjectHead& head) {
  if (block_ == nullptr || block_->size() >= kBlockBytes) {
    block_ = &blocks_.emplace_back();
    block_->reserve(kBlockBytes + kBlockBytes / 8);
    last_ = {};
  }
  ids_.add(ObjectId(head.id));
  const bool nextLine = head.line == last_.line + 1;
  const bool hasSpace = head.space != HeapSpace::kUnknown;
  put((head.site.exists() ? kHasSite : 0) | (head.thread.exists() ? kHasThread : 0) | (nextLine ? 0 : kOtherLine) |
      (head.age ? kHasAge : 0) | (hasSpace ? kHasSpace : 0) | (head.interval > 0 ? kHasInterval : 0));
  put(zigzag(difference(head.id, last_.id)));
  put(head.type.value());
  if (head.site.exists()) put(head.site.value());
  if (head.thread.exists()) put(head.thread.value());
  if (!nextLine) put(head.line - last_.line);
  put(head.offset - last_.offset);
  if (head.age) put(*head.age);
  if (hasSpace) put(static_cast<uint64_t>(head.space));
  if (head.interval > 0) put(head.interval);
  if (head.age) oldest_ = std::max(oldest_.value_or(0), *head.age);
  tellsSpaces_ = tellsSpaces_ || hasSpace;
  tellsIntervals_ = tellsIntervals_ || head.interval > 0;
  last_ = head;
  lastTarget_ = head.id;
  nextPosition_ = 0;
  ++count_;
}

void ObjectRecords::reference(uint32_t position, uint64_t target) {
  if (position == nextPosition_) {
    put(kNextPosition);
  } else {
    put(kOtherPosition + 2 * zigzag(difference(position, nextPosition_)));
  }
  nextPosition_ = position + 1;
  putTarget(target);
}

void ObjectRecords::namedReference(std::string_view field, uint64_t target) {
  nameBuffer_ = field;
  const auto [place, fresh] = numberOfName_.try_emplace(nameBuffer_, static_cast<uint32_t>(names_.size()));
  if (fresh) names_.push_back(nameBuffer_);
  put(kName + 2 * uint64_t{place->second});
  putTarget(target);
}

void ObjectRecords::putTarget(uint64_t target) {
  put(zigzag(difference(target, lastTarget_)));
  lastTarget_ = target;
}

void ObjectRecords::end(std::optional<uint32_t> extent) {
  put(kNoMore);
  put(extent ? *extent + uint64_t{1} : 0);
}

void RecordCursor::next(ObjectRecord& record) {
  ObjectHead& head = record.head;
  const uint64_t what = take();
  head.id += takeDifference();
  head.type = TypeId(static_cast<uint32_t>(take()));
  head.site = (what & kHasSite) != 0 ? SiteId(static_cast<uint32_t>(take())) : SiteId::none();
  head.thread = (what & kHasThread) != 0 ? ThreadId(static_cast<uint32_t>(take())) : ThreadId::none();
  head.line += (what & kOtherLine) != 0 ? take() : 1;
  head.offset += take();
  head.age = (what & kHasAge) != 0 ? std::optional(static_cast<uint32_t>(take())) : std::nullopt;
  head.space = (what & kHasSpace) != 0 ? static_cast<HeapSpace>(take()) : HeapSpace::kUnknown;
  head.interval = (what & kHasInterval) != 0 ? static_cast<uint32_t>(take()) : 0;
  record.references.clear();
  uint64_t target = head.id;
  uint32_t position = 0;
  for (uint64_t code = take(); code != kNoMore; code = take()) {
    const bool named = code != kNextPosition && code % 2 == 1;
    uint32_t place = position;
    if (named) {
      place = static_cast<uint32_t>((code - kName) / 2);
    } else {
      if (code != kNextPosition) place += static_cast<uint32_t>(unzigzag((code - kOtherPosition) / 2));
      position = place + 1;
    }
    target += takeDifference();
    record.references.push_back({named, place, target});
  }
  const uint64_t extent = take();
  record.extent = extent == 0 ? std::nullopt : std::optional(static_cast<uint32_t>(extent - 1));
}

}  // namespace heaptrail::jsonl
