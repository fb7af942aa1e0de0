#include "trace/anttracks/checkpoints.h"

#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "trace/recording/payload.h"

namespace heaptrail::anttracks {

namespace {

using recording::PayloadReader;
using recording::PayloadWriter;

constexpr uint64_t kMostMemory = uint64_t{256} << 20;
constexpr uint64_t kShortestDistance = uint64_t{16} << 20;
// A state of a large heap takes longer to pack than the trace up to the next one takes to read: these are farther
// apart.
constexpr uint64_t kDistancePerByte = 3;
constexpr int kFast = 1;  // of zstd's levels

/// One number of each row after the other: what is alike stands together.
template <typename Value>
void writeColumn(PayloadWriter& out, uint32_t rows, Value&& value) {
  int64_t last = 0;
  for (uint32_t row = 0; row < rows; ++row) {
    const auto now = static_cast<int64_t>(value(row));
    out.signedNumber(now - last);
    last = now;
  }
}

template <typename Take>
void readColumn(PayloadReader& in, uint32_t rows, Take&& take) {
  int64_t last = 0;
  for (uint32_t row = 0; row < rows; ++row) take(row, static_cast<uint64_t>(last += in.signedNumber()));
}

}  // namespace

Checkpoint::Checkpoint(const Replay& replay, TracePlace next)
    : next_(next),
      collections_(replay.collections_),
      spaces_(replay.spaces_),
      threads_(replay.threads_),
      roots_(replay.roots_),
      used_(replay.used_),
      nextId_(replay.store_.nextId()),
      known_(replay.known_),
      hadRoots_(replay.hadRoots_) {
  const ObjectStore& store = replay.store_;
  const uint32_t rows = store.rows();
  std::vector<uint64_t> places(rows);  // address / 8 + 1, and 0 where a damaged trace lost the object's place
  store.addresses_.forEach([&](uint64_t address, uint32_t row) { places[row] = (address >> 3) + 1; });
  PayloadWriter out;
  out.number(rows);
  // Numbers that stand for "none" become 0.
  writeColumn(out, rows, [&](uint32_t row) { return store.rows_[row].type + 1; });
  writeColumn(out, rows, [&](uint32_t row) { return store.rows_[row].site + 1; });
  writeColumn(out, rows, [&](uint32_t row) { return store.rows_[row].thread + 1; });
  writeColumn(out, rows, [&](uint32_t row) { return store.rows_[row].extent; });
  writeColumn(out, rows, [&](uint32_t row) { return store.ids_[row]; });
  writeColumn(out, rows, [&](uint32_t row) { return store.born_[row]; });
  writeColumn(out, rows, [&](uint32_t row) { return places[row]; });
  for (uint32_t row = 0; row < rows; ++row) {
    out.number(store.hasReferences(row) ? store.references(row).size() + 1 : 0);
    for (const uint32_t target : store.references(row)) {
      out.number(target == 0 ? 0 : zigzag(int64_t{target} - int64_t{row}) + 1);
    }
  }
  rawBytes_ = out.size();
  packed_.resize(ZSTD_compressBound(out.size()));
  const size_t size = ZSTD_compress(packed_.data(), packed_.size(), out.bytes().data(), out.size(), kFast);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // there is no other reason
  packed_.resize(size);
  packed_.shrink_to_fit();
}

void Checkpoint::restore(Replay& replay) const {
  std::vector<uint8_t> raw(rawBytes_);
  if (ZSTD_isError(ZSTD_decompress(raw.data(), raw.size(), packed_.data(), packed_.size())) != 0)
    throw std::bad_alloc();
  PayloadReader in(raw);
  const uint32_t rows = in.number32();
  ObjectStore& store = replay.store_;
  store.rows_.resize(rows);
  store.ids_.resize(rows);
  store.born_.resize(rows);
  store.lists_.assign(rows, 0);
  readColumn(in, rows, [&](uint32_t row, uint64_t value) { store.rows_[row].type = static_cast<uint32_t>(value) - 1; });
  readColumn(in, rows, [&](uint32_t row, uint64_t value) { store.rows_[row].site = static_cast<uint32_t>(value) - 1; });
  readColumn(in, rows,
             [&](uint32_t row, uint64_t value) { store.rows_[row].thread = static_cast<uint32_t>(value) - 1; });
  readColumn(in, rows, [&](uint32_t row, uint64_t value) { store.rows_[row].extent = static_cast<uint32_t>(value); });
  readColumn(in, rows, [&](uint32_t row, uint64_t value) { store.ids_[row] = value; });
  readColumn(in, rows, [&](uint32_t row, uint64_t value) { store.born_[row] = static_cast<uint32_t>(value); });
  readColumn(in, rows, [&](uint32_t row, uint64_t value) {
    uint32_t previous = ObjectStore::kNone;
    if (store.isDead(row)) {
      ++store.dead_;
    } else if (value != 0) {
      store.addresses_.set((value - 1) << 3, row, previous);
    }
  });
  std::vector<uint32_t> list;
  for (uint32_t row = 0; row < rows; ++row) {
    const uint64_t count = in.number();
    if (count == 0) continue;
    list.clear();
    for (uint64_t i = 1; i < count; ++i) {
      const uint64_t target = in.number();
      list.push_back(target == 0 ? 0 : static_cast<uint32_t>(unzigzag(target - 1) + int64_t{row}));
    }
    store.setReferences(row, list);
  }
  store.firstYoung_ = rows;
  store.firstYoungId_ = nextId_;
  replay.collections_ = collections_;
  replay.spaces_ = spaces_;
  replay.threads_ = threads_;
  replay.roots_ = roots_;
  replay.used_ = used_;
  replay.known_ = known_;
  replay.hadRoots_ = hadRoots_;
}

void Checkpoints::offer(const Replay& replay, TracePlace next, uint64_t bytes) {
  if (!replay.isSettled() || bytes < last_ + std::max(distance_, kShortestDistance)) return;
  last_ = bytes;
  taken_.push_back({Checkpoint(replay, next), bytes});
  memory_ += taken_.back().checkpoint.bytes();
  distance_ = std::max(distance_, kDistancePerByte * taken_.back().checkpoint.bytes());
  while (memory_ > kMostMemory && taken_.size() > 1) {
    // Every other one goes.
    std::vector<Taken> kept;
    memory_ = 0;
    for (size_t i = 1; i < taken_.size(); i += 2) {
      memory_ += taken_[i].checkpoint.bytes();
      kept.push_back(std::move(taken_[i]));
    }
    taken_ = std::move(kept);
    distance_ = 2 * std::max(distance_, kShortestDistance);
  }
}

const Checkpoint* Checkpoints::before(uint32_t collections) const {
  const auto after = std::ranges::upper_bound(taken_, collections, {},
                                              [](const Taken& taken) { return taken.checkpoint.collections(); });
  return after == taken_.begin() ? nullptr : &std::prev(after)->checkpoint;
}

}  // namespace heaptrail::anttracks
