#include "reference/random_shapes.h"

#include <algorithm>
#include <random>
#include <string>

#include "reference/graph_literal.h"

namespace heaptrail::test {

namespace {

class Shaper {
 public:
  Shaper(uint32_t mostObjects, uint32_t seed)
      : random_(seed), count_(static_cast<uint32_t>(1 + random_() % mostObjects)) {}

  Drawing draw(uint32_t shape) {
    const auto types = static_cast<uint32_t>(1 + random_() % 4);
    drawing_.references.resize(count_);
    for (uint32_t o = 0; o < count_; ++o) {
      const bool weak = random_() % 12 == 0;
      drawing_.types.push_back(weak ? "java.lang.ref.WeakReference" : "Node" + std::to_string(random_() % types));
      if (random_() % 3 == 0) drawing_.bytes[o] = static_cast<uint32_t>(8 * (1 + random_() % 100));
    }
    addReferences(shape);
    addNoise();
    for (uint32_t t = 0; t < types; ++t) {
      if (random_() % 2 == 0) drawing_.classObjects["Node" + std::to_string(t)] = any();
    }
    const auto roots = static_cast<uint32_t>(random_() % 10 == 0 ? 0 : 1 + random_() % 4);
    for (uint32_t r = 0; r < roots; ++r) drawing_.roots.push_back(random_() % 2 == 0 ? 0 : any());
    if (!drawing_.roots.empty() && random_() % 4 == 0) drawing_.roots.push_back(drawing_.roots[0]);
    return std::move(drawing_);
  }

 private:
  uint32_t any() { return static_cast<uint32_t>(random_() % count_); }
  void refer(uint32_t from, uint32_t to) { drawing_.references[from].push_back(to); }

  void addReferences(uint32_t shape) {
    for (uint32_t o = 0; o + 1 < count_; ++o) {
      switch (shape) {
        case 0:  // a list linked both ways
          refer(o, o + 1);
          refer(o + 1, o);
          break;
        case 1:  // a tree
          refer(o / 3, o + 1);
          break;
        case 2:  // a list whose links share data with its last link
          refer(o, o + 1);
          if (o % 2 == 0) {
            const uint32_t data = any();
            refer(o, data);
            refer(count_ - 1, data);
          }
          break;
        case 3:  // layers
          refer(o, o + 1 + static_cast<uint32_t>(random_() % std::min<uint32_t>(5, count_ - o - 1)));
          break;
        default:  // anything
          refer(any(), any());
      }
    }
    if (shape == 4) refer(count_ - 1, 0);  // a cycle through a likely root
  }

  void addNoise() {
    const auto most = static_cast<uint32_t>(random_() % (count_ + 1));
    for (uint32_t i = 0; i < most; ++i) refer(any(), any());
    if (random_() % 4 == 0) refer(0, 0);
  }

  std::mt19937 random_;
  uint32_t count_;
  Drawing drawing_;
};

}  // namespace

std::shared_ptr<const Heap> randomShape(uint32_t mostObjects, uint32_t seed) {
  return build(Shaper(mostObjects, seed).draw(seed % 6));
}

}  // namespace heaptrail::test
