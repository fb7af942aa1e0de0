#include "ownership/object_kinds.h"

#include <array>
#include <atomic>
#include <unordered_map>
#include <utility>

namespace heaptrail {

namespace {

// A length has at most 10 digits.
constexpr uint32_t kMagnitudes = 10;

uint32_t magnitudeOf(uint32_t length) {
  uint32_t magnitude = 0;
  for (; length >= 10; length /= 10) ++magnitude;
  return magnitude;
}

/// The kinds that occur in the collections of one block, by the order of their first objects.
class HeldKinds {
 public:
  uint32_t numberOf(const ObjectKind& kind) {
    const uint64_t key = (uint64_t{kind.type.value()} << 32) | kind.text;
    // Neighbours are mostly of a few kinds.
    Recent& recent = recent_[(key * 0x9E3779B97F4A7C15U) >> (64 - kRecentBits)];
    if (recent.key == key && recent.number < kinds_.size()) return recent.number;
    const auto [known, isNew] = numbers_.emplace(key, static_cast<uint32_t>(kinds_.size()));
    if (isNew) kinds_.push_back(kind);
    recent = {key, known->second};
    return known->second;
  }

  const std::vector<ObjectKind>& kinds() const { return kinds_; }

 private:
  static constexpr unsigned kRecentBits = 8;
  struct Recent {
    uint64_t key = 0;
    uint32_t number = ~uint32_t{0};
  };

  std::array<Recent, size_t{1} << kRecentBits> recent_;
  std::unordered_map<uint64_t, uint32_t> numbers_;
  std::vector<ObjectKind> kinds_;
};

}  // namespace

class KindFinder {
 public:
  KindFinder(const LiveGraph& graph, Collections collections, std::span<const HolderTexts> holders)
      : graph_(graph), heap_(graph.heap()), collections_(std::move(collections)), holders_(holders) {
    found_.numbers_ = collections_.takeParts();
    firstNumber_.push_back(1);
    for (const Type& type : heap_.symbols().types) {
      const uint32_t numbers = type.shape == TypeShape::kPrimitiveArray ? kMagnitudes : 1;
      firstNumber_.push_back(firstNumber_.back() + numbers);
    }
    seen_ = std::vector<std::atomic<uint8_t>>(firstNumber_.back());
  }

  Result<ObjectKinds> find(Threads threads, Progress& progress) {
    const Blocks blocks = graph_.blocks();
    std::vector<std::vector<ObjectKind>> held(blocks.count());
    forEachBlock(threads, blocks, [&](const Block& block) {
      if (progress.cancelled()) return;
      HeldKinds own;
      graph_.live().forEachIn(block.from, block.to, [&](uint64_t i) { number(i, own); });
      held[block.number] = own.kinds();
      progress.advance(block.size());
    });
    if (progress.cancelled()) return cancelledError();
    listKinds(held);
    return std::move(found_);
  }

 private:
  void number(uint64_t i, HeldKinds& held) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    const TypeId type = heap_.typeOf(object);
    uint32_t& number = found_.numbers_[i];
    if (number == 0) {
      const uint32_t first = firstNumber_[type.value()];
      const bool isSplit = firstNumber_[type.value() + size_t{1}] - first > 1;
      number = isSplit ? first + magnitudeOf(heap_.lengthOf(object)) : first;
      std::atomic<uint8_t>& seen = seen_[number];
      if (seen.load(std::memory_order_relaxed) == 0) seen.store(1, std::memory_order_relaxed);
      return;
    }
    const uint32_t collection = number - 1;
    const ObjectIndex head = collections_.head(collection);
    const bool isPart = head != object;
    const uint32_t text = isPart ? holders_[collection].parts : holders_[collection].own;
    const ObjectKind kind{.type = type, .head = heap_.typeOf(head), .isPart = isPart, .text = text};
    number = firstNumber_.back() + held.numberOf(kind);
  }

  void listKinds(const std::vector<std::vector<ObjectKind>>& held) {
    found_.kindOfNumber_.assign(firstNumber_.back(), 0);
    for (uint32_t t = 0; t + 1 < firstNumber_.size(); ++t) {
      for (uint32_t number = firstNumber_[t]; number < firstNumber_[t + size_t{1}]; ++number) {
        if (seen_[number].load() == 0) continue;
        found_.kindOfNumber_[number] = static_cast<uint32_t>(found_.kinds_.size());
        found_.kinds_.push_back({.type = TypeId(t), .magnitude = number - firstNumber_[t]});
      }
    }
    std::unordered_map<uint64_t, uint32_t> known;
    for (const std::vector<ObjectKind>& own : held) {
      std::vector<uint32_t>& kinds = found_.kindsOfBlock_.emplace_back();
      for (const ObjectKind& kind : own) {
        const uint64_t key = (uint64_t{kind.type.value()} << 32) | kind.text;
        const auto [place, isNew] = known.emplace(key, static_cast<uint32_t>(found_.kinds_.size()));
        if (isNew) found_.kinds_.push_back(kind);
        kinds.push_back(place->second);
      }
    }
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  Collections collections_;
  std::span<const HolderTexts> holders_;
  std::vector<uint32_t> firstNumber_;       // by type, and one more
  std::vector<std::atomic<uint8_t>> seen_;  // by number
  ObjectKinds found_;
};

Result<ObjectKinds> ObjectKinds::find(const LiveGraph& graph, Collections collections,
                                      std::span<const HolderTexts> holders, Threads threads, Progress& progress) {
  return KindFinder(graph, std::move(collections), holders).find(threads, progress);
}

Array<uint32_t> ObjectKinds::takeGroups(std::span<const uint32_t> groupOfKind, uint32_t ofDead, Threads threads,
                                        Progress& progress) && {
  std::vector<uint32_t> outside(kindOfNumber_.size(), ofDead);
  for (size_t number = 1; number < outside.size() && !groupOfKind.empty(); ++number) {
    outside[number] = groupOfKind[kindOfNumber_[number]];
  }
  forEachBlock(threads, Blocks{numbers_.size(), kLiveObjectsPerBlock}, [&](const Block& block) {
    std::vector<uint32_t> groups = outside;
    for (const uint32_t kind : kindsOfBlock_[block.number]) groups.push_back(groupOfKind[kind]);
    for (uint64_t i = block.from; i < block.to; ++i) numbers_[i] = groups[numbers_[i]];
    progress.advance(block.size() / 2);
  });
  return std::move(numbers_);
}

}  // namespace heaptrail
