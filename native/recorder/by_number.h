// Something for each of some objects, by their numbers: in pages that appear where there are such objects.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace heaptrail::recorder {

template <typename Value, uint64_t kPage = 64>
class ByNumber {
 public:
  /// A new one is as `Value` makes it.
  Value& operator[](uint64_t number) {
    const uint64_t page = number / kPage;
    if (page >= pages_.size()) pages_.resize(page + page / 2 + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    return (*pages_[page])[number % kPage];
  }

  /// Null where its page has none.
  const Value* find(uint64_t number) const {
    const uint64_t page = number / kPage;
    return page < pages_.size() && pages_[page] ? &(*pages_[page])[number % kPage] : nullptr;
  }

 private:
  using Page = std::array<Value, kPage>;

  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace heaptrail::recorder
