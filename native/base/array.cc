#include "base/array.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace heaptrail {

namespace {
constexpr size_t kHugePage = size_t{2} << 20;

// Below this size the C library's allocator is faster and a whole mapping would be wasteful.
constexpr size_t kMappedFrom = size_t{256} << 10;

void adviseHugePages(void* memory, size_t bytes) {
  if (bytes >= 2 * kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);  // advice only: it is fine when refused
}
}  // namespace

void* acquirePages(size_t bytes) {
  if (bytes < kMappedFrom) {
    void* memory = std::calloc(1, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  adviseHugePages(memory, bytes);
  return memory;
}

void* growPages(void* memory, size_t bytes, size_t newBytes) {
  if (bytes < kMappedFrom || newBytes < kMappedFrom) {
    void* const larger = acquirePages(newBytes);
    std::memcpy(larger, memory, bytes);
    releasePages(memory, bytes);
    return larger;
  }
  void* const larger = mremap(memory, bytes, newBytes, MREMAP_MAYMOVE);
  if (larger == MAP_FAILED) throw std::bad_alloc();
  adviseHugePages(larger, newBytes);
  return larger;
}

void releasePages(void* memory, size_t bytes) noexcept {
  if (bytes < kMappedFrom) {
    std::free(memory);
  } else {
    munmap(memory, bytes);
  }
}

}  // namespace heaptrail
