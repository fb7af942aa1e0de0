#include "trace/hprof/field_packing.h"

#include <algorithm>

namespace heaptrail::hprof {

namespace {

constexpr uint32_t kContendedPadding = 128;  // -XX:ContendedPaddingWidth

uint32_t alignUp(uint32_t value, uint32_t to) { return (value + to - 1) & ~(to - 1); }

uint32_t countOf(std::span<const ValueKind> fields, uint32_t bytes) {
  return static_cast<uint32_t>(std::ranges::count_if(
      fields, [bytes](ValueKind kind) { return kind != ValueKind::kReference && primitiveBytes(kind) == bytes; }));
}

uint32_t referencesAmong(std::span<const ValueKind> fields) {
  return static_cast<uint32_t>(std::ranges::count(fields, ValueKind::kReference));
}

}  // namespace

void FieldPacking::addFields(std::span<const ValueKind> fields) {
  if (layout_->fillsGaps) {
    packFillingHoles(fields);
  } else {
    packBehind(fields);
  }
}

void FieldPacking::addStaticFields(std::span<const ValueKind> fields) {
  end_ = instanceBytes();
  for (uint32_t i = referencesAmong(fields); i > 0; --i) append(layout_->referenceBytes);
  appendBySize(fields);
}

void FieldPacking::addContended(std::span<const ValueKind> fields) {
  end_ += kContendedPadding;
  appendBySize(fields);
  for (uint32_t i = referencesAmong(fields); i > 0; --i) append(layout_->referenceBytes);
  end_ += kContendedPadding;
  occupy(instanceBytes());
}

/// Primitives from large to small, behind what is there.
void FieldPacking::appendBySize(std::span<const ValueKind> fields) {
  for (const uint32_t bytes : {8U, 4U, 2U, 1U}) {
    for (uint32_t i = countOf(fields, bytes); i > 0; --i) append(bytes);
  }
}

/// JDK 15 and later: primitives from large to small, then references, each into the smallest hole that takes it.
void FieldPacking::packFillingHoles(std::span<const ValueKind> fields) {
  for (const uint32_t bytes : {8U, 4U, 2U, 1U}) {
    for (uint32_t i = countOf(fields, bytes); i > 0; --i) place(bytes);
  }
  for (uint32_t i = referencesAmong(fields); i > 0; --i) place(layout_->referenceBytes);
}

/// Before JDK 15: behind the superclass; only the hole before the first 8-byte field is filled.
void FieldPacking::packBehind(std::span<const ValueKind> fields) {
  end_ = alignUp(end_, layout_->referenceBytes);
  holes_.clear();
  const uint32_t longs = countOf(fields, 8);
  uint32_t ints = countOf(fields, 4);
  uint32_t shorts = countOf(fields, 2);
  uint32_t bytes = countOf(fields, 1);
  uint32_t references = referencesAmong(fields);
  if (longs > 0) {
    uint32_t hole = alignUp(end_, 8) - end_;
    const auto fill = [&hole](uint32_t& left, uint32_t size) {
      for (; left > 0 && hole >= size; hole -= size) --left;
    };
    fill(ints, 4);
    fill(shorts, 2);
    fill(bytes, 1);
    if (hole >= layout_->referenceBytes) fill(references, layout_->referenceBytes);
    end_ = alignUp(end_, 8) + 8 * longs;
  }
  if (ints > 0) end_ = alignUp(end_, 4) + 4 * ints;
  if (shorts > 0) end_ = alignUp(end_, 2) + 2 * shorts;
  end_ += bytes;
  if (references > 0) end_ = alignUp(end_, layout_->referenceBytes) + references * layout_->referenceBytes;
}

void FieldPacking::occupy(uint32_t bytes) {
  end_ = bytes;
  holes_.clear();
}

void FieldPacking::place(uint32_t bytes) {
  // HotSpot looks from the end and takes a hole only if it is smaller than the one found before.
  size_t best = holes_.size();
  for (size_t i = holes_.size(); i-- > 0;) {
    const Hole& hole = holes_[i];
    if (alignUp(hole.from, bytes) + bytes > hole.to) continue;
    if (best == holes_.size() || hole.to - hole.from < holes_[best].to - holes_[best].from) best = i;
  }
  if (best == holes_.size()) {
    append(bytes);
    return;
  }
  const Hole hole = holes_[best];
  const uint32_t from = alignUp(hole.from, bytes);
  const uint32_t to = from + bytes;
  auto place = holes_.erase(holes_.begin() + static_cast<std::ptrdiff_t>(best));
  if (to < hole.to) place = holes_.insert(place, {to, hole.to});
  if (hole.from < from) holes_.insert(place, {hole.from, from});
}

void FieldPacking::append(uint32_t bytes) {
  const uint32_t from = alignUp(end_, bytes);
  if (from > end_) holes_.push_back({end_, from});
  end_ = from + bytes;
}

}  // namespace heaptrail::hprof
