#include "trace/recording/format/records.h"

#include <algorithm>

namespace heaptrail::recording {

namespace {

void writeNumbers(PayloadWriter& payload, const std::vector<uint32_t>& numbers) {
  payload.number(numbers.size());
  for (const uint32_t number : numbers) payload.number(number);
}

std::vector<uint32_t> readNumbers(PayloadReader& payload) {
  std::vector<uint32_t> numbers(payload.count());
  for (uint32_t& number : numbers) number = payload.number32();
  return numbers;
}

}  // namespace

std::vector<uint8_t> StartRecord::write() const {
  PayloadWriter payload;
  payload.text(jvm);
  payload.text(version);
  payload.text(options);
  payload.number(process);
  payload.number(startMillis);
  payload.number(static_cast<uint64_t>(sites));
  payload.number(sampleBytes);
  for (const uint32_t base : arrays.base) payload.number(base);
  payload.number(arrays.referenceBytes);
  payload.number(arrays.alignment);
  payload.number(staticIndexesCountInherited ? 1 : 0);
  payload.number(sampleBudget);
  payload.text(program);
  return payload.take();
}

StartRecord StartRecord::read(PayloadReader& payload) {
  StartRecord record;
  record.jvm = payload.text();
  record.version = payload.text();
  record.options = payload.text();
  record.process = payload.number();
  record.startMillis = payload.number();
  record.sites = payload.upTo(RecordedSites::kAuto);
  record.sampleBytes = payload.number();
  for (uint32_t& base : record.arrays.base) base = payload.number32();
  record.arrays.referenceBytes = payload.number32();
  record.arrays.alignment = payload.number32();
  const uint32_t alignment = record.arrays.alignment;
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) payload.fail();
  record.staticIndexesCountInherited = payload.number() != 0;
  if (!payload.atEnd()) record.sampleBudget = payload.number32();
  if (!payload.atEnd()) record.program = payload.text();
  return record;
}

std::vector<uint8_t> PointBeginRecord::write() const {
  PayloadWriter payload;
  payload.number(at);
  payload.number(static_cast<uint64_t>(trigger));
  return payload.take();
}

PointBeginRecord PointBeginRecord::read(PayloadReader& payload) {
  PointBeginRecord record;
  record.at = payload.number();
  record.trigger = payload.upTo(Trigger::kExit);
  return record;
}

std::vector<uint8_t> PointEndRecord::write() const {
  PayloadWriter payload;
  payload.number(objects);
  payload.number(references);
  payload.number(bytes);
  payload.number(pause);
  writeNumbers(payload, frames);
  writeNumbers(payload, threads);
  payload.number(pools.size());
  for (const Pool& pool : pools) {
    payload.number(pool.name);
    payload.number(pool.used);
  }
  return payload.take();
}

PointEndRecord PointEndRecord::read(PayloadReader& payload) {
  PointEndRecord record;
  record.objects = payload.number();
  record.references = payload.number();
  record.bytes = payload.number();
  record.pause = payload.number();
  record.frames = readNumbers(payload);
  record.threads = readNumbers(payload);
  if (payload.atEnd()) return record;
  const uint64_t pools = payload.number();
  for (uint64_t i = 0; i < pools && payload.good(); ++i) {
    const uint32_t name = payload.number32();
    record.pools.push_back({name, payload.number()});
  }
  return record;
}

void CollectionRecord::write(PayloadWriter& payload) const {
  payload.number(start);
  payload.number(duration);
  payload.number(static_cast<uint64_t>(kind));
  payload.number(collector);
  payload.number(cause);
  payload.number(pools.size());
  for (const Pool& pool : pools) {
    payload.number(pool.name);
    payload.number(pool.before);
    payload.number(pool.after);
  }
}

CollectionRecord CollectionRecord::read(PayloadReader& payload) {
  CollectionRecord record;
  record.start = payload.number();
  record.duration = payload.number();
  record.kind = payload.upTo(RecordedCollection::kConcurrent);
  record.collector = payload.number32();
  record.cause = payload.number32();
  record.pools.resize(payload.count());
  for (CollectionRecord::Pool& pool : record.pools) {
    pool.name = payload.number32();
    pool.before = payload.number();
    pool.after = payload.number();
  }
  return record;
}

std::vector<uint8_t> UsesRecord::write() const {
  PayloadWriter payload;
  writeNumbers(payload, pools);
  Use before{0, std::vector<uint64_t>(pools.size())};
  for (const Use& use : uses) {
    payload.number(use.at - before.at);
    for (size_t pool = 0; pool < pools.size(); ++pool) {
      payload.signedNumber(static_cast<int64_t>(use.used[pool] - before.used[pool]));
    }
    before = use;
  }
  return payload.take();
}

UsesRecord UsesRecord::read(PayloadReader& payload) {
  // A recorder looks some times a second at some pools, and writes after a second: what has far more is damaged.
  constexpr size_t kMostPools = 64;
  constexpr size_t kMostUses = 4096;
  UsesRecord record;
  record.pools = readNumbers(payload);
  if (record.pools.empty() || record.pools.size() > kMostPools) payload.fail();
  Use use{0, std::vector<uint64_t>(record.pools.size())};
  while (!payload.atEnd()) {
    if (record.uses.size() == kMostUses) payload.fail();
    use.at += payload.number();
    for (uint64_t& used : use.used) used += static_cast<uint64_t>(payload.signedNumber());
    if (payload.good()) record.uses.push_back(use);
  }
  return record;
}

}  // namespace heaptrail::recording
