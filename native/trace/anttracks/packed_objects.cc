#include "trace/anttracks/packed_objects.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "trace/recording/format/payload.h"

namespace heaptrail::anttracks {

namespace {

using recording::PayloadReader;
using recording::PayloadWriter;

// What is packed together: little enough that it happens in the processor's caches.
constexpr uint32_t kRowsPerBlock = 8192;
constexpr uint64_t kPlacesPerBlock = 16384;
constexpr int kFast = 1;  // of zstd's levels

struct Lengths {
  uint64_t plain = 0;
  uint64_t packed = 0;
};

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Calls `visit(from, to)` for stretches of rows.
template <typename Visit>
void forEachBlockOf(uint32_t rows, Visit&& visit) {
  for (uint32_t from = 0; from < rows;) {
    const uint32_t to = from + std::min(kRowsPerBlock, rows - from);
    visit(from, to);
    from = to;
  }
}

/// What many objects have in common. Numbers that stand for "none" are 0 here.
struct Kind {
  uint32_t type = 0;
  uint32_t site = 0;
  uint32_t thread = 0;

  friend auto operator<=>(const Kind&, const Kind&) = default;
};

Kind kindOf(const ObjectStore::Row& row) { return {row.type + 1, row.site + 1, row.thread + 1}; }

/// Numbers kinds in the order of their appearance.
class Kinds {
 public:
  /// `isNew` when it was never asked for before.
  uint32_t numberOf(const Kind& kind, bool& isNew) {
    isNew = false;
    uint32_t& recent = recent_[(kind.type * 31 + kind.site * 17 + kind.thread) % kRecent];
    if (recent < known_.size() && known_[recent] == kind) return recent;
    const auto [entry, added] = numbers_.try_emplace(kind, static_cast<uint32_t>(known_.size()));
    if (added) known_.push_back(kind);
    isNew = added;
    return recent = entry->second;
  }

 private:
  static constexpr size_t kRecent = 1024;

  std::vector<Kind> known_;
  std::map<Kind, uint32_t> numbers_;
  std::array<uint32_t, kRecent> recent_{};
};

}  // namespace

class PackedObjects::Packer {
 public:
  explicit Packer(GrowingArray<uint8_t>& packed) : packed_(packed), context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
  }

  PayloadWriter& block() { return block_; }
  void endBlock() {
    const size_t before = packed_.size();
    const size_t most = ZSTD_compressBound(block_.size());
    packed_.resize(before + sizeof(Lengths) + most);
    uint8_t* const to = packed_.data() + before + sizeof(Lengths);
    const size_t size = ZSTD_compressCCtx(context_.get(), to, most, block_.bytes().data(), block_.size(), kFast);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // there is no other reason
    const Lengths lengths{block_.size(), size};
    std::memcpy(packed_.data() + before, &lengths, sizeof lengths);
    packed_.resize(before + sizeof lengths + size);
    block_.clear();
  }

 private:
  GrowingArray<uint8_t>& packed_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  PayloadWriter block_;
};

class PackedObjects::Unpacker {
 public:
  explicit Unpacker(const GrowingArray<uint8_t>& packed) : at_(packed.data()), context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
  }

  /// The next block; it is there until the one after it is asked for.
  PayloadReader next() {
    Lengths lengths;
    std::memcpy(&lengths, at_, sizeof lengths);
    at_ += sizeof lengths;
    block_.resize(lengths.plain);
    const size_t size = ZSTD_decompressDCtx(context_.get(), block_.data(), block_.size(), at_, lengths.packed);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    at_ += lengths.packed;
    return PayloadReader(block_);
  }

 private:
  const uint8_t* at_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::vector<uint8_t> block_;
};

PackedObjects::PackedObjects(const ObjectStore& store) : rows_(store.rows()), nextId_(store.nextId()) {
  Packer packer(packed_);
  packRows(store, packer);
  packPlaces(store, packer);
}

void PackedObjects::unpack(ObjectStore& store) const {
  Unpacker unpacker(packed_);
  unpackRows(store, unpacker);
  unpackPlaces(store, unpacker);
  store.firstYoung_ = rows_;
  store.firstYoungId_ = nextId_;
}

/// One number of each row after the other: what is alike stands together.
void PackedObjects::packRows(const ObjectStore& store, Packer& packer) const {
  Kinds kinds;
  forEachBlockOf(rows_, [&](uint32_t from, uint32_t to) {
    PayloadWriter& out = packer.block();
    constexpr size_t kMostNumbers = 5;  // of a row, with a new kind
    out.numbers(kMostNumbers * (to - from), [&](auto&& put) {
      for (uint32_t row = from; row < to; ++row) {
        const Kind kind = kindOf(store[row]);
        const uint32_t extent = store[row].extent;
        bool isNew = false;
        put(uint64_t{kinds.numberOf(kind, isNew)} << 1 | (extent == 0 ? 0 : 1));
        if (extent != 0) put(extent);
        if (!isNew) continue;
        for (const uint32_t part : {kind.type, kind.site, kind.thread}) put(part);
      }
    });
    out.numbers(to - from, [&](auto&& put) {
      uint64_t last = 0;
      for (uint32_t row = from; row < to; ++row) put(store.ids_[row] - std::exchange(last, store.ids_[row]));
    });
    for (uint32_t row = from; row < to;) {
      const uint32_t first = row;
      while (row < to && store.born_[row] == store.born_[first]) ++row;
      out.number(row - first);
      out.number(store.born_[first]);
    }
    for (uint32_t row = from; row < to; ++row) {
      constexpr uint32_t kAhead = 16;
      if (row + kAhead < rows_) store.prefetchReferences(row + kAhead);
      const std::span<const uint32_t> references = store.references(row);
      out.numbers(references.size() + 1, [&](auto&& put) {
        put(store.hasReferences(row) ? references.size() + 1 : 0);
        for (const uint32_t target : references) put(target == 0 ? 0 : zigzag(int64_t{target} - int64_t{row}) + 1);
      });
    }
    packer.endBlock();
  });
}

void PackedObjects::unpackRows(ObjectStore& store, Unpacker& unpacker) const {
  store.rows_.resize(rows_);
  store.ids_.resize(rows_);
  store.born_.resize(rows_);
  store.lists_.assign(rows_, 0);
  std::vector<Kind> kinds;
  std::vector<uint32_t> list;
  forEachBlockOf(rows_, [&](uint32_t from, uint32_t to) {
    PayloadReader in = unpacker.next();
    for (uint32_t row = from; row < to; ++row) {
      const uint64_t number = in.number();
      const uint32_t extent = (number & 1) == 0 ? 0 : in.number32();
      if (number >> 1 == kinds.size()) {
        const uint32_t type = in.number32();
        const uint32_t site = in.number32();
        kinds.push_back({type, site, in.number32()});
      }
      const Kind& kind = kinds[number >> 1];
      store.rows_[row] = {kind.type - 1, kind.site - 1, kind.thread - 1, extent};
      if (store.isDead(row)) ++store.dead_;
    }
    uint64_t id = 0;
    for (uint32_t row = from; row < to; ++row) store.ids_[row] = id += in.number();
    for (uint32_t row = from; row < to;) {
      const uint32_t end = row + in.number32();
      const uint32_t born = in.number32();
      for (; row < end; ++row) store.born_[row] = born;
    }
    for (uint32_t row = from; row < to; ++row) {
      const uint64_t count = in.number();
      if (count == 0) continue;
      list.clear();
      for (uint64_t i = 1; i < count; ++i) {
        const uint64_t target = in.number();
        list.push_back(target == 0 ? 0 : static_cast<uint32_t>(unzigzag(target - 1) + int64_t{row}));
      }
      store.setReferences(row, list);
    }
  });
}

/// In the order of addresses, in which rows mostly ascend, too.
void PackedObjects::packPlaces(const ObjectStore& store, Packer& packer) {
  uint64_t lastAddress = 0;
  int64_t lastRow = 0;
  store.addresses().forEachAscending([&](uint64_t address, uint32_t row) {
    PayloadWriter& out = packer.block();
    out.numbers(2, [&](auto&& put) {
      put((address - lastAddress) >> 3);
      put(zigzag(int64_t{row} - lastRow));
    });
    lastAddress = address;
    lastRow = row;
    if (++places_ % kPlacesPerBlock == 0) packer.endBlock();
  });
  if (places_ % kPlacesPerBlock != 0) packer.endBlock();
}

void PackedObjects::unpackPlaces(ObjectStore& store, Unpacker& unpacker) const {
  PayloadReader in;
  uint64_t address = 0;
  int64_t row = 0;
  uint32_t previous = ObjectStore::kNone;
  for (uint64_t place = 0; place < places_; ++place) {
    if (place % kPlacesPerBlock == 0) in = unpacker.next();
    address += in.number() << 3;
    row += in.signedNumber();
    store.addresses().set(address, static_cast<uint32_t>(row), previous);
  }
}

}  // namespace heaptrail::anttracks
