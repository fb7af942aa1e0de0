#include "heap_plan.h"

#include <bit>
#include <cstdlib>

namespace heaptrail::bench {

namespace {

constexpr Address kHeapBase = 0x10000000;
constexpr uint64_t kRegionBytes = 1 << 20;
constexpr uint64_t kMostBytesPerObject = 40;  // the average is well below

}  // namespace

HeapPlan::HeapPlan(DumpWriter& writer, bool shuffledRegions, uint64_t mostObjects)
    : writer_(writer),
      shuffledRegions_(shuffledRegions),
      regionMask_(std::bit_ceil(mostObjects * kMostBytesPerObject / kRegionBytes + 64) - 1) {}

void HeapPlan::writeClasses() {
  offset_ = writer_.writeClasses(kHeapBase) - kHeapBase;
  if (shuffledRegions_) offset_ = (offset_ + kRegionBytes - 1) / kRegionBytes * kRegionBytes;
}

/// Regions change places by multiplication with an odd number, which is one to one. The first ones stay: class objects
/// lie there.
Address HeapPlan::addressOf(uint64_t offset) const {
  const uint64_t region = offset / kRegionBytes;
  if (!shuffledRegions_) return kHeapBase + offset;
  return kHeapBase + (((region * 0x9E3779B1) & regionMask_) + regionMask_ + 1) * kRegionBytes + offset % kRegionBytes;
}

/// Objects do not cross regions; what is left over becomes a dead int[], as collectors do it.
void HeapPlan::fillRegion(uint64_t bytes) {
  const uint64_t gap = kRegionBytes - offset_ % kRegionBytes;
  if (gap >= bytes) return;
  if (gap >= writer_.arrayBytes(kIntArray, 0)) {
    const auto length = static_cast<uint32_t>((gap - writer_.layout().arrayBase) / 4);
    plan_.push_back({addressOf(offset_), kIntArray, length, true});
    ++objects_;
  }
  offset_ += gap;
}

Address HeapPlan::plan(uint32_t classId, uint32_t length) {
  const bool isArray = writer_.classes()[classId].isArray;
  const uint64_t bytes = isArray ? writer_.arrayBytes(classId, length) : writer_.instanceBytes(classId);
  if (shuffledRegions_) fillRegion(bytes);
  const Address at = addressOf(offset_);
  offset_ += bytes;
  plan_.push_back({at, classId, length, false});
  ++objects_;
  return at;
}

Address HeapPlan::planString(uint32_t length) {
  const Address at = plan(kString);
  plan(kByteArray, length);
  return at;
}

Address HeapPlan::coming(uint32_t ahead) const {
  for (size_t i = written_; i < plan_.size(); ++i) {
    if (!plan_[i].filler && ahead-- == 0) return plan_[i].at;
  }
  return 0;
}

const HeapPlan::Planned& HeapPlan::next() {
  for (; plan_[written_].filler; ++written_) {
    writer_.primitiveArray(plan_[written_].at, kIntArray, plan_[written_].length, 0, false);
  }
  return plan_[written_++];
}

void HeapPlan::begin(bool live) {
  const Planned& planned = next();
  if (writer_.classes()[planned.classId].isArray) {
    writer_.beginReferences(planned.at, planned.classId, planned.length, live);
  } else {
    writer_.beginInstance(planned.at, planned.classId, live);
  }
}

void HeapPlan::string(bool live) {
  begin(live);
  writer_.reference(coming());
  writer_.intValue(0);
  writer_.byteValue(0);
  writer_.byteValue(0);
  const Planned& letters = next();
  writer_.primitiveArray(letters.at, kByteArray, letters.length, letters.at, live);
}

void HeapPlan::integer(uint32_t value, bool live) {
  begin(live);
  writer_.intValue(value);
}

void HeapPlan::end() {
  if (written_ != plan_.size()) std::abort();  // a shape that plans something else than it writes
  plan_.clear();
  written_ = 0;
}

}  // namespace heaptrail::bench
