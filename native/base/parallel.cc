#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace heaptrail {

namespace {

/// Asked for once: to find out, the C++ library reads a file of the kernel.
unsigned processors() {
  static const unsigned found = std::max(1U, std::thread::hardware_concurrency());
  return found;
}

}  // namespace

Threads::Threads(unsigned count) : count_(count != 0 ? count : processors()) {}

void forEachBlock(Threads threads, uint64_t blocks, const std::function<void(uint64_t block)>& body) {
  const auto workers = static_cast<unsigned>(std::min<uint64_t>(threads.count(), blocks));
  if (workers <= 1) {
    for (uint64_t block = 0; block < blocks; ++block) body(block);
    return;
  }
  std::atomic<uint64_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;  // std::bad_alloc of a worker must reach the caller, not end the process
  const auto work = [&] {
    try {
      for (uint64_t block = next.fetch_add(1); block < blocks; block = next.fetch_add(1)) body(block);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next.store(blocks);
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < workers; ++i) helpers.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

void forEachBlock(Threads threads, const Blocks& blocks, const std::function<void(const Block& block)>& body) {
  forEachBlock(threads, blocks.count(), [&](uint64_t block) { body(blocks[block]); });
}

}  // namespace heaptrail
