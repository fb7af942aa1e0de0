// The threads of the traced VM. Events name them by addresses, which the VM uses again after a thread's death.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/symbols.h"

namespace heaptrail::anttracks {

class ThreadNames {
 public:
  /// The number of the thread that has this address now.
  uint32_t at(uint64_t address) {
    const auto [entry, fresh] = byAddress_.try_emplace(address, static_cast<uint32_t>(threads_.size()));
    if (fresh) threads_.emplace_back();
    return entry->second;
  }
  /// The same when none has been seen: kNone.
  static constexpr uint32_t kNone = ~uint32_t{0};
  uint32_t find(uint64_t address) const {
    const auto found = byAddress_.find(address);
    return found == byAddress_.end() ? kNone : found->second;
  }

  /// A name is told when the thread has long been at work, or again in every new file.
  void alive(uint64_t address, const std::string& name) {
    const uint32_t known = at(address);
    if (threads_[known].name == name && !threads_[known].dead) return;
    if (threads_[known].name.empty() && !threads_[known].dead) {
      threads_[known].name = name;
      return;
    }
    byAddress_[address] = static_cast<uint32_t>(threads_.size());
    threads_.push_back({name, false});
  }
  void died(uint64_t address) {
    if (const uint32_t known = find(address); known != kNone) threads_[known].dead = true;
  }

  std::vector<ThreadInfo> infos() const {
    std::vector<ThreadInfo> result;
    for (const Known& thread : threads_) result.push_back({thread.name});
    return result;
  }

 private:
  struct Known {
    std::string name;  // empty when unknown
    bool dead = false;
  };
  std::vector<Known> threads_;
  std::unordered_map<uint64_t, uint32_t> byAddress_;
};

}  // namespace heaptrail::anttracks
