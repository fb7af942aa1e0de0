// Walks to be shared by the threads of a loop: each borrows one for a block. A walk costs two bits per object of the
// heap, so there are no more of them than threads.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "structure/structure_walk.h"

namespace heaptrail {

class Walks {
 public:
  Walks(const LiveGraph& graph, const dsl::DescribedTypes& types) : graph_(graph), types_(types) {}

  class Borrowed {
   public:
    Borrowed(Walks& owner, std::unique_ptr<StructureWalk> walk) : owner_(owner), walk_(std::move(walk)) {}
    ~Borrowed() { owner_.giveBack(std::move(walk_)); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    StructureWalk* operator->() const { return walk_.get(); }

   private:
    Walks& owner_;
    std::unique_ptr<StructureWalk> walk_;
  };

  Borrowed borrow() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto walk = std::move(free_.back());
        free_.pop_back();
        return {*this, std::move(walk)};
      }
    }
    return {*this, std::make_unique<StructureWalk>(graph_, types_)};
  }

 private:
  void giveBack(std::unique_ptr<StructureWalk> walk) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(walk));
  }

  const LiveGraph& graph_;
  const dsl::DescribedTypes& types_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<StructureWalk>> free_;
};

}  // namespace heaptrail
