// A column of a heap: a fixed number of plain values in one piece of memory, zero at first.
//
// std::vector would write the zeros (touching every page twice before the first real value) and cannot ask for huge
// pages; random access over hundreds of megabytes spends most of its time in TLB misses without them. Large arrays
// therefore come straight from the operating system, which hands out zeroed pages on first touch.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace heaptrail {

/// Zeroed memory from the operating system; throws std::bad_alloc when there is none. Freed with `releasePages`.
void* acquirePages(size_t bytes);
/// More of it: what is there goes along, without being copied where it is much, and the rest is zero.
void* growPages(void* memory, size_t bytes, size_t newBytes);
void releasePages(void* memory, size_t bytes) noexcept;

template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Array() = default;
  explicit Array(size_t size) : size_(size) {
    if (size > 0) data_ = static_cast<T*>(acquirePages(size * sizeof(T)));
  }
  ~Array() { reset(); }

  Array(Array&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    if (this != &other) {
      reset();
      data_ = std::exchange(other.data_, nullptr);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  size_t bytes() const { return size_ * sizeof(T); }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) {
    assert(i < size_);
    return data_[i];
  }
  const T& operator[](size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<const T> span() const { return {data_, size_}; }

  /// Gives the memory back at once; the array is empty afterwards.
  void reset() noexcept {
    if (data_ != nullptr) releasePages(static_cast<void*>(data_), bytes());
    data_ = nullptr;
    size_ = 0;
  }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace heaptrail
